"""Searches that would take years are stopped, and said to be."""

import signal
import socket
import threading

import pytest
from brat_iaa.server_hooks.guard import computing, limits


class Stopped(Exception):
    pass


def test_again_and_again_where_everything_is_caught(monkeypatch):
    monkeypatch.setattr(limits, "SEARCH", 0.01)
    times = []
    with pytest.raises(Stopped), computing.limited(Stopped):
        while True:
            try:
                while True:
                    pass
            except Stopped:
                times.append(None)
                if len(times) == 2:
                    raise
    assert signal.getitimer(signal.ITIMER_PROF) == (0, 0)


def test_who_has_gone_is_not_searched_for(monkeypatch):
    monkeypatch.setattr(limits, "SEARCH", 0.05)
    server, client = socket.socketpair()
    monkeypatch.setattr(computing, "client", server)
    ended = []
    monkeypatch.setattr(computing.os, "_exit", ended.append)
    for gone in (False, True):
        if gone:
            client.close()
        with pytest.raises(Stopped), computing.limited(Stopped):
            while True:
                pass
        assert bool(ended) is gone
    server.close()


def test_few_of_a_login_at_once(tmp_path, monkeypatch):
    monkeypatch.setattr(limits, "QUEUE", 0)
    with computing.few(tmp_path, "anna", Stopped), computing.few(tmp_path, "anna", Stopped):
        with pytest.raises(Stopped), computing.few(tmp_path, "anna", Stopped):
            pass
        with computing.few(tmp_path, "ben", Stopped):
            pass
    with computing.few(tmp_path, "anna", Stopped):
        pass
    assert len(list((tmp_path / "locks").iterdir())) == 3


def test_what_ends_in_time_and_what_is_in_another_thread(monkeypatch):
    before = signal.getsignal(signal.SIGPROF)
    with computing.limited(Stopped):
        pass
    assert signal.getsignal(signal.SIGPROF) == before
    assert signal.getitimer(signal.ITIMER_PROF) == (0, 0)
    done = []

    def work():
        with computing.limited(Stopped):
            done.append(signal.getitimer(signal.ITIMER_PROF))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert done == [(0, 0)]
