"""Many clients at one way into brat, while brat edits and snapshots are taken: each answer is right
for a state of the files that there was; slow clients keep nobody out.
"""

import itertools
import json
import os
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict
from contextlib import contextmanager
from pathlib import Path

from routes_asked import ROUTES
from row import Row
from served import LOGINS, PROJECT
from site_projects import LABELS, as_login
from slow_clients import slow_clients
from werkzeug.test import Client

from brat_iaa.phases.archive import Archive
from brat_iaa.review.store import DECISIONS
from brat_iaa.store.database import Database
from brat_iaa.store.paths import project_database_path

# Labels that brat gives an arc of ben's, one after the other: like nobody's, then like somebody's.
_STATES = (LABELS["ben"], LABELS["anna"], "mod", LABELS["carla"])
_ARC = {"collection": f"/{PROJECT}/ben/", "document": "shared", "origin": "T2", "target": "T4"}
# Routes whose answers depend on the files alone, not on what was seen, decided or taken before.
_COMPARED = ("", "disagreements", "document")
# What a page says that shows figures from before while new ones take long.
_OUTDATED = "These are the figures from before"
_EXPECTED = (200, 202, 302, 400, 403, 404)
# The answer in which everybody who sees the figures finds the state named: by the signatures.
_NAMING = f"/{PROJECT}/-/?format=json"
_PER_LOGIN = 60
# Seconds between two edits, between two snapshots, between two looks at the memory.
_EDIT, _SNAPSHOT, _LOOK = 0.2, 5, 2
# Bytes of memory that the pages of this small project may take, whatever the load.
MOST_MEMORY = 400 << 20
# From so many seconds on, memory must have become flat: the largest process, that of the pages,
# grows by less than this share from the second quarter of the time to the last one.
_LONG, _FLAT = 120, 0.1


class _States:
    """The states of the project, and what the pages of each say in peace."""

    def __init__(self, serving, installation, folder):
        self._serving, self._installation = serving, installation
        self._clients, self._number = [], 0
        for number in range(len(_STATES)):
            data = folder / str(number) / "data"
            shutil.copytree(installation.data, data)
            pages = installation.pages(data, data.parent / "state")
            self._clients.append(Client(pages, use_cookies=False))
            self._require_counted(self._clients[-1], data / PROJECT)
            self.edit()

    def edit(self):
        """Let brat bring about the next state."""
        old, new = (_STATES[(self._number + one) % len(_STATES)] for one in (0, 1))
        answer = self._serving.ask(
            "ben", action="createArc", type=new, old_type=old, old_target=_ARC["target"], **_ARC
        )
        if "exception" in answer:
            raise AssertionError(answer)
        self._number += 1

    def _require_counted(self, client, root):
        """The figures in peace are those of a program that counts one by one."""
        scores = json.loads(self._answer(client, "lead", _NAMING).text)["scores"]
        for pair in itertools.combinations(LABELS, 2):
            (said,) = (
                one["value"]
                for one in scores
                if (one["measure"], one["statistic"]) == ("LAA", "masi")
                and one["annotators"] == [*pair]
                and one["document"] is one["label"] is one["sentence"] is None
            )
            if abs(said - counted_agreement(root, *pair)) > 1e-12:
                raise AssertionError(f"LAA of {pair}: {said}, counted otherwise")

    def answers(self, login, address):
        """What the pages say in each state, as comparable()."""
        for client in self._clients:
            answer = self._answer(client, login, address)
            yield answer.status_code, comparable(answer.text)

    def _answer(self, client, login, address):
        environ = {"SCRIPT_NAME": self._installation.prefix, "HTTP_HOST": "127.0.0.1"}
        for _ in range(50):
            answer = client.get(address, headers=as_login(login), environ_overrides=environ)
            if answer.status_code != 202:
                break
            time.sleep(0.1)
        return answer


def counted_agreement(root, first, second):
    """LAA of two annotators, counted token by token: words with the same head and label, of all
    words that both have marked; a word has one head at most.
    """
    alike = words = 0
    for path in sorted((root / first).glob("*.ann")):
        if (root / second / path.name).exists():
            a, b = (_heads((root / name / path.name).read_text()) for name in (first, second))
            words += len(a)
            alike += sum(a[word] == b[word] for word in a)
    return alike / words


