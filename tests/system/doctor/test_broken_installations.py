"""brat-agreement doctor on installations that are broken in many ways: each is named in words, with
what mends it, and nothing that it advises loses anything.
"""

import contextlib
import json
import os
import re
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import SimpleNamespace

import pytest
from brat_iaa.server_hooks import install
from brat_iaa.server_hooks.install import checks, examine, steps
from cgi_server import unpack
from pythons import few_pythons, with_cgi

from brat_iaa.doctor import FINE, NOTE, PROBLEM, WARNING, as_text
from brat_iaa.doctor.computer import examine_installation

# What is asked of what stands in front of brat, and as browsers do.
HEALTH, SEEN = "/iaa/healthz", "/brat/index.xhtml"
WELL = {"ok": True, "version": "1", "logins": "read", "unwell": []}


@contextlib.contextmanager
def web_server():
    """brat at /brat/ of a web server, as a test wants: {path: (status, answer)}; via: paths that it
    passes on to what stands in front of brat.
    """

    class Handler(BaseHTTPRequestHandler):
        answers, via, server_version = {}, set(), "Apache/2.4"

        def do_GET(self):
            status, said = self.answers.get(self.path, (404, "not here"))
            self.send_response(status)
            if self.path in self.via:
                self.send_header("Via", "1.1 brat-agreement")
            self.end_headers()
            self.wfile.write(said.encode())

        def log_message(self, *_):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    Handler.address = f"http://127.0.0.1:{server.server_port}"
    try:
        yield Handler
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@pytest.fixture(scope="module", autouse=True)
def _few_pythons():
    with few_pythons(examine):
        yield


@pytest.fixture(scope="module")
def python():
    return with_cgi()


@pytest.fixture
def brat(brat_folder, tmp_path, python):
    """An installed brat where all is well, and the web server around it."""
    root = unpack(brat_folder, tmp_path / "brat")
    (root / "ajax.cgi").write_text(f"#!{python}\n", "utf-8")
    with web_server() as web:
        web.answers = {HEALTH: (200, json.dumps(WELL)), SEEN: (200, "brat")}
        web.via = {SEEN}
        put = SimpleNamespace(root=root, web=web, state=tmp_path / "state")
        put.install = lambda service=web.address + "/", brat_url=web.address + "/brat/", **more: (
            install.install(
                root,
                brat_url + "iaa/",
                service,
                put.state,
                brat_url=brat_url,
                direct=web.address + "/direct/",
                **more,
            )
        )
        put.install()
        yield put


def site(brat, **changed):
    path = brat.state / "site.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **changed}), "utf-8")


def gone(name):
    return lambda brat: (brat.root / name).unlink()


def written(name, text):
    return lambda brat: (brat.root / name).write_text(text, "utf-8")


def without(path):
    return lambda brat: brat.web.answers.pop(path)


def answering(path, status, said):
    return lambda brat: brat.web.answers.update({path: (status, said)})


def past_the_front(server):
    return lambda brat: (setattr(brat.web, "server_version", server), brat.web.via.clear())


def own_folder(name):
    return lambda brat: (brat.root / name).rename(brat.root.parent / name)


