"""Threads of one process write in the order in which they came."""

import sqlite3
import threading

import pytest

from brat_iaa.store import sharing
from brat_iaa.store.sharing import turn


@pytest.mark.parametrize("fails", [False, True])
def test_in_the_order_in_which_they_came(tmp_path, fails):
    path, order = tmp_path / "store", []

    def wait_and_write(number):
        with turn(path, 20):
            order.append(number)
            assert order == sorted(order)

    threads = [threading.Thread(target=wait_and_write, args=(number,)) for number in range(10)]
    try:
        with turn(path, 20):
            for number, thread in enumerate(threads):
                thread.start()
                while len(sharing._queues[str(path)]) < number + 2:
                    pass
            assert order == []
            if fails:
                raise ZeroDivisionError
    except ZeroDivisionError:
        assert fails
    for thread in threads:
        thread.join()
    assert order == list(range(10)) and sharing._queues == {}


def test_who_waits_too_long_is_told_and_does_not_hold_up_others(tmp_path):
    with turn(tmp_path / "store", 20):
        with (
            pytest.raises(sqlite3.OperationalError, match="locked"),
            turn(tmp_path / "store", 0.01),
        ):
            pass
        with turn(tmp_path / "other", 0.01):
            pass
    with turn(tmp_path / "store", 0.01):
        pass
    assert sharing._queues == {}


def _held(times, text):
    """A function that finds a lock so many times, and the list of its calls."""
    calls = []

    def do():
        calls.append(None)
        if len(calls) <= times:
            raise sqlite3.OperationalError(text)
        return "done"

    return do, calls


def test_tries_more_often_the_longer_it_waits(monkeypatch):
    now, pauses = [0.0], []

    def sleep(seconds):
        pauses.append(seconds)
        now[0] += seconds

    monkeypatch.setattr(sharing.time, "monotonic", lambda: now[0])
    monkeypatch.setattr(sharing.time, "sleep", sleep)
    monkeypatch.setattr(sharing.random, "random", lambda: 1.0)
    do, calls = _held(1000, "database is locked")
    assert sharing.patiently(do, 20) == "done" and len(calls) == 1001
    assert pauses == sorted(pauses, reverse=True)
    assert pauses[0] == sharing._PAUSE and pauses[-1] == sharing._SHORTEST
    do, calls = _held(10**9, "database is locked")
    with pytest.raises(sqlite3.OperationalError, match="locked"):
        sharing.patiently(do, 20)
    # As sqlite, which tries ten times in a second, could not.
    assert len(calls) > 2000


def test_other_errors_are_not_tried_again():
    do, calls = _held(1, "disk I/O error")
    with pytest.raises(sqlite3.OperationalError, match="disk"):
        sharing.patiently(do, 20)
    assert len(calls) == 1
