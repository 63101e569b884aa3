"""What status and install find out by asking the web server and the pages."""

import http.server
import os
import threading

import pytest
from brat_iaa.server_hooks.install.checks import handed_out, how_asked, user_name
from brat_iaa.server_hooks.install.examine import BratFolder
from stand_in_service import StandIn

OURS = os.getuid(), os.getgid()


@pytest.fixture
def folder(tmp_path):
    """A folder of brat as far as it matters here."""
    for name, content in (
        ("config.py", "USER_PASSWORD"),
        ("data/p/anna/ä.ann", "T1"),
        ("data/p/annotation.conf", "[entities]"),
        ("work/server.log", ""),
        ("work/sessions/5.pickle", "anna"),
    ):
        path = tmp_path / "brat" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, "utf-8")
    brat = str(tmp_path / "brat")
    return BratFolder(brat, None, None, brat + "/data", brat + "/work", True, OURS)


@pytest.fixture
def web(tmp_path):
    """A web server on that folder at /brat/; `refused` are beginnings of paths that it does not
    hand out.
    """

    class Handler(http.server.SimpleHTTPRequestHandler):
        refused, server_version = (), "Apache/2.4"

        def __init__(self, *given):
            super().__init__(*given, directory=str(tmp_path))

        def do_GET(self):
            if self.path.startswith(tuple("/brat/" + name for name in self.refused)):
                self.send_error(403)
            else:
                super().do_GET()

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Handler.address = "http://127.0.0.1:%d/brat/" % server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    yield Handler
    server.shutdown()
    server.server_close()
    thread.join()


def test_what_everybody_can_download_is_said(folder, web):
    downloads = handed_out(folder, web.address)
    assert downloads.text.startswith(
        "Everybody can download config.py, with all passwords, and the data directory"
    )
    assert "and the work directory, with everybody's logins: the web server" in downloads.text
    denied = "    Require all denied"
    assert downloads.do.split("\n") == [
        '<DirectoryMatch "^%s/(data|work)">' % folder.brat_dir,
        denied,
        "</DirectoryMatch>",
        '<Files "config.py">',
        denied,
        "</Files>",
    ]
    web.refused = ("config.py", "work")
    assert handed_out(folder, web.address.rstrip("/")).text.startswith(
        "Everybody can download the data directory, with everybody's annotations: the web"
    )
    web.refused = ("config.py", "work", "data")
    assert handed_out(folder, web.address) is None


@pytest.mark.parametrize(
    "answer, said",
    [
        (
            {"ok": True, "version": "1", "logins": "read"},
            "The pages run, and read brat's sessions: they know at once",
        ),
        (
            {"ok": True, "version": "1", "logins": "asked"},
            "The pages run, but as a user who may not read brat's sessions",
        ),
        ({"other": 1}, "The pages do not answer at http://"),
        (b"<html>", "The pages do not answer at http://"),
        (b"\xff", "The pages do not answer at http://"),
    ],
)
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
