"""Many clients at one `serve`, while somebody annotates: each answer is right for a state of the
files that there was; slow clients keep nobody out.
"""

import json
import os
import random
import re
import shutil
import tempfile
import threading
import time
from collections import Counter, defaultdict
from pathlib import Path

from routes_asked import ROUTES
from row import Row
from served import LOGINS, PREFIX, PROJECT
from site_projects import LABELS, as_login, login_in_header
from slow_clients import slow_clients

from brat_iaa.web.site import create_site

# States of ben's file that somebody writes, one after the other.
_STATES = 4
# Routes whose answers depend on the files alone, not on what was seen, decided or taken before.
_COMPARED = ("", "disagreements", "document", "side-by-side")
# What a page says that shows figures from before while new ones take long.
_OUTDATED = "These are the figures from before"
_EXPECTED = (200, 202, 302, 400, 403, 404)
_PER_LOGIN = 30


class _States:
    """The states of the project, and what the pages of each say in peace."""

    def __init__(self, installation, folder):
        self._path = installation.root / "ben" / "shared.ann"
        text = self._path.read_text()
        label = LABELS["ben"]
        self._texts = [text] + [
            text.replace(label, f"Qb{number}b", number % 2 + 1) for number in range(3, 2 + _STATES)
        ]
        self._clients = []
        for number, one in enumerate(self._texts):
            data = folder / str(number) / "data"
            shutil.copytree(installation.data, data)
            (data / PROJECT / "ben" / "shared.ann").write_text(one)
            site = create_site(
                data, "/", login_in_header, state_dir=data.parent / "state", pages_url=f"{PREFIX}/"
            )
            self._clients.append(site.test_client())

    def write(self, number):
        """Bring about a state, in one step."""
        new = self._path.with_suffix(".new")
        new.write_text(self._texts[number % len(self._texts)])
        os.replace(new, self._path)

    def answers(self, login, address):
        """What the pages say in each state, as comparable()."""
        environ = {"SCRIPT_NAME": PREFIX, "HTTP_HOST": "127.0.0.1"}
        for client in self._clients:
            for _ in range(50):
                answer = client.get(address, headers=as_login(login), environ_overrides=environ)
                if answer.status_code != 202:
                    break
                time.sleep(0.1)
            yield answer.status_code, comparable(answer.text)


def comparable(text):
    """An answer without the token of its forms, which tells the second."""
    return re.sub(r'name="token" value="[^"]*"', "", text)


def load(serving, installation, clients, seconds, seed):
    """Row of that many clients for so many seconds."""
    row = Row(f"load: {clients} clients, {len(LOGINS)} logins, {len(ROUTES)} routes", lost=0)
    row.stopped, begun = 0, time.monotonic()
    with tempfile.TemporaryDirectory(prefix="states-") as folder:
        states = _States(installation, Path(folder))
        got, latencies, before = _crowd(serving, states, clients, seconds, seed)
        after = serving.memory()
        _judge(row, got, states)
    states_seen = _named(got)
    latencies.sort()
    row.more = (
        f"p95 {latencies[len(latencies) * 95 // 100]:.2f} s, memory {before >> 20} -> "
        f"{after >> 20} MB, {states_seen} states named"
    )
    if not states_seen:
        row.stopped += 1
        row.said.append("no answer names a state: nothing was compared with it")
    row.seconds = time.monotonic() - begun
    return row


def _crowd(serving, states, clients, seconds, seed):
    """({(login, address): Counter of (status, text)}, seconds that each answer took, memory)"""
    by_login = {login: [] for login in LOGINS}
    chance = random.Random(seed)
    for login in LOGINS:
        every = [one for route in ROUTES for one in ROUTES[route](PROJECT)]
        names = [one for one in every if "format=json" in one or "format=csv" in one]
        by_login[login] = chance.sample(every, _PER_LOGIN) + chance.sample(names, _PER_LOGIN)
        by_login[login].append(f"/{PROJECT}/-/?format=json")
    for login, addresses in by_login.items():  # the first reading is no load
        serving.page(addresses[-1], login)
    before = serving.memory()
    got, latencies, lock = defaultdict(Counter), [], threading.Lock()
    until = time.monotonic() + seconds

    def client(number):
        own = random.Random(f"{seed}-{number}")
        login = LOGINS[number % len(LOGINS)]
        while time.monotonic() < until:
            begun, every = time.monotonic(), by_login[login]
            # The last one is asked for often: it names the state.
            address = every[-1] if own.random() < 0.2 else own.choice(every)
            try:
                status, text = serving.page(address, login)
            except OSError as error:
                status, text = type(error).__name__, ""
            with lock:
                got[login, address][status, comparable(text)] += 1
                latencies.append(time.monotonic() - begun)

    def annotator():
        number = 0
        while time.monotonic() < until:
            number += 1
            states.write(number)
            time.sleep(0.2)

    threads = [threading.Thread(target=client, args=(number,)) for number in range(clients)]
    threads.append(threading.Thread(target=annotator))
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return got, latencies, before


def _judge(row, got, states):
    """Count what could not be answered, and what is right in no state."""
    compared = 0
    for (login, address), answers in got.items():
        row.cases += sum(answers.values())
        bad = {one: times for one, times in answers.items() if one[0] not in _EXPECTED}
        for (status, text), times in bad.items():
            row.stopped += times
            row.said.append(f"{address} as {login or 'nobody'}: {status} {text[:200]}")
        page = re.match(rf"/{PROJECT}/-/([^/?]*)", address)
        if page is None or page.group(1) not in _COMPARED:
            continue
        right = set(states.answers(login, address))
        for answer, times in answers.items():
            if answer[0] == 202 or answer in bad or _OUTDATED in answer[1]:
                continue
            compared += times
            if answer not in right:
                row.lost += times
                alike = max(right, key=lambda one: len(os.path.commonprefix((one[1], answer[1]))))
                said = _difference(answer, alike)
                row.said.append(f"{address} as {login or 'nobody'}: right in no state: {said}")
    row.what += f", {compared} answers recomputed"


def _difference(answer, right):
    """What is there, from the first difference on, and what is right."""
    if answer[0] != right[0]:
        return f"status {answer[0]} instead of {right[0]}"
    texts = answer[1], right[1]
    same = len(os.path.commonprefix(texts))
    a, b = (text[max(0, same - 60) : same + 100] for text in texts)
    return f"{a!r} instead of {b!r}"


def _named(got):
    """How many states the signatures of the manager's figures name."""
    found = set()
    for status, text in got["lead", f"/{PROJECT}/-/?format=json"]:
        if status == 200:
            found.add(json.loads(text)["scores"][0]["signature"])
    return len(found)


def slow(serving, number, requests):
    """Row of requests beside a number of clients that never send a whole request."""
    row, begun = Row(f"{number} slow and silent clients beside others", stopped=0), time.monotonic()
    host, _, port = serving.place.rpartition(":")
    row.faults = number
    with slow_clients((host, int(port)), number):
        for count in range(requests):
            row.cases += 1
            login = LOGINS[count % len(LOGINS)]
            address = (f"/{PROJECT}/-/", "/healthz", "/", f"/{PROJECT}/-/review")[count // 4 % 4]
            try:
                status, text = serving.page(address, login, timeout=20)
            except OSError as error:
                status, text = repr(error), ""
            if status not in _EXPECTED:
                row.stopped += 1
                row.said.append(f"{address} as {login or 'nobody'}: {status} {text[:200]}")
    row.seconds = time.monotonic() - begun
    return row
