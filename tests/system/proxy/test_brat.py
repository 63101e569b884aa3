"""The proxy in front of a real brat that knows nothing of us."""

import json
import signal
import threading
from urllib.parse import urlencode

import brat_checks
import pytest
from brat_checks import Client
from checkout import CHECKOUT
from plain_server import Plain

from brat_iaa.proxy import searches
from brat_iaa.proxy.app import Proxy as ProxyApp
from brat_iaa.proxy.serving import ProxyHandler
from brat_iaa.web.serving import listen, server_on

TAG = b'src="ajax.cgi?action=iaaScript"'


def echo(environ, start_response):
    """In place of the pages: says what it was told."""
    told = {
        name: environ.get(name)
        for name in ("brat.user", "SCRIPT_NAME", "PATH_INFO", "QUERY_STRING")
    }
    start_response("200 OK", [("Content-Type", "application/json")])
    return [json.dumps(told).encode()]


class Proxy:
    """The proxy in this process, on an address of its own."""

    def __init__(self, url, site=echo, **options):
        app = ProxyApp(url, site, CHECKOUT / "static" / "pages.js", **options)
        with listen("127.0.0.1", 0) as listener:
            self.server = server_on(listener, app, "127.0.0.1", ProxyHandler)
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.01,))
        self.thread.start()
        self.url = f"http://127.0.0.1:{self.server.port}/"

    def close(self):
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


@pytest.fixture(scope="module")
def plain(brat_folder, tmp_path_factory):
    brat = Plain(brat_folder, tmp_path_factory.mktemp("plain"))
    yield brat
    brat.server.close()


@pytest.fixture
def proxy():
    started = []

    def start(*arguments, **options):
        started.append(Proxy(*arguments, **options))
        return started[-1]

    yield start
    for each in started:
        each.close()


def told(client, path="iaa/", headers=()):
    cookie = {"Cookie": client.cookie} if client.cookie else {}
    return json.loads(client.request(path, headers={**cookie, **dict(headers)})[2])


@pytest.fixture(scope="module")
def shared(plain):
    each = Proxy(plain.url, data_dir=plain.data, locks=plain.folder / "work")
    yield each
    each.close()


@pytest.mark.parametrize("check", brat_checks.CHECKS, ids=lambda check: check.__name__)
def test_brat_does_all_that_it_does_without(check, shared):
    check(Client(shared.url).log_in())


@pytest.mark.parametrize("page", ["index.xhtml", "diff.xhtml"])
def test_the_script_is_in_brats_pages(page, shared, plain):
    brat = Client(shared.url)
    status, headers, html = brat.request(
        page, headers={"If-Modified-Since": "Fri, 01 Jan 2100 00:00:00 GMT", "Range": "bytes=0-9"}
    )
    assert (status, html.count(TAG)) == (200, 1)
    assert headers["Content-Length"] == str(len(html))
    assert (headers["Last-Modified"], headers["ETag"], headers["Cache-Control"]) == (
        None, None, "no-cache",
    )  # fmt: skip
    _, direct, own = Client(plain.url).request(page)
    assert headers["Content-Type"] == direct["Content-Type"]
    assert b"".join(line for line in html.splitlines(True) if TAG not in line) == own
    status, headers, nothing = brat.request(page, "HEAD")
    assert (status, headers["Content-Length"], nothing) == (200, str(len(html)), b"")
    assert TAG not in brat.request("offline.xhtml")[2]


def test_the_script_and_the_answers_for_brats_page(shared):
    brat = Client(shared.url).log_in()
    headers, script = brat.raw("iaaScript", "GET")
    assert headers["Content-Type"].startswith("application/javascript")
    assert script == (CHECKOUT / "static" / "pages.js").read_bytes()
    for method in ("GET", "POST"):
        answer = brat.ask("iaaDisagreements", method, collection="/p//anna", document="d1")
        assert answer == {
            "brat.user": "anna", "SCRIPT_NAME": "/iaa", "PATH_INFO": "/api/disagreements",
            "QUERY_STRING": "collection=%2Fp%2Fanna%2F&document=d1", "action": "iaaDisagreements", "protocol": 1,
            "messages": [],
        }  # fmt: skip
    assert brat.ask("iaaAgreement", collection="/p/")["QUERY_STRING"] == "collection=%2Fp%2F"
    assert brat.ask("iaaAgreement")["exception"] == "invalidActionArgs"
    assert brat.ask("iaaDisagreements", collection="/p/")["exception"] == "invalidActionArgs"
    assert brat.ask("iaaAgreement", collection="/p/../../")["exception"] == "accessDenied"


