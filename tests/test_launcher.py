"""brat itself under the launcher, spoken to over HTTP."""

import http.client
import io
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import pytest
from browser import wait_until
from servers import Server

from server_hooks import bridges, launcher

VERSIONS = ("3.9", "3.10", "3.11", "3.12", "3.13")
TEXT = "Änna sees Ben.\nBen runs.\n"
ANN = "T1\tTok 0 4\tÄnna\nT2\tTok 5 9\tsees\nR1\tsubj Arg1:T2 Arg2:T1\t\n"
SETTINGS = {
    "annotation.conf": "[entities]\nTok\n[relations]\nsubj Arg1:Tok, Arg2:Tok\n[events]\n[attributes]\n",
    "visual.conf": "[labels]\nTok | Token\n[drawing]\n",
    "tools.conf": "[options]\n[search]\n[annotators]\n[disambiguators]\n[normalization]\n",
}


def interpreter(version):
    """A Python of this version on this computer, or None."""
    if version == "%d.%d" % sys.version_info[:2]:
        return sys.executable
    pyenv = sorted(Path.home().glob(".pyenv/versions/%s.*/bin/python" % version))
    for python in (shutil.which("python" + version), *pyenv):
        if python is not None:
            tell = "import sys; print('%d.%d' % sys.version_info[:2])"
            told = subprocess.run([python, "-c", tell], capture_output=True, text=True)
            if told.stdout.strip() == version:
                return python
    return None


class Brat:
    """brat with the echo application, on a small project."""

    def __init__(self, folder, directory, python=sys.executable):
        self.data = directory / "my data"
        (self.data / "p" / "anna").mkdir(parents=True)
        for name, text in SETTINGS.items():
            (self.data / name).write_text(text, "utf-8")
        (self.data / "p" / "anna" / "d1.txt").write_text(TEXT, "utf-8")
        self.ann = self.data / "p" / "anna" / "d1.ann"
        self.ann.write_text(ANN, "utf-8")
        program = Path(__file__).with_name("echo_in_brat.py")
        arguments = [program, folder, self.data, directory / "work"]
        self.server = Server(arguments, directory / "server", python)
        self.server.printed("ready")
        self.address = urlsplit(re.search(r"http://\S+", self.server.out).group())
        self.cookie = None

    def request(self, path, method="GET", body=None, headers=()):
        """(status, headers, text) of one request."""
        connection = http.client.HTTPConnection(self.address.netloc, timeout=30)
        try:
            connection.request(method, path, body, dict(headers))
            response = connection.getresponse()
            return response.status, response.headers, response.read().decode("utf-8")
        finally:
            connection.close()

    def ask(self, action, method="POST", **values):
        """brat's answer to one of its actions, in the session of the last login."""
        fields = urlencode({"action": action, "protocol": 1, **values})
        headers = {"Cookie": self.cookie} if self.cookie else {}
        if method == "POST":
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            _, got, text = self.request("/ajax.cgi", method, fields, headers)
        else:
            _, got, text = self.request("/ajax.cgi?" + fields, headers=headers)
        if action == "login":
            self.cookie = got["Set-Cookie"].partition(";")[0]
        return json.loads(text)


@pytest.fixture
def start(brat_folder, tmp_path):
    started = []

    def start_with(python=sys.executable, directory=tmp_path):
        started.append(Brat(brat_folder, directory, python))
        return started[-1]

    yield start_with
    for brat in started:
        brat.server.close()


@pytest.mark.parametrize("version", VERSIONS)
def test_brat_works_on_python(version, start):
    python = interpreter(version)
    if python is None:
        pytest.skip("no Python %s on this computer" % version)
    brat = start(python)
    check_pages(brat)
    check_annotating(brat)
    check_searching(brat)
    check_staying_inside(brat)
    check_mount(brat)
    assert brat.server.stop() == 0
    check_nothing_left(brat)


def check_pages(brat):
    status, headers, text = brat.request("/index.xhtml")
    assert (status, headers["Content-Type"]) == (200, "application/xhtml+xml")
    assert "<title>brat</title>" in text
    for path in ("/", "/diff.xhtml", "/client/src/visualizer.js", "/static/style-vis.css"):
        assert brat.request(path)[0] == 200
        assert brat.request(path, "HEAD")[0] == 200
    assert brat.request("/nothing")[0] == 404
    assert brat.request("/index.xhtml", "PUT")[0] == 501


