"""The page Manage: a lead leads a project from it, and nobody else gets there."""

import functools
import itertools
import re

import pytest
from manage_pages import Manager, forms
from site_projects import WORDS, as_login, configure, make_project, marks
from small_projects import put
from viewers import OWN, plain

from brat_iaa import config
from brat_iaa.cli import main

CONF = "[access]\nmanagers = lead  # me\nreveal = none\n\n# the end\n"


@pytest.fixture
def data(tmp_path):
    make_project(tmp_path / "data" / "p")
    (tmp_path / "data" / "p" / "iaa.conf").write_text(CONF)
    return tmp_path / "data"


@pytest.fixture
def lead(data):
    return Manager(data)


@pytest.fixture(scope="module")
def _shared(tmp_path_factory):
    data = tmp_path_factory.mktemp("shared") / "data"
    make_project(data / "p")
    (data / "p" / "iaa.conf").write_text(CONF)
    return Manager(data)


@pytest.fixture
def shared_lead(_shared):
    """The same as lead, but one for all tests that leave nothing behind but settings."""
    (_shared.root / "iaa.conf").write_text(CONF)
    return _shared


GETS = ("manage", "manage/settings", "manage/access", "manage/preview", "manage/preview?as=anna", "manage/phase",
        "manage/undo", "manage/snapshots/1.zip")  # fmt: skip
POSTS = {
    "manage/settings": {"do": "save", "text": CONF.replace("none", "all")},
    "manage/access": {"set:access|reveal": "all"},
    "manage/phase": {"do": "add and open", "name": "1", "reveal": "all"},
    "manage/undo": {"change": "1"},
}
LEVELS = ({}, {"reveal": "own", "others": "hidden"}, {"reveal": "all"})


def files(data):
    return {path: path.read_bytes() for path in sorted(data.rglob("*")) if path.is_file()}


@pytest.mark.parametrize(
    "access, login", [*zip(LEVELS, itertools.cycle(["", "zoe", "anna"]))], ids=str
)
def test_nobody_but_managers_gets_there(shared_lead, login, access):
    data = shared_lead.data
    configure(data / "p", **access)
    viewer, before = shared_lead.as_login(login), files(data)
    for page in GETS:
        text = viewer.get(page, 403)
        assert ("Not open to you" if login else "Log in") in text and "fingerprint" not in text
        absent = viewer.client.get(f"/none/-/{page}", headers=as_login(login))
        if access in LEVELS[:1]:
            assert absent.status_code == 403
            assert absent.text.replace("/none/", "/p/") == text
    for page, fields in POSTS.items():
        posted = {**fields, "token": viewer.token, "fingerprint": fingerprint_of(data)}
        viewer.post(f"/p/-/{page}", posted, 403)
    assert files(data) == before


def fingerprint_of(data, name="iaa.conf"):
    from brat_iaa.store.changes import fingerprint

    path = data / "p" / name
    return fingerprint(path.read_bytes() if path.exists() else None)


@pytest.mark.parametrize("page", POSTS)
def test_other_sites_and_old_pages_change_nothing(shared_lead, page):
    lead, data = shared_lead, shared_lead.data
    fields, before = {**POSTS[page], "fingerprint": fingerprint_of(data)}, files(data)
    address = f"/p/-/{page}"
    good = {**fields, "token": lead.token}
    lead.post(address, good, 403, **{"Sec-Fetch-Site": "cross-site"})
    lead.post(address, good, 403, **{"Sec-Fetch-Site": "same-site"})
    lead.post(address, fields, 403)
    lead.post(address, {**fields, "token": lead.as_login("anna").token}, 403)
    bare = lead.client.post(address, data=good, headers=as_login("lead"))
    foreign = {**as_login("lead"), "Origin": "https://evil.example"}
    assert bare.status_code == 403
    assert lead.client.post(address, data=good, headers=foreign).status_code == 403
    assert files(data) == before


def test_a_change_is_written_and_nothing_else(lead, data):
    answer = lead.set(access__reveal="own")
    assert answer.headers["Location"] == "/p/-/manage?done=1"
    assert lead.conf == CONF.replace("none", "own")
    said = plain(lead.get("manage?done=1"))
    assert "Saved. Annotators see: nothing yet → their own disagreements" in said
    assert lead.as_login("anna").get("disagreements/mine")


WRONG = "[project]\nlayout = x\n"


def test_a_wrong_line_is_named_with_the_words_of_the_command_line(lead, data, capsys):
    answer = lead.write(WRONG + CONF, 400)
    assert lead.conf == CONF and "Nothing was saved" in answer.text
    (listed,) = re.findall(r"<li>\s*(Line \d+ <code>.*?)</li>", answer.text, re.S)
    assert lead_text(answer) == WRONG + CONF
    (data / "p" / "iaa.conf").write_text(WRONG + CONF)
    assert main(["report", str(data / "p")]) == 2
    message = re.search(r"line \d+: (.*)", capsys.readouterr().err)[1]
    assert plain(listed).strip() == f"Line 2 layout = x {message}"


def lead_text(answer):
    """What stands in the text area of an answer."""
    return next(form for form in forms(answer.text) if "text" in form.fields).fields["text"]


def test_nobody_locks_themselves_out(lead, data):
    text = lead.set(status=400, access__managers="ben").text
    assert "leaves you out" in text and lead.conf == CONF
    text = lead.write(CONF.replace("managers = lead", "managers = ben"), 400).text
    assert "leaves you out" in text and lead.conf == CONF
    lead.set(access__managers="ben, lead")
    Manager(data, "ben").set(access__managers="lead, ben")
    text = plain(
        Manager(data, "ben")
        .send(lead.as_login("ben").form("/undo", change="2"))
        .headers["Location"]
    )
    assert "managers = ben, lead  # me" in lead.conf
    assert lead.as_login("ben").post("/p/-/manage/undo", {
        "change": "3", "fingerprint": fingerprint_of(data), "token": lead.as_login("ben").token,
    }).status_code == 303  # fmt: skip