def test_the_pages_know_who_asks(shared):
    brat = Client(shared.url)
    assert told(brat)["brat.user"] == ""
    brat.log_in("ben")
    forged = {"X-Brat-Iaa-User": "anna", "brat.user": "anna"}
    assert told(brat, "iaa/p/-/?a=%2F&b=c", forged) == {
        "brat.user": "ben", "SCRIPT_NAME": "/iaa", "PATH_INFO": "/p/-/", "QUERY_STRING": "a=%2F&b=c",
    }  # fmt: skip
    assert told(brat, "iaa/static/pages.css")["brat.user"] is None
    other = Client(shared.url)
    other.cookie = "x={1 2}; a@b=1; " + brat.cookie
    assert told(other)["brat.user"] == "ben"
    assert other.done("whoami")["user"] == "ben"
    # In another window, with the same session.
    other.cookie = brat.cookie
    other.log_in("anna")
    brat.cookie = other.cookie
    assert told(brat)["brat.user"] == "anna"
    other.done("logout")
    assert told(brat)["brat.user"] == ""
    assert Client(shared.url).request("iaa?x=1")[1]["Location"] == "/iaa/?x=1"


def test_nobody_logs_in_with_an_id_that_somebody_else_knows(shared):
    # Who only looks has no session of one's own.
    assert Client(shared.url).raw("whoami")[0]["Set-Cookie"] is None
    known = Client(shared.url).raw("saveConf", config="{}")[0]["Set-Cookie"].partition(";")[0]
    ids = set()
    for cookie in (known, "sid=" + "a" * 56):
        victim, other = Client(shared.url), Client(shared.url)
        victim.cookie = other.cookie = cookie
        ids.add(victim.log_in().cookie)
        assert victim.done("whoami")["user"] == told(victim)["brat.user"] == "anna"
        assert other.done("whoami")["user"] is None
        # What was asked before the login, and is answered after it, takes nobody back.
        assert other.raw("saveConf", config="{}")[0]["Set-Cookie"] is None
    assert len(ids) == 2 and ids.isdisjoint((known, cookie))


def test_passwords_cannot_be_tried_by_the_hundred(plain, proxy):
    client = Client(proxy(plain.url).url)

    def tried(password, user="anna"):
        fields = urlencode({"action": "login", "protocol": 1, "user": user, "password": password})
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        status, headers, body = client.request("ajax.cgi", "POST", fields, form)
        return status, json.loads(body).get("exception"), headers["Retry-After"]

    assert [tried("no")[1] for _ in range(6)] == ["invalidAuth"] * 6
    status, exception, seconds = tried("pw")  # not even the right one
    assert (status, exception) == (429, "tooManyLogins") and 0 < int(seconds) <= 60
    assert tried("pw", "ben")[1] is None, "others are not kept out"


def test_what_is_not_for_browsers_does_not_come(shared):
    brat = Client(shared.url).log_in()
    for path in (
        "work/sessions/x",
        "config.py",
        "data/p/anna/d1.ann",
        brat.cookie.partition("=")[2] + ".pickle",
    ):
        assert brat.request(path)[0] == 403, path
    answer = brat.ask("downloadFile", "GET", collection="/", document="../config", extension="py")
    assert answer["exception"] == "accessDenied"
    foreign = {
        "Origin": "http://evil.example.org", "Cookie": brat.cookie,
        "Content-Type": "application/x-www-form-urlencoded",
    }  # fmt: skip
    for refused in (
        brat.request("ajax.cgi", "POST", "action=logout&protocol=1", foreign),
        brat.request("ajax.cgi?action=logout&protocol=1", headers={"Cookie": brat.cookie}),
    ):
        # brat's page shows the message.
        assert refused[0] == 200 and json.loads(refused[2])["exception"] == "accessDenied"
    assert brat.done("whoami")["user"] == "anna"


