"""Who is asking, remembered."""

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


def test_what_brat_said_before_a_login_is_not_learnt_after_it():
    ask = Asked()
    known = Logins(ask)
    moment = known.moment()
    known.change(SIDS[0])
    known.learn(SIDS[0], "old", moment)
    assert known.user(SIDS[0]) == "anna"
    known.learn(SIDS[0], "told", known.moment())
    assert known.user(SIDS[0]) == "told"
