"""Drafts stay in the draft: what managers may name, read and write by way of a gold in the
making.
"""

import json
from shutil import copytree

import pytest
from adjudication_pages import MARKS, WORDS, Lead
from manage_pages import Manager
from small_projects import put
from treebank_files import conllu, put_file
from viewers import plain

from brat_iaa.config import load
from brat_iaa.corpus.drafts import MARK
from brat_iaa.study import Study
from brat_iaa.web.adjudicate import adjudicating

CONF = "[project]\n[layer dependencies]\n[access]\nmanagers = lead\n"


TREEBANK = "1 He he PRON _ _ 2 nsubj / 2 sees see VERB _ _ 0 root"


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


PATHS = ("{outside}", "../q/anna", "anna/..", "acl.conf")


def test_no_path_is_taken_for_a_draft_nor_a_gold(lead, tmp_path):
    """Neither as Manage saves it, nor as an editor writes it."""
    put(tmp_path, "outside", "doc", WORDS, MARKS["anna"])
    before = files(tmp_path)
    keys = "project draft", "project gold", "project annotators", "project excluded"
    for number, path in enumerate(PATHS):
        path = path.format(data=lead.data, outside=tmp_path / "outside")
        # Each with the draft, and with one of the others.
        for key in {keys[0], keys[1 + number % 3]}:
            is_refused(lead, *key.split(), path)
    assert files(tmp_path) == before


def is_refused(lead, section, name, path):
    manager(lead).add(section, f"{name} = {path}", 400)
    assert lead.conf == CONF
    (lead.root / "iaa.conf").write_text(f"{CONF}[{section}]\n{name} = {path}\n")
    if section == "project":
        by_hand(lead, f"{name} = {path}")
    lead.get("adjudicate", 503)
    assert "no name of a directory" in lead.get("manage") or path.endswith("conf")
    lead.post("adjudicate", item="x", decision="draft", seen="")
    (lead.root / "iaa.conf").write_text(CONF)


@pytest.mark.parametrize("key", ["draft", "gold"])
def test_nothing_is_decided_in_an_annotators_directory(lead, key):
    by_hand(lead, f"{key} = anna")
    before = files(lead.root)
    text = lead.get()
    assert "Make the draft" in text and "touch" not in text
    # A gold standard that was made elsewhere is no problem, and where it lies is the server's.
    assert "flash problem" not in text and str(lead.root) not in text
    lead.post(item="any", seen="", decision="taken:ben")
    assert files(lead.root) == before
    (lead.root / "anna" / MARK).touch()
    assert "disagreements adjudicated" in plain(lead.get())


@pytest.mark.parametrize("closed", ["/p/gold/", "/p/gold/doc"])
def test_who_may_not_read_the_draft_in_brat_does_not_work_on_it(lead, closed):
    lead.make("gold")
    (lead.root / "gold" / "acl.conf").unlink()
    (lead.data / "acl.conf").write_text(f"User-agent: lead\nDisallow: {closed}\n")
    lead.get(status=403)
    before = files(lead.root)
    assert lead.post(item="any", seen="", decision="taken:ben").status_code == 403
    assert files(lead.root) == before


def test_of_conllu_no_draft_is_made_and_nothing_links_into_brat(tmp_path):
    for name, label in (("anna", "nsubj"), ("ben", "obj")):
        content = conllu(TREEBANK.replace("nsubj", label))
        put_file(tmp_path / "data" / "p", f"{name}/news.conllu", content)
    (tmp_path / "data" / "p" / "iaa.conf").write_text("[access]\nmanagers = lead\n")
    lead = Lead(tmp_path / "data")
    assert "brat-agreement convert" in lead.get("adjudicate")
    lead.post("adjudicate/draft", 400, name="gold", rule="unanimous")
    assert not (lead.root / "gold").exists()
    for page in ("disagreements", "document/news"):
        assert "nsubj" in lead.get(page) and "index.xhtml#/p/" not in lead.get(page)


# A draft is never an annotator


def figures(lead):
    """What the overview and the command line say, but for when they say it."""
    told = json.loads(lead.get("?format=json"))
    found = Study(lead.root).agreement()
    return told, list(found.scores), found.annotators, found.excluded


def test_figures_are_the_same_whatever_drafts_there_are(lead):
    before = figures(lead)
    assert before[2] == ("anna", "ben", "carla")
    lead.make("gold")
    assert figures(lead) == before
    lead.make("gold2", rule="majority")
    (lead.root / "gold").rename(lead.root / "zzz")
    assert figures(lead) == before
    copytree(lead.root / "gold2", lead.root / "of_a_backup")
    (lead.root / "iaa.conf").write_text(CONF)
    assert figures(lead) == before


def test_of_drafts_made_at_once_one_stays(lead, monkeypatch):
    first, made = adjudicating.make, []

    def another_is_faster(source, directory, *given):
        if not made:
            made.append(directory)
            assert lead.make("faster").status_code == 303
        return first(source, directory, *given)

    monkeypatch.setattr(adjudicating, "make", another_is_faster)
    answer = lead.make("slower")
    assert answer.status_code == 400 and "faster now" in answer.text
    assert load(lead.root).draft == "faster" and not (lead.root / "slower").exists()