BROKEN = {
    # what is done: level, about, what is said, what mends it
    "nothing": (lambda brat: None, FINE, "Browsers", "Browsers reach brat at", None),
    "not installed": (
        lambda brat: install.uninstall(brat.root), *(NOTE, "brat", "is not installed in", "brat-agreement install "),
    ),
    "brat's setup is gone": (gone("config.py"), PROBLEM, "brat", "config.py cannot be read", None),
    "the data directory is gone": (
        own_folder("data"), *(WARNING, "brat", "brat's data directory ", None),
    ),
    "the work directory is gone": (own_folder("work"), WARNING, "brat", "brat's work directory", None),
    "FastCGI": (
        written(".htaccess", "RewriteRule ajax ajax.fcgi\n"),
        *(WARNING, "brat", "Under FastCGI brat mixes up who is logged in", None),
    ),
    "nobody logs in": (
        lambda brat: (brat.root / "config.py").write_text(
            re.sub("USER_PASSWORD = .*", "USER_PASSWORD = False", (brat.root / "config.py").read_text())
        ),
        *(NOTE, "brat", "Nobody logs in to this brat", None),
    ),
    "site.json is gone": (
        lambda brat: (brat.state / "site.json").unlink(),
        *(WARNING, "brat", "site.json cannot be read: No such file", None),
    ),
    "our folder has moved": (
        lambda brat: site(brat, script="/elsewhere/brat.js"),
        *(PROBLEM, "brat", "/elsewhere/brat.js is gone", "brat-agreement install "),
    ),
    "the pages are down": (
        without(HEALTH),
        *(PROBLEM, "Pages", "The pages do not answer at http", "sudo -u {who} brat-agreement service {site} --port {port}"),
    ),
    "the pages cannot open a store": (
        answering(HEALTH, 503, json.dumps({**WELL, "ok": False, "unwell": ["store"]})),
        *(PROBLEM, "Pages", "something of them does not work: store", "See the log of the service"),
    ),
    "the pages run as somebody else": (
        answering(HEALTH, 200, json.dumps({**WELL, "logins": "asked"})),
        *(WARNING, "brat", "as a user who may not read brat's sessions", "sudo -u {who} brat-agreement"),
    ),
    "brat itself does not answer": (
        lambda brat: site(brat, direct="http://127.0.0.1:9/brat/"),
        *(PROBLEM, "Web server", "brat itself does not answer at http://127.0.0.1:9/brat/: Connection refused", "Listen 127.0.0.1:9"),
    ),
    "Apache answers for brat itself": (
        past_the_front("Apache/2.4"),
        *(PROBLEM, "Browsers", "past what stands in front of it", "ProxyPass /brat/ {web}/brat/"),
    ),
    "nginx answers for brat itself": (
        past_the_front("nginx"), *(PROBLEM, "Browsers", "past what stands in front of it", "location /brat/ {{"),
    ),
    "Apache knows no brat": (
        lambda brat: (past_the_front("Apache/2.4")(brat), without(SEEN)(brat)),
        *(PROBLEM, "Browsers", "Browsers do not find brat at", "ProxyPass /brat/ {web}/brat/"),
    ),
    "no web server": (
        lambda brat: site(brat, brat_url="http://127.0.0.1:9/brat/"),
        *(PROBLEM, "Browsers", "Nobody answers at http://127.0.0.1:9/brat/: Connection refused", "curl -v "),
    ),
    "addresses without a host": (
        lambda brat: site(brat, brat_url="/brat/", pages_url="/brat/iaa/"),
        *(NOTE, "Browsers", "cannot be asked without a host", "--brat-url https://HOST/brat/"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_said_and_done(name, brat):
    break_it, level, about, said, does = BROKEN[name]
    break_it(brat)
    found = examine_installation(brat.root)
    named = {
        "web": brat.web.address, "port": brat.web.address.rpartition(":")[2], "site": brat.state / "site.json",
        "who": steps.user_name(os.stat(brat.root / "work").st_uid) if level != WARNING or does else "",
    } if (brat.root / "work").exists() else {}  # fmt: skip
    fits = [one for one in found if one.about == about and said in one.text]
    assert fits and fits[0].level == level, found
    if does is not None:
        assert does.format(**named) in fits[0].do
    only_words(found)


def only_words(found):
    """No trace of Python, and nothing that loses what is kept."""
    text = "\n".join(as_text(found))
    assert not re.search(r"Errno|Traceback|\w+\(\w+=|<[\w.]+ object|\bNone\b|\{'|\['", text), text
    assert not re.search(r"\brm\b|delete|put aside", text), text
    for one in found:
        if one.level == PROBLEM and one.about in ("Pages", "Browsers"):
            assert one.do, one


def test_files_that_the_account_of_brat_cannot_read(brat, monkeypatch):
    monkeypatch.setattr(checks, "hindrance", lambda path, user: path)
    found = [one for one in examine_installation(brat.root) if "cannot read" in one.text]
    settings = brat.state / "site.json"
    who = steps.user_name(os.stat(brat.root / "work").st_uid)
    # A secret is in the settings: nobody else gets to read them.
    assert [one.do.split()[1] for one in found] == ["chmod", "chmod", "chown"]
    assert found[-1].do == f"sudo chown {who} {settings}"
    only_words(found)
