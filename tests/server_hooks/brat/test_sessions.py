"""Who is logged in, from session files as brat writes them."""

import os
import pickle

import pytest
from brat_iaa.server_hooks.brat.sessions import session_id, user

SID = "0123456789abcdef" * 3 + "01234567"
OTHER = SID[::-1]


def kept(work_dir, data, sid=SID):
    """Put these bytes where brat keeps a session."""
    (work_dir / "sessions").mkdir(parents=True, exist_ok=True)
    path = work_dir / "sessions" / (sid + ".pickle")
    path.write_bytes(data)
    return path


@pytest.mark.parametrize(
    "cookies",
    [
        "sid=%s",
        'sid="%s"',
        "a=1; sid=%s",
        "sid=%s; a=1",
        "a=1, sid=%s, b=2",
        "other={1 2}; é=x; a@b=1; sid=%s; broken",
        "sid=../x; sid=%s",
        "sid=%s; sid=attackerchosen",
        "sid=%s; sid=" + OTHER,  # of a brat above this one on the same host
    ],
)
def test_the_session_among_the_cookies(cookies):
    assert session_id(cookies % SID) == SID


@pytest.mark.parametrize(
    "cookies",
    [
        None, "", "sid=", "sid=../x", "sid=../" + SID, "sid=" + SID.upper(), "sid=" + SID[1:], "sid=" + SID + "0",
        "sid=" + SID + "/../x", "sid=" + SID + "\0", "xsid=" + SID, "Sid=" + SID, "a=sid=" + SID, "sid =" + SID,
    ],
)  # fmt: skip
def test_what_is_no_session_of_brats(cookies, tmp_path):
    kept(tmp_path, pickle.dumps({"user": "anna"}), "../x")
    kept(tmp_path, pickle.dumps({"user": "anna"}))
    assert session_id(cookies) is None
    assert user(str(tmp_path), cookies) == ""


class Reduced:
    """Pickles as a call of a function."""

    def __init__(self, *call):
        self.call = call

    def __reduce__(self):
        return self.call


def by_name(module, name, then):
    """A pickle of protocol 4 that looks up module.name, and goes on as told."""

    def short(text):
        return b"\x8c" + bytes([len(text)]) + text.encode()

    return b"\x80\x04" + short(module) + short(name) + b"\x93" + then + b"."


def test_nothing_is_ever_run(tmp_path):
    seen = tmp_path / "run"
    touch = "touch " + str(seen)
    evil = Reduced(os.system, (touch,))
    argument = b"\x8c" + bytes([len(touch)]) + touch.encode()
    attempts = [
        pickle.dumps(evil), pickle.dumps(evil, 0), pickle.dumps({"user": "anna", "conf": [evil]}),
        pickle.dumps({"user": Reduced(eval, ("open(%r, 'w')" % str(seen),))}),
        by_name("os", "system", argument + b"\x85R"), by_name("session", "Session.__init__.__globals__", b""),
        by_name("http.cookies", "re.os.system", argument + b"\x85R"), by_name("builtins", "getattr", b""),
    ]  # fmt: skip
    for data in attempts:
        # A plain load does what each of them wants, or fails for want of brat; ours loads nothing.
        kept(tmp_path, data)
        assert user(str(tmp_path), "sid=" + SID) == ""
        assert not seen.exists()
    pickle.loads(attempts[0])
    assert seen.exists()  # so it would have shown


@pytest.mark.parametrize(
    "data",
    [
        b"", b"no pickle", pickle.dumps({"user": "anna"})[:-3], pickle.dumps(["user"]), pickle.dumps({"user": 1}),
    ],
)  # fmt: skip
def test_broken_sessions_are_not_logged_in_as_in_brat(data, tmp_path):
    kept(tmp_path, data)
    assert user(str(tmp_path), "sid=" + SID) == ""


def test_a_pickle_cannot_change_how_later_ones_are_read(tmp_path):
    # BUILD with a pair sets attributes, here on the class itself.
    kept(tmp_path, by_name("session", "Session", b"N}\x8c\x0b__setitem__\x8c\x04evils\x86b"))
    assert user(str(tmp_path), "sid=" + SID) == ""
    kept(tmp_path, by_name("session", "Session", b")\x81\x8c\x04user\x8c\x04annas"), OTHER)
    assert user(str(tmp_path), "sid=" + OTHER) == "anna"
