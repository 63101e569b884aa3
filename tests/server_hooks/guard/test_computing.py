"""Searches that would take years are stopped, and said to be."""

import signal
import threading

import pytest
from running_brat import running

from server_hooks.guard import computing, limits


class Stopped(Exception):
    pass


def test_a_pattern_that_takes_years(brat_folder, tmp_path):
    options = {"limits": {"SEARCH": 1}, "users": {"anna": "pw"}}
    with running(brat_folder, tmp_path, **options) as brat:
        brat.ask("login", user="anna", password="pw")
        (brat.data / "p" / "anna" / "d2.txt").write_text("a" * 40)
        (brat.data / "p" / "anna" / "d2.ann").touch()
        how = {
            "collection": "/p/anna/", "document": "/NO-DOCUMENT/", "scope": "collection",
            "concordancing": "false", "context_length": "50", "match_case": "false",
        }  # fmt: skip
        found = brat.ask("searchTextInCollection", text="r.ns", text_match="regex", **how)
        assert [item[2] for item in found["items"]] == ["d1"]
        found = brat.ask("searchTextInCollection", text="(a+)+b", text_match="regex", **how)
        assert found["exception"] == "searchTooLong"
        assert "after computing for 1 seconds" in found["messages"][0][0]


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
