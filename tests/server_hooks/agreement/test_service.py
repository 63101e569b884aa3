"""Asking the pages' service from brat's process."""

import os
import socket
import threading

import pytest
from brat_iaa.server_hooks.agreement.service import Service, ServiceError
from stand_in_service import StandIn

pytestmark = pytest.mark.starts("a stand-in of a server")


@pytest.fixture
def stand_in():
    stand_in = StandIn()
    yield stand_in
    stand_in.close()


def test_what_is_sent_and_what_comes_back(stand_in):
    stand_in.answer = {"state": "open", "text": "LAA .94 ä"}
    service = Service(stand_in.address + "/pages/", key="abc")
    asked = {"collection": "/p/a b&c/", "document": "dö?"}
    assert service.ask("api/agreement", "bén /\r\nX: 1", asked) == stand_in.answer
    ((path, headers),) = stand_in.asked
    assert path == "/pages/api/agreement?collection=%2Fp%2Fa+b%26c%2F&document=d%C3%B6%3F"
    assert headers["X-Brat-Iaa-Key"] == "abc"
    assert headers["X-Brat-Iaa-User"] == "b%C3%A9n%20%2F%0D%0AX%3A%201"
    assert headers["Host"] == stand_in.address[len("http://") :]


def test_halves_of_characters_are_sent_as_question_marks(stand_in):
    Service(stand_in.address).ask("api/agreement", "\ud800", {"collection": "/\ud800/"})
    ((path, headers),) = stand_in.asked
    assert (path.partition("=")[2], headers["X-Brat-Iaa-User"]) == ("%2F%3F%2F", "%3F")


def test_a_unix_socket(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # the path of a socket must be short
    path = "/tmp/brat-agreement-test-%d" % os.getpid()
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(path)
        try:
            listener.listen(1)
            got = []

            def answer():
                connection, _ = listener.accept()
                with connection:
                    got.append(connection.recv(2**16))
                    connection.sendall(b'HTTP/1.1 200 OK\r\n\r\n{"state": "none"}')

            thread = threading.Thread(target=answer)
            thread.start()
            assert Service("unix:" + path).ask("api/agreement", "", {}) == {"state": "none"}
            thread.join()
        finally:
            os.unlink(path)
    assert got[0].startswith(b"GET /api/agreement? HTTP/1.1\r\nHost: localhost\r\n")


def test_an_answer_that_says_no_is_an_answer(stand_in):
    stand_in.status = 503
    stand_in.answer = {"state": "closed", "reason": "brat cannot be asked."}
    assert Service(stand_in.address).ask("api/agreement", "", {}) == stand_in.answer


@pytest.mark.parametrize(
    "answer", [b"<html>", b"[]", b"{}", b'{"state": 1}', b"\xff", b"[" * 10**5, b""]
)
def test_answers_of_something_else(answer, stand_in, capsys):
    stand_in.answer = answer
    with pytest.raises(
        ServiceError, match="^The agreement pages do not answer. brat itself works as usual.$"
    ):
        Service(stand_in.address).ask("api/agreement", "", {})
    assert capsys.readouterr().err.startswith(
        "brat-agreement: the agreement pages at %s are something else" % stand_in.address
    )


def test_nobody_there_is_said_at_once_and_everybody_asks_anew(stand_in, tmp_path, capsys):
    stamp = tmp_path / "stamp"
    down, there = StandIn(), Service(stand_in.address, stamp=stamp)
    down.close()
    absent = Service(down.address, stamp=stamp)
    for outage in (1, 2):
        for _ in range(3):
            # Whoever looks at brat need not know where the pages run.
            with pytest.raises(
                ServiceError,
                match="^The agreement pages do not answer. brat itself works as usual.$",
            ):
                absent.ask("api/agreement", "", {})
        # The log says it once, until they are there again.
        said = capsys.readouterr().err
        assert (
            said.count(
                "the agreement pages at %s do not answer (Connection refused)" % down.address
            )
            == 1
        )
        assert there.ask("api/agreement", "", {}) == {"state": "open"}
        assert not stamp.exists()
    assert len(stand_in.asked) == outage


@pytest.mark.parametrize("drip", [0, 0.02])
def test_one_that_lets_people_wait_is_left_alone_for_a_while(drip, stand_in, tmp_path, capsys):
    """Also when it sends something all the time, but never all of it."""
    stamp = tmp_path / "stamp"
    stand_in.drip = drip
    stand_in.answer = b" " * 1000
    if not drip:
        stand_in.gate = threading.Event()
    expected = "^The agreement pages did not answer in time"
    with pytest.raises(ServiceError, match=expected):
        Service(stand_in.address, timeout=0.2, stamp=stamp).ask("api/agreement", "", {})
    assert stamp.exists() and len(stand_in.asked) == 1
    stand_in.answer, stand_in.drip = {"state": "open"}, 0
    if stand_in.gate:
        stand_in.gate.set()
    service = Service(
        stand_in.address, timeout=0.2, stamp=stamp
    )  # as in the next request's process
    with pytest.raises(ServiceError, match=expected):
        service.ask("api/agreement", "", {})
    assert len(stand_in.asked) == 1
    assert (
        capsys.readouterr().err.count("%s did not answer within 0.2 seconds" % stand_in.address)
        == 1
    )
    now = stamp.stat().st_mtime
    patient = Service(stand_in.address, stamp=stamp)  # a busy computer may need its time
    for elsewhere in (now - 6, now + 1000):  # also when the clock was set back since
        stamp.touch()
        os.utime(stamp, (elsewhere, elsewhere))
        assert patient.ask("api/agreement", "", {}) == {"state": "open"}


@pytest.mark.parametrize("stamp", [None, "/no/such/directory/stamp"])
def test_without_a_memory(stamp, stand_in):
    stand_in.gate = threading.Event()
    service = Service(stand_in.address, timeout=0.1, stamp=stamp)
    for count in (1, 2):
        with pytest.raises(ServiceError):
            service.ask("api/agreement", "", {})
        assert len(stand_in.asked) == count


@pytest.mark.parametrize(
    "address", ["", "8090", "ftp://host", "http://", "http://host:port", "unix:here"]
)
def test_addresses_that_are_none(address):
    with pytest.raises(ValueError, match="is no address of the pages' service"):
        Service(address)
