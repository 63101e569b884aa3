"""Below a path of a web server that speaks https: every address, redirect and cookie stays there."""

import contextlib
import http.client
import json
import re
import ssl
import subprocess
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from types import SimpleNamespace
from urllib.parse import urlencode, urljoin

import pytest
from brat_iaa.server_hooks.install.checks import passed_on
from browser import wait_until
from cgi_server import LIGHTTPD
from inside_brat import brat_with_people, command, configure, make_project
from pages_project import addresses
from plain_server import Plain
from ports import free_port
from requirements import unavailable

_CONF = """
server.modules = ("mod_openssl", "mod_setenv", "mod_proxy")
server.document-root = "%(root)s"
server.bind = "127.0.0.1"
server.port = %(port)d
server.errorlog = "%(root)s/log"
ssl.engine = "enable"
ssl.pemfile = "%(root)s/both.pem"
$HTTP["url"] =~ "^/serve(/|$)" {
    setenv.set-request-header = ("X-Forwarded-Prefix" => "/serve")
    proxy.server = ("" => (("host" => "127.0.0.1", "port" => %(serve)d)))
}
$HTTP["url"] =~ "^/proxy(/|$)" {
    proxy.server = ("" => (("host" => "127.0.0.1", "port" => %(proxy)d)))
}
$HTTP["url"] =~ "^/pages(/|$)" {
    proxy.server = ("" => (("host" => "127.0.0.1", "port" => %(pages)d)))
}
"""
NAME = "brat.example"


@pytest.fixture(scope="module")
def ask(brat_folder, tmp_path_factory):
    """Function of a path, and of a form to be sent: the answer as a browser at https gets it."""
    if LIGHTTPD is None:
        unavailable("lighttpd is not installed")
    root = tmp_path_factory.mktemp("behind")
    certificate = "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=x -keyout".split()
    made = [root / "key.pem", "-out", root / "cert.pem"]
    subprocess.run(["openssl", *certificate, *made], check=True, capture_output=True)
    both = [(root / name).read_text() for name in ("key.pem", "cert.pem")]
    (root / "both.pem").write_text("".join(both))
    ports = {name: free_port() for name in ("port", "serve", "proxy", "pages")}
    (root / "conf").write_text(_CONF % {"root": root, **ports})
    make_project(root / "pages")
    folder = brat_with_people(brat_folder, root / "brat")
    plain = Plain(brat_folder, root / "plain", make_project)
    for data in (folder / "data", plain.data):
        configure(data / "demo", reveal="own", others="named")
    started = []
    with contextlib.ExitStack() as closing:
        closing.callback(plain.server.close)
        for name, *arguments in (
            ("serve", folder, "--behind", NAME),
            ("proxy", plain.url, "--data", plain.data, "--behind", NAME, "--prefix", "/proxy"),
            ("pages", root / "pages" / "demo", "--behind", NAME, "--prefix", "/pages"),
        ):
            where = "--port", ports[name], "--state-dir", root / f"state of {name}"
            started.append(command(name, root / f"run {name}", *arguments, *where))
            closing.callback(started[-1].close)
        for server in started:
            server.printed("Ctrl-C")
        front = subprocess.Popen([LIGHTTPD, "-D", "-f", str(root / "conf")])
        closing.callback(front.wait)
        closing.callback(front.terminate)
        wait_until(lambda: "started" in _text(root / "log"), what="lighttpd")
        yield _asking(ports["port"])


def _text(path):
    return path.read_text("utf-8") if path.exists() else ""


def _asking(port):
    def ask(path, form=None, **headers):
        unverified = ssl._create_unverified_context()
        connection = http.client.HTTPSConnection("127.0.0.1", port, timeout=120, context=unverified)
        body = None if form is None else urlencode({"protocol": 1, **form})
        headers = {"Host": NAME, **headers}
        if body:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        with contextlib.closing(connection):
            connection.request("POST" if body else "GET", path, body, headers)
            got = connection.getresponse()
            text = got.read().decode("utf-8", "replace")
            return SimpleNamespace(status=got.status, headers=got.headers, text=text)

    return ask


