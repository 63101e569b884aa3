"""Requests and answers on their way, before a server that tells what it got."""

import gzip
import http.client
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from waiting import PATIENCE

from brat_iaa.proxy.app import Proxy
from brat_iaa.proxy.serving import ProxyHandler
from brat_iaa.web.serving import listen, server_on

SID = "sid=" + "a" * 56
PAGE = b"<html><head><script>'client/src/ajax.js'</script>\n</head></html>\n"


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        path = self.path.partition("?")[0]
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        answer, status, headers = b"", 200, []
        if path.endswith("/moved"):
            status, headers = (
                302, [("Location", self.headers["X-To"]), ("Set-Cookie", "a=1; Path=/"), ("Set-Cookie", "b=2")],
            )  # fmt: skip
        elif path.endswith("/session"):
            headers = [
                ("Set-Cookie", "sid=1; HttpOnly"), ("Set-Cookie", "sid=2; samesite=none"),
                ("X-Frame-Options", "ALLOWALL"),
            ]  # fmt: skip
        elif path.endswith("/packed"):
            answer = gzip.compress(b"x" * 1000)
            headers = [("Content-Encoding", "gzip"), ("Connection", "X-Hop"), ("X-Hop", "1")]
        elif path.endswith("index.xhtml"):
            answer = gzip.compress(PAGE)
            headers = [
                ("Content-Encoding", "gzip"), ("Content-Type", "application/xhtml+xml"), ("ETag", '"1"'),
            ]  # fmt: skip
        elif path.endswith(("/broken", "/broken_off")):
            headers = [("Content-Length", "1000000")]
            answer = b"x" * 500_000 if path.endswith("off") else b""
        else:
            told = {
                "line": self.requestline, "headers": list(self.headers.items()), "body": body.decode("latin-1"),
            }  # fmt: skip
            answer = json.dumps(told).encode()
        self.send_response(status)
        for name, value in headers:
            self.send_header(name, value)
        if path.endswith("/no_last_chunk"):
            self.send_header("Transfer-Encoding", "chunked")
            self.end_headers()
            self.wfile.write(b"5\r\nfirst\r\n")
            self.close_connection = True
            return
        if "/broken" not in path:
            self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(answer)
        self.close_connection = "/broken" in path

    do_POST = do_HEAD = do_GET

    def log_message(self, format, *args):
        pass


def serving(server):
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()

    def stop():
        server.shutdown()
        thread.join()
        server.server_close()

    return stop


@pytest.fixture(scope="module")
def behind():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.url = "http://127.0.0.1:%d" % server.server_port
    stop = serving(server)
    yield server
    stop()


@pytest.fixture(scope="module")
def ask(behind, tmp_path_factory):
    def no_pages(environ, start_response):
        raise AssertionError

    app = Proxy(
        behind.url + "/brat/index.xhtml", no_pages, tmp_path_factory.mktemp("script") / "none.js"
    )
    with listen("127.0.0.1", 0) as listener:
        server = server_on(listener, app, "127.0.0.1", ProxyHandler)
    stop = serving(server)

    def ask(method, target, body=None, headers=(), read=True):
        """(response, its body); the request line and headers go out as they are."""
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        connection.putrequest(method, target, skip_accept_encoding=True)
        for name, value in headers:
            connection.putheader(name, value)
        if isinstance(body, bytes):
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body, encode_chunked=body is not None and not isinstance(body, bytes))
        response = connection.getresponse()
        if not read:
            return response, connection
        try:
            return response, response.read()
        finally:
            connection.close()

    ask.address = "127.0.0.1:%d" % server.port
    yield ask
    stop()


def told(answer):
    return json.loads(answer[1])


@pytest.mark.parametrize(
    "target",
    [
        "/static/a%20b~c%7Ed.js?x=%2f..&y=a+b&z=~!$'()*,;:@/?[]|", "/static/%E4?q=%E4",
        "/ajax.cgi?action=getDocument&collection=/p/&document=a%2Bb+c",
    ],
)  # fmt: skip
def test_path_and_query_arrive_as_they_were_sent(ask, target):
    line = told(ask("GET", target))["line"]
    # Capital or small letters after "%" mean the same.
    assert (
        line.replace("%2F..", "%2f..").replace("%5B%5D%7C", "[]|") == f"GET /brat{target} HTTP/1.1"
    )


