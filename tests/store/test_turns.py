"""Threads of one process write in the order in which they came."""

import sqlite3
import threading

import pytest

from brat_iaa.store import turns
from brat_iaa.store.turns import turn


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
                while len(turns._queues[str(path)]) < number + 2:
                    pass
            assert order == []
            if fails:
                raise ZeroDivisionError
    except ZeroDivisionError:
        assert fails
    for thread in threads:
        thread.join()
    assert order == list(range(10)) and turns._queues == {}


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
    assert turns._queues == {}
