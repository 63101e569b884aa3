"""Requests that are handed on to the process of the pages."""

import io
from types import SimpleNamespace

import pytest
from brat_iaa.server_hooks.serve.mount import Mount


def refuse(environ, start_response):
    """Answers before the body is read, as to whoever sends what may not be sent."""
    start_response("403 Forbidden", [("Content-Length", "7")])
    return [b"refused"]


@pytest.fixture
def mount():
    mount = Mount("/iaa", refuse, ("localhost", 80))
    yield mount
    mount.stop()


def posted(mount, body):
    """(status, answer) as the browser gets them."""
    said = []
    handler = SimpleNamespace(
        command="POST",
        path="/iaa/x",
        headers={"Content-Length": str(len(body))},
        client_address=("127.0.0.1", 9),
        below="",
        rfile=io.BytesIO(body),
        wfile=io.BytesIO(),
        send_response=lambda status, *_: said.append(status),
        send_response_only=lambda status, *_: said.append(status),
        send_header=lambda *_: None,
        end_headers=lambda: None,
        version_string=lambda: "a server",
    )
    mount.answer(handler, "anna")
    return said[0], handler.wfile.getvalue()


@pytest.mark.starts("a socket")
def test_who_is_refused_before_the_body_is_read_is_told_so(mount):
    body = b"x" * 250_000
    assert {posted(mount, body) for _ in range(40)} == {(403, b"refused")}
