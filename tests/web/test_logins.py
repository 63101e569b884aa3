"""Who is asking, remembered."""

from waiting import Clock

from brat_iaa.web.viewers.identity import Logins

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
