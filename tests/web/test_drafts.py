"""Drafts stay in the draft: what managers may name, read and write by way of a gold in the
making.
"""

import pytest
from adjudication_pages import Lead
from manage_pages import Manager, plain
from small_projects import put

from brat_iaa.corpus.drafts import MARK

WORDS = "a b c d / e f g"
MARKS = {
    "anna": "0>1:SUBJ 1>2:OBJ 2>3:JCT 3>4:OBJ / 0>1:SUBJ 1>2:OBJ 1>3:JCT",
    "ben": "0>1:SUBJ 1>2:JCT 1>3:JCT 3>4:OBJ / 0>1:SUBJ 1>2:JCT",
    "carla": "0>1:SUBJ 1>2:OBJ 2>3:JCT 3>4:OBJ / 0>1:SUBJ 1>2:JCT 1>3:JCT",
}
CONF = "[project]\n[layer dependencies]\n[access]\nmanagers = lead\n"


@pytest.fixture
def lead(tmp_path):
    """The pages of p, beside which lies q, another project, closed to the manager of p."""
    for project in ("p", "q"):
        for name, marks in MARKS.items():
            put(tmp_path / "data" / project, name, "doc", WORDS, marks)
    (tmp_path / "data" / "p" / "iaa.conf").write_text(CONF)
    (tmp_path / "data" / "acl.conf").write_text("User-agent: lead\nDisallow: /q/\n")
    return Lead(tmp_path / "data")


def manager(lead):
    return Manager(lead.data, site=lead.app)


def files(folder):
    return {path: path.read_bytes() for path in sorted(folder.rglob("*.ann"))}


def by_hand(lead, line):
    (lead.root / "iaa.conf").write_text(CONF.replace("[project]\n", f"[project]\n{line}\n"))


PATHS = ("{data}/q/anna", "{outside}", "../q/anna", "anna/..", ".", "acl.conf", "ANNOTATION.conf")


@pytest.mark.parametrize("path", PATHS)
def test_no_path_is_taken_for_a_draft_nor_a_gold(lead, tmp_path, path):
    """Neither as Manage saves it, nor as an editor writes it."""
    put(tmp_path, "outside", "doc", WORDS, MARKS["anna"])
    path = path.format(data=lead.data, outside=tmp_path / "outside")
    before = files(tmp_path)
    for key in ("project__draft", "project__gold", "project__annotators", "anchoring__anchors"):
        manager(lead).set("manage/settings", 400, **{key: path})
        assert lead.conf == CONF
        section, _, name = key.partition("__")
        (lead.root / "iaa.conf").write_text(f"{CONF}[{section}]\n{name} = {path}\n")
        if section == "project":
            by_hand(lead, f"{name} = {path}")
        lead.get("adjudicate", 503)
        assert "no name of a directory" in lead.get("manage") or path.endswith("conf")
        lead.post("adjudicate", item="x", decision="draft", seen="")
        (lead.root / "iaa.conf").write_text(CONF)
    assert files(tmp_path) == before


@pytest.mark.parametrize("name", ["acl.conf", "visual.conf", "tools.conf", ".stats_cache", "a\\b"])
def test_a_draft_is_not_called_like_a_file_of_brats(lead, name):
    assert lead.make(name).status_code == 400
    assert lead.conf == CONF and not (lead.root / name).exists()
    assert "Make the draft" in lead.get()


def test_manage_makes_no_annotator_a_draft(lead):
    said = manager(lead).set("manage/settings", 400, project__draft="anna").text
    assert "not marked as a draft" in said and lead.conf == CONF


@pytest.mark.parametrize("key", ["draft", "gold"])
def test_nothing_is_decided_in_an_annotators_directory(lead, key):
    by_hand(lead, f"{key} = anna")
    before = files(lead.root)
    text = lead.get()
    assert "Make the draft" in text and "it may be an annotator&#39;s" in text
    lead.post(item="any", seen="", decision="taken:ben")
    assert files(lead.root) == before
    (lead.root / "anna" / MARK).touch()  # what the page says to type
    assert "places settled" in plain(lead.get())


def test_a_link_to_a_draft_is_none(lead):
    assert lead.make("gold").status_code == 303
    (lead.root / "gold2").symlink_to(lead.root / "gold")
    by_hand(lead, "draft = gold2")
    assert "Make the draft" in lead.get()


def test_a_draft_of_a_version_that_made_no_mark_is_worked_on(lead):
    lead.make("gold")
    lead.decide("b", "taken:anna")
    (lead.root / "gold" / MARK).unlink()
    assert "1 of 4 places settled" in plain(lead.get())
    assert (lead.root / "gold" / MARK).is_file()


@pytest.mark.parametrize("closed", ["/p/gold/", "/p/gold/doc"])
def test_who_may_not_read_the_draft_in_brat_does_not_work_on_it(lead, closed):
    lead.make("gold")
    (lead.root / "gold" / "acl.conf").unlink()
    (lead.data / "acl.conf").write_text(f"User-agent: lead\nDisallow: {closed}\n")
    lead.get(status=403)
    before = files(lead.root)
    assert lead.post(item="any", seen="", decision="taken:ben").status_code == 403
    assert files(lead.root) == before


def test_rules_of_brat_are_not_changed_by_whom_they_concern(lead):
    rules = "User-agent: lead\nDisallow: /p/carla/\n"
    (lead.data / "acl.conf").write_text(rules)
    pages = manager(lead)
    form = pages.form("/manage/rules")
    assert "not yours to change" in pages.send(form, 400, do="close").text
    assert not (lead.root / "acl.conf").exists()
    lead.get("adjudicate", 403)


def test_a_preview_shows_no_manager_what_brat_hides_from_the_manager(lead):
    (lead.root / "iaa.conf").write_text(f"{CONF}reveal = own\nothers = named\n")
    (lead.data / "acl.conf").write_text("User-agent: lead\nDisallow: /p/carla/\n")
    pages = manager(lead)
    text = pages.get("manage/preview?as=anna")
    assert "ben" in text and "carla" not in text
