"""Reading files while brat writes them."""

import os
import threading
import time

import pytest

from brat_iaa.corpus import files
from brat_iaa.corpus.files import identity, read_stable, why_unreadable

LONG_AGO = 1_000_000_000
# Seconds, as outside of tests.
STAYED = 1


def write(path, data, old=True):
    path.write_bytes(data)
    if old:
        os.utime(path, (LONG_AGO, LONG_AGO))
    return path


@pytest.fixture(autouse=True)
def usual_pauses(monkeypatch, short_pauses):
    """As brat's saving needs them."""
    monkeypatch.setattr(files, "_PAUSE", short_pauses)
    monkeypatch.setattr(files, "_STAYED", STAYED)


@pytest.fixture
def pauses(monkeypatch):
    """Pauses are counted, not slept; a test may append actions that run in them."""
    slept, actions = [], []

    class Clock:
        now = 0.0

    def sleep(seconds):
        slept.append(seconds)
        Clock.now += seconds
        if actions:
            actions.pop(0)()

    monkeypatch.setattr(files.time, "sleep", sleep)
    monkeypatch.setattr(files.time, "monotonic", lambda: Clock.now)
    return slept, actions


def test_complete_file_at_rest_is_taken_at_once(tmp_path, pauses):
    path = write(tmp_path / "a.ann", b"T1\tX 0 1\ta\n")
    assert read_stable([path]) == {path: b"T1\tX 0 1\ta\n"}
    assert pauses[0] == []


def test_file_that_was_empty_for_a_moment_is_read_in_full(tmp_path, pauses):
    path = write(tmp_path / "a.ann", b"")
    pauses[1].append(lambda: write(path, b"T1\tX 0 1\ta", old=False))
    assert read_stable([path]) == {path: b"T1\tX 0 1\ta"}
    assert sum(pauses[0][1:]) >= STAYED


@pytest.mark.parametrize("cut", [b"", b"T1\tX 0 1\ta\nT2\tX 2"])
def test_saving_that_is_held_up_is_waited_for(tmp_path, pauses, cut):
    """A computer that is busy lets brat wait after it has emptied the file."""
    path, whole = write(tmp_path / "a.ann", cut, old=False), b"T1\tX 0 1\ta\nT2\tX 2 3\tb\n"
    pauses[1].extend([lambda: None] * 3 + [lambda: write(path, whole)])
    assert read_stable([path]) == {path: whole}


def test_file_that_keeps_changing_is_given_up(tmp_path, pauses):
    path = write(tmp_path / "a.ann", b"1")
    calm = write(tmp_path / "b.ann", b"calm")
    pauses[1].extend((lambda n=n: write(path, b"1" * n, old=False)) for n in range(2, 40))
    assert read_stable([path, calm]) == {path: None, calm: b"calm"}
    assert 2.0 <= sum(pauses[0]) < 2.2
    assert why_unreadable(path) == "it kept changing while it was read"


def test_identity_shows_a_copy_that_keeps_the_old_date(tmp_path):
    path = write(tmp_path / "a.ann", b"1\n")
    first = identity(path)
    time.sleep(0.02)  # clocks of file systems tick slowly
    write(path, b"2\n")
    assert path.stat().st_mtime_ns == first[0]
    assert identity(path) != first


def save_as_brat(path, states, stop):
    """Save again and again as brat does: empty the file, write it in steps, take no lock."""
    pauses = (0.0, 0.005, 0.02, 0.25)
    number = 0
    while not stop.is_set():
        data = states[number % len(states)]
        with open(path, "r+b", buffering=0) as file:
            file.truncate(0)
            stop.wait(0.002)
            file.write(data[: len(data) // 2])
            stop.wait(0.002)
            file.write(data[len(data) // 2 :])
        stop.wait(pauses[number % len(pauses)])
        number += 1


def test_no_short_file_is_ever_seen_while_it_is_saved(tmp_path):
    states = [b"T1\tX 0 1\ta\n" * count for count in (2000, 3000, 4000)]
    path = write(tmp_path / "a.ann", states[-1])
    before = identity(path)
    stop = threading.Event()
    writer = threading.Thread(target=save_as_brat, args=(path, states, stop))
    writer.start()
    try:
        while identity(path) == before:
            stop.wait(0.001)
        seen = [read_stable([path])[path] for _ in range(2)]
    finally:
        stop.set()
        writer.join()
    assert set(seen) <= {None, *states}
    assert read_stable([path])[path] in states