def check_annotating(brat):
    where = {"collection": "/p/anna/", "document": "d1"}
    listing = brat.ask("getCollectionInformation", collection="/p/anna/")
    assert [item[2] for item in listing["items"] if item[0] == "d"] == ["d1"]
    assert listing["messages"] == []  # settings were found, in a data directory outside brat's folder
    document = brat.ask("getDocument", "GET", **where)
    assert document["text"] == TEXT
    assert document["relations"] == [["R1", "subj", [["Arg1", "T2"], ["Arg2", "T1"]]]]

    span = {**where, "offsets": "[[10,13]]", "type": "Tok", "attributes": "{}", "normalizations": "[]"}
    assert brat.ask("whoami")["user"] is None
    assert brat.ask("createSpan", **span)["exception"] == "notAuthorised"
    assert brat.ask("login", user="ann1", password="wrong")["exception"] == "invalidAuth"
    brat.ask("login", user="ann1", password="pw")
    assert brat.ask("whoami")["user"] == "ann1"
    assert brat.ask("createSpan", **span)["edited"] == [["T3"]]
    arc = {**where, "origin": "T2", "target": "T3", "type": "subj", "attributes": "{}"}
    assert "exception" not in brat.ask("createArc", **arc)
    assert "exception" not in brat.ask("deleteArc", **{**arc, "target": "T1"})
    assert brat.ann.read_text("utf-8") == (
        "T1\tTok 0 4\tÄnna\nT2\tTok 5 9\tsees\nT3\tTok 10 13\tBen\nR2\tsubj Arg1:T2 Arg2:T3\t\n"
    )
    assert brat.ask("getConfiguration", name="Universal-Dependencies")["relation_types"]


def check_searching(brat):
    def found(action, **values):
        where = {"collection": "/p/anna/", "document": "d1", "scope": "collection"}
        return len(brat.ask(action, **where, **values)["items"])

    words = {"text_match": "word", "match_case": "false"}
    assert found("searchTextInCollection", text="Ben", **words) == 2
    assert found("searchEntityInCollection", type="Tok", text="Änna", **words) == 1
    assert found("searchRelationInCollection", type="subj", **words) == 1
    assert found("searchRelationInCollection", type="obj", **words) == 0


def check_staying_inside(brat):
    session = brat.cookie.partition("=")[2]
    assert list((brat.data.parent / "work" / "sessions").glob(session + ".pickle"))
    for path in ("/work/x", "//work/x", "/%77ork/sessions/x.pickle", "/x.pickle", "/standalone.py"):
        assert brat.request(path)[0] == 403, path
    inside = {"collection": "/p/anna/", "document": "d1", "extension": "ann"}
    fields = {"action": "downloadFile", "protocol": 1}
    assert brat.request("/ajax.cgi?" + urlencode({**fields, **inside}))[2] == brat.ann.read_text("utf-8")
    for outside in (
        {"collection": "/p/../../work/"},
        {"document": "../../../work/sessions/" + session, "extension": "pickle"},
        {"document": ".", "extension": "/../../work/sessions/%s.pickle" % session},
    ):
        answer = brat.ask("downloadFile", "GET", **{**inside, **outside})
        assert answer["exception"] == "accessDenied"
    own, brat.cookie = brat.cookie, "sid=../../outside"
    assert brat.ask("whoami")["user"] is None
    assert not (brat.data.parent / "outside.pickle").exists()
    brat.cookie = "other={1 2}; %s; a@b=1" % own  # cookies of other programs on this computer
    assert brat.ask("whoami")["user"] == "ann1"
    brat.cookie = own


def check_mount(brat):
    headers = {"Cookie": "sid=1; x=2", "X-Forwarded-For": "10.0.0.1", "Connection": "X-Mine", "X-Mine": "1"}
    status, got, text = brat.request("/iaa/a%20b/?q=%2F", "POST", "bödy".encode("utf-8"), headers)
    answer = json.loads(text)
    assert (status, got.get_all("Set-Cookie")) == (200, ["a=1", "b=2"])
    expected = {
        "SCRIPT_NAME": "/iaa",
        "PATH_INFO": "/a b/",
        "QUERY_STRING": "q=%2F",
        "REQUEST_METHOD": "POST",
        "HTTP_COOKIE": "sid=1; x=2",
        "HTTP_HOST": brat.address.netloc,
        "SERVER_PORT": str(brat.address.port),
        "REMOTE_ADDR": "127.0.0.1",
        "body": "bödy",
        "counted": 1,
    }
    assert {name: answer[name] for name in expected} == expected
    assert answer["HTTP_X_MINE"] is None
    # One process for all requests: it counts on.
    again = json.loads(brat.request("/iaa/", "DELETE")[2])
    assert (again["counted"], again["process"]) == (2, answer["process"])
    assert brat.request("/iaa/teapot")[0] == 418
    assert brat.request("/iaa/", "HEAD")[::2] == (200, "")
    status, got, _ = brat.request("/iaa?q=1")
    assert (status, got["Location"]) == (302, "/iaa/?q=1")
    assert brat.request("/iaax")[0] == 404


def check_nothing_left(brat):
    assert not brat.server.has_processes()
    assert list(brat.server.temporary.iterdir()) == []
    assert brat.server.out.splitlines()[1:] == ["ended"]
    assert brat.server.err == ""


def test_brat_goes_on_when_the_application_has_died(start):
    brat = start()
    for path in ("/iaa/die", "/iaa/"):
        status, _, text = brat.request(path)
        assert (status, text.count("\n")) == (502, 1)
        assert "The pages under /iaa/ do not answer" in text
    assert brat.ask("getDocument", collection="/p/anna/", document="d1")["text"] == TEXT
    assert brat.server.stop() == 0
    check_nothing_left(brat)