def _heads(text):
    """{word: (head, label), or None}; word and head by where they begin"""
    lines = [line.split("\t") for line in text.splitlines()]
    start = {one[0]: int(one[1].split(" ")[1]) for one in lines if one[0][0] == "T"}
    found = {start[one[0]]: None for one in lines if one[1].startswith("W ")}
    for one in lines:
        if one[0][0] == "R":
            label, head, dependent = one[1].split(" ")
            found[start[dependent[5:]]] = start[head[5:]], label
    return found


def comparable(text):
    """An answer without the token of its forms, which tells the second, and without the button of those
    who are logged in with brat, which what is recomputed knows nothing of.
    """
    text = re.sub(r'<form method="post" action="[^"]*/-/logout">.*?</form>', "", text)
    return re.sub(r'name="token" value="[^"]*"', "", text)


def load(serving, installation, clients, seconds, seed):
    """Row of that many clients for so many seconds."""
    what = (
        f"load: {installation.name}; {clients} clients, {len(ROUTES)} routes, {len(LOGINS)} logins"
    )
    row = Row(what, lost=0)
    row.stopped, begun = 0, time.monotonic()
    with tempfile.TemporaryDirectory(prefix="states-") as folder:
        states = _States(serving, installation, Path(folder))
        crowd = _Crowd(serving, installation, states, seconds, seed)
        crowd.run(clients)
        _judge(row, crowd.got, states)
    row.lost += len(crowd.lost)
    row.stopped += len(crowd.failed)
    row.said += crowd.lost + crowd.failed
    if not _named(crowd.got):
        row.stopped += 1
        row.said.append("no answer names a state: nothing was compared with it")
    row.more = "; ".join([*crowd.counted(), *_judge_memory(row, crowd.memory, seconds)])
    row.seconds = time.monotonic() - begun
    return row


