"""The page Manage: a lead leads a project from it, and nobody else gets there."""

import functools
import io
import itertools
import os
import re
import shutil
import zipfile

import pytest
from manage_pages import Manager, forms
from site_projects import LABELS, WORDS, as_login, configure, make_project, marks
from small_projects import put
from viewers import OWN, plain

from brat_iaa import config
from brat_iaa.cli import main
from brat_iaa.config import changing
from brat_iaa.kinds import KINDS

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
        "manage/undo", "manage/snapshots/1.zip", "manage/snapshots/1/delete")  # fmt: skip
POSTS = {
    "manage/settings": {"do": "save", "text": CONF.replace("none", "all")},
    "manage/access": {"set:access|reveal": "all", "was:access|reveal": "none"},
    "manage/phase": {"do": "add and open", "name": "1", "reveal": "all"},
    "manage/undo": {"change": "1"},
    "manage/snapshots/1/delete": {"reason": "why"},
}
LEVELS = ({}, {"reveal": "own"}, {"reveal": "own", "others": "hidden"}, {"reveal": "all"},
          {"guests": "all"})  # fmt: skip


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
        assert "Not open to you" in text and "fingerprint" not in text
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


def test_all_routes_are_tried(lead):
    rules = [rule for rule in lead.site.url_map.iter_rules() if "/-/manage" in rule.rule]
    found = {
        method: {re.sub(r".*/-/", "", rule.rule) for rule in rules if method in rule.methods}
        for method in ("GET", "POST")
    }
    tried = {path.partition("?")[0].replace("/1", "/<int:number>") for path in GETS}
    assert found["GET"] == tried
    assert found["POST"] == {path.replace("/1/", "/<int:number>/") for path in POSTS}


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


def test_only_managers_are_shown_the_way(lead, data):
    configure(data / "p", reveal="all")
    assert "/p/-/manage" in lead.get("") and "/p/-/manage" not in lead.as_login("anna").get("")


def test_a_manager_to_whom_brat_hides_somebody(lead, data):
    (data / "p" / "acl.conf").write_text("User-agent: lead\nDisallow: /p/carla/\n")
    text = "".join(
        lead.get(page) for page in ("manage", "manage/settings", "manage/preview?as=lead")
    )
    text += lead.write(lead.text_form().fields["text"], 200, "dependencies").text
    assert "closed to you in brat" in text and LABELS["ben"] in text
    assert LABELS["carla"] not in text and "solo6" not in text
    assert "brat hides a part of this project" in text
    lead.get("manage/snapshots/1.zip", 400)


def test_a_change_is_written_and_nothing_else(lead, data):
    answer = lead.set(access__reveal="own")
    assert answer.headers["Location"] == "/p/-/manage?done=1&at=general"
    assert lead.conf == CONF.replace("none", "own")
    said = plain(lead.get("manage?done=1&at=general"))
    assert "Saved. Annotators see: nothing yet → their own disagreements" in said
    assert "Back to In every phase" in said
    assert lead.as_login("anna").get("disagreements/mine")


def test_saving_without_a_change_writes_nothing(lead, data):
    for form in lead.forms("manage/settings") + lead.forms("manage"):
        if form.action.endswith(("/settings", "/access")):
            assert "done=0" in lead.send(form, do="save").headers["Location"]
    assert lead.conf == CONF and "No changes to save" in lead.get("manage?done=0")


WRONG = "[project]\nlayout = x\nphase = 1\n[layr a]\nkind = labels\n[layer b]\nkind = lables\nvalue = typ\nnone\n"


@pytest.mark.parametrize("do, status", [("save", 400), ("check", 200)])
def test_wrong_lines_are_named_all_with_the_words_of_the_command_line(
    lead, data, capsys, do, status
):
    answer = lead.write(WRONG + CONF, status, do)
    assert lead.conf == CONF and "Nothing was saved" in answer.text
    listed = [
        plain(one).strip()
        for one in re.findall(r"<li>(<a href=\"#text\".*?)</li>", answer.text, re.S)
    ]
    assert [int(re.match(r"Line (\d+)", one)[1]) for one in listed] == [2, 4, 7, 9]
    assert lead_text(answer) == WRONG + CONF and "What would change" not in answer.text
    (data / "p" / "iaa.conf").write_text("[project]\nlayout = x\n" + CONF)
    assert main(["report", str(data / "p")]) == 2
    message = re.search(r"line \d+: (.*)", capsys.readouterr().err)[1]
    assert listed[0] == f"Line 2 layout = x {message}"


