"""What our own servers ask of a request before the application sees it."""

import http.client
import socket

import pytest
from servers import answering
from waiting import PATIENCE

from brat_iaa.http import limits
from brat_iaa.web import serving

FORM = "application/x-www-form-urlencoded"


class OfBrat(serving.PagesHandler):
    def is_for_pages(self):
        return self.path.startswith("/iaa")

    def login(self):
        return self.headers.get("Cookie")


def echo(environ, start_response):
    start_response("200 OK", [("Content-Type", "text/plain")])
    if environ["PATH_INFO"] == "/iaa/address":
        return [f"{environ['SERVER_NAME']} {environ['SERVER_PORT']}".encode()]
    return [environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))]


def opened(application, *handler, **asked):
    """A listening server of an application."""
    with serving.listen("127.0.0.1", 0) as listener:
        return serving.server_on(listener, application, "127.0.0.1", *handler, **asked)


@pytest.fixture
def ask():
    """Function of arguments of http.client.HTTPConnection.request(): (status, text)."""
    server = opened(echo, OfBrat)
    connections = []

    def ask(*arguments, **options):
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        connections.append(connection)
        connection.request(*arguments, **options)
        response = connection.getresponse()
        assert response.headers["Server"] == "brat-agreement"
        return response.status, response.read().decode()

    with answering(server):
        yield ask
        for connection in connections:
            connection.close()


def test_other_host_names_are_refused(ask):
    for host, status in [
        ("127.0.0.1", 200),
        ("127.0.0.1:8002", 200),
        ("[::1]:8002", 200),
        ("evil.example", 400),
        ("evil.example:8002", 400),
        ("127.0.0.1.evil.example", 400),
    ]:
        got, text = ask("GET", "/iaa/", headers={"Host": host})
        assert got == status, host
    assert "this server answers to 127.0.0.1, localhost, [::1]." in text


@pytest.mark.parametrize("chunked", [False, True])
@pytest.mark.parametrize(
    "path, cookie, longest",
    [("/iaa/x", "lead", 50), ("/ajax.cgi", "", 100), ("/ajax.cgi", "lead", 200)],
)
def test_bodies_have_a_limit(ask, monkeypatch, path, cookie, longest, chunked):
    for name, value in (("LONGEST_FORM", 50), ("LONGEST_WITHOUT_LOGIN", 100), ("LONGEST", 200)):
        monkeypatch.setattr(limits, name, value)
    for length, status in ((longest, 200), (longest + 1, 413)):
        body = b"x" * length
        sent = iter([body[:30], body[30:]]) if chunked else body
        headers = {"Cookie": cookie, "Content-Type": FORM}
        got, text = ask("POST", path, sent, headers, encode_chunked=chunked)
        assert got == status and (status == 413 or text == body.decode())


@pytest.mark.parametrize(
    "headers, status", [({"Content-Length": "x"}, 400), ({"Transfer-Encoding": "chunked"}, 400)]
)
def test_bodies_without_a_length_that_can_be_read(ask, headers, status):
    assert ask("POST", "/iaa/x", b"zz\r\n", headers)[0] == status


@pytest.mark.parametrize("sent", [b"5\r\nab", b"-1\r\nab\r\n", b"5\r\nabcdefg\r\n0\r\n\r\n", b""])
def test_malformed_chunks_are_said(ask, sent):
    host, port = ask("GET", "/iaa/address")[1].split()
    with socket.create_connection((host, int(port)), PATIENCE) as connection:
        connection.sendall(b"POST /iaa/x HTTP/1.1\r\nHost: localhost\r\n"
                           b"Transfer-Encoding: chunked\r\n\r\n" + sent)  # fmt: skip
        connection.shutdown(socket.SHUT_WR)
        assert connection.recv(100).startswith(b"HTTP/1.1 400 ")


@pytest.mark.parametrize(
    "lines", ["Content-Length: 3\r\nContent-Length: 2", "Transfer-Encoding: gzip"]
)
def test_a_length_that_others_may_read_differently_is_refused(ask, lines):
    host, port = ask("GET", "/iaa/address")[1].split()
    with socket.create_connection((host, int(port)), PATIENCE) as connection:
        connection.sendall(
            f"POST /iaa/x HTTP/1.1\r\nHost: localhost\r\n{lines}\r\n\r\n2\r\nab\r\n0\r\n\r\n".encode()
        )
        assert connection.recv(100).startswith(b"HTTP/1.1 400 ")


def test_a_connection_brings_several_requests():
    server = opened(echo)
    with answering(server):
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        for body in (b"first", b"", b"third"):
            connection.request("POST", "/", body)
            assert connection.getresponse().read() == body
        connection.close()


PATHS = [
    # prefix, behind, X-Forwarded-Prefix, path asked: SCRIPT_NAME, PATH_INFO; or where to
    ("/team", (), None, "/team/x?a=/team/", "/team", "/x"),
    ("/team", (), "/other", "/x", "/team", "/x"),  # the server in front takes the path away
    ("/team", (), None, "/team//evil.example/%2f..", "/team", "/evil.example//.."),
    ("/team", (), None, "/teams/x", "/team", "/teams/x"),
    ("/team", (), None, "/team?a=b", 302, "/team/?a=b"),
    (None, ("in.front",), "/team", "/x", "/team", "/x"),
    (None, ("in.front",), "/of-a-client, /team/", "/team/x", "/team", "/x"),
    (None, ("in.front",), "//evil.example", "/x", "/evil.example", "/x"),
    (None, ("in.front",), "/a//evil.example", "/x", "", "/x"),
    (None, ("in.front",), "/a\\b", "/x", "", "/x"),
    (None, (), "/team", "/x", "", "/x"),  # nobody is in front
    ("", ("in.front",), "/team", "/x", "", "/x"),
]


@pytest.mark.parametrize("prefix, behind, said, path, script_name, rest", PATHS)
def test_the_path_below_which_browsers_ask(prefix, behind, said, path, script_name, rest):
    def application(environ, start_response):
        start_response("200 OK", [])
        return [f"{environ['SCRIPT_NAME']} {environ['PATH_INFO']}".encode()]

    server = opened(application, trusted_proxies=behind, prefix=prefix)
    with answering(server):
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
        connection.request("GET", path, headers={"X-Forwarded-Prefix": said} if said else {})
        response = connection.getresponse()
        text = response.read().decode()
        connection.close()
    if script_name == 302:
        assert (response.status, response.headers["Location"]) == (302, rest)
    else:
        assert (response.status, text) == (200, f"{script_name} {rest}")
