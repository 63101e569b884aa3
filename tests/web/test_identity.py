import pickle
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from waiting import Clock

from brat_iaa.web.viewers.brat_answers import session_in_time
from brat_iaa.web.viewers.identity import (
    FromServer,
    IdentityError,
    Logins,
    StoredLogins,
    answered_login,
)

SID = "0123456789abcdef" * 3 + "01234567"
OTHER = "f" * 56


class Brat:
    """Answers whoami; keeps what it was asked."""

    def __init__(self):
        self.answer, self.status, self.asked = b'{"user": "anna"}', 200, []
        brat = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                brat.asked.append((self.path, self.headers.get("Cookie")))
                self.send_response(brat.status)
                self.send_header("Set-Cookie", "sid=" + OTHER)
                self.send_header("Content-Length", str(len(brat.answer)))
                self.end_headers()
                self.wfile.write(brat.answer)

            def log_message(self, *args):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/brat/"
        threading.Thread(target=self.server.serve_forever, args=(0.02,), daemon=True).start()

    def ask(self, sid):
        with session_in_time() as session:
            cookie = {"Cookie": f"sid={sid}"}
            address = self.url + "ajax.cgi?action=whoami"
            answer = session.get(
                address, headers=cookie, timeout=9, allow_redirects=False, stream=True
            )
            return answered_login(answer, 9)

    def close(self):
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def brat():
    brat = Brat()
    yield brat
    brat.close()


def test_the_server_in_front_says_who_it_is():
    assert FromServer()({"brat.user": "anna"}) == "anna"
    assert FromServer()({"brat.user": ""}) == ""
    with pytest.raises(IdentityError):
        FromServer()({"HTTP_BRAT_USER": "anna", "HTTP_X_BRAT_USER": "anna"})


def test_session_files_say_who_it_is(tmp_path):
    (tmp_path / "sessions").mkdir()
    path = tmp_path / "sessions" / f"{SID}.pickle"
    path.write_bytes(pickle.dumps({"user": "anna"}))
    assert StoredLogins(tmp_path).user(SID) == "anna"
    assert StoredLogins(tmp_path).user(OTHER) == ""
    assert StoredLogins(tmp_path).user(None) == ""
    assert StoredLogins(tmp_path).knows(SID) and not StoredLogins(tmp_path).knows(OTHER)
    StoredLogins(tmp_path).check()
    with pytest.raises(IdentityError):
        StoredLogins(tmp_path / "none").check()
    path.unlink()
    path.mkdir()  # a file that cannot be read
    with pytest.raises(IdentityError):
        StoredLogins(tmp_path).user(SID)


def test_answers_are_kept_a_minute_for_each_session(brat):
    clock = Clock()
    whoami = Logins(brat.ask, clock=clock)
    whoami.user(SID)
    brat.answer = b'{"user": "ben"}'
    clock.now += 59
    assert whoami.user(SID) == "anna" and len(brat.asked) == 1
    assert whoami.user(OTHER) == "ben" and len(brat.asked) == 2
    clock.now += 2
    assert whoami.user(SID) == "ben"
    whoami.change(SID)
    brat.answer = b'{"user": null}'
    assert whoami.user(SID) == ""


@pytest.mark.parametrize(
    "answer, user",
    [(b'{"anonymous": true}', ""), (b'{"user": null}', ""), ('{"user": "Zoë"}'.encode(), "Zoë")],
)
def test_nobody_is_logged_in(brat, answer, user):
    brat.answer = answer
    assert Logins(brat.ask).user(SID) == user


@pytest.mark.parametrize(
    "answer, status",
    [
        (b"<html>", 200), (b"{}", 200), (b"[]", 200), (b'{"user": 3}', 200),
        (b'{"user": "anna", "exception": "serverCrash"}', 200), (b"{}", 500), (b"{}", 302),
    ],
)  # fmt: skip
def test_an_answer_without_a_user_is_no_guest(brat, answer, status):
    brat.answer, brat.status = answer, status
    with pytest.raises(IdentityError):
        Logins(brat.ask).user(SID)