def lead_text(answer):
    """What stands in the text area of an answer."""
    return next(form for form in forms(answer.text) if "text" in form.fields).fields["text"]


def test_what_would_change_is_shown_and_nothing_is_written(lead):
    new = "[project]\nname = <b>\n" + CONF.replace("none", "own")
    text = plain(lead.write(new, 200, "check").text)
    assert "[project] name: – → <b>" in text and "Annotators see: nothing yet → their own" in text
    assert lead.conf == CONF
    assert "only comments" in lead.write(CONF + "# more\n", 200, "check").text
    assert "Nothing would change" in lead.write(CONF, 200, "check").text
    lead.write(new)
    assert lead.conf == new
    lead.send(lead.form("/undo"))
    assert lead.conf == CONF


def test_comments_line_ends_and_the_mark_stay(lead, data):
    before = "\ufeff" + CONF.replace("\n", "\r\n") + "# no end"
    (data / "p" / "iaa.conf").write_bytes(before.encode())
    lead.write(lead.text_form().fields["text"].replace("reveal = none", "reveal = own"))
    assert lead.conf == before.replace("none", "own")
    lead.write(lead.text_form().fields["text"])
    assert lead.conf == before.replace("none", "own")
    lead.write(lead.text_form().fields["text"].replace("no end", "an end"))
    assert "comments and order as they were → others" in plain(lead.get())


@pytest.mark.parametrize("kind", KINDS)
def test_examples_of_layers_are_those_of_init(lead, data, kind):
    put(data / "p", "ben", "arcs", "x y", "0>1:root 1>2:obj")
    text = lead_text(lead.write(CONF, 200, kind))
    assert text.startswith(CONF) and lead.conf == CONF
    added = text[len(CONF) :]
    assert all(line.startswith("#") for line in added.split("\n") if line)
    assert f"#kind = {kind}\n" in added
    (data / "p" / "iaa.conf").unlink()
    main(["init", str(data / "p")])
    as_init = (data / "p" / "iaa.conf").read_text().replace("\n[layer", "\n#[layer")
    assert set(re.findall(r"^# .*", added, re.M)) <= set(re.findall(r"^# .*", as_init, re.M))
    (data / "p" / "iaa.conf").write_text(CONF)
    uncommented = re.sub(r"^#((?:\[|kind).*)", r"\1", added, flags=re.M)
    lead.write(CONF + uncommented)
    assert config.load(data / "p").layers[0].kind == kind


def test_bad_values_of_a_form_stand_at_their_fields(lead):
    answer = lead.set(400, access__logins="asmith")
    assert lead.conf == CONF and "Nothing was saved" in answer.text
    # Once in the list, once at the field, which holds what was typed.
    assert plain(answer.text).count("“asmith” is no pair") == 2
    field = r'name="set:access\|logins" value="([^"]*)"[^>]*aria-invalid'
    assert re.search(field, answer.text)[1] == "asmith"


def test_what_contradicts_another_setting_is_said(lead):
    text = plain(lead.add("project", "gold = anna\nannotators = anna, ben", 400).text)
    assert "“anna” is named in gold too" in text and lead.conf == CONF


def test_nobody_locks_themselves_out(lead, data):
    text = lead.set(status=400, access__managers="ben").text
    assert "leaves you out" in text and lead.conf == CONF
    for do, status in (("save", 400), ("check", 200)):
        text = lead.write(CONF.replace("managers = lead", "managers = ben"), status, do).text
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


SECTIONS = "phase a\n[access]\nguests = all", "none", "layer x", "DEFAULT", "", "access]\n[x", "\0"
KEYS = "none such", "reveal\nguests", "kind", ""


@pytest.mark.parametrize(
    "section, key",
    [(section, "reveal") for section in SECTIONS] + [("access", key) for key in KEYS],
)
def test_hostile_names(shared_lead, section, key):
    lead, data = shared_lead, shared_lead.data
    fields = {
        "token": lead.token,
        "fingerprint": fingerprint_of(data),
        f"set:{section}|{key}": "all",
    }
    answer = lead.client.post(
        "/p/-/manage/access", data=fields, headers={**as_login("lead"), **OWN}
    )
    assert answer.status_code == 400 and lead.conf == CONF


