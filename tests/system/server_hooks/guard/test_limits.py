"""Slow and silent clients, and many at once: at brat's server with its pages, and at our own."""

import http.client
import signal
import socket
import threading
from contextlib import ExitStack, contextmanager

import pytest
from brat_iaa.server_hooks.guard import limits
from brat_iaa.server_hooks.serve import mount
from plain_server import Plain
from running_brat import running
from servers import answering
from slow_clients import BEGINNINGS, answers, hung_up_on, slow_clients
from waiting import PATIENCE

from brat_iaa.proxy.serving import open_proxy
from brat_iaa.web import serving

KINDS = pytest.mark.parametrize("kind", BEGINNINGS)


def hello(environ, start_response):
    body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [b"%d" % len(body)]


@contextmanager
def pages(app=hello):
    """(host, port) of a server of ours, in this process."""
    server = serving.open_application(app, "127.0.0.1", 0)
    with answering(server):
        yield "127.0.0.1", server.port


def status(place, path="/"):
    connection = http.client.HTTPConnection(*place, timeout=PATIENCE)
    try:
        connection.request("GET", path)
        return connection.getresponse().status
    finally:
        connection.close()


def place_of(brat):
    return brat.address.hostname, brat.address.port


@pytest.fixture(scope="module")
def with_agreement(brat_folder, tmp_path_factory):
    directory = tmp_path_factory.mktemp("brat")
    with running(brat_folder, directory, agreement="/iaa", script=__file__) as brat:
        yield brat


@KINDS
def test_brat_hangs_up_on_slow_clients(kind, brat_folder, tmp_path):
    with running(brat_folder, tmp_path, limits={"SILENT": 0.5}) as brat:
        with slow_clients(place_of(brat), 2, [kind]) as clients:
            assert all(map(hung_up_on, clients))
        assert brat.server.stop() == 0
        assert brat.server.err == ""


@KINDS
def test_our_servers_hang_up_on_slow_clients(kind, monkeypatch, capfd):
    monkeypatch.setattr(limits, "SILENT", 0.5)
    with pages() as place, slow_clients(place, 2, [kind]) as clients:
        assert all(map(hung_up_on, clients))
    assert capfd.readouterr().err == ""


@KINDS
def test_60_slow_clients_keep_nobody_from_brat(kind, brat_folder, tmp_path):
    with running(brat_folder, tmp_path) as brat:
        with slow_clients(place_of(brat), 60, [kind]):
            assert [brat.request(path)[0] for path in ("/index.xhtml", "/iaa/")] == [200, 200]
            assert brat.ask("getDocument", collection="/p/anna/", document="d1")["relations"]
            brat.server.process.send_signal(signal.SIGTERM)
            assert brat.server.process.wait(PATIENCE) == 0
        assert brat.server.err == ""


def test_50_clients_that_do_not_take_their_answer_keep_nobody_from_brat(brat_folder, tmp_path):
    with ExitStack() as ends:
        brat = ends.enter_context(running(brat_folder, tmp_path, limits={"TAKING": 0.5}))
        (brat.data / "p" / "anna" / "long.txt").write_bytes(b"many words\n" * 300_000)
        where = "collection=%2Fp%2Fanna%2F&document=long&extension=txt"
        request = f"GET /ajax.cgi?action=downloadFile&{where} HTTP/1.0\r\nHost: localhost\r\n\r\n"
        for _ in range(50):
            client = ends.enter_context(socket.socket())
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            client.connect(place_of(brat))
            client.sendall(request.encode())
        # Else the test would have to wait for a minute.
        assert [brat.request(path)[0] for path in ("/index.xhtml", "/iaa/")] == [200, 200]
        assert brat.server.stop() == 0


def test_60_slow_clients_keep_nobody_from_our_servers():
    with pages() as place, slow_clients(place, 60):
        assert status(place) == 200


def test_60_slow_clients_keep_nobody_from_the_proxy(brat_folder, tmp_path):
    plain = Plain(brat_folder, tmp_path / "plain")
    try:
        server = open_proxy(plain.url, plain.data, port=0, state_dir=tmp_path / "state")
        place = "127.0.0.1", server.port
        with answering(server), slow_clients(place, 60):
            assert [status(place, path) for path in ("/index.xhtml", "/iaa/healthz")] == [200, 200]
    finally:
        plain.server.close()


def test_who_sends_steadily_may_take_longer(monkeypatch):
    """Much in small pieces, in all longer than a client may be silent."""
    monkeypatch.setattr(limits, "SILENT", 0.5)
    monkeypatch.setattr(limits, "PER_SECOND", 100)
    pieces, pause = 20, threading.Event()

    def body():
        for _ in range(pieces):
            pause.wait(0.05)
            yield b"x" * 100

    with pages() as place:
        connection = http.client.HTTPConnection(*place, timeout=PATIENCE)
        connection.request("POST", "/", body(), {"Content-Length": str(pieces * 100)})
        assert connection.getresponse().read() == b"2000"
        connection.close()


@pytest.mark.parametrize(
    "path", ["/index.xhtml", "/iaa/", "/ajax.cgi?action=iaaAgreement&collection=%2Fp%2Fanna%2F"]
)
def test_50_clients_at_once_all_get_brats_answer(path, with_agreement):
    for _ in range(3):
        got = answers(lambda: with_agreement.request(path)[::2], 50)
        assert [one for one in got if isinstance(one, OSError) or one[0] != 200] == []
        assert not any("iaaUnavailable" in text for _, text in got)


def test_50_clients_find_a_place_to_wait_for_the_pages(tmp_path):
    """Beside brat they answer at a Unix socket, where nobody waits who finds none."""
    path = str(tmp_path / "socket")
    with mount._Server(path, "/iaa", hello, ("127.0.0.1", 80)), ExitStack() as clients:
        for _ in range(50):
            client = clients.enter_context(socket.socket(socket.AF_UNIX))
            client.setblocking(False)
            client.connect(path)


def test_50_clients_at_once_all_get_our_servers_answer():
    with pages() as place:
        assert answers(lambda: status(place), 50) == [200] * 50
