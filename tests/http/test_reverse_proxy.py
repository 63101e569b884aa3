"""The web server in front: whose word counts."""

from email.message import Message

import pytest

from brat_iaa.http.origin import is_encrypted
from brat_iaa.http.reverse_proxy import ReverseProxy

SAID = {
    "X-Forwarded-Prefix": "/team", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "brat.example:443",
}  # fmt: skip


@pytest.mark.parametrize(
    "behind, client, kept",
    [
        ((), "127.0.0.1", set()),
        (("brat.example",), "127.0.0.1", set(SAID)),
        (("BRAT.example",), "::1", set(SAID)),
        (("other.example",), "127.0.0.1", {"X-Forwarded-Prefix", "X-Forwarded-Proto"}),
        # Browsers send no such name of themselves; the rest anybody can send.
        (("brat.example",), "192.0.2.7", {"X-Forwarded-Host"}),
        (None, "127.0.0.1", set(SAID)),
        (None, "192.0.2.7", set()),
    ],
)
def test_what_is_believed(behind, client, kept):
    headers = Message()
    for name, value in SAID.items():
        headers[name.lower()] = value
    ReverseProxy(behind).sift(headers, client)
    assert {name for name in SAID if name in headers} == kept


def test_of_several_names_the_last_counts():
    """The others a client may have made up."""
    headers = Message()
    headers["X-Forwarded-Host"] = "evil.example, brat.example"
    headers["X-Forwarded-Host"] = "other.example, brat.example"
    ReverseProxy(["brat.example"]).sift(headers, "127.0.0.1")
    assert headers.get_all("X-Forwarded-Host") == ["brat.example"]


@pytest.mark.parametrize(
    "environ, encrypted",
    [
        ({}, False), ({"HTTP_X_FORWARDED_PROTO": "https"}, True),
        ({"HTTP_X_FORWARDED_PROTO": "http, https", "REMOTE_ADDR": "127.0.0.1"}, True),
        ({"HTTP_X_FORWARDED_PROTO": "https, http"}, False),
        ({"HTTP_X_FORWARDED_PROTO": "https", "REMOTE_ADDR": "192.0.2.7"}, False),
        ({"REQUEST_SCHEME": "https", "REMOTE_ADDR": "192.0.2.7"}, True), ({"HTTPS": "on"}, True),
        ({"HTTP_ORIGIN": "https://brat.example"}, True),
    ],
)  # fmt: skip
def test_whether_browsers_speak_https(environ, encrypted):
    assert is_encrypted(environ) is encrypted
