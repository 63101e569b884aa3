"""Who is asking, remembered."""

import threading

import pytest
from brat_iaa.server_hooks.brat.sessions import login_in
from waiting import PATIENCE, Clock

from brat_iaa.web.viewers.identity import IdentityError, Logins

SIDS = [character * 56 for character in "abcdef"]


class Asked:
    """brat's whoami, counted; `answer` may be an exception."""

    def __init__(self):
        self.sids = []
        self.answer = "anna"

    def __call__(self, sid):
        self.sids.append(sid)
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


def test_brat_is_asked_once_a_minute():
    clock, ask = Clock(), Asked()
    known = Logins(ask, clock=clock)
    for seconds, asked in ((0, 1), (59, 1), (61, 2), (100, 2)):
        clock.now = 1000.0 + seconds
        assert known.user(SIDS[0]) == "anna"
        assert len(ask.sids) == asked


def test_without_a_session_nobody_is_asked():
    ask = Asked()
    assert Logins(ask).user(None) == ""
    assert ask.sids == []


def test_nobody_is_remembered_too():
    ask = Asked()
    ask.answer = ""
    known = Logins(ask)
    assert [known.user(SIDS[0]), known.user(SIDS[0]), len(ask.sids)] == ["", "", 1]


def test_a_login_is_seen_at_once():
    ask = Asked()
    known = Logins(ask)
    known.user(SIDS[0])
    known.user(SIDS[1])
    known.change(SIDS[0])
    ask.answer = "ben"
    assert (known.user(SIDS[0]), known.user(SIDS[1])) == ("ben", "anna")


def test_what_brat_said_before_a_login_is_not_learnt_after_it():
    ask = Asked()
    known = Logins(ask)
    moment = known.moment()
    known.change(SIDS[0])
    known.learn(SIDS[0], "old", moment)
    assert known.user(SIDS[0]) == "anna"
    known.learn(SIDS[0], "told", known.moment())
    assert known.user(SIDS[0]) == "told"


def test_as_many_sessions_as_fit_are_remembered():
    ask = Asked()
    known = Logins(ask, most=3)
    for sid in SIDS:
        known.user(sid)
    known.user(SIDS[-1])
    assert ask.sids == SIDS
    known.user(SIDS[0])
    assert len(ask.sids) == len(SIDS) + 1


def test_a_silent_brat_is_left_alone_for_a_moment():
    clock, ask = Clock(), Asked()
    ask.answer = IdentityError("down")
    known = Logins(ask, clock=clock)
    for _ in range(3):
        with pytest.raises(IdentityError):
            known.user(SIDS[0])
    assert len(ask.sids) == 1
    clock.now += 4
    ask.answer = "anna"
    assert known.user(SIDS[0]) == "anna"


def test_many_pages_ask_once():
    go_on = threading.Event()
    ask = Asked()

    def slow(sid):
        go_on.wait(PATIENCE)
        return ask(sid)

    known = Logins(slow)
    answers = []
    threads = [
        threading.Thread(target=lambda: answers.append(known.user(SIDS[0]))) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    go_on.set()
    for thread in threads:
        thread.join()
    assert (answers, len(ask.sids)) == (["anna"] * 8, 1)


@pytest.mark.parametrize(
    ("answer", "login"),
    [({"user": "anna"}, "anna"), ({"user": None}, ""), ({"anonymous": True}, "")],
)
def test_brats_answers(answer, login):
    assert login_in({**answer, "action": "whoami", "messages": []}) == login


@pytest.mark.parametrize(
    "answer", [None, [], {}, {"user": 1}, {"user": "anna", "exception": "serverCrash"}]
)
def test_other_answers_say_nothing(answer):
    with pytest.raises(ValueError):
        login_in(answer)
