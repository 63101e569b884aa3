"""brat's sessions get ids of chance, whatever the browser comes with."""

import sys
from types import ModuleType

import pytest
from brat_iaa.server_hooks.brat.sessions import session_id
from brat_iaa.server_hooks.guard import sessions


@pytest.fixture
def begin(tmp_path, monkeypatch):
    """Function of a Cookie header: the id with which brat's session begins."""
    session, begun = ModuleType("session"), []
    session.init_session = lambda address, cookies: begun.append(session_id(cookies))
    session.Session = type("Session", (), {"init_cookie": None})
    session.get_session_pickle_path = lambda sid: str(tmp_path / (sid + ".pickle"))
    monkeypatch.setitem(sys.modules, "session", session)
    sessions.use_random_ids()

    def begin_with(cookies):
        session.init_session("127.0.0.1", cookies)
        return begun[-1]

    return begin_with


@pytest.mark.parametrize("cookies", [None, "", "sid=" + "a" * 56, "sid=../../x", "other=1"])
def test_a_new_session_has_an_id_that_nobody_has_seen(begin, cookies):
    ids = [begin(cookies) for _ in range(20)]
    assert None not in ids and "a" * 56 not in ids
    assert len(set(ids)) == 20


def test_a_stored_session_keeps_its_id(begin, tmp_path):
    (tmp_path / ("b" * 56 + ".pickle")).touch()
    assert begin("x=1; sid=" + "b" * 56) == "b" * 56
