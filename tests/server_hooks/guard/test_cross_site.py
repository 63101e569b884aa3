"""Which requests come from another site's page; the guard's tests say what follows from it."""

import os
from email.message import Message

import pytest
from brat_iaa.server_hooks.guard.origin import from_elsewhere, remember


@pytest.mark.parametrize(
    "host, origin, elsewhere",
    [
        ("brat.example", "http://brat.example", False),
        ("brat.example:80", "http://brat.example", False),
        ("brat.example", "https://brat.example:443", False),
        ("BRAT.example:8001", "http://brat.example:8001", False),
        ("[::1]:8001", "http://[::1]:8001", False),
        ("brat.example:8001", "http://brat.example", True),
        ("brat.example", "http://example", True),
        ("brat.example", "http://brat.example.evil.example", True),
        ("brat.example", "null", True),
        ("brat.example", "", True),
        ("brat.example", "http://brat.example:wrong", True),
        ("wrong:wrong", "null", True),
        ("", "http://", True),
    ],
)
def test_hosts(host, origin, elsewhere):
    assert from_elsewhere({"HTTP_HOST": host, "HTTP_ORIGIN": origin}) == elsewhere


def test_headers_are_put_where_a_cgi_program_has_them(monkeypatch):
    for name in ("HTTP_HOST", "HTTP_ORIGIN", "HTTP_SEC_FETCH_SITE", "HTTP_X_FORWARDED_HOST"):
        monkeypatch.setenv(name, "of the request before")
    headers = Message()
    headers["host"] = "brat.example"
    headers["sec-fetch-site"] = "cross-site"
    remember(headers)
    assert os.environ["HTTP_HOST"] == "brat.example"
    assert os.environ["HTTP_SEC_FETCH_SITE"] == "cross-site"
    assert "HTTP_ORIGIN" not in os.environ and "HTTP_X_FORWARDED_HOST" not in os.environ
