"""Clients that keep connections open without ever sending a whole request."""

import socket
import threading
from contextlib import contextmanager

from waiting import PATIENCE

# What each of them sends first.
BEGINNINGS = {
    "nothing": b"",
    "headers": b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ",
    "body": (
        b"POST /ajax.cgi HTTP/1.1\r\nHost: localhost\r\n"
        b"Content-Type: application/x-www-form-urlencoded\r\n"
        b"Content-Length: 1000\r\n\r\naction=whoami"
    ),
}
# Sent again and again by those that do send: more of the headers, or of the body.
_DRIP = {"nothing": b"", "headers": b"a", "body": b"a"}


@contextmanager
def slow_clients(place, number, kinds=tuple(BEGINNINGS), pause=0.1):
    """The sockets of a number of clients at (host, port), as many of each kind.

    They send a little at each pause.
    """
    clients = []
    for count in range(number):
        kind = kinds[count % len(kinds)]
        client = socket.create_connection(place, timeout=PATIENCE)
        client.sendall(BEGINNINGS[kind])
        clients.append((client, _DRIP[kind]))
    over = threading.Event()

    def drip():
        while not over.wait(pause):
            for client, more in clients:
                try:
                    client.sendall(more)
                except OSError:
                    pass  # the server has hung up

    thread = threading.Thread(target=drip)
    thread.start()
    try:
        yield [client for client, _ in clients]
    finally:
        over.set()
        thread.join()
        for client, _ in clients:
            client.close()


def hung_up_on(client):
    """Wait until the server has hung up; whether it said nothing before."""
    try:
        return client.recv(1) == b""
    except ConnectionError:
        return True


def answers(ask, number):
    """What a number of clients get that ask at the same time; of those who get none, the error."""
    got = []

    def client():
        together.wait()
        try:
            got.append(ask())
        except OSError as error:
            got.append(error)

    together = threading.Barrier(number)
    threads = [threading.Thread(target=client) for _ in range(number)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return got
