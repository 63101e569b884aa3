"""Two worlds that differ in what is hidden alone: every answer is the same, to the last header."""

import itertools
import os
import random
import shutil
import tempfile
import time
from pathlib import Path

from routes_asked import ROUTES, take_snapshots, without_tokens
from row import Row
from site_projects import as_login, login_in_header, make_project

from brat_iaa.web.site import create_site

# Who asks, of a project with which settings, in which nothing is to be seen of ben and carla.
_HIDDEN = (
    ("", {}),
    ("zoe", {"reveal": "all"}),
    ("anna", {"reveal": "none"}),
    ("anna", {"reveal": "none", "others": "named"}),
)


def worlds(seconds, seed):
    """Row of answers that are asked for in both, until the time is over, in any order."""
    begun, chance = time.monotonic(), random.Random(seed)
    row = Row(f"two worlds: {len(ROUTES)} routes, {len(_HIDDEN)} viewers", leaked=0, stopped=0)
    every = []
    for number, route in itertools.product(range(len(_HIDDEN)), ROUTES):
        addresses = list(ROUTES[route](f"p{number}"))
        chance.shuffle(addresses)
        every += [(place, number, address) for place, address in enumerate(addresses)]
    chance.shuffle(every)
    every.sort(key=lambda each: each[0])  # each route for each viewer first
    with tempfile.TemporaryDirectory(prefix="worlds-") as folder:
        clients = [_client(Path(folder, str(change)), change) for change in (0, 1)]
        for _, number, address in every:
            if time.monotonic() - begun > seconds:
                break
            row.cases += 1
            one, other = (_answer(client, _HIDDEN[number][0], address) for client in clients)
            if one != other:
                row.leaked += 1
                row.said.append(f"{address}, {_HIDDEN[number]}: {_difference(one, other)}")
        every = [_answer(client, "lead", "/p0/-/?format=json") for client in clients]
        if every[0] == every[1]:
            row.stopped += 1
            row.said.append("the worlds do not differ: nothing was measured")
    row.seconds = time.monotonic() - begun
    return row


def _client(folder, change):
    for number, (_, settings) in enumerate(_HIDDEN):
        root = make_project(folder / "data" / f"p{number}", **settings)
        if change:
            _change_what_is_hidden(root)
    site = create_site(folder / "data", "/", login_in_header, state_dir=folder / "state")
    take_snapshots(folder / "data", folder / "state")
    return site.test_client()


def _change_what_is_hidden(root):
    """Other labels, fewer arcs and documents of others, and one annotator more."""
    for path in (*root.glob("ben/*.ann"), *root.glob("carla/*.ann")):
        lines = path.read_text().replace("Q", "X").splitlines(True)
        path.write_text("".join(lines[:-2]))
    for path in (*root.glob("*/tandem.*"), *root.glob("*/solo6.*")):
        path.unlink()
    shutil.copytree(root / "ben", root / "dora")


def _answer(client, login, address):
    for _ in range(50):
        answer = client.get(address, headers=as_login(login))
        if answer.status_code != 202:
            break
        time.sleep(0.1)
    headers = {name: value for name, value in answer.headers.items() if name != "Date"}
    return answer.status_code, headers, without_tokens(answer.get_data().decode("utf-8", "replace"))


def _difference(one, other):
    if one[:2] != other[:2]:
        return f"{one[:2]} and {other[:2]}"
    same = len(os.path.commonprefix((one[2], other[2])))
    return (
        f"{one[2][max(0, same - 60) : same + 60]!r} and {other[2][max(0, same - 60) : same + 60]!r}"
    )
