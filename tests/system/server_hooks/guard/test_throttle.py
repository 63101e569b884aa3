"""Wrong passwords are counted by a real brat and by the proxy."""

import json
from urllib.parse import urlencode

from brat_checks import Client
from brat_iaa.server_hooks.guard.throttle import SECONDS, WRONG
from plain_server import Plain
from running_brat import running
from servers import answering

from brat_iaa.proxy.serving import open_proxy

FORM = {"Content-Type": "application/x-www-form-urlencoded"}


def check(log_in):
    """log_in is a function of (user, password, headers): status, headers, brat's answer."""
    for _ in range(WRONG):
        status, _, told = log_in("anna", "wrong")
        assert (status, told["exception"]) == (200, "invalidAuth")
    status, headers, told = log_in("anna", "pw")
    assert (status, told["exception"]) == (429, "tooManyLogins")
    assert 0 < int(headers["Retry-After"]) <= SECONDS
    assert told["messages"][0][0].startswith("Too many wrong passwords for this login. Try again")
    assert "exception" not in log_in("ben", "pw")[2]
    assert "exception" not in log_in("anna", "pw", {"X-Forwarded-For": "10.9.9.9"})[2]


def form(user, password):
    return urlencode({"action": "login", "protocol": 1, "user": user, "password": password})


def test_brat_has_it(brat_folder, tmp_path):
    with running(brat_folder, tmp_path, users={"anna": "pw", "ben": "pw"}) as brat:

        def log_in(user, password, headers=()):
            headers = {**FORM, **dict(headers)}
            status, got, text = brat.request("/ajax.cgi", "POST", form(user, password), headers)
            return status, got, json.loads(text)

        check(log_in)


def test_the_proxy_has_it(brat_folder, tmp_path):
    plain = Plain(brat_folder, tmp_path / "plain")
    try:
        server = open_proxy(plain.url, plain.data, port=0, state_dir=tmp_path / "state")
        client = Client(f"http://127.0.0.1:{server.port}/")

        def log_in(user, password, headers=()):
            headers = {**FORM, **dict(headers)}
            status, got, text = client.request("ajax.cgi", "POST", form(user, password), headers)
            return status, got, json.loads(text)

        with answering(server):
            check(log_in)
    finally:
        plain.server.close()
