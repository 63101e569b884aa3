"""What is kept, and what is made again."""

import threading

import pytest
from waiting import PATIENCE

from brat_iaa.lru_cache import LastUsed


def test_made_once_while_it_is_in_use():
    kept, made = LastUsed(2), []

    def get(key):
        return kept.get(key, lambda: made.append(key) or key.upper())

    assert [get(key) for key in "abab"] == ["A", "B", "A", "B"] and made == ["a", "b"]
    get("a")
    get("c")
    assert get("a") == "A" and made == ["a", "b", "c"]
    get("b")
    assert made == ["a", "b", "c", "b"]


def test_forgotten_is_made_again():
    kept = LastUsed(2)
    kept.forget("a")
    assert [kept.get("a", lambda: 1), kept.get("a", lambda: 2)] == [1, 1]
    kept.forget("a")
    assert kept.get("a", lambda: 2) == 2


def test_what_failed_is_not_kept():
    kept = LastUsed(2)
    with pytest.raises(ZeroDivisionError):
        kept.get("a", lambda: 1 / 0)
    assert kept.get("a", lambda: 1) == 1


def test_threads_that_ask_for_the_same_make_it_once():
    kept, made, go = LastUsed(2), [], threading.Event()

    def make():
        go.wait(PATIENCE)
        made.append(1)

    threads = [threading.Thread(target=kept.get, args=("a", make)) for _ in range(4)]
    for thread in threads:
        thread.start()
    go.set()
    for thread in threads:
        thread.join()
    assert made == [1]
