"""Who may go at the same time."""

import threading

import pytest
from browser import wait_until

from brat_iaa.proxy.turns import TooLong, Turns

LONG = 30


def entered(turn):
    """A thread that takes a turn and keeps it until it is told to go; (event of being in, function
    that ends it).
    """
    inside, leave = threading.Event(), threading.Event()

    def go():
        with turn:
            inside.set()
            leave.wait(LONG)

    thread = threading.Thread(target=go)
    thread.start()

    def end():
        leave.set()
        thread.join()

    return inside, end


def test_many_go_together():
    turns = Turns()
    with turns.together("a", 0), turns.together("a", 0):
        pass


@pytest.mark.parametrize(
    ("first", "second"), [("alone", "alone"), ("alone", "together"), ("together", "alone")]
)
def test_who_goes_alone_waits_and_is_waited_for(first, second):
    turns = Turns()
    with getattr(turns, first)("a", 0):
        with pytest.raises(TooLong), getattr(turns, second)("a", 0.01):
            pass
        with getattr(turns, second)("b", 0):
            pass
        inside, end = entered(getattr(turns, second)("a", LONG))
        assert not inside.is_set()
    assert inside.wait(LONG)
    end()


def test_newcomers_do_not_keep_out_who_waits_to_go_alone():
    turns = Turns()
    with turns.together("a", 0):
        inside, end = entered(turns.alone("a", LONG))
        wait_until(lambda: turns._queues["a"].alone_waiting, what="somebody who waits")
        with pytest.raises(TooLong), turns.together("a", 0):
            pass
    assert inside.wait(LONG)
    end()


def test_nothing_is_kept_for_what_nobody_uses():
    turns = Turns()
    with turns.alone("a", 0), turns.together("b", 0):
        pass
    with pytest.raises(ZeroDivisionError), turns.alone("a", 0):
        raise ZeroDivisionError
    with turns.together("a", 0), pytest.raises(TooLong), turns.alone("a", 0):
        pass
    assert turns._queues == {}
    with turns.alone("a", 0):
        pass