class _Crowd:
    """Clients, an annotator who draws, one who decides, and somebody who takes snapshots.

    got        {(login, address): Counter of (status, text)}
    latencies  seconds that each answer took
    memory     Serving.memory() at each look
    lost       acknowledged decisions and snapshots that were gone, in words
    failed     what those who write could not do, in words
    """

    def __init__(self, serving, installation, states, seconds, seed):
        self._serving, self._installation, self._states = serving, installation, states
        self._seconds, self._seed, self._lock = seconds, seed, threading.Lock()
        self.got, self.latencies, self.memory = defaultdict(Counter), [], []
        self.lost, self.failed = [], []
        self._edits, self._decided, self._taken = 0, 0, []
        chance = random.Random(seed)
        every = [one for route in ROUTES for one in ROUTES[route](PROJECT)]
        # Each route for each login first.
        self._left = [
            (login, chance.choice(list(ROUTES[route](PROJECT))))
            for login, route in itertools.product(LOGINS, ROUTES)
        ]
        chance.shuffle(self._left)
        self._then = {login: chance.sample(every, _PER_LOGIN) for login in LOGINS}

    def run(self, clients):
        """All of it, for the time that was given."""
        for login in LOGINS:  # the first reading is no load
            self._serving.page(_NAMING, login)
        self._until = time.monotonic() + self._seconds
        work = [(self._client, number) for number in range(clients)]
        work += [(one,) for one in (self._draws, self._decides, self._snapshots, self._looks)]
        threads = [threading.Thread(target=one, args=rest) for one, *rest in work]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self._require_snapshots()

    def _goes_on(self):
        return time.monotonic() < self._until

    def _client(self, number):
        own, login = random.Random(f"{self._seed}-{number}"), LOGINS[number % len(LOGINS)]
        # The first answer names a state, and so do many others.
        self._ask(login, _NAMING)
        while self._goes_on() or self._left:
            with self._lock:
                first = self._left.pop() if self._left else None
            if first is not None:
                self._ask(*first)
            else:
                self._ask(login, _NAMING if own.random() < 0.2 else own.choice(self._then[login]))

    def _ask(self, login, address):
        begun = time.monotonic()
        try:
            status, text = self._serving.page(address, login)
        except OSError as error:
            status, text = type(error).__name__, ""
        with self._lock:
            self.got[login, address][status, comparable(text)] += 1
            self.latencies.append(time.monotonic() - begun)

    @contextmanager
    def _noted(self, what):
        try:
            yield
        except Exception as error:  # of any kind: each counts
            self.failed.append(f"{what}: {error!r}")
            time.sleep(1)

    def _draws(self):
        while self._goes_on():
            with self._noted("an edit in brat"):
                self._states.edit()
                self._edits += 1
            time.sleep(_EDIT)

    def _decides(self):
        for number in itertools.count():
            if not self._goes_on():
                return
            with self._noted("a decision"):
                # On an arc that nobody else changes meanwhile.
                keys = [one["key"] for one in self._serving.items("anna") if self._stays(one)]
                key, decision = keys[number % len(keys)], DECISIONS[number % len(DECISIONS)]
                status = self._serving.decide("anna", key, decision)
                if status != 303:
                    raise AssertionError(f"answered by {status}")
                kept = {one["key"]: one for one in self._serving.items("anna")}
                self._decided += 1
                if decision not in str(kept.get(key)):
                    self.lost.append(f"{decision} on {key} is not known to the next request")
            time.sleep(_EDIT)

    def _stays(self, item):
        return item["document"] == "duet7"

    def _snapshots(self):
        command = [sys.executable, "-m", "brat_iaa", "snapshot", str(self._installation.root)]
        while self._goes_on():
            note = f"snapshot {len(self._taken)}"
            options = "--phase", "1 apart", "--note", note, "--state-dir", self._installation.state
            done = subprocess.run([*command, *map(str, options)], capture_output=True, text=True)
            if done.returncode:
                self.failed.append(f"a snapshot: {done.stderr}")
            else:
                self._taken.append(note)
            time.sleep(_SNAPSHOT)

    def _require_snapshots(self):
        path = project_database_path(
            self._installation.root, self._installation.state, self._installation.data
        )
        archive = Archive(Database(path))
        notes = {one.note: one.number for one in archive.list()}
        for note in self._taken:
            try:
                archive.check(notes[note])
            except Exception as error:
                self.lost.append(f"{note}: {error!r}")

    def _looks(self):
        while self._goes_on():
            self.memory.append(self._serving.memory())
            time.sleep(_LOOK)

    def counted(self):
        """What was done, in words."""
        self.latencies.sort()
        count = len(self.latencies)
        yield f"p50 {self.latencies[count // 2]:.2f} s, p95 {self.latencies[count * 95 // 100]:.2f} s"
        yield (
            f"{self._edits} edits, {self._decided} decisions, {len(self._taken)} snapshots, "
            f"{_named(self.got)} states named"
        )


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
        # What people say of places, and snapshots, change while the files stay as they are.
        changing = re.search("review=|/disagreements/(mine|changes)|/progress", address)
        if page is None or page.group(1) not in _COMPARED or changing:
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
    for status, text in got["lead", _NAMING]:
        if status == 200:
            found.add(json.loads(text)["scores"][0]["signature"])
    return len(found)


def _judge_memory(row, memory, seconds):
    """Count too much memory, and memory that grows; yields it in words."""
    most, quarter = max(together for together, _ in memory), len(memory) // 4
    yield f"memory up to {most >> 20} MB"
    if most > MOST_MEMORY:
        row.stopped += 1
        row.said.append(f"memory: {most >> 20} MB, more than {MOST_MEMORY >> 20}")
    if seconds >= _LONG:
        largest = [own for _, own in memory]
        before = statistics.median(largest[quarter : 2 * quarter])
        after = statistics.median(largest[-quarter:])
        yield f"largest process {before / 2**20:.0f} MB, at the end {after / 2**20:.0f} MB"
        if after > (1 + _FLAT) * before:
            row.stopped += 1
            row.said.append("memory grows")


def slow(serving, name, number, requests):
    """Row of requests beside a number of clients that never send a whole request.

    name  of the way in
    """
    begun = time.monotonic()
    row = Row(f"{number} slow and silent clients beside others: {name}", stopped=0)
    host, _, port = serving.place.rpartition(":")
    row.faults = number
    with slow_clients((host, int(port)), number):
        for count in range(requests):
            row.cases += 1
            login = LOGINS[count % len(LOGINS)]
            address = (f"/{PROJECT}/-/", "/healthz", "/", f"/{PROJECT}/-/disagreements/mine")[
                count // 4 % 4
            ]
            try:
                status, text = serving.page(address, login, timeout=20)
            except OSError as error:
                status, text = repr(error), ""
            if status not in _EXPECTED:
                row.stopped += 1
                row.said.append(f"{address} as {login or 'nobody'}: {status} {text[:200]}")
    row.seconds = time.monotonic() - begun
    return row
