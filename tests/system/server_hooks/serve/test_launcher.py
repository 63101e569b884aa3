"""brat itself under the launcher, spoken to over HTTP."""

import json
import os
import signal
import socket
import sys
import threading
from urllib.parse import urlencode

import pytest
from brat_iaa.server_hooks.brat import settings
from brat_iaa.server_hooks.serve import launcher
from pythons import VERSIONS, interpreter
from running_brat import TEXT, Brat, folder_with, running
from servers import Server
from waiting import PATIENCE, wait_until


@pytest.fixture
def start(brat_folder, tmp_path):
    started = []

    def start_with(python=sys.executable, directory=tmp_path, **options):
        started.append(Brat(brat_folder, directory, python, **options))
        return started[-1]

    yield start_with
    for brat in started:
        brat.server.close()


@pytest.fixture(scope="module")
def shared(brat_folder, tmp_path_factory):
    """One for tests that change nothing in it; nobody is logged in."""
    with running(brat_folder, tmp_path_factory.mktemp("shared")) as brat:
        yield brat


@pytest.fixture
def brat(shared):
    shared.cookie = None
    return shared


@pytest.mark.parametrize("version", VERSIONS)
def test_brat_works_on_python(version, start):
    python = interpreter(version)
    if python is None:
        pytest.skip("no Python %s on this computer" % version)
    brat = start(python, agreement="/iaa", script=__file__)
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
    assert "iaaScript" in text
    for path in ("/", "/diff.xhtml", "/client/src/visualizer.js", "/static/style-vis.css"):
        assert brat.request(path)[0] == 200
        assert brat.request(path, "HEAD")[0] == 200
    assert brat.request("/nothing")[0] == 404
    assert brat.request("/index.xhtml", "PUT")[0] == 501


def check_annotating(brat):
    where = {"collection": "/p/anna/", "document": "d1"}
    listing = brat.ask("getCollectionInformation", collection="/p/anna/")
    assert [item[2] for item in listing["items"] if item[0] == "d"] == ["d1"]
    assert (
        listing["messages"] == []
    )  # settings were found, in a data directory outside brat's folder
    document = brat.ask("getDocument", "GET", **where)
    assert document["text"] == TEXT
    assert document["relations"] == [["R1", "subj", [["Arg1", "T2"], ["Arg2", "T1"]]]]

    span = {
        **where,
        "offsets": "[[10,13]]",
        "type": "Tok",
        "attributes": "{}",
        "normalizations": "[]",
    }
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
    assert list((brat.work / "sessions").glob(session + ".pickle"))
    for path in ("/x.pickle", "/standalone.py", "/static/../standalone.py", "/.htaccess"):
        assert brat.request(path)[0] == 403, path
    inside = {"collection": "/p/anna/", "document": "d1", "extension": "ann"}
    fields = {"action": "downloadFile", "protocol": 1}
    assert brat.request("/ajax.cgi?" + urlencode({**fields, **inside}))[2] == brat.ann.read_text(
        "utf-8"
    )
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
    assert json.loads(brat.request("/iaa/", headers={"Cookie": brat.cookie})[2])["user"] == "ann1"
    assert brat.ask("iaaAgreement", collection="/p/anna/")["user"] == "ann1"
    headers = {
        "Cookie": "sid=1; x=2",
        "X-Forwarded-For": "10.0.0.1",
        "Connection": "X-Mine",
        "X-Mine": "1",
    }
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
        "counted": 3,
        "user": "",
    }
    assert {name: answer[name] for name in expected} == expected
    assert answer["HTTP_X_MINE"] is None
    # One process for all requests: it counts on.
    again = json.loads(brat.request("/iaa/", "DELETE")[2])
    assert (again["counted"], again["process"]) == (4, answer["process"])
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
    brat = start(agreement="/iaa", script=__file__)
    before = json.loads(brat.request("/iaa/")[2])["process"]
    status, headers, text = brat.request("/iaa/die")
    assert (status, headers["Cache-Control"], text.count("\n")) == (502, "no-store", 1)
    assert "The pages under /iaa/ do not answer" in text
    assert brat.ask("getDocument", collection="/p/anna/", document="d1")["text"] == TEXT
    wait_until(lambda: brat.request("/iaa/")[0] == 200, what="another process of the application")
    again = json.loads(brat.request("/iaa/")[2])
    assert again["process"] != before and again["counted"] <= 3  # as at the start
    assert brat.ask("iaaAgreement", collection="/p/anna/")["PATH_INFO"] == "/api/agreement"
    os.kill(again["process"], signal.SIGKILL)
    wait_until(lambda: "by signal 9" in brat.server.err, what="the reason in the log")
    assert brat.server.stop() == 0
    assert not brat.server.has_processes()
    assert list(brat.server.temporary.iterdir()) == []
    said = (
        "brat-agreement: the process of the pages under /iaa/ has ended (%s) and is started again"
    )
    lines = brat.server.err.splitlines()
    assert [line for line in lines if line.startswith("brat-agreement: the process")] == [
        said % how + " in %d s." % pause
        for how, pause in (
            ("exit code 3; what it said last is above", 1),
            ("killed by signal 9, as the system does when memory runs out", 2),
        )
    ]


def test_the_application_answers_several_at_once(brat):
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
        assert brat.server.process.wait(PATIENCE) == 0
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
        assert brat.server.process.wait(PATIENCE) == 0
    finally:
        for connection in unused:
            connection.close()
    check_nothing_left(brat)


