"""Searches that would take years are stopped in a real brat."""

import http.client
import select
import time
from urllib.parse import urlencode

from browser import wait_until
from running_brat import running

HOW = {
    "collection": "/p/anna/", "document": "/NO-DOCUMENT/", "scope": "collection",
    "concordancing": "false", "context_length": "50", "match_case": "false",
    "action": "searchTextInCollection", "text_match": "regex",
}  # fmt: skip


def test_forty_searches_of_one_login_stop_nobody(brat_folder, tmp_path):
    options = {"users": {"anna": "pw"}}
    with running(brat_folder, tmp_path, **options) as brat:
        brat.ask("login", user="anna", password="pw")
        (brat.data / "p" / "anna" / "d2.txt").write_text("a" * 40)
        (brat.data / "p" / "anna" / "d2.ann").touch()
        headers = {"Cookie": brat.cookie, "Content-Type": "application/x-www-form-urlencoded"}
        asking = []
        for _ in range(40):
            asking.append(http.client.HTTPConnection(brat.address.netloc, timeout=60))
            body = urlencode({"text": "(a+)+b", "protocol": 1, **HOW})
            asking[-1].request("POST", "/ajax.cgi", body, headers)
        assert "exception" not in brat.ask("getDocument", collection="/p/anna/", document="d1")
        # All but two are refused, after some seconds.
        sockets = {connection.sock: connection for connection in asking}
        wait_until(lambda: len(select.select(sockets, [], [], 0)[0]) >= 38, what="answers")
        answered = [sockets[one] for one in select.select(sockets, [], [], 0)[0]]
        said = [connection.getresponse().read().decode() for connection in answered]
        assert all("searching 2 times already" in text for text in said)
        for connection in asking:
            connection.close()
        began = time.process_time()
        while time.process_time() - began < 3:
            pass  # so much computing time passes for the others, too
        # Nobody is left who looks for it: there is room again.
        found = brat.ask(**{**HOW, "text": "r.ns"})
        assert [item[2] for item in found["items"]] == ["d1"]


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
