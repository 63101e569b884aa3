"""brat as CGI under a real web server, with brat-agreement installed into it, on every Python."""

import filecmp
import re
import shutil
import socket
from pathlib import Path

import brat_checks
import pytest
from brat_iaa.server_hooks import install
from cgi_server import LIGHTTPD, TEXT, CgiServer, unpack
from checkout import CHECKOUT
from pythons import VERSIONS, interpreter, with_cgi
from requirements import unavailable

from brat_iaa.http import limits

WHERE = {"collection": "/p/anna/", "document": "d1"}
THROUGH_A_WEB_SERVER = (
    brat_checks.check_pages, brat_checks.check_listing, brat_checks.check_import, brat_checks.check_notes,
    brat_checks.check_download_of_a_document, brat_checks.check_download_of_a_collection, brat_checks.check_drawing,
    brat_checks.check_settings_of_the_page, brat_checks.check_wrong_requests,
)  # fmt: skip
HOOKS = Path(install.__file__).parent.parent
# What the package legacy-cgi gives a Python that has no cgi.
CGI = """import importlib.util, sys
_spec = importlib.util.spec_from_file_location("_compat", %r)
_compat = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(_compat)
class FieldStorage(_compat.FieldStorage):
    def __init__(self):
        super().__init__(sys.stdin.buffer)
"""


@pytest.fixture
def serve(brat_folder, tmp_path):
    """A function that unpacks a brat and serves it with a Python; gives the folder and the
    server.
    """
    if LIGHTTPD is None:
        unavailable("lighttpd is not installed")
    started = []

    def serve_with(python=None, python_path=None):
        python = python or with_cgi()
        root = unpack(brat_folder, tmp_path / "brat")
        (root / "ajax.cgi").write_text(
            "#!%s\n%s" % (python, (root / "ajax.cgi").read_text("utf-8")), "utf-8"
        )
        started.append(CgiServer(root, tmp_path / "server", python, python_path))
        return root, started[-1]

    yield serve_with
    for server in started:
        server.close()


def put_in(root):
    state = root.parent / "state" / "brat"
    return install.install(root, "http://host/brat/iaa/", "http://127.0.0.1:8002", state)


@pytest.mark.parametrize("version", VERSIONS)
def test_brat_works_as_cgi_on_python(version, serve, tmp_path, monkeypatch):
    python = interpreter(version)
    if python is None:
        pytest.skip("no Python %s on this computer" % version)
    python_path = None
    if version == "3.13":
        python_path = tmp_path / "modules"
        python_path.mkdir()
        (python_path / "cgi.py").write_text(CGI % str(HOOKS / "brat" / "compat.py"), "utf-8")
        monkeypatch.setenv("PYTHONPATH", str(python_path))
    root, brat = serve(python, python_path)
    untouched = tmp_path / "untouched"
    shutil.copytree(root, untouched, symlinks=True)
    put_in(root)
    check_annotating(root, brat)
    assert brat.log == []
    install.uninstall(root)
    assert not (tmp_path / "state" / "brat").exists()
    assert {path.name for path in (root / "work").iterdir()} <= {"sessions", "tmp", "server.log"}
    for folder in (root, untouched):
        shutil.rmtree(folder / "data")
        shutil.rmtree(folder / "work")
    check_same(root, untouched)


def check_annotating(root, brat):
    assert brat.ask("whoami")["user"] is None
    assert brat.ask("getDocument", **WHERE)["text"] == TEXT
    span = {
        **WHERE, "offsets": "[[10,13]]", "type": "Tok", "attributes": "{}", "normalizations": "[]",
    }  # fmt: skip
    assert brat.ask("createSpan", **span)["exception"] == "notAuthorised"
    brat.ask("login", user="ann1", password="pw")
    assert brat.ask("whoami")["user"] == "ann1"
    assert brat.ask("createSpan", **span)["edited"] == [["T3"]]
    arc = {**WHERE, "origin": "T2", "target": "T3", "type": "subj", "attributes": "{}"}
    assert "exception" not in brat.ask("createArc", **arc)
    assert (
        (root / "data" / "p" / "anna" / "d1.ann")
        .read_text("utf-8")
        .endswith("R2\tsubj Arg1:T2 Arg2:T3\t\n")
    )
    words = {"text": "Ben", "text_match": "word", "match_case": "false", "scope": "collection"}
    assert len(brat.ask("searchTextInCollection", **WHERE, **words)["items"]) == 2


def check_same(one, other):
    """Names, bytes and modes of all files."""
    compared = filecmp.dircmp(one, other, ignore=[])
    assert compared.left_only == compared.right_only == []
    for name in compared.common_files:
        left, right = one / name, other / name
        assert left.read_bytes() == right.read_bytes()
        assert left.stat().st_mode == right.stat().st_mode
    for name in compared.common_dirs:
        if not (one / name).is_symlink():
            check_same(one / name, other / name)


def test_what_else_goes_through_a_web_server(serve):
    """Downloads, drawings, names and texts that are not ASCII; the rest is the same as under the
    launcher.
    """
    root, brat = serve()
    shutil.rmtree(root / "data")
    brat_checks.make_project(root / "data")
    put_in(root)
    client = brat_checks.Client("http://127.0.0.1:%d/" % brat.port).log_in()
    for check in THROUGH_A_WEB_SERVER:
        check(client)
    assert brat.log == []


def test_the_guides_limits_of_a_request_are_those_of_the_web_server(brat_folder, tmp_path):
    """brat reads the whole of it before anything of ours runs."""
    if LIGHTTPD is None:
        unavailable("lighttpd is not installed")
    guide = (CHECKOUT / "brat_iaa/guide/texts/install.md").read_text("utf-8")
    (more,) = re.findall(r"^```\n(server\.max-.*?)^```", guide, re.DOTALL | re.MULTILINE)
    root = unpack(brat_folder, tmp_path / "brat")
    server = CgiServer(root, tmp_path / "server", with_cgi(), more=more)
    try:
        for length, status in ((limits.LONGEST + 1, b" 413 "), (3, b" 200 ")):
            with socket.create_connection(("127.0.0.1", server.port), 30) as client:
                head = "POST /ajax.cgi HTTP/1.0\r\nContent-Length: %d\r\n\r\na=b" % length
                client.sendall(head.encode())
                assert status in client.recv(1000).split(b"\r\n")[0] + b" "
    finally:
        server.close()


@pytest.mark.parametrize("version", VERSIONS[:3])
def test_without_our_folder_brat_goes_on(version, serve, monkeypatch):
    """Where brat needs no bridges; elsewhere it did not work before either."""
    python = interpreter(version)
    if python is None:
        pytest.skip("no Python %s on this computer" % version)
    root, brat = serve(python)
    monkeypatch.setattr(install.steps, "BOOT", "/no/such/folder/boot.py")
    put_in(root)
    assert brat.ask("getDocument", **WHERE)["text"] == TEXT
    assert brat.log == []
