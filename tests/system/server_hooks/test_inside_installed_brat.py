"""The way of an administrator: into a brat under a web server and out again, or in front of one
that must not be touched.
"""

import re
import shutil
import subprocess
import sys

import pytest
from cgi_server import IN_FRONT, LIGHTTPD, CgiServer, unpack
from checkout import CHECKOUT
from inside_brat import DOCUMENT, Person, command, configure, make_project, settle_in
from plain_server import Plain
from ports import free_port
from pythons import with_cgi
from requirements import unavailable
from waiting import PATIENCE

pytestmark = pytest.mark.browser


def run(*arguments):
    """What `brat-agreement` prints."""
    done = subprocess.run(
        [sys.executable, "-m", "brat_iaa", *map(str, arguments)],
        capture_output=True,
        text=True,
        cwd=CHECKOUT,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def differences(folder, other):
    """What `diff -r` says of two folders."""
    return subprocess.run(["diff", "-r", folder, other], capture_output=True, text=True).stdout


@pytest.fixture
def web_server(brat_folder, tmp_path):
    """(brat's folder, its address, that of brat itself, the port of what stands in front of it)"""
    if LIGHTTPD is None:
        unavailable("lighttpd is not installed")
    (tmp_path / "www").mkdir()
    folder = unpack(brat_folder, tmp_path / "www" / "brat")
    settle_in(folder)
    port, public, python = free_port(), free_port(), with_cgi()
    text = (folder / "ajax.cgi").read_text("utf-8")
    (folder / "ajax.cgi").write_text(f"#!{python}\n{text}", "utf-8")
    server = CgiServer(
        tmp_path / "www", tmp_path / "lighttpd", python, more=IN_FRONT % (public, port)
    )
    try:
        here = "http://127.0.0.1:%d/brat/"
        yield folder, here % public, here % server.port, port
    finally:
        server.close()


def test_installed_used_and_taken_out(browser, web_server, tmp_path):
    folder, url, direct, port = web_server
    project = folder / "data" / "demo"
    untouched = tmp_path / "untouched"
    shutil.copytree(folder, untouched, symlinks=True)
    state = tmp_path / "state"
    service_at = f"http://127.0.0.1:{port}/"
    said = run(
        "install",
        folder,
        "--brat-url",
        url,
        "--service",
        service_at,
        "--state-dir",
        state,
        "--direct",
        direct,
    )
    site = state / "site.json"
    assert str(site) in said
    service = command("service", tmp_path / "service", site, "--port", port)
    try:
        service.printed("Ctrl-C")
        said = run("doctor", folder)
        assert "is installed in" in said and "through what stands in front of it" in said
        work_together(browser, url, project)
    finally:
        service.close()
    run("uninstall", folder)
    configure(project)  # as at the beginning
    assert {path.name for path in (folder / "work").iterdir()} <= {"sessions", "tmp", "server.log"}
    shutil.rmtree(folder / "work")
    (folder / "work").mkdir()
    # All that is left of it is what anna has drawn.
    named, _, line = differences(untouched, folder).splitlines()
    assert named.endswith("/data/demo/anna/a_letter.ann")
    assert re.fullmatch(r"> R\d+\tJCT Arg1:T10 Arg2:T2\t", line)


def work_together(browser, url, project):
    """One annotator draws an arc; the other sees it as soon as the project lead has opened the
    comparison, not before.
    """
    person = Person(browser, url)
    configure(project)
    person.comes().opens("anna")
    assert "You are not logged in" in person.button()["title"]
    person.logs_in("anna").draws("T10", "T2", "JCT")
    person.comes("ben").opens("ben")
    assert (person.marked(), person.button()["figure"]) == ([], "not open yet")
    assert person.reads("iaa/demo/-/")[0] == 403
    configure(project, reveal="own")
    person.loads_again().sees_marked("T2")
    assert "JCT ← “family”" in person.popup("T2")
    assert person.reads("iaa/demo/-/document/" + DOCUMENT)[0] == 200
    person.logs_out()
    assert (person.marked(), person.button()["figure"]) == ([], "log in to see")
    assert person.reads("iaa/demo/-/")[0] == 403
    assert person.reads("work/")[0] == 403
    assert person.errors() == []


@pytest.fixture
def proxied(brat_folder, tmp_path):
    """(brat's folder, address of the proxy in front of it)"""
    plain = Plain(brat_folder, tmp_path, make_project)
    between = None
    try:
        between = command(
            "proxy",
            tmp_path / "proxy",
            plain.url,
            "--data",
            plain.data,
            "--port",
            "0",
            "--state-dir",
            tmp_path / "state",
        )
        between.printed("Ctrl-C")
        yield (
            plain.data,
            re.search(r"http://127\.0\.0\.1:\d+/", between.out + between.err.replace(plain.url, "")).group(),
        )  # fmt: skip
    finally:
        if between is not None:
            between.close()
        plain.server.close()


def test_in_front_of_a_brat_that_is_not_touched(browser, proxied):
    data, url = proxied
    work_together(browser, url, data / "demo")
