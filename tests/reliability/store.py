"""Does the store keep what it has acknowledged, while many threads of many processes use it?

    python tests/reliability/store.py [--seconds 60] [--processes 3] [--threads 4] [--seed 1]
                                      [--in DIR]

In each process two of four threads decide, one takes snapshots, one reads. What
was acknowledged is noted outside of the store, after the call has returned.
Afterwards every decision and every snapshot that was noted must be there, the
file must be whole, and nobody may have got an error. Prints a table of one row;
exit code 1 if anything was lost, damaged or refused.
"""

import argparse
import json
import multiprocessing
import os
import random
import sqlite3
import sys
import tempfile
import threading
import time
from collections import Counter
from contextlib import closing
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))

from review_items import item

from brat_iaa.phases.archive import Archive, Snapshot
from brat_iaa.review.store import DECISIONS, Reviews
from brat_iaa.store.database import Database

STORE = "store.sqlite3"
PHASE = "1 apart"
# Files of each snapshot. A few change from one to the next, as in a project.
_FILES = 12
COLUMNS = (
    "processes", "threads", "seconds", "decisions", "snapshots", "readings", "slowest (s)", "lost", "errors",
    "integrity_check",
)  # fmt: skip


class Noted:
    """Lines in a file of one worker's own, each written out before the next thing is done."""

    def __init__(self, path):
        self._descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND)

    def line(self, *fields):
        os.write(self._descriptor, (json.dumps(fields) + "\n").encode())


def decide(reviews, archive, chance, name, number):
    key = f"{name}-{number}"
    reviews.decide(PHASE, name, item(key), chance.choice(DECISIONS), "x" * chance.randrange(200))
    return "decision", key


def snap(reviews, archive, chance, name, number):
    files = {f"anna/{one}.ann": b"%d" % one * 50 for one in range(1, _FILES)}
    files["anna/0.ann"] = b"%d" % chance.randrange(10**9)
    note = f"{name}-{number}"
    snapshot = Snapshot(0, PHASE, note, "now", name, {"files": _FILES}, None, None, None)
    kept = archive.add(snapshot, files, {"f": note.encode()})
    return "snapshot", kept.number, note


def read(reviews, archive, chance, name, number):
    before = reviews.of(PHASE, name.replace("t3", "t0"))
    taken = archive.list()
    if taken:
        archive.check(chance.choice(taken).number)
    after = reviews.of(PHASE, name.replace("t3", "t0"))
    return "reading", before.keys() <= after.keys()


ROLES = (decide, snap, decide, read)


def work(folder, process, threads, seconds, seed, start):
    """What one process does; it is started afresh, not forked."""
    # One Database for all, as in a server.
    database = Database(Path(folder) / STORE)
    stop = []

    def run(thread):
        name = f"p{process}t{thread}"
        chance, number = random.Random(f"{seed}-{name}"), 0
        noted = Noted(Path(folder) / f"{name}.noted")
        reviews, archive, do = Reviews(database), Archive(database), ROLES[thread % len(ROLES)]
        while not stop:
            number += 1
            begun = time.monotonic()
            try:
                found = do(reviews, archive, chance, name, number)
                noted.line(time.monotonic() - begun, *found)
            except Exception as error:  # of any kind: each counts
                noted.line(time.monotonic() - begun, "error", f"{type(error).__name__}: {error}")
                time.sleep(0.01)

    workers = [threading.Thread(target=run, args=(number,)) for number in range(threads)]
    start.wait()
    for worker in workers:
        worker.start()
    time.sleep(seconds)
    stop.append(True)
    for worker in workers:
        worker.join()


class Record:
    """What all workers have noted.

    decisions  set of keys
    snapshots  {number: note}
    readings   how many
    slowest    seconds that the slowest call took
    errors     Counter of their texts
    lost       list of what the workers themselves found lost
    """

    def __init__(self, folder):
        self.decisions, self.snapshots, self.readings, self.slowest = set(), {}, 0, 0.0
        self.errors, self.lost = Counter(), []
        for path in sorted(Path(folder).glob("*.noted")):
            for line in path.read_text("utf-8").splitlines():
                self._add(*json.loads(line))

    def _add(self, took, kind, *rest):
        self.slowest = max(self.slowest, took)
        if kind == "decision":
            self.decisions.add(rest[0])
        elif kind == "snapshot":
            if rest[0] in self.snapshots:
                self.lost.append(f"number {rest[0]} was given to two snapshots")
            self.snapshots[rest[0]] = rest[1]
        elif kind == "reading":
            self.readings += 1
            if not rest[0]:
                self.lost.append("a decision that had been read was gone later")
        else:
            self.errors[rest[0]] += 1


def integrity(path):
    """What sqlite says of the file: "ok", or the first thing that is wrong."""
    try:
        with closing(sqlite3.connect(path)) as connection:
            return connection.execute("PRAGMA integrity_check").fetchone()[0].split("\n")[0]
    except sqlite3.Error as error:
        return str(error)


def missing(path, decisions, snapshots):
    """List of what was acknowledged and is not there, or not as it was."""
    with closing(sqlite3.connect(path)) as connection:
        try:
            kept = {key for (key,) in connection.execute("SELECT item FROM review")}
            taken = dict(connection.execute("SELECT number, note FROM snapshot"))
        except sqlite3.Error as error:
            return [f"all {len(decisions) + len(snapshots)} of it: {error}"]
    lost = [f"decision {key}" for key in sorted(decisions - kept)]
    lost += [
        f"snapshot {number} {note}"
        for number, note in sorted(snapshots.items())
        if taken.get(number) != note
    ]
    archive = Archive(Database(path))
    for number in sorted(set(snapshots) & set(taken)):
        try:
            archive.check(number)
        except Exception as error:
            lost.append(str(error))
    return lost


def measure(folder, processes, threads, seconds, seed):
    """({column: value}, list of what was lost, Counter of errors) of a run in an empty folder."""
    started = multiprocessing.get_context("spawn")
    # The file is not there yet: all of them make it at once.
    start = started.Barrier(processes)
    running = [
        started.Process(target=work, args=(str(folder), number, threads, seconds, seed, start))
        for number in range(processes)
    ]
    for one in running:
        one.start()
    for one in running:
        one.join()
    record, path = Record(folder), Path(folder) / STORE
    found = integrity(path)
    lost = record.lost + missing(path, record.decisions, record.snapshots)
    lost += [f"a process ended with {one.exitcode}" for one in running if one.exitcode]
    row = dict(
        zip(
            COLUMNS,
            (
                processes, threads, seconds, len(record.decisions), len(record.snapshots), record.readings,
                round(record.slowest, 2), len(lost), sum(record.errors.values()), found,
            ),
        )
    )  # fmt: skip
    return row, lost, record.errors


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--processes", type=int, default=3)
    parser.add_argument("--threads", type=int, default=4, help="of each process")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--in", dest="within", metavar="DIR", help="where the store is made")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="store-", dir=options.within) as folder:
        row, lost, errors = measure(
            folder, options.processes, options.threads, options.seconds, options.seed
        )
    print(" | ".join(COLUMNS))
    print(" | ".join(str(row[column]) for column in COLUMNS))
    for line in lost[:10]:
        print("lost:", line)
    for words, times in errors.most_common(10):
        print(f"error, {times} times: {words}")
    return 1 if lost or errors or row["integrity_check"] != "ok" else 0


if __name__ == "__main__":
    sys.exit(main())