@pytest.mark.parametrize("path", ["/ajax.cgi", "/iaa/"])
def test_lengths_that_cannot_be(path, start):
    brat = start()
    for length, status in (
        ("-1", 400),
        ("abc", 400),
        ("\u0663", 400),
        ("9" * 12, 413),
        ("9" * 5000, 413),
    ):
        headers = {"Content-Length": length.encode("utf-8")}
        assert brat.request(path, "POST", headers=headers)[0] == status
    assert brat.request("/iaa/")[0] == 200
    assert brat.server.stop() == 0
    check_nothing_left(brat)


@pytest.mark.parametrize(
    "path, logged_in, length, said",
    [
        ("/ajax.cgi", False, 5 * 2**20, "without a login, brat takes up to 4 MB"),
        ("/ajax.cgi", True, 65 * 2**20, "brat takes up to 64 MB"),
        ("/iaa/", True, 2**20, "the agreement pages take up to 256 kB"),
    ],
)
def test_long_requests_are_refused_unread(path, logged_in, length, said, brat):
    """And whoever sends them sees why: a browser sends all before it looks at the answer."""
    if logged_in:
        brat.ask("login", user="ann1", password="pw")
    status, _, text = brat.request(path, "POST", b"x" * length, {"Cookie": brat.cookie or ""})
    assert status == 413 and said in text


def test_long_requests_of_somebody_who_is_logged_in(brat):
    brat.ask("login", user="ann1", password="pw")
    assert "exception" not in brat.ask("whoami", more="x" * (5 * 2**20))


def test_forms_that_brat_is_not_to_parse(brat):
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    status, _, text = brat.request("/ajax.cgi", "POST", "a=1&" * 10**6, form)
    assert status == 413 and "up to 1000" in text
    for kind in ("text/plain", "multipart/form-data; boundary=x", "application/json"):
        assert brat.request("/ajax.cgi", "POST", "action=whoami", {"Content-Type": kind})[0] == 415


def test_half_a_form_changes_nothing(brat):
    brat.ask("login", user="ann1", password="pw")
    body = urlencode({"action": "logout", "protocol": 1}).encode("ascii")
    with socket.create_connection(
        (brat.address.hostname, brat.address.port), timeout=PATIENCE
    ) as client:
        head = b"POST /ajax.cgi HTTP/1.1\r\nCookie: %s\r\nContent-Length: %d\r\n\r\n"
        client.sendall(head % (brat.cookie.encode("ascii"), len(body) + 1) + body)
        client.shutdown(socket.SHUT_WR)
        assert client.recv(1) == b""
    assert brat.ask("whoami")["user"] == "ann1"


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
        (
            "Port %d on 127.0.0.1 is in use by another program. Stop that program or "
            "choose another port."
        )
        % port
    )


@pytest.mark.parametrize(
    "host, port", [("192.0.2.1", 0), ("127.0.0.1", 70000), ("no such host", 0)]
)
def test_an_address_that_cannot_be_had(host, port):
    with pytest.raises(launcher.LaunchError, match="Cannot listen on %s, port %d" % (host, port)):
        launcher.listen(host, port)


def run(tree, data, work, **options):
    launcher.run(tree, settings.made(tree, data, work, {}), **options)


def test_folders_that_cannot_be_used(brat_folder, tmp_path):
    with pytest.raises(launcher.LaunchError, match="is not brat's folder: it has no standalone.py"):
        run(tmp_path, tmp_path, tmp_path / "work")
    with pytest.raises(launcher.LaunchError, match="The data directory .* does not exist"):
        run(brat_folder, tmp_path / "none", tmp_path / "work")


def test_work_directories_that_cannot_be_used(brat_folder, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    with pytest.raises(
        launcher.LaunchError, match="The work directory .*file cannot be made: File exists"
    ):
        run(brat_folder, tmp_path, tmp_path / "file")
    (tmp_path / "work" / "sessions").mkdir(parents=True)
    monkeypatch.setattr(
        os, "access", lambda path, mode: not (mode & os.W_OK and path.endswith("sessions"))
    )
    with pytest.raises(
        launcher.LaunchError, match="You may not write to .*work/sessions. Start this as the user"
    ):
        run(brat_folder, tmp_path, tmp_path / "work")
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(launcher.LaunchError, match="You may not read the data directory"):
        run(brat_folder, tmp_path, tmp_path / "work")


def test_brat_without_settings(brat_folder):
    with pytest.raises(launcher.LaunchError, match="is not set up yet: it has no config.py"):
        launcher.run(brat_folder)


def test_agreement_is_asked_of_a_mount(brat_folder, tmp_path):
    with pytest.raises(ValueError, match="agreement must be one of the mounts, found '/iaa'"):
        run(
            brat_folder, tmp_path, tmp_path / "work", mounts={"/pages": None},
            agreement=("/iaa", __file__),
        )  # fmt: skip


@pytest.mark.parametrize("code", ["print 'Serving'", "import SocketServer"])
def test_a_brat_for_python_2(code, brat_folder, tmp_path):
    settings = "DATA_DIR = WORK_DIR = '.'\nUSER_PASSWORD = {}"
    tree = folder_with(brat_folder, tmp_path / "brat", settings)
    (tree / "standalone.py").unlink()
    (tree / "standalone.py").write_text(code)
    start = (
        "from server_hooks.serve import launcher\ntry: launcher.run(%r)\nexcept "
        "launcher.LaunchError as e: print(e)"
    )
    server = Server(["-c", start % str(tree)], tmp_path / "server")
    assert server.process.wait(PATIENCE) == 0
    assert "brat in %s cannot run in this Python (" % tree in server.out
    assert "brat-agreement proxy URL" in server.out