def test_a_form_that_is_too_long(lead, data):
    fields = {"token": lead.token, "fingerprint": fingerprint_of(data), "text": "#" * 300_000}
    lead.post("/p/-/manage/settings", fields, 413)
    assert lead.conf == CONF


def test_who_comes_second_sees_both_and_writes_nothing(lead, data):
    configure(data / "p", managers="lead, ben")
    ben, before = lead.as_login("ben"), lead.conf
    mine = next(form for form in ben.forms() if "set:access|reveal" in form.fields)
    lead.set(access__guests="all")
    answer = ben.send(mine, 409, **{"set:access|reveal": "all"})
    assert lead.conf == before.replace("guests = none", "guests = all")
    text = plain(answer.text)
    assert "Nothing was saved" in text and "while you had the page open" in text
    assert "lead: Visitors see: nothing → everything." in text
    again = next(form for form in forms(answer.text) if "set:access|reveal" in form.fields)
    assert again.fields["set:access|reveal"] == "all"
    assert ben.send(again).status_code == 303
    assert "reveal = all" in lead.conf and "guests = all" in lead.conf


def test_of_two_texts_the_second_is_kept_in_the_page_only(lead, data):
    configure(data / "p", managers="lead, ben")
    ben, before = lead.as_login("ben"), lead.conf
    form, new = ben.text_form(), before + "[project]\nname = Ben's\n"
    lead.add("access", "guests = all") if "guests" not in before else lead.set(access__guests="all")
    now = lead.conf
    for do in ("save", "check", "labels"):
        answer = ben.send(form, 409, text=new, do=do)
        assert lead.conf == now and lead_text(answer) == new
        text = plain(answer.text)
        assert "lead: Visitors see: nothing → everything." in text
        # What would be lost, too.
        assert "Visitors see: everything → nothing" in text
        assert "[project] name: – → Ben" in text
    again = next(form for form in forms(answer.text) if "text" in form.fields)
    ben.send(again, do="save")
    assert lead.conf == new


def test_an_editor_was_faster(lead, data):
    form = next(form for form in lead.forms() if "set:access|reveal" in form.fields)
    (data / "p" / "iaa.conf").write_text(CONF + "# edited\n")
    text = lead.send(form, 409, **{"set:access|reveal": "all"}).text
    assert "changed outside of these pages" in text and lead.conf == CONF + "# edited\n"


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


def test_an_older_change_is_not_undone(lead, data):
    lead.set(access__reveal="own")
    form = lead.form("/undo")
    lead.set(access__reveal="all")
    lead.send(form, 400)
    lead.send(form, 409, change="2")
    assert lead.conf == CONF.replace("none", "all")


def test_settings_that_an_editor_broke(lead, data):
    lead.set(access__reveal="own")
    good = lead.conf
    (data / "p" / "iaa.conf").write_text(good + "reveal = al\n")
    text = plain(lead.get())
    assert "“reveal” is set already" in text and "nobody but managers sees anything" in text
    lead.as_login("anna").get("manage", 403)
    for page, fields in POSTS.items():
        if page not in ("manage/settings", "manage/snapshots/1/delete"):
            posted = {**fields, "token": lead.token, "fingerprint": fingerprint_of(data)}
            lead.post(f"/p/-/{page}", posted, 409)
    assert lead.conf == good + "reveal = al\n"
    lead.write(lead.conf.replace("= al", "= all"), 400)
    lead.write(good)
    assert lead.conf == good
    lead.send(lead.form("/undo"), 400)  # what cannot be read is not put back
    assert lead.conf == good


