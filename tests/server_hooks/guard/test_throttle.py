"""Wrong passwords are not tried by the hundred, and nobody is kept out for long."""

import json
import threading
from urllib.parse import urlencode

import pytest
from brat_checks import Client
from plain_server import Plain
from running_brat import running
from servers import answering

from brat_iaa.proxy.serving import open_proxy
from server_hooks.guard import throttle
from server_hooks.guard.throttle import SECONDS, WRONG, Throttle, address, in_file, in_memory

FORM = {"Content-Type": "application/x-www-form-urlencoded"}


class Clock:
    now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture(params=["memory", "file"])
def one(request, tmp_path, clock):
    return Throttle(in_memory() if request.param == "memory" else in_file(tmp_path), clock)


def test_some_wrong_passwords_in_a_minute(one, clock):
    assert [one.wait("a", "anna") for _ in range(WRONG)] == [0] * WRONG
    clock.now += 10
    assert one.wait("a", "anna") == one.wait("a", "anna") == SECONDS - 10
    clock.now += SECONDS - 10
    assert one.wait("a", "anna") == 0


def test_each_address_and_login_has_its_own(one):
    for _ in range(WRONG):
        one.wait("a", "anna")
    assert one.wait("a", "anna") and not one.wait("b", "anna") and not one.wait("a", "ben")


def test_a_right_password_ends_the_counting(one):
    for _ in range(3 * WRONG):
        assert one.wait("a", "anna") == 0
        one.right("a", "anna")


def test_a_clock_that_was_put_back_keeps_nobody_out(one, clock):
    for _ in range(WRONG):
        one.wait("a", "anna")
    clock.now -= 3600
    assert one.wait("a", "anna") == 0


def test_nobody_knows_whose_place_a_login_takes(tmp_path):
    """Else one could name a login in between for which those of another are forgotten."""
    places = set()
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        with in_file(tmp_path / name)() as file:
            assert throttle._offset(file, "a", "anna") == throttle._offset(file, "a", "anna")
            places.add(throttle._offset(file, "a", "anna")[1])
    assert len(places) == 2


def test_the_memory_is_bounded(tmp_path):
    one = Throttle(in_file(tmp_path))
    for number in range(20_000):
        one.wait("a", str(number))
    assert (tmp_path / throttle.FILE).stat().st_size <= 100_000
    assert one.wait("b", "anna") == 0


def test_many_at_once_are_counted(tmp_path):
    waits = []

    def ask():
        waits.append(Throttle(in_file(tmp_path)).wait("a", "anna"))

    threads = [threading.Thread(target=ask) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert waits.count(0) == WRONG


def test_what_cannot_be_counted_keeps_nobody_out(tmp_path):
    one = Throttle(in_file(tmp_path / "none"))
    assert [one.wait("a", "anna") for _ in range(2 * WRONG)] == [0] * (2 * WRONG)
    one.right("a", "anna")


@pytest.mark.parametrize(
    "remote, said, found",
    [
        ("10.0.0.1", "", "10.0.0.1"),
        ("10.0.0.1", "10.9.9.9", "10.0.0.1"),
        ("127.0.0.1", "10.9.9.9", "10.9.9.9"),
        ("::1", "1.1.1.1, 10.9.9.9", "10.9.9.9"),
        ("127.0.0.1", "", "127.0.0.1"),
        ("", "", ""),
    ],
)
def test_where_a_request_comes_from(remote, said, found):
    assert address({"REMOTE_ADDR": remote, "HTTP_X_FORWARDED_FOR": said}) == found


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