@pytest.mark.parametrize("name", ["serve", "proxy"])
def test_a_brat_below_a_path(ask, name):
    for path, there in (("", "/"), ("/iaa", "/iaa/"), ("/iaa?a=b", "/iaa/?a=b")):
        got = ask(f"/{name}{path}")
        assert (got.status, got.headers["Location"]) == (302, f"/{name}{there}")
    page = ask(f"/{name}/index.xhtml")
    own = [urljoin(f"/{name}/", one) for one in addresses(page.text) if ":" not in one]
    own = [one for one in own if one.startswith(f"/{name}/") and "#" not in one]
    assert len(own) > 10 and {ask(one).status for one in own} == {200}
    login = ask(f"/{name}/ajax.cgi", {"action": "login", "user": "anna", "password": "pw"})
    cookie = login.headers["Set-Cookie"]
    # No path: the one that browsers have asked for. No Origin has told that this is https.
    assert "; Secure" in cookie and not re.search("path=/", cookie, re.IGNORECASE)
    # Of another brat at the top of the same host.
    cookies = f"{cookie.partition(';')[0]}; sid={'0' * 56}"
    about = {"collection": "/demo/anna/", "document": "a_letter"}
    for form in ({"action": "getDocument", **about}, {"action": "whoami"}):
        answer = json.loads(ask(f"/{name}/ajax.cgi", form, Cookie=cookies).text)
        assert "exception" not in answer and answer.get("user", "anna") == "anna"
    for action in ("iaaAgreement", "iaaDisagreements"):
        answer = json.loads(
            ask(f"/{name}/ajax.cgi", {"action": action, **about}, Cookie=cookies).text
        )
        found = [answer["pages"], *(one["url"] for one in answer.get("markers", ()))]
        assert all(one.startswith(f"/{name}/iaa/") for one in found), found
    pages_stay_below(ask, f"/{name}/iaa/", f"/{name}/", Cookie=cookies)


def test_the_pages_alone_below_a_path(ask):
    pages_stay_below(ask, "/pages/", "/pages/")


def pages_stay_below(ask, start, prefix, most=60, **headers):
    """Walk from page to page."""
    seen, todo = set(), [start]
    while todo and len(seen) < most:
        address = todo.pop(0)
        seen.add(address)
        got = ask(address, **headers)
        found = {got.headers["Location"]} if got.status == 302 else set(addresses(got.text))
        assert got.status in (200, 302), (address, got.status)
        found = {one.partition("#")[0] for one in found if not one.startswith(("#", "https://"))}
        if got.headers.get_content_type() in ("text/html", "application/xhtml+xml"):
            assert all(one.startswith(prefix) for one in found), (address, found)
            # Style sheets first, the guide last.
            new = {*todo, *found} - seen
            todo = sorted(new, key=lambda one: (".css" not in one, "/guide" in one, one))
    assert len(seen) > 10 and any(".css" in one for one in seen)


def test_a_form_is_taken_from_the_web_servers_name_only(ask):
    for origin, refused in ((f"https://{NAME}", False), ("https://evil.example", True)):
        for more in ({}, {"X-Forwarded-Host": "evil.example"}):
            form = {"action": "logout"}
            answer = ask("/serve/ajax.cgi", form, Origin=origin, **more).text
            assert ("exception" in json.loads(answer)) is refused, (origin, more, answer)


def test_the_lines_for_lighttpd_pass_brat_on(tmp_path):
    """As doctor prints them, under minimal settings; brat itself answers at its direct address."""
    if LIGHTTPD is None:
        unavailable("lighttpd is not installed")

    class Service(BaseHTTPRequestHandler):
        def do_GET(self):
            body = f"{self.path} {self.headers['Host']} {self.headers['X-Forwarded-Proto']}"
            self.send_response(200)
            self.end_headers()
            self.wfile.write(body.encode())

    service, port, direct = HTTPServer(("127.0.0.1", 0), Service), free_port(), free_port()
    (tmp_path / "brat").mkdir()
    (tmp_path / "brat" / "x.html").write_text("brat itself")
    lines = passed_on(
        {
            "service": f"http://127.0.0.1:{service.server_port}", "direct": f"http://127.0.0.1:{direct}/brat/",
            "brat_url": "https://brat.example/brat/", "brat_dir": str(tmp_path / "brat"),
        },
        "lighttpd",
    )  # fmt: skip
    (tmp_path / "conf").write_text(
        f'server.document-root = "{tmp_path}"\nserver.bind = "127.0.0.1"\nserver.port = {port}\n'
        f'server.errorlog = "{tmp_path}/log"\n{lines}\n'
    )
    with contextlib.ExitStack() as closing:
        closing.callback(service.server_close)
        closing.callback(service.shutdown)
        threading.Thread(target=service.serve_forever).start()
        front = subprocess.Popen([LIGHTTPD, "-D", "-f", str(tmp_path / "conf")])
        closing.callback(front.wait)
        closing.callback(front.terminate)
        wait_until(lambda: "started" in _text(tmp_path / "log"), what="lighttpd")
        told = []
        for asked in (port, direct):
            connection = http.client.HTTPConnection("127.0.0.1", asked, timeout=10)
            connection.request("GET", "/brat/x.html", headers={"Host": NAME})
            told.append(connection.getresponse().read().decode())
            connection.close()
    assert told == [f"/brat/x.html {NAME} http", "brat itself"]