def test_phases_are_added_opened_changed_and_closed(lead, data):
    anna = lead.as_login("anna")
    lead.send(lead.form("/phase"), name="1 apart", reveal="none", do="add and open")
    assert "Phase 1 apart is open. Annotators see: nothing yet" in plain(lead.get())
    lead.send(
        lead.form("/phase", page="manage", reveal="none"),
        name="2 met",
        reveal="own",
        others="named",
        do="add",
    )
    found = config.load(data / "p")
    assert found.phase == "1 apart" and [phase.name for phase in found.phases] == [
        "1 apart",
        "2 met",
    ]
    anna.get("disagreements/mine", 403)
    lead.send(lead.form("/phase", name="2 met"), do="open")
    assert "ben" in anna.get("")
    lead.set(**{"phase 2 met__others": "blinded"})
    assert "annotator 1" in anna.get("") and "ben" not in anna.get("")
    lead.send(lead.form("/phase", name="2 met"), do="close")
    anna.get("", 403)
    assert config.load(data / "p").phase == "" and lead.conf.startswith(CONF.partition("\n#")[0])


def test_the_present_phase_gets_a_section_when_another_does(lead, data):
    (data / "p" / "iaa.conf").write_text("[project]\nphase = 1\n" + CONF.replace("none", "all"))
    lead.send(lead.form("/phase", reveal="none"), name="2", reveal="all", do="add")
    found = config.load(data / "p")
    assert found.phase == "1" and found.access.reveal == "all" and len(found.phases) == 2


@pytest.mark.parametrize(
    "name, said",
    [("", "Name the phase"), (" 1  apart ", "already"), ("a # b", "cannot"), ("a\nb", "")],
)
def test_names_of_phases_that_cannot_be(lead, name, said):
    lead.send(lead.form("/phase"), name="1 apart", reveal="none", do="add")
    before = lead.conf
    answer = lead.post(
        "/p/-/manage/phase",
        {**lead.form("/phase", reveal="none").fields, "name": name, "do": "add"},
        400 if said else 303,
    )
    assert said in answer.text
    assert lead.conf == before or "[phase a b]" in lead.conf


def test_annotators_gold_and_logins(lead, data):
    put(data / "p", "gold", "shared", WORDS, marks("anna"))
    assert "gold is taken for the gold standard, by its name" in plain(lead.get())
    lead.add("project", "annotators = anna, ben\ngold = gold")
    lead.set(access__logins="asmith: anna")
    text = plain(re.search(r'<table class="people">.*?</table>', lead.get(), re.S)[0])
    assert re.search(r"anna \d+ an annotator asmith ben \d+ an annotator ben", text)
    assert re.search(r"carla \d+ excluded carla gold \d+ the gold", text)
    assert config.load(data / "p").access.logins == (("asmith", "anna"),)
    assert "twice" in lead.set(400, access__logins="x: anna, x: ben").text


def test_a_project_without_settings_gets_them_as_init_writes_them(tmp_path):
    root = make_project(tmp_path / "data" / "p")
    (root / "iaa.conf").unlink()
    lead = Manager(tmp_path / "data", managers=("lead",))
    assert "no settings file yet" in lead.get()
    main(["init", str(root)])
    as_init = lead.conf
    (root / "iaa.conf").unlink()
    lead.set(access__reveal="own")
    assert lead.conf == changing.changed(as_init, {"access": {"reveal": "own"}})
    lead.send(lead.form("/undo"))
    assert lead.conf is None


@pytest.mark.parametrize("annotators", [0, 1])
def test_one_annotator_or_none(tmp_path, annotators):
    root = tmp_path / "data" / "p"
    root.mkdir(parents=True)
    if annotators:
        put(root, "anna", "doc", WORDS, marks("anna"))
    lead = Manager(tmp_path / "data", managers=("lead",))
    text = plain(lead.get())
    assert ("anna is the only annotator" if annotators else "No annotator has begun") in text
    for page in ("", "disagreements"):
        assert (
            lead.client.get(f"/p/-/{page}", headers=as_login("lead")).headers["Location"]
            == "/p/-/manage"
        )
    for collection in ("/p/", "/p/anna/") if annotators else ("/p/",):
        entry = lead.client.get(f"/?collection={collection}", headers=as_login("lead"))
        assert entry.headers["Location"] == "/p/-/manage"
    for login in ("anna", "", "zoe"):
        lead.as_login(login).get("manage", 403)
    lead.get("manage/settings"), lead.get("manage/preview?as=anna")
    lead.write("[access]\nmanagers = lead\n", 200, "labels")
    lead.set(access__managers="ben")
    assert config.load(root).access.managers == ("ben",)
    assert "only annotator" in plain(lead.as_login("ben").get()) or not annotators
    assert "Open to" not in lead.as_login("anna").get("manage", 403)


