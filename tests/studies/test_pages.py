"""The page of every study: who may see it, where it was before, and that it follows the files."""

from dataclasses import replace

import pytest
from adjudication_pages import Lead
from cases import each
from review_pages import plain
from site_projects import as_login
from small_projects import agreement, like, put, random_marks, random_words

from brat_iaa.access.permissions import ALL, OWN, Permission
from brat_iaa.config import parse
from brat_iaa.studies import FORMER, NAMES, named, sees_study

ACCESS = "[project]\nexcluded = gpt\n[access]\nmanagers = lead\nreveal = all\nguests = all\n"
OPTIONS = {
    "candidates": "candidate=gpt", "anchoring": "anchors=gpt", "simulation": "repetitions=1",
}  # fmt: skip


def fill(root):
    from random import Random

    random = Random(5)
    words = random_words(random, 40)
    truth = random_marks(random, words, "AB", heads=(1, 2))
    for name, share in {"anna": 0.2, "ben": 0.3, "carla": 0.4, "anna.2": 0.1, "gpt": 0.2}.items():
        put(root, name, "doc", words, like(random, truth, words, share, labels="AB"))
    (root / "iaa.conf").write_text(ACCESS)
    return root


@pytest.fixture(scope="module")
def lead(tmp_path_factory):
    return Lead(fill(tmp_path_factory.mktemp("studies") / "data" / "p").parent)


@each("name", [name for name in NAMES if name != "timing"])
def test_a_page_has_the_tables_of_the_command(lead, name):
    asked = f"studies/{name}?{OPTIONS.get(name, '')}"
    text = plain(lead.get(asked))
    told = lead.twin(asked)
    assert named(name).title in text and told["rows"] and told["tables"]
    for table in told["tables"]:
        assert plain(table["title"]).casefold() in text.casefold()
    assert lead.get(f"{asked}&format=csv").count("\n") == 1 + len(told["rows"])


@pytest.mark.parametrize("name", ["candidates", "anchoring", "timing"])
def test_where_nothing_can_be_studied_the_page_says_why_and_has_its_form(lead, name):
    page = lead.get(f"studies/{name}", 400 if name == "timing" else 404)
    assert ("name the candidates" in page or "no output of a tool is named" in page
            or "brat keeps no annotation log" in plain(page))  # fmt: skip


def test_each_study_is_seen_by_those_who_may_and_by_nobody_else(lead):
    """Planning by all who see every figure; all others by managers, also where all is open."""
    for login in ("lead", "anna", "zoe", ""):
        listed = lead.client.get("/p/-/studies/", headers=as_login(login)).text
        for name in NAMES:
            seen = login == "lead" or name == "planning"
            assert (f"/p/-/studies/{name}" in listed) == seen
            for query in ("", "?format=json", "?format=csv"):
                answer = lead.client.get(f"/p/-/studies/{name}{query}", headers=as_login(login))
                assert (answer.status_code == 403) == (not seen), (login, name)
                assert seen or not ("anna.2" in answer.text or "gpt" in answer.text)


def test_who_may_see_a_study_is_decided_by_one_function():
    manager = Permission(ALL, manager=True)
    for name in NAMES:
        assert sees_study(manager, name)
        assert sees_study(Permission(ALL), name) == (name == "planning")
        assert sees_study(replace(manager, limited=True), name) == (name == "planning")
        assert not sees_study(Permission(OWN, me="anna"), name)
    assert not sees_study(manager, "none") and not sees_study(Permission(), "planning")


def test_former_addresses_lead_to_the_studies(lead):
    for former, name in FORMER.items():
        answer = lead.client.get(f"/p/-/{former}", headers=as_login("lead"))
        assert (answer.status_code, answer.location) == (302, f"/p/-/studies/{name}")


def test_a_page_follows_the_files_of_directories_that_are_no_annotators(tmp_path):
    lead = Lead(fill(tmp_path / "data" / "p").parent)
    asked = "studies/candidates?candidate=gpt"
    first = lead.twin(asked)
    assert lead.twin(asked) == first
    path = lead.root / "gpt" / "doc.ann"
    path.write_text(path.read_text().replace("\tA ", "\tB "))
    assert lead.twin(asked)["rows"] != first["rows"]


OLD = """[project]
candidates = gpt
second_passes = later: anna
[anchoring]
anchors = tool, other
started_from = anna: tool
gold_of = made: tool
reviewed = ben2
scratch = ben
judges = judges.csv
"""


def test_settings_of_former_versions_leave_the_same_directories_out(tmp_path):
    """Each is one line that names the option; no figure changes."""
    config = parse(OLD, "iaa.conf")
    assert config.excluded == ("gpt", "later", "tool", "other", "made", "ben2")
    assert [problem.line for problem in config.outdated] == [2, 3, 5, 6, 7, 8, 9, 10]
    assert config.outdated[0].message == (
        "“candidates” is --candidate of brat-agreement study candidates now. Its directories are "
        "left out as before: write them as excluded."
    )
    assert config.outdated[-1].message == (
        "“judges” is --judges of brat-agreement study anchoring now."
    )
    root, conf = fill(tmp_path / "p"), "[project]\ncandidates = gpt\n"
    before = agreement(root)
    (root / "iaa.conf").write_text(conf)
    after = agreement(root)
    assert after.annotators == before.annotators == ("anna", "ben", "carla")
    assert [score.value for score in after.scores] == [score.value for score in before.scores]
    assert [problem.code for problem in after.problems].count("outdated-setting") == 1
