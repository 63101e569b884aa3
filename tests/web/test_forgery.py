import time

import pytest
from flask import Flask, request

from brat_iaa.web.viewers import forgery
from brat_iaa.web.viewers.forgery import Tokens, forged

TOKENS = Tokens(b"s" * 32)
OWN = {"Sec-Fetch-Site": "same-origin"}


def asked(method="POST", headers=OWN, token=None, login="anna", host="pages.example", **form):
    app = Flask(__name__)
    data = dict(form, **({"token": token} if token is not None else {}))
    with app.test_request_context(
        "/", method=method, headers=headers, data=data, base_url=f"http://{host}"
    ):
        return forged(request, login, TOKENS)


@pytest.mark.parametrize(
    "headers, refused",
    [
        (OWN, False), ({"Sec-Fetch-Site": "none"}, False), ({"Sec-Fetch-Site": "same-site"}, True),
        ({"Sec-Fetch-Site": "cross-site"}, True),
        ({"Sec-Fetch-Site": "cross-site", "Origin": "http://pages.example"}, True),
        ({"Origin": "http://pages.example"}, False), ({"Origin": "https://PAGES.example"}, False),
        ({"Origin": "http://pages.example:8000"}, True), ({"Origin": "http://pages.example.evil.example"}, True),
        ({"Origin": "null"}, True), ({"Origin": ""}, True),
        ({"Origin": "http://brat.example", "X-Forwarded-Host": "brat.example"}, False),
        ({"Origin": "http://brat.example", "X-Forwarded-Host": "brat.example, inner.example"}, False),
        ({"Origin": "http://evil.example", "X-Forwarded-Host": "brat.example"}, True),
        ({"Sec-Fetch-Site": "cross-site", "Origin": "http://brat.example", "X-Forwarded-Host": "brat.example"}, True),
        ({"Origin": "http://[pages.example"}, True), ({"Referer": "http://pages.example/"}, True), ({}, True),
    ],
)  # fmt: skip
def test_only_pages_of_this_site_may_send(headers, refused):
    assert asked(headers=headers, token=TOKENS.token("anna")) is refused


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
def test_a_token_of_ones_own_is_needed(method):
    assert not asked(method, token=TOKENS.token("anna"))
    assert not asked(method, dict(OWN, **{forgery.HEADER: TOKENS.token("anna")}))
    for token in (
        None,
        "",
        "x",
        TOKENS.token("ben"),
        TOKENS.token(""),
        Tokens(b"t" * 32).token("anna"),
    ):
        assert asked(method, token=token), token
    assert asked(method, token=TOKENS.token("anna")[:-1])


def test_a_clock_that_was_put_back_refuses_no_form(monkeypatch):
    token, now = TOKENS.token("anna"), time.time()
    for back, good in ((3600, True), (10**6, True), (-forgery.HOURS * 3600 - 60, False)):
        monkeypatch.setattr(forgery.time, "time", lambda back=back: now - back)
        assert TOKENS.good(token, "anna") is good
        assert not TOKENS.good(token, "ben")
