"""What the proxy does not let through to brat."""

import pytest

from brat_iaa.proxy.guard import (
    Refused,
    check_method,
    check_names,
    check_origin,
    check_path,
    read_action,
)

# brat's folder of sessions and drawings.
WORK = "work"


def refused(function, *arguments):
    with pytest.raises(Refused) as error:
        function(*arguments)
    return error.value.status


@pytest.mark.parametrize(
    ("target", "path"),
    [
        ("/", ""), ("/index.xhtml?a=/../b", "index.xhtml"), ("/client/src/a%20b.js", "client/src/a b.js"),
        ("/%61jax.cgi?action=login", "ajax.cgi"), ("/static/", "static/"), ("/static/\xc3\xa4", "static/ä"),
        ("/static/%C3%A4", "static/ä"), ("/static/100%", "static/100%"),
        (f"/{WORK}shop/{WORK}", f"{WORK}shop/{WORK}"),
    ],
)  # fmt: skip
def test_plain_paths_are_let_through(target, path):
    assert check_path(target) == path


@pytest.mark.parametrize(
    "target",
    [
        "/static/../config.py",
        "/static/%2e%2e/index.xhtml",
        "/./index.xhtml",
        f"//{WORK}/x",
        "/static//x",
        "/static%2f..%2fx",
        "/static%2Fx",
        "/static\\..\\x",
        "/ajax.cgi#x",
        "/a%00b",
        "/a%0ab",
        "ajax.cgi",
    ],
)
def test_paths_that_servers_read_in_different_ways_are_refused(target):
    assert refused(check_path, target) == 404


@pytest.mark.parametrize(
    "target",
    [
        f"/{WORK}/sessions/x", "/%77ork/x", f"/{WORK.upper()}/x", f"/{WORK}", "/x/y.pickle", "/config.py",
        "/config.py?x", "/config.PY", "/config.py~", "/config.pyc", "/x.pyo", "/__pycache__/x", "/x.py/y",
        "/server/src/dispatch.txt", "/AJAX.cgi", "/ajax.cgi/x", "/ajax.cgi/", "/ajax.fcgi", "/.htaccess",
        "/.git/config",
    ],
)  # fmt: skip
def test_brats_own_files_are_private(target):
    assert refused(check_path, target) == 403


def test_an_action_is_read_from_address_and_form():
    action = read_action(
        "POST", "protocol=1", b"action=getDocument&collection=%2Fp%2F&document=%C3%A4"
    )
    assert action.fields == {
        "protocol": "1", "action": "getDocument", "collection": "/p/", "document": "ä",
    }  # fmt: skip
    assert (action.name, action.place) == ("getDocument", ("/p/", "ä"))
    # The form of a request that is no POST is not read, as in brat.
    assert read_action("GET", "action=whoami", b"action=login").name == "whoami"


@pytest.mark.parametrize(
    ("status", "method", "query", "body"),
    [
        (400, "GET", "action=whoami&action=login", b""), (400, "POST", "action=whoami", b"action=login"),
        (400, "POST", "", b"action=whoami&%61ction=login"), (400, "GET", "x=1;action=login", b""),
        (400, "POST", "", b"x=1;action=login"),
    ],
)  # fmt: skip
def test_what_brat_could_read_in_another_way_is_refused(status, method, query, body):
    assert refused(read_action, method, query, body) == status


def test_forms_that_brat_cannot_read_are_refused():
    for kind in ("multipart/form-data; boundary=x", "application/json"):
        assert refused(read_action, "POST", "", b"{}", kind) == 415
    assert refused(read_action, "POST", "", b"a=1&" * 10**6) == 413


@pytest.mark.parametrize(
    "query",
    [
        f"collection=/p/../../{WORK}/", "collection=..", "document=../d", "document=..", "document=a%00",
        "collection=/p/%0a/", "action=downloadFile&document=d&extension=conf", "extension=/../x", "docid=../d",
        "suffix=a/b", "action=createSpan&comment=a%0aT9", "action=createSpan&comment=a%E2%80%A8T9",
        "action=createSpan&attributes=%7B%22A%22:%22a%5CnT9%22%7D",
    ],
)  # fmt: skip
def test_names_that_lead_out_are_refused(query):
    assert refused(check_names, read_action("GET", query, b"")) == 403


def test_ordinary_names_pass():
    check_names(read_action("GET", "collection=/p.1/..a/&document=d..1&extension=ann", b""))
    # What brat's page sends as the document of a search when none is open.
    check_names(read_action("GET", "action=searchTextInCollection&document=/NO-DOCUMENT/", b""))


HOST = "brat.example.org:8002"


@pytest.mark.parametrize(
    ("status", "headers"),
    [
        (None, {}),  # no browser
        (None, {"HTTP_ORIGIN": "http://" + HOST}),
        (None, {"HTTP_SEC_FETCH_SITE": "same-origin", "HTTP_ORIGIN": "https://out.example.org"}),
        (403, {"HTTP_SEC_FETCH_SITE": "cross-site"}),
        (403, {"HTTP_SEC_FETCH_SITE": "same-site", "HTTP_ORIGIN": "http://" + HOST}),
        (403, {"HTTP_ORIGIN": "null"}),
        (403, {"HTTP_ORIGIN": "http://evil.example.org"}),
        (403, {"HTTP_ORIGIN": "http://brat.example.org:9999"}),
    ],
)
def test_changes_come_from_brats_own_page(status, headers):
    environ = {"REQUEST_METHOD": "POST", "HTTP_HOST": HOST, **headers}
    if status is None:
        check_origin(environ)
    else:
        assert refused(check_origin, environ) == status


def test_links_change_nothing():
    for name in ("createSpan", "login", "logout", "deleteDocument", "anyNewAction"):
        action = read_action("GET", "action=" + name, b"")
        check_method(action, "POST")
        for method in ("GET", "HEAD"):
            assert refused(check_method, action, method) == 405


def test_links_may_read():
    for name in (
        "getDocument",
        "downloadFile",
        "downloadCollection",
        "whoami",
        "searchTextInDocument",
        "iaaScript",
    ):
        check_method(read_action("GET", "action=" + name, b""), "GET")
