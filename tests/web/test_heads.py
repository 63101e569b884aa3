"""The status and headers of an answer come within one time, whatever pieces they come in."""

import time

import pytest
import requests
from stand_in_service import StandIn

from brat_iaa.web.viewers.brat_answers import HeadInTime


class Dripping(StandIn):
    """Sends the head of its answers byte by byte; without an end if `number` is None."""

    number = None

    def send(self, handler):
        handler.wfile.write(b"HTTP/1.1 200 OK\r\nX-Long: ")
        while not self._closed and self.number != 0:
            handler.wfile.write(b"a")
            time.sleep(0.02)
            if self.number is not None:
                self.number -= 1
        handler.wfile.write(b"\r\nContent-Length: 4\r\n\r\n")
        for byte in (b"b", b"o", b"d", b"y"):
            handler.wfile.write(byte)
            time.sleep(0.3)


@pytest.fixture
def dripping():
    server = Dripping()
    yield server
    server.close()


def ask(server, seconds):
    request = requests.Request("GET", server.address).prepare()
    return HeadInTime().send(request, stream=True, timeout=(5, seconds))


def test_a_head_without_an_end_is_given_up(dripping):
    with pytest.raises(requests.Timeout):
        ask(dripping, 0.5)


def test_a_head_in_time_and_a_body_that_takes_longer(dripping):
    dripping.number = 5
    answer = ask(dripping, 1)
    assert answer.headers["X-Long"] == "aaaaa"
    # For the body the time is for each piece, as ever: a large download.
    assert answer.content == b"body"