HOSTILE = (
    "a\nb = c", "x\n[access]\nguests = all", "x\r\n[access]", "\0", "a\x1bb", "# all", "x ; y", "[access]", "]", "=",
    "\ud800".encode("utf-8", "surrogatepass"), b"\xff\xfe", "\u2028", "\x85", "x" * 30_000, "<script>", "%s{{7*7}}", "ä" * 500,
)  # fmt: skip


FIELDS = itertools.cycle(["access|managers", "access|logins", "project|name"])


@pytest.mark.parametrize(
    "where, number",
    [
        (where, number)
        for number, field in zip(range(len(HOSTILE)), FIELDS)
        for where in (field, "text")
    ],
)
def test_hostile_values(shared_lead, where, number):
    lead, data, value = shared_lead, shared_lead.data, HOSTILE[number]
    fields = {"token": lead.token, "fingerprint": fingerprint_of(data)}
    if where == "text":
        value = value if isinstance(value, bytes) else value.encode()
        fields.update(text=CONF.encode() + b"[project]\nname = " + value, do="save")
    else:
        fields[f"set:{where}"] = value
    address = "/p/-/manage/" + ("settings" if where == "text" else "access")
    answer = lead.client.post(address, data=fields, headers={**as_login("lead"), **OWN})
    assert answer.status_code in (303, 400)
    found = config.load(data / "p")
    assert "lead" in found.access.managers and found.access.guests == "none"
    assert "49" not in (found.name or "") and "<script>" not in answer.text
    if answer.status_code == 400:
        assert lead.conf == CONF and "Nothing was saved" in answer.text
    else:
        assert "<script>" not in lead.get()


def test_who_comes_second_sees_both_and_writes_nothing(lead, data):
    configure(data / "p", managers="lead, ben")
    ben, before = lead.as_login("ben"), lead.conf
    mine = next(form for form in ben.forms() if "set:access|reveal" in form.fields)
    lead.set(access__guests="all")
    answer = ben.send(mine, 409, **{"set:access|reveal": "all"})
    assert lead.conf == before.replace("guests = none", "guests = all")
    text = plain(answer.text)
    assert "Nothing was saved" in text and "while you had the page open" in text
    assert "Visitors see: nothing → everything" in text
    ben.set(access__reveal="all")
    assert "reveal = all" in lead.conf and "guests = all" in lead.conf


def test_every_change_is_on_record_and_the_last_can_be_undone(lead, data):
    lead.set(access__reveal="own")
    lead.add("project", "name = My <b>\n[intervals]\nunit = documents")
    text = plain(lead.get())
    assert "[project] name: – → My <b>" in text
    assert "[intervals] unit: – → documents" in text and ", lead" in text
    lead.send(lead.form("/undo"))
    assert lead.conf == CONF.replace("none", "own")
    lead.send(lead.form("/undo"))  # of the undo
    assert "My <b>" in lead.conf
    (data / "p" / "iaa.conf").write_text(CONF)
    assert not [form for form in lead.forms() if form.action.endswith("/undo")]
    assert "changed outside of these pages" in lead.get()


# In the order of the preview.
PREVIEWED = (
    "", "disagreements", "disagreements/mine", "phases", "disagreements/gold", "adjudicate"
)  # fmt: skip
ACCESS = [
    {"reveal": reveal, "others": others, "guests": guests}
    for reveal, others, guests in itertools.product(
        ("none", "own", "all"), ("blinded", "named", "hidden"), ("none", "all")
    )
    if reveal == "own" or others == "blinded"
]


def opened(text):
    """[whether each page is open] of a preview, in the order of the page."""
    table = text.partition('class="previewed"')[2]
    return [word == "open" for word in re.findall("<bdi>(open|closed)</bdi>", table)]


def set_access(lead, gold, **access):
    configure(lead.root, **access)
    path = lead.root / "iaa.conf"
    path.write_text(("[project]\ngold = gold\n" if gold else "") + path.read_text())


@pytest.fixture(scope="module")
def with_a_snapshot(tmp_path_factory):
    """Function of whether there is a gold: the lead of a project with a snapshot, made once."""

    @functools.cache
    def made(gold):
        data = tmp_path_factory.mktemp("previewed") / "data"
        make_project(data / "p")
        if gold:
            put(data / "p", "gold", "shared", WORDS, marks("anna"))
        lead = Manager(data)
        set_access(lead, gold)
        lead.post("/p/-/phases", {"phase": "1", "note": "", "token": lead.token})
        return lead

    return made


# Each value of each setting, and what most projects have; all combinations take too long.
TRIED = [*ACCESS[9::4], *(pytest.param(ACCESS[n], marks=pytest.mark.system) for n in (1, 5, 6))]


@pytest.mark.parametrize("access", TRIED, ids=str)
def test_the_preview_is_what_the_login_gets(with_a_snapshot, access):
    gold = access["guests"] != "scores"
    lead = with_a_snapshot(gold)
    set_access(lead, gold, **access)
    rules = lead.root / "acl.conf"
    rules.unlink(missing_ok=True)
    if access["guests"] == "none":
        # brat hides something from one of them
        rules.write_text("User-agent: carla\nDisallow: /p/ben/\n")
    for login in ("anna", "carla", "zoe", "", "lead"):
        text = lead.get(f"manage/preview?as={login}")
        got = [
            lead.client.get(f"/p/-/{page}", headers=as_login(login)).status_code == 200
            for page in PREVIEWED
        ]
        assert opened(text) == got, (login, plain(text))
