"""What status and install find out by asking the web server and the pages."""

import os

import pytest
from brat_iaa.server_hooks.install.checks import how_asked, user_name
from brat_iaa.server_hooks.install.examine import BratFolder
from stand_in_service import StandIn

OURS = os.getuid(), os.getgid()


@pytest.fixture
def folder(tmp_path):
    """A folder of brat as far as it matters here."""
    brat = str(tmp_path / "brat")
    return BratFolder(brat, None, None, brat + "/data", brat + "/work", True, OURS)


@pytest.mark.parametrize(
    "answer, said",
    [
        ({"ok": True, "version": "1", "logins": "read"}, "The pages run, and read brat's sessions: they know at once"),
        ({"ok": True, "version": "1", "logins": "asked"}, "The pages run, but as a user who may not read brat's sessions"),
        ({"other": 1}, "The pages do not answer at http://"), (b"<html>", "The pages do not answer at http://"),
        (b"\xff", "The pages do not answer at http://"),
    ],
)  # fmt: skip
def test_how_the_pages_know_who_asks(answer, said, folder):
    pages = StandIn()
    pages.answer = answer
    try:
        sentence = how_asked(folder, {"service": pages.address + "/"}, "/s.json").text
        assert sentence.startswith(said)
        assert user_name(OURS[0]) in sentence or "they know at once" in sentence
        assert pages.asked[0][0] == "/healthz"
    finally:
        pages.close()
    told = how_asked(folder, {"service": pages.address}, "/s.json").text
    assert told.startswith("The pages do not answer at")
