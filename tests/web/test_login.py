"""The login form: brat checks, and the way leads back to where one was."""

import re

import pytest
from site_projects import make_project

from brat_iaa.web import login_page
from brat_iaa.web.site import create_site
from brat_iaa.web.viewers.identity import FromServer, IdentityError

OWN = {"Sec-Fetch-Site": "same-origin"}
SID = "ab" * 28


@pytest.fixture
def client(tmp_path, monkeypatch):
    """A visitor; brat knows anna with the password pw."""
    make_project(tmp_path / "data" / "p", reveal="own")
    asked = []

    def brat(address, environ, user, password):
        asked.append((address, user))
        if user == "nobody answers":
            raise IdentityError("brat does not answer")
        return (SID if (user, password) == ("anna", "pw") else None), 0

    monkeypatch.setattr(login_page, "_asked", brat)
    app = create_site(tmp_path / "data", "/brat/", FromServer(), state_dir=tmp_path / "state")
    client = app.test_client()
    client.environ_base["brat.user"] = ""
    client.asked = asked
    return client


def fields(text):
    """The fields of the form on a page."""
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', text))


def log_in(client, address="/p/-/disagreements?kind=head", password="pw", user="anna", **further):
    form = fields(client.get(address).text) | {"user": user, "password": password} | further
    return client.post("/-/login", data=form, headers=OWN)


def test_brat_begins_a_session_and_the_way_leads_back(client):
    answer = log_in(client)
    assert (answer.status_code, answer.location) == (303, "/p/-/disagreements?kind=head")
    cookie = answer.headers["Set-Cookie"]
    assert cookie.startswith(f"sid={SID};") and "HttpOnly" in cookie and "SameSite=Lax" in cookie
    assert "Path=/brat/" in cookie
    assert client.asked == [("http://localhost:80/ajax.cgi", "anna")]
    assert "Secure" not in cookie
    client.environ_base["HTTPS"] = "on"
    assert "Secure" in log_in(client).headers["Set-Cookie"]


def test_a_wrong_password_is_said_and_nothing_else(client):
    answer = log_in(client, password="no")
    assert answer.status_code == 403 and "Set-Cookie" not in answer.headers
    assert "brat does not know this login with this password." in answer.text
    # The next try still leads back.
    assert fields(answer.text)["next"] == "/p/-/disagreements?kind=head"
    assert (
        log_in(client, user="somebody").text.replace("somebody", "anna").count("brat does not know")
        == 1
    )
    assert log_in(client, user="nobody answers").status_code == 503


def test_so_many_log_in_at_once_that_brat_can_be_asked(client, monkeypatch):
    """A question to brat comes to the same server, which answers forty at once."""
    answers = []

    def brat(*asked):
        client.asked.append(asked)
        # While this one is asked about, somebody else wants to log in.
        other = client.application.test_client()
        other.environ_base = client.environ_base
        answers.append(log_in(other, user=str(len(client.asked))).status_code)
        return None, 0

    monkeypatch.setattr(login_page, "_asked", brat)
    assert log_in(client).status_code == 403
    assert answers == [429] + [403] * (len(client.asked) - 1) and 4 <= len(client.asked) <= 20
    monkeypatch.setattr(login_page, "_asked", lambda *_: (SID, 0))
    assert log_in(client).status_code == 303


@pytest.mark.parametrize(
    "where",
    ["//elsewhere.example/", "https://elsewhere.example/", "/\\elsewhere.example",
     "/\t/elsewhere.example", "x", "",
     "/" + "x" * 70_000],  # no server takes a header as long
)  # fmt: skip
def test_the_way_back_stays_here(client, where):
    assert log_in(client, next=where).location == "/"


def test_no_other_site_logs_anybody_in(client):
    form = fields(client.get("/p/-/").text) | {"user": "anna", "password": "pw"}
    assert client.post("/-/login", data=form).status_code == 403
    other = {"Origin": "http://elsewhere.example"}
    assert client.post("/-/login", data=form, headers=other).status_code == 403
    form["token"] = "x"
    assert client.post("/-/login", data=form, headers=OWN).status_code == 403
    assert client.asked == []


def test_where_brat_cannot_be_asked_the_page_says_where_to_log_in(tmp_path):
    make_project(tmp_path / "data" / "p", reveal="own")
    for brat, identify in (
        ("/brat/", lambda environ: ""),
        ("http://brat.example/", FromServer()),
    ):
        app = create_site(tmp_path / "data", brat, identify, state_dir=tmp_path / "state")
        text = app.test_client().get("/p/-/", environ_base={"brat.user": ""}).text
        assert "<form" not in text and "Login is at the right of the bar" in text
        assert f'href="{brat}"' in text


def test_log_out_ends_the_session_with_brat(client, monkeypatch):
    ended = []
    monkeypatch.setattr(login_page, "_end", lambda *asked: ended.append(asked[0::2]))
    client.environ_base["brat.user"] = "anna"
    assert "Log out" not in client.get("/").text, "the login is not a session of brat's"
    client.set_cookie("sid", SID)
    page = client.get("/").text
    assert ">Log out</button>" in page
    answer = client.post("/-/logout", data=fields(page), headers=OWN)
    assert (answer.status_code, answer.location) == (303, "/")
    assert ended == [("http://localhost:80/ajax.cgi", SID)]
    cookie = answer.headers["Set-Cookie"]
    assert cookie.startswith("sid=;") and "Path=/brat/" in cookie
    # Not from another page, and not without a token.
    assert client.post("/-/logout", data=fields(page)).status_code == 403
    assert client.post("/-/logout", headers=OWN).status_code == 403