def test_no_project_is_made_around_others_or_of_an_annotators_directory(tmp_path):
    make_project(tmp_path / "data" / "corpus" / "pilot")
    put(tmp_path / "data" / "new", "anna", "doc", WORDS, marks("anna"))
    lead = Manager(tmp_path / "data", managers=("lead",))
    for path in ("corpus", "corpus/pilot/anna", "new/anna", "~"):
        answer = lead.client.get(f"/{path}/-/manage", headers=as_login("lead"))
        assert answer.status_code == 403, path
    assert lead.client.get("/new/-/manage", headers=as_login("lead")).status_code == 200


@pytest.mark.parametrize("path", ["none", ".hidden", "p/anna", "..", "../state", "p/../p"])
def test_what_is_no_directory_of_a_project_is_not_managed(data, path):
    (data / ".hidden").mkdir()
    lead = Manager(data, managers=("lead",))
    status = lead.client.get(f"/{path}/-/manage", headers=as_login("lead")).status_code
    assert status in (403, 404, 308)


def test_snapshots_are_downloaded_and_deleted(lead, data):
    lead.post("/p/-/phases", {"phase": "1 apart", "note": "", "token": lead.token})
    answer = lead.client.get("/p/-/manage/snapshots/1.zip", headers=as_login("lead"))
    assert (
        answer.mimetype == "application/zip"
        and "snapshot-1.zip" in answer.headers["Content-Disposition"]
    )
    with zipfile.ZipFile(io.BytesIO(answer.data)) as archive:
        found = {name: archive.read(name) for name in archive.namelist()}
    expected = {
        f"snapshot-1/{path.relative_to(data / 'p').as_posix()}": content
        for path, content in files(data / "p").items()
    }
    assert found == expected
    form = lead.form("/delete")
    assert "say why" in lead.send(form, 400, reason=" ").text
    lead.send(form, reason="a <slip>")
    assert "a <slip>" in plain(lead.get()) and "/1.zip" not in lead.get()
    lead.get("manage/snapshots/1.zip", 404)
    lead.get("manage/snapshots/9.zip", 404)
    lead.send(form, 400, reason="again")


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
    table = text.partition("<caption>Pages</caption>")[2]
    return [word == "open" for word in re.findall(r"badge[^>]*>(open|closed)<", table)]


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
        in_brat = lead.client.get("/api/agreement?collection=/p/", headers=as_login(login)).json
        shown = re.search(r"In brat’s menu: <strong>(.*?)</strong>. <span[^>]*>(.*?)</span>", text)
        assert (shown is not None) == (in_brat["state"] == "open"), login
        if shown:
            assert plain(shown[1]).strip() == in_brat["text"]
            assert in_brat["detail"].startswith(plain(shown[2]).strip().rstrip("."))
        partners = set(re.findall(r"<li><bdi>(.*?)</bdi>, ", text))
        page = lead.client.get("/p/-/", headers=as_login(login)).text
        for name in ("annotator 1", "annotator 2", "ben"):
            if partners:
                assert (name in partners) == (name in page), (login, name)


@pytest.mark.parametrize("phase", ["1 apart", "2 met", ""])
def test_the_preview_of_a_phase_is_what_it_brings(data, phase):
    conf = "[project]\nphase = {}\n[access]\nmanagers = lead\nguests = all\n[phase 1 apart]\nreveal = none\n[phase 2 met]\nreveal = own\n"
    (data / "p" / "iaa.conf").write_text(conf.format("1 apart"))
    lead = Manager(data)
    before = {
        login: opened(lead.get(f"manage/preview?as={login}&phase={phase}"))
        for login in ("anna", "")
    }
    (data / "p" / "iaa.conf").write_text(conf.format(phase))
    for login, expected in before.items():
        assert expected == opened(lead.get(f"manage/preview?as={login}"))
        assert expected[0] == (lead.client.get("/p/-/", headers=as_login(login)).status_code == 200)
    lead.get("manage/preview?as=anna&phase=none-such", 404)


