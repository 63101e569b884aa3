import pickle
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from waiting import Clock

from brat_iaa.web.viewers.identity import FromServer, IdentityError, SessionFiles, Whoami, WithKey

pytestmark = pytest.mark.starts("a stand-in of a server")

SID = "0123456789abcdef" * 3 + "01234567"
OTHER = "f" * 56


def cookie(sid):
    return {"HTTP_COOKIE": f"theme=dark; sid={sid}; other=secret"}


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
    assert SessionFiles(tmp_path)(cookie(SID)) == "anna"
    assert SessionFiles(tmp_path)(cookie(OTHER)) == ""
    assert SessionFiles(tmp_path)({}) == ""
    path.unlink()
    path.mkdir()  # a file that cannot be read
    with pytest.raises(IdentityError):
        SessionFiles(tmp_path)(cookie(SID))


def test_brat_is_asked_with_the_session_alone(brat):
    assert Whoami(brat.url + "index.xhtml#/p/")(cookie(SID)) == "anna"
    assert brat.asked == [("/brat/ajax.cgi?action=whoami&protocol=1", f"sid={SID}")]


@pytest.mark.parametrize(
    "sent", ["", "sid=", "sid=../../pwn", f"sid={SID}0", f"sid={SID.upper()}", "xsid=" + SID]
)
def test_without_a_session_of_brat_nobody_is_asked(brat, sent):
    assert Whoami(brat.url)({"HTTP_COOKIE": sent}) == ""
    assert brat.asked == []


def test_answers_are_kept_a_minute_for_each_session(brat):
    clock = Clock()
    whoami = Whoami(brat.url, clock=clock)
    whoami(cookie(SID))
    brat.answer = b'{"user": "ben"}'
    clock.now += 59
    assert whoami(cookie(SID)) == "anna" and len(brat.asked) == 1
    assert whoami(cookie(OTHER)) == "ben" and len(brat.asked) == 2
    clock.now += 2
    assert whoami(cookie(SID)) == "ben"
    whoami.logins.change(SID)
    brat.answer = b'{"user": null}'
    assert whoami(cookie(SID)) == ""


def test_many_sessions_do_not_fill_the_memory(brat, monkeypatch):
    monkeypatch.setattr(Whoami, "KEPT", 3)
    whoami = Whoami(brat.url)
    for number in range(6):
        whoami(cookie(f"{number:056x}"))
    assert len(whoami.logins._known) == 3
    whoami(cookie(f"{5:056x}"))
    assert len(brat.asked) == 6


@pytest.mark.parametrize(
    "answer, user",
    [(b'{"anonymous": true}', ""), (b'{"user": null}', ""), ('{"user": "Zoë"}'.encode(), "Zoë")],
)
def test_nobody_is_logged_in(brat, answer, user):
    brat.answer = answer
    assert Whoami(brat.url)(cookie(SID)) == user


@pytest.mark.parametrize(
    "answer, status",
    [
        (b"<html>", 200),
        (b"{}", 200),
        (b"[]", 200),
        (b'{"user": 3}', 200),
        (b'{"user": "anna", "exception": "serverCrash"}', 200),
        (b"{}", 500),
        (b"{}", 302),
    ],
)
def test_an_answer_without_a_user_is_no_guest(brat, answer, status):
    brat.answer, brat.status = answer, status
    with pytest.raises(IdentityError):
        Whoami(brat.url)(cookie(SID))


def test_brat_that_is_down_is_left_alone_for_some_seconds(brat):
    clock = Clock()
    whoami = Whoami(brat.url, clock=clock)
    brat.status = 500
    for _ in range(3):
        with pytest.raises(IdentityError):
            whoami(cookie(SID))
    assert len(brat.asked) == 1
    clock.now += Whoami.PAUSE + 1
    brat.status = 200
    assert whoami(cookie(SID)) == "anna"


def test_brats_own_process_shows_a_key():
    identify = WithKey("secret", lambda environ: "by cookie")
    asked = {"PATH_INFO": "/api/agreement", "HTTP_X_BRAT_IAA_KEY": "secret"}
    assert identify(dict(asked, HTTP_X_BRAT_IAA_USER="Zo%C3%AB")) == "Zoë"
    assert identify(dict(asked, HTTP_X_BRAT_IAA_USER="")) == ""
    assert identify({"PATH_INFO": "/api/agreement", "HTTP_X_BRAT_IAA_USER": "anna"}) == "by cookie"
    for wrong in (asked, dict(asked, HTTP_X_BRAT_IAA_USER="anna", HTTP_X_BRAT_IAA_KEY="secre")):
        with pytest.raises(IdentityError):
            identify(wrong)
    with pytest.raises(IdentityError):
        identify(dict(asked, HTTP_X_BRAT_IAA_KEY="sécret", HTTP_X_BRAT_IAA_USER="anna"))


def test_the_key_opens_no_page():
    identify = WithKey("secret", lambda environ: "by cookie")
    shown = {"HTTP_X_BRAT_IAA_KEY": "secret", "HTTP_X_BRAT_IAA_USER": "anna"}
    for path in ("/", "/p/-/", "/p/api/agreement", "/api"):
        assert identify(dict(shown, PATH_INFO=path)) == "by cookie"
