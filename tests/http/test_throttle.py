"""Wrong passwords are not tried by the hundred, and nobody is kept out for long."""

import pytest
from waiting import Clock

from brat_iaa.http.throttle import SECONDS, WRONG, Throttle, address


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def one(clock):
    return Throttle(clock)


def test_some_wrong_passwords_in_a_minute(one, clock):
    assert [one.wait("a", "anna") for _ in range(WRONG)] == [0] * WRONG
    clock.now += 10
    assert one.wait("a", "anna") == one.wait("a", "anna") == SECONDS - 10
    clock.now += SECONDS - 10
    assert one.wait("a", "anna") == 0


def test_a_right_password_ends_the_counting(one):
    for _ in range(3 * WRONG):
        assert one.wait("a", "anna") == 0
        one.right("a", "anna")


@pytest.mark.parametrize(
    "remote, said, found",
    [
        ("10.0.0.1", "", "10.0.0.1"), ("10.0.0.1", "10.9.9.9", "10.0.0.1"), ("127.0.0.1", "10.9.9.9", "10.9.9.9"),
        ("::1", "1.1.1.1, 10.9.9.9", "10.9.9.9"), ("127.0.0.1", "", "127.0.0.1"), ("", "", ""),
    ],
)  # fmt: skip
def test_where_a_request_comes_from(remote, said, found):
    assert address({"REMOTE_ADDR": remote, "HTTP_X_FORWARDED_FOR": said}) == found