def test_the_application_answers_several_at_once(start):
    brat = start()
    answers = []
    threads = [
        threading.Thread(target=lambda: answers.append(brat.request("/iaa/meet")[0]))
        for _ in range(2)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [200, 200]


def test_ctrl_c_lets_requests_under_way_finish_and_drops_unused_connections(start, tmp_path):
    brat = start()
    go_on = tmp_path / "go_on"
    answers = []
    path = "/iaa/wait?%s" % go_on
    waiting = threading.Thread(target=lambda: answers.append(brat.request(path)[0]))
    waiting.start()
    wait_until(lambda: json.loads(brat.request("/iaa/")[2])["waiting"])
    unused = socket.create_connection((brat.address.hostname, brat.address.port))
    with unused:
        assert brat.request("/iaa/")[0] == 200  # by now the unused one is accepted too
        os.killpg(brat.server.process.pid, signal.SIGINT)
        wait_until(lambda: refused(brat), what="that the server takes no more requests")
        go_on.touch()
        waiting.join()
        assert brat.server.process.wait(30) == 0
    assert answers == [200]
    check_nothing_left(brat)


def refused(brat):
    try:
        socket.create_connection((brat.address.hostname, brat.address.port)).close()
    except ConnectionRefusedError:
        return True
    return False


def test_unused_connections_keep_nobody_waiting(start):
    brat = start()
    where = brat.address.hostname, brat.address.port
    unused = [socket.create_connection(where) for _ in range(60)]
    try:
        assert brat.request("/index.xhtml")[0] == 200
        brat.server.process.send_signal(signal.SIGINT)
        assert brat.server.process.wait(30) == 0
    finally:
        for connection in unused:
            connection.close()
    check_nothing_left(brat)


@pytest.mark.parametrize("path", ["/ajax.cgi", "/iaa/"])
def test_lengths_that_cannot_be(path, start):
    brat = start()
    for length, status in (("-1", 400), ("abc", 400), ("\u0663", 400), ("9" * 12, 413), ("9" * 5000, 413)):
        headers = {"Content-Length": length.encode("utf-8")}
        assert brat.request(path, "POST", headers=headers)[0] == status
    assert brat.request("/iaa/")[0] == 200
    assert brat.server.stop() == 0
    check_nothing_left(brat)


def test_temporary_directories_with_a_long_name(start, tmp_path):
    directory = tmp_path / ("long" * 30)  # a Unix socket's path has 107 bytes at most
    directory.mkdir()
    brat = start(directory=directory)
    assert brat.request("/iaa/")[0] == 200
    assert brat.server.stop() == 0
    check_nothing_left(brat)


def test_the_application_does_not_outlive_a_killed_server(start):
    brat = start()
    brat.server.stop(signal.SIGKILL)
    wait_until(lambda: not brat.server.has_processes(), what="the end of the application")
    assert list(brat.server.temporary.iterdir()) == []


def test_an_address_in_use_is_one_clear_sentence():
    with launcher.listen(port=0) as first:
        port = first.getsockname()[1]
        with pytest.raises(launcher.AddressInUse) as error:
            launcher.listen(port=port)
    assert str(error.value) == (
        "Port %d on 127.0.0.1 is in use by another program. Stop that program or choose another port." % port
    )


@pytest.mark.parametrize("host, port", [("192.0.2.1", 0), ("127.0.0.1", 70000), ("no such host", 0)])
def test_an_address_that_cannot_be_had(host, port):
    with pytest.raises(launcher.LaunchError, match="Cannot listen on %s, port %d" % (host, port)):
        launcher.listen(host, port)


def test_folders_that_cannot_be_used(brat_folder, tmp_path):
    with pytest.raises(launcher.LaunchError, match="is not brat's folder: it has no standalone.py"):
        launcher.run(tmp_path, tmp_path, tmp_path / "work")
    with pytest.raises(launcher.LaunchError, match="The data directory .* does not exist"):
        launcher.run(brat_folder, tmp_path / "none", tmp_path / "work")


@pytest.mark.parametrize(
    "method, query, body, expected",
    [
        ("GET", "a=1&b=%C3%A4+x&c=&a=2", b"", {"a": ["1", "2"], "b": "ä x"}),
        ("GET", "", b"a=1", {}),
        ("POST", "", b"a=1&b=%26", {"a": "1", "b": "&"}),
        ("POST", "a=2", b"a=1", {"a": ["1", "2"]}),
    ],
)
def test_fields_of_a_request_as_brat_reads_them(method, query, body, expected, monkeypatch):
    monkeypatch.setenv("REQUEST_METHOD", method)
    monkeypatch.setenv("QUERY_STRING", query)
    monkeypatch.setenv("CONTENT_LENGTH", str(len(body)))
    fields = bridges.FieldStorage(fp=io.BytesIO(body + b"of the next request"))
    assert {name: fields.getvalue(name) for name in fields} == expected
    assert fields.getvalue("none") is None