@pytest.fixture(scope="module")
def in_a_phase(with_a_snapshot):
    """The lead of a project with a snapshot, of which a phase is open."""
    lead = with_a_snapshot(False)
    set_access(lead, False)
    lead.send(lead.form("/phase"), name="1 apart", reveal="none", do="add and open")
    return lead


@pytest.mark.parametrize("page", ["manage", "manage/settings", "manage/preview?as=anna"])
def test_controls_and_sections_have_names(in_a_phase, page):
    text = in_a_phase.get(page)
    assert not [form.unnamed for form in forms(text) if form.unnamed]
    ids = re.findall(r'\bid="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    labelled = re.findall(r'aria-(?:labelledby|describedby)="([^"]+)"', text)
    assert set(labelled) <= set(ids)
    heads = dict(re.findall(r'<h2 id="([^"]+)"[^>]*>(.*?)</h2>', text))
    regions = re.findall(r'<(?:section|nav|div)[^>]*aria-label(?:ledby)?="([^"]+)"', text)
    named = [heads.get(region, region) for region in regions]
    assert len(named) == len(set(named))
    assert set(re.findall(r'href="(?:/p/-/manage)?#([^"]+)"', text)) <= {*ids, "sees", "phases"}
    assert set(re.findall(r'href="#([^"]+)"', text)) <= set(ids)
    assert "<script>" not in text and " style=" not in text and "onclick" not in text


def test_annotators_files_are_never_written(lead, data):
    before = {path: data_ for path, data_ in files(data).items() if "conf" not in path.name}
    lead.set(access__reveal="own")
    lead.add("project", "gold = carla")
    assert {path: data_ for path, data_ in files(data).items() if "conf" not in path.name} == before
    assert not [path for path in os.listdir(data / "p") if path.startswith(".")]


def write_rules(lead):
    """Write the lines that the page shows into acl.conf."""
    shown = re.search(r"<pre>(User-agent.*?)</pre>", lead.get(), re.S)[1]
    (lead.root / "acl.conf").write_text(shown)


def test_the_rules_that_are_shown_close_annotators_to_each_other(lead, data):
    allows = lead.site.extensions["brat_iaa_site"].views("p").files.acl.allows_directory
    said = "these pages compare annotators only with those whose documents they can open"
    text = plain(lead.get())
    assert "anna can open those of ben, carla" in text and said not in text
    assert allows("anna", data / "p" / "ben")
    write_rules(lead)
    assert not allows("anna", data / "p" / "ben") and allows("anna", data / "p" / "anna")
    assert not allows("", data / "p" / "ben")
    text = plain(lead.get())
    assert "No annotator can open the documents of another" in text
    assert text.index("Phases") < text.index(said) < text.index("Add a phase")
    lead.set(access__reveal="own")
    assert "they are compared with nobody. Open them in brat" in plain(lead.get())


def test_rules_are_others_with_a_draft_or_a_gold_to_learn_from(lead, data):
    shutil.copytree(data / "p" / "ben", data / "p" / "gold")
    for role in ("draft", "gold"):
        (data / "p" / "iaa.conf").write_text(f"{CONF}[project]\n{role} = gold\n")
        write_rules(lead)
        assert "Disallow: /p/gold/" in (data / "p" / "acl.conf").read_text()
    lead.set(access__reveal="own")
    assert "There is no gold yet" in lead.as_login("anna").get("disagreements/gold", 403)
    text = plain(lead.get())
    assert "Annotators may learn from the gold standard now, but acl.conf closes it" in text
    write_rules(lead)
    assert "Disallow: /p/gold/" not in (data / "p" / "acl.conf").read_text()
    assert "You and the gold standard" in lead.as_login("anna").get("disagreements/gold")
    assert "acl.conf closes it" not in plain(lead.get())


def test_a_file_that_is_no_text_is_mended_in_an_editor(data):
    (data / "p" / "iaa.conf").write_bytes(b"[access]\nmanagers = lead\n\xff")
    lead = Manager(data, managers=("lead",))
    for page in ("manage", "manage/settings"):
        text = lead.get(page)
        assert "is not UTF-8" in text and "<textarea" not in text
    fields = {"token": lead.token, "fingerprint": fingerprint_of(data), "text": "", "do": "save"}
    lead.post("/p/-/manage/settings", fields, 409)
