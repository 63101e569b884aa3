"""brat, the process of the pages and the server in front, killed together and apart while people save:
what was acknowledged is there, and the pages are back at once.
"""

import itertools
import json
import os
import random
import re
import signal
import threading
import time
from pathlib import Path

from row import Row
from served import PROJECT

# Programs that are killed together, by what their command line holds; "": the server in front.
_KILLED = (("remote_pages",), ("launcher",), ("remote_pages", "launcher"), ("",), ("", "launcher"))
# Seconds within which pages and brat answer again; one or two, but for a busy computer.
_BACK = 20


def killed(installation, rounds, seed):
    """Row of the programs of `serve`; each is killed so often."""
    row = Row("brat, pages and front killed while people save", faults=0, lost=0, stopped=0)
    begun, chance = time.monotonic(), random.Random(seed)
    spans = itertools.cycle(_spans((installation.root / "ben" / "shared.txt").read_text("utf-8")))
    saved, serving, slowest = set(), installation.start(), 0
    for which in _KILLED * rounds:
        over = threading.Event()
        thread = threading.Thread(target=_save, args=(serving, spans, saved, over))
        thread.start()
        time.sleep(chance.uniform(0.2, 0.6))
        for process in [_process(serving, name) for name in which]:
            os.kill(process, signal.SIGKILL)
        row.faults += len(which)
        since = time.monotonic()
        if "" in which:
            over.set()
            thread.join()
            serving.server.close()
            serving = installation.start()
        back = _back(serving)
        slowest = max(slowest, time.monotonic() - since)
        if not back:
            row.stopped += 1
            row.said.append(f"{which}: neither pages nor brat after {_BACK} s")
        time.sleep(0.3)
        over.set()
        thread.join()
    text = (installation.root / "ben" / "shared.ann").read_text("utf-8")
    there = re.findall(r"^T\d+\t(\w+) (\d+) (\d+)\t", text, re.M)
    missing = saved - {(kind, int(start), int(end)) for kind, start, end in there}
    row.cases, row.lost = len(saved), len(missing)
    row.said += [f"the span {one} was saved and is gone" for one in missing]
    row.more = f"back after {slowest:.1f} s at most"
    row.seconds = time.monotonic() - begun
    return row


def _spans(text):
    """[(type, start, end)] from a word to another one of its sentence."""
    words = [(word.start(), word.end()) for word in re.finditer(r"\w+", text)]
    pairs = itertools.combinations(words, 2)
    return [
        (kind, start, end)
        for (start, _), (_, end) in pairs
        if "\n" not in text[start:end]
        for kind in ("W", "ROOT")
    ]


def _save(serving, spans, saved, over):
    """Draw one span after another; those that brat acknowledges are in `saved`."""
    place = {"collection": f"/{PROJECT}/ben/", "document": "shared"}
    while not over.is_set():
        kind, *span = one = next(spans)
        try:
            answer = serving.ask(
                "ben", action="createSpan", type=kind, offsets=json.dumps([span]), **place
            )
        except (OSError, ValueError):  # while it is killed
            time.sleep(0.05)
            continue
        if "annotations" in answer and "exception" not in answer:
            saved.add(one)


def _process(serving, name):
    """Number of the process of `serve` whose command line holds a name."""
    if not name:
        return serving.server.process.pid
    until = time.monotonic() + _BACK
    while time.monotonic() < until:
        for path in Path("/proc").glob("[0-9]*"):
            try:
                parent = int(path.joinpath("stat").read_text().rpartition(")")[2].split()[1])
                command = path.joinpath("cmdline").read_text()
            except OSError:
                continue
            if parent == serving.server.process.pid and name in command:
                return int(path.name)
        time.sleep(0.05)
    raise AssertionError(f"there is no process {name}")


def _back(serving):
    until = time.monotonic() + _BACK
    while time.monotonic() < until:
        try:
            if serving.page("/healthz", timeout=_BACK)[0] == 200:
                return "user" in serving.ask("ben", action="whoami")
        except (OSError, ValueError):
            pass
        time.sleep(0.05)
    return False
