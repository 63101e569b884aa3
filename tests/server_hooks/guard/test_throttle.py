"""Wrong passwords are not tried by the hundred, and nobody is kept out for long."""

import fcntl
import threading

import pytest
from brat_iaa.server_hooks.guard import throttle
from brat_iaa.server_hooks.guard.throttle import (
    SECONDS,
    WRONG,
    Throttle,
    address,
    in_file,
    in_memory,
)
from waiting import Clock


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


def test_processes_take_turns(tmp_path):
    with in_file(tmp_path)(), open(tmp_path / throttle.FILE) as others:
        with pytest.raises(BlockingIOError):
            fcntl.flock(others, fcntl.LOCK_EX | fcntl.LOCK_NB)


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