def test_of_the_headers_brat_gets_what_is_for_it(ask, behind):
    sent = [
        ("Accept-Language", "nb"), ("Cookie", f"other={{1 2}}; {SID}; a@b=1"), ("Connection", "X-Mine"),
        ("X-Mine", "1"), ("Proxy", "http://evil.example.org"), ("X-Forwarded-For", "10.0.0.1"),
        ("X-Brat-Iaa-User", "anna"), ("Origin", "http://" + ask.address),
        ("Referer", "http://elsewhere.example.org/"),
    ]  # fmt: skip
    got = dict(told(ask("GET", "/x", headers=sent))["headers"])
    assert got.pop("User-Agent", "").startswith("python")
    assert got == {
        "Host": behind.url.removeprefix("http://"),
        "Accept-Encoding": "identity",
        "Accept-Language": "nb",
        "Cookie": SID,
        "X-Forwarded-For": "127.0.0.1",  # the other was a client's word
        "Origin": behind.url,
    }


def test_brats_cookies_of_one_user_are_not_sent_for_the_next(ask):
    ask("GET", "/moved", headers=[("X-To", "/")])
    assert "Cookie" not in dict(told(ask("GET", "/x"))["headers"])


@pytest.mark.parametrize("chunked", [False, True])
def test_forms_arrive_untouched(ask, chunked):
    form = b"action=createSpan&collection=%2fp%2F&text=a+b%20c&comment=\xc3\xa4&"
    headers = [("Content-Type", "application/x-www-form-urlencoded; charset=UTF-8")]
    body = iter([form[:10], form[10:]]) if chunked else form
    headers += [("Transfer-Encoding", "chunked")] if chunked else []
    got = told(ask("POST", "/ajax.cgi?protocol=1", body, headers))
    assert got["body"].encode("latin-1") == form
    assert dict(got["headers"])["Content-Length"] == str(len(form))
    assert got["line"] == "POST /brat/ajax.cgi?protocol=1 HTTP/1.1"


@pytest.mark.parametrize(
    ("said", "seen"),
    [
        ("{url}/brat/ajax.cgi?a=b", "/ajax.cgi?a=b"),
        ("{url}/brat", "/"),
        ("/brat/index.xhtml#/p/", "/index.xhtml#/p/"),
        ("index.xhtml", "index.xhtml"),
        ("/bratwurst", "/bratwurst"),
        ("http://elsewhere.example.org/brat/", "http://elsewhere.example.org/brat/"),
        ("//elsewhere.example.org/", "//elsewhere.example.org/"),
    ],
)
def test_brats_redirections_lead_to_the_proxy(ask, behind, said, seen):
    response, _ = ask("GET", "/moved", headers=[("X-To", said.format(url=behind.url))])
    assert (response.status, response.getheader("Location")) == (302, seen)
    assert response.headers.get_all("Set-Cookie") == ["a=1; Path=/", "b=2"]


def test_other_sites_pages_neither_show_brat_nor_use_its_session(ask):
    response, _ = ask("GET", "/session")
    assert response.headers.get_all("Set-Cookie") == [
        "sid=1; HttpOnly; SameSite=Lax", "sid=2; samesite=none",
    ]  # fmt: skip
    response, _ = ask("GET", "/session", headers=[("Origin", "https://in.front.example")])
    assert response.headers.get_all("Set-Cookie") == [
        "sid=1; HttpOnly; SameSite=Lax; Secure", "sid=2; samesite=none; Secure",
    ]  # fmt: skip
    for path in ("/session", "/index.xhtml"):
        assert ask("GET", path)[0].headers.get_all("X-Frame-Options") == ["SAMEORIGIN"]


@pytest.mark.parametrize("path", ["/broken_off", "/broken", "/no_last_chunk"])
def test_an_answer_that_breaks_off_is_not_taken_for_whole(ask, path):
    response, body = ask("GET", path)
    assert (response.status, body.startswith(b"The answer stopped in the middle")) == (502, True)
