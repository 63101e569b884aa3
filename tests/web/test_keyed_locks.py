"""Who may go at the same time."""

import threading

import pytest
from waiting import PATIENCE, wait_until

from brat_iaa.web.viewers.keyed_locks import KeyedLocks, LockTimeout


def entered(turn):
    """A thread that takes a turn and keeps it until it is told to go; (event of being in, function
    that ends it).
    """
    inside, leave = threading.Event(), threading.Event()

    def go():
        with turn:
            inside.set()
            leave.wait(PATIENCE)

    thread = threading.Thread(target=go)
    thread.start()

    def end():
        leave.set()
        thread.join()

    return inside, end


def test_many_go_together():
    locks = KeyedLocks()
    with locks.shared("a", 0), locks.shared("a", 0):
        pass


@pytest.mark.parametrize(
    ("first", "second"),
    [("exclusive", "exclusive"), ("exclusive", "shared"), ("shared", "exclusive")],
)
def test_who_goes_alone_waits_and_is_waited_for(first, second):
    locks = KeyedLocks()
    with getattr(locks, first)("a", 0):
        with pytest.raises(LockTimeout), getattr(locks, second)("a", 0.01):
            pass
        with getattr(locks, second)("b", 0):
            pass
        inside, end = entered(getattr(locks, second)("a", PATIENCE))
        assert not inside.is_set()
    assert inside.wait(PATIENCE)
    end()


def test_newcomers_do_not_keep_out_who_waits_to_go_alone():
    locks = KeyedLocks()
    with locks.shared("a", 0):
        inside, end = entered(locks.exclusive("a", PATIENCE))
        wait_until(lambda: locks._queues["a"].waiting, what="somebody who waits")
        with pytest.raises(LockTimeout), locks.shared("a", 0):
            pass
    assert inside.wait(PATIENCE)
    end()


def test_nothing_is_kept_for_what_nobody_uses():
    locks = KeyedLocks()
    with locks.exclusive("a", 0), locks.shared("b", 0):
        pass
    with pytest.raises(ZeroDivisionError), locks.exclusive("a", 0):
        raise ZeroDivisionError
    with locks.shared("a", 0), pytest.raises(LockTimeout), locks.exclusive("a", 0):
        pass
    assert locks._queues == {}
    with locks.exclusive("a", 0):
        pass