def test_acl_conf_holds_for_documents_and_downloads(shared, plain):
    rules = plain.data / "acl.conf"
    rules.write_text("User-agent: ben\nDisallow: /p/anna/\n\nUser-agent: *\nAllow: /\n", "utf-8")
    try:
        anna, ben = Client(shared.url).log_in("anna"), Client(shared.url).log_in("ben")
        where = {"collection": "/p/anna/", "document": "d1"}
        for action, more in (
            ("getDocument", {}),
            ("downloadFile", {"extension": "ann"}),
            ("createSpan", {"offsets": "[[0,4]]", "type": "Tok"}),
            ("iaaDisagreements", {}),
        ):
            assert ben.ask(action, **where, **more)["exception"] == "accessDenied", action
        assert ben.ask("downloadCollection", collection="/p/")["exception"] == "accessDenied"
        anna.done("getDocument", **where)
        ben.done("getCollectionInformation", collection="/p/")
    finally:
        rules.unlink()


def test_a_document_is_imported_once(shared):
    """brat looks whether there is one of the name, and writes it later."""
    answers = []

    def put(text):
        fields = {"collection": "/p/anna/", "docid": "twice", "text": text}
        answers.append(Client(shared.url).log_in().ask("importDocument", **fields))

    threads = [threading.Thread(target=put, args=(str(number) * 9999,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answer.get("exception", "") for answer in answers) == [
        "", *["fileExistsError"] * 5,
    ]  # fmt: skip


@pytest.fixture
def gone(brat_folder, tmp_path):
    """A brat that a test may kill."""
    brat = Plain(brat_folder, tmp_path)
    yield brat
    brat.server.close()


def test_without_brat_the_pages_close_and_all_says_so(gone, proxy):
    between = proxy(gone.url, data_dir=gone.data)
    brat = Client(between.url).log_in()
    assert told(brat)["brat.user"] == "anna"
    gone.server.stop(signal.SIGKILL)
    status, headers, text = brat.request("index.xhtml")
    assert (status, headers["Content-Type"]) == (502, "text/plain; charset=utf-8")
    assert f"brat at {gone.url} does not answer. Nothing was lost" in text.decode()
    answer = brat.ask("whoami")
    assert answer["exception"] is True
    assert answer["messages"][0][0].startswith(
        f"brat at {gone.url} does not answer. What you did last may not be saved."
    )
    # Not even who it was a moment ago.
    assert told(brat)["brat.user"] is None
    answer = brat.ask("iaaAgreement", collection="/p/")
    assert (answer["exception"], answer["messages"]) == ("iaaUnavailable", [])
    assert brat.raw("iaaScript", "GET")[1]


def test_a_pattern_that_takes_years_does_not_reach_brat(plain, proxy, monkeypatch):
    monkeypatch.setattr(searches, "SECONDS", 2)
    here = next(plain.data.rglob("d1.txt")).parent
    for ending, text in (("txt", "a" * 60), ("ann", "")):
        (here / f"d9.{ending}").write_text(text)
    anna = Client(proxy(plain.url, data_dir=plain.data).url).log_in()
    how = {"collection": f"/{here.relative_to(plain.data)}/", "document": "/NO-DOCUMENT/"}
    how.update(scope="collection", concordancing="false", context_length="50")
    how.update(match_case="false", text_match="regex")
    answer = anna.ask("searchTextInCollection", text="(a+)+b", **how)
    assert answer["exception"] == "searchTooLong"
    assert "takes longer than 2 seconds" in answer["messages"][0][0]
    monkeypatch.setattr(searches, "SECONDS", 60)
    answer = anna.ask("searchTextInCollection", text="a{60}", **how)
    assert "exception" not in answer and [item[2] for item in answer["items"]] == ["d9"], answer
