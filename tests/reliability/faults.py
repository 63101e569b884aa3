"""kill -9 and a full disk within each step of what is written: afterwards the old state or the new
one is there, whole, and the same can be done again.
"""

import errno
import os
import random
import resource
import shutil
import signal
import tempfile
import time
from functools import partial
from pathlib import Path

from dying import NEED_ROOM, before_step
from operations import KEPT, STORE, WRITTEN, Decision, Setting
from review_items import item
from row import Row

from brat_iaa.errors import BratIaaError
from brat_iaa.phases.archive import Archive, Snapshot
from brat_iaa.review.store import Reviews
from brat_iaa.store.changes import fingerprint
from brat_iaa.store.database import Database

# What a child says of what it did.
_DONE, _REFUSED, _FAILED = b"d", b"r", b"f"


def killed(kinds=(*KEPT, *WRITTEN)):
    """A Row for each kind of thing: killed before each step."""
    for kind in kinds:
        row, trial = _begun(f"kill -9 before each step: {kind.name}", kind)
        for number in range(1, trial.steps() + 1):
            trial.once(f"step {number}", partial(before_step, number, _dies))
        yield trial.ended()


def killed_at_any_moment(seconds, seed):
    """Row of processes that decide, take snapshots and change settings without an end, and are
    killed at random moments: also within a statement.
    """
    chance, begun = random.Random(seed), time.monotonic()
    row = Row("kill -9 at any moment: decisions, snapshots, settings", faults=0, lost=0, stopped=0)
    folder = Path(tempfile.mkdtemp(prefix="faults-"))
    for kind in (Decision, Setting):
        kind(folder).begin()
    said = []
    while time.monotonic() - begun < seconds:
        said += _until_killed(folder, row.faults, chance.uniform(0.005, 0.15))
        row.faults += 1
    row.cases = len(said)
    kept = {one.item for one in Reviews(Database(folder / STORE)).history()}
    archive = Archive(Database(folder / STORE))
    kept |= {one.note for one in archive.list()}
    kept |= {change.what[0][0] for change in Setting(folder).file.history(10**9)}
    row.said += [f"{name} was acknowledged and is gone" for name in said if name not in kept]
    row.lost = len(row.said)
    try:
        Setting(folder).state()
        for one in archive.list():
            archive.check(one.number)
    except Exception as error:
        row.lost += 1
        row.said.append(repr(error))
    shutil.rmtree(folder)
    row.seconds = time.monotonic() - begun
    return row


def _until_killed(folder, life, seconds):
    """Names of what a process acknowledged before it was killed after so many seconds of work."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        number = 0
        while True:
            number += 1
            name = f"{life}-{number}"
            if number % 3 == 0:
                snapshot = Snapshot(0, "1", name, "now", "lead", {}, None, None, None)
                Archive(Database(folder / STORE)).add(snapshot, {"a.ann": name.encode()}, {})
            elif number % 3 == 1:
                Reviews(Database(folder / STORE)).decide("1", "anna", item(name), "keep", "x" * 900)
            else:
                file = Setting(folder).file
                what = [[name, "key", "before", "after"]]
                file.write(fingerprint(file.read()), name.encode(), "lead", what)
            os.write(writing, f"{name}\n".encode())
    os.close(writing)
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    with open(reading) as pipe:
        said = pipe.read().split()
    os.waitpid(child, 0)
    return said


def full_disk(sizes, seed, kinds=(*KEPT, *WRITTEN)):
    """A Row for each kind of thing: no room at each step, and at `sizes` sizes of a file."""
    chance = random.Random(seed)
    for kind in kinds:
        row, trial = _begun(f"disk full: {kind.name}", kind)
        # What is raised in a statement is lost: statements meet the limits below.
        room = {"names": NEED_ROOM, "statements": False}
        for number in range(1, trial.steps(**room) + 1):
            trial.once(f"step {number}", partial(before_step, number, _no_room, **room))
        largest = trial.largest()
        limits = range(0, largest, max(1, largest // sizes))
        for limit in sorted(chance.sample(limits, min(sizes, len(limits)))):
            trial.once(f"files of {limit} bytes", partial(_limit, limit))
        yield trial.ended()


def _differs(path, earlier):
    return not earlier.is_file() or path.read_bytes() != earlier.read_bytes()


def _limit(size):
    # As on a full disk, a write ends with an error. Python ignores the signal.
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def _begun(what, kind):
    row = Row(what, faults=0, lost=0, stopped=0)
    return row, _Trial(kind, row)


def _dies():
    os.kill(os.getpid(), signal.SIGKILL)


def _no_room():
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


class _Trial:
    """A thing that is done again and again from the same beginning, each time with a fault."""

    def __init__(self, kind, row):
        self.kind, self.row, self.begun = kind, row, time.monotonic()
        self.folder = Path(tempfile.mkdtemp(prefix="faults-"))
        first = self._new()
        kind(first).begin()
        self.first, self.before = first, kind(first).state()
        self.done = self._copy()
        kind(self.done).act()
        self.after = kind(self.done).state()

    def _new(self):
        return Path(tempfile.mkdtemp(dir=self.folder))

    def _copy(self):
        new = self._new()
        shutil.copytree(self.first, new, dirs_exist_ok=True)
        return new

    def once(self, where, disturb):
        """Do it in a process of its own that disturb() has prepared. Returns what it said."""
        folder = self._copy()
        # As a server would have it: open before the fault.
        operation = self.kind(folder)
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                os.close(reading)
                # Lines of the errors that are brought about are no news.
                os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
                tell = os.write
                disturb()
                try:
                    operation.act()
                except BratIaaError:
                    tell(writing, _REFUSED)
                except BaseException as error:
                    tell(writing, _FAILED + repr(error).encode())
                else:
                    tell(writing, _DONE)
            finally:
                os._exit(0)
        os.close(writing)
        with open(reading, "rb") as pipe:
            said = pipe.read()
        os.waitpid(child, 0)
        self._judge(where, said, folder)
        shutil.rmtree(folder)
        return said

    def _judge(self, where, said, folder):
        row = self.row
        row.cases += 1
        row.faults += said != _DONE
        if said.startswith(_FAILED):
            row.stopped += 1
            row.said.append(f"{where}: no words, but {said[1:].decode()}")
        try:
            found = self.kind(folder).state()
            if found != self.after and (found != self.before or said == _DONE):
                raise AssertionError(f"neither the old state nor the new one after {said!r}")
        except Exception as error:
            row.lost += 1
            row.said.append(f"{where}: {type(error).__name__}: {error}")
            return
        if found == self.before != self.after:
            try:
                self.kind(folder).act()
                if self.kind(folder).state() != self.after:
                    raise AssertionError("it is not there")
            except Exception as error:
                row.stopped += 1
                row.said.append(f"{where}: cannot be done again: {error!r}")

    def steps(self, **options):
        """How many steps there are without a fault."""
        operation = self.kind(self._copy())
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            tell = os.write
            seen = before_step(0, lambda: None, **options)
            operation.act()
            tell(writing, str(seen[0]).encode())
            os._exit(0)
        os.close(writing)
        with open(reading) as pipe:
            number = int(pipe.read())
        os.waitpid(child, 0)
        return number

    def largest(self):
        """Size of the largest file that is written."""
        return max(
            path.stat().st_size
            for path in self.done.rglob("*")
            if path.is_file() and _differs(path, self.first / path.relative_to(self.done))
        )

    def ended(self):
        """The Row."""
        shutil.rmtree(self.folder)
        self.row.seconds = time.monotonic() - self.begun
        return self.row
