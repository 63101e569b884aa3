"""The demo as a user meets it: started as a program, spoken to over HTTP, stopped with Ctrl-C."""

import re
import signal
import sys

import pytest
import requests
from servers import Server
from waiting import PATIENCE

from brat_iaa.demo import serve as demo


@pytest.fixture
def start(tmp_path):
    started = []

    def start_with(port=0):
        code = f"from brat_iaa.demo.serve import serve; serve(port={port})"
        started.append(Server(["-c", code], tmp_path / "server", sys.executable))
        started[-1].printed("Ctrl-C")
        return started[-1]

    yield start_with
    for server in started:
        server.close()


def check_end(server):
    assert server.stop(signal.SIGINT) == 0
    assert not server.has_processes()
    assert list(server.temporary.iterdir()) == []
    assert server.out == ""
    assert "Traceback" not in server.err


def test_brat_and_pages_on_one_address(brat_folder, start):
    server = start()
    pages = re.search(
        r"^Agreement pages: +(http://127\.0\.0\.1:\d+/iaa/)$", server.err, re.M
    ).group(1)
    brat = re.search(
        r"^Demo in brat: +(\S+)index\.xhtml#/demo/anna/my_city$", server.err, re.M
    ).group(1)
    assert "as lead, who sees everything" in server.err and "The password is demo." in server.err
    assert brat + "iaa/" == pages
    assert f"{pages}clinic/-/" in server.err
    closed = requests.get(pages + "demo/-/", timeout=PATIENCE)
    assert closed.status_code == 403 and "anna" not in closed.text

    with requests.Session() as session:

        def ask(action, **values):
            fields = {"action": action, "protocol": 1, **values}
            return session.post(brat + "ajax.cgi", fields, timeout=PATIENCE).json()

        listing = ask("getCollectionInformation", collection="/demo/")
        assert {item[2] for item in listing["items"] if item[0] == "c"} >= {"anna", "ben", "carla"}
        for user in demo.USERS:
            ask("login", user=user, password=demo.PASSWORD)
            assert ask("whoami")["user"] == user
        document = {"collection": "/demo/ben/", "document": "a_letter"}
        shown = ask("getDocument", **document)
        assert "exception" not in shown
        # The pages read the copy that brat edits, and show lead all of it.
        before = session.get(pages + "demo/-/", timeout=PATIENCE).text
        assert "anna" in before and 'href="/iaa/clinic/-/"' in session.get(pages).text
        for _, label, ends in shown["relations"][:3]:
            ends = dict(ends)
            ask("deleteArc", origin=ends["Arg1"], target=ends["Arg2"], type=label, **document)
        assert ask("getDocument", **document)["relations"] == shown["relations"][3:]
        assert session.get(pages + "demo/-/", timeout=PATIENCE).text != before
    check_end(server)
