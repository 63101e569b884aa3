"""The page of the same words that are annotated differently: for managers alone."""

import threading

import pytest
from adjudication_pages import Lead
from review_pages import plain
from site_projects import as_login
from small_projects import put, put_raw
from waiting import PATIENCE

from brat_iaa.study import Study
from brat_iaa.web import background

CONF = "[access]\nmanagers = lead\nreveal = all\nguests = all\n"


@pytest.fixture
def lead(tmp_path):
    root = tmp_path / "data" / "p"
    for name in ("anna", "ben"):
        put(root, name, "shared", "a saw dogs", "0>2:root 2>3:OBJ")
    for number, marks in enumerate(("2>1:DET", "2>1:DET", "2>1:MOD")):
        put(root, "anna", f"alone{number}", "this house", f"0>2:root {marks}")
    (root / "iaa.conf").write_text(CONF)
    return Lead(root.parent)


def test_the_page_lists_what_one_person_annotated_differently(lead):
    page = lead.get("variation")
    text = plain(page)
    assert "1 nucleus" in text and "[this] [house]" in text and "3 occurrences, 1 deviates" in text
    assert "DET ← “house”" in text and "MOD ← “house”" in text
    assert "candidate for an error and not an error" in text
    # Each occurrence opens in brat, with its arc and its words.
    assert page.count('class="brat"') == 3
    assert "/p/anna/alone2?focus=R2,5~9,10~15" in page
    assert 'href="/p/-/variation"' in lead.get("manage")


def test_its_twins(lead):
    (told,) = lead.twin("variation")["layers"]
    assert told["nuclei"] == 1 and told["within_an_annotator"] == 1
    assert [value["number"] for value in told["listed"][0]["values"]] == [2, 1]
    assert lead.get("variation?format=csv").startswith("layer,nucleus,left,right")
    assert lead.twin("variation?context=outer&annotator=anna")["context"] == "outer"


def test_nuclei_are_found_as_disagreements_are(lead):
    for filters, number in (
        ("document=ALONE2", 1), ("document=shared", 0), ("label=mo", 1), ("label=OBJ", 0),
        ("text=this+HOUSE", 1), ("text=dogs", 0),
    ):  # fmt: skip
        (told,) = lead.twin(f"variation?{filters}")["layers"]
        assert (told["nuclei"], told["occurrences"]) == (number, 3 * number), filters
    page = lead.get("variation?label=mo&context=outer")
    assert "remove this filter" in page and '<option value="">inner</option>' in page
    assert "There is no document with “dok” in its name." in plain(
        lead.get("variation?document=dok")
    )


def test_where_looking_for_changes_takes_too_long_the_last_nuclei_are_shown(lead, monkeypatch):
    assert "Files have changed" not in plain(lead.get("variation"))
    gate, compute = threading.Event(), Study.agreement
    monkeypatch.setattr(Study, "agreement", lambda study: gate.wait(PATIENCE) and compute(study))
    monkeypatch.setattr(background, "PAGE_TIMEOUT", 0.05)
    text = plain(lead.get("variation"))
    gate.set()
    assert "1 nucleus" in text and "Files have changed" in text


def test_what_is_asked_for_in_vain(lead):
    lead.get("variation?annotator=nobody", 400)
    lead.get("variation?context=wide", 400)
    lead.get("variation?page=9", 404)


def test_without_variation_it_says_so(lead):
    assert "0 nuclei" in plain(lead.get("variation?annotator=ben"))


@pytest.mark.parametrize("login", ["anna", "ben", "zoe", ""])
def test_nobody_else_sees_it(lead, login):
    """Not even those who see everything else."""
    for query in ("", "?format=json", "?format=csv", "?annotator=anna"):
        answer = lead.client.get(f"/p/-/variation{query}", headers=as_login(login))
        assert answer.status_code == 403 and "alone" not in answer.text


def test_spans_and_what_stands_on_them(tmp_path):
    """In a project without arcs, one layer at a time."""
    root = tmp_path / "data" / "p"
    for name in ("anna", "ben"):
        for number, kind in enumerate(("PER", "PER", "LOC")):
            ann = f"T1\t{kind} 0 3\tAnn\nA1\tSex T1 {'fm'[number % 2]}\n"
            put_raw(root, name, f"doc{number}", "Ann met Bob .\n", ann)
    put_raw(root, "ben", "doc3", "Ann met Bob .\n", "T1\tPER 8 11\tBob\n")
    put_raw(root, "anna", "doc3", "Ann met Bob .\n", "T1\tPER 8 11\tBob\nA1\tSex T1 m\n")
    (root / "iaa.conf").write_text(CONF)
    lead = Lead(root.parent)
    text = plain(lead.get("variation"))
    assert "[Ann] 8 occurrences, 4 deviate" in text and "no such span: anna 1, ben 1" in text
    assert "arc" not in text and "Sex" in text
    assert 'href="/p/-/variation"' in lead.get("manage")
    (told,) = lead.twin("variation?layer=Sex")["layers"]
    assert told["layer"] == "Sex" and [row["left"] for row in told["listed"]] == ["Ann"]
    assert lead.twin("variation?label=no+arc")["layers"][0]["nuclei"] == 2
    lead.get("variation?layer=nothing", 400)


def test_answers_are_parted(lead, tmp_path, monkeypatch):
    """The JSON of a page has its nuclei, with some occurrences of each value; the CSV has all."""
    marks = "0>2:root 2>1:DET / 0>2:root 2>1:MOD"
    put(tmp_path / "data" / "p", "ben", "more", "that one / that one", marks)
    monkeypatch.setattr("brat_iaa.studies.variation.pages.NUCLEI", 1)
    monkeypatch.setattr("brat_iaa.studies.variation.pages._PART", 1)
    monkeypatch.setattr("brat_iaa.studies.variation.pages.OCCURRENCES", 1)
    told = lead.twin("variation?page=1")
    assert (told["page"], told["pages"]) == (1, 2)
    first, second = told["layers"][0]["listed"][0]["values"]
    assert (first["number"], len(first["occurrences"])) == (2, 1)
    assert (second["number"], len(second["occurrences"])) == (1, 1)
    rows = lead.get("variation?format=csv").splitlines()
    assert [row.split(",")[1:4] for row in rows[1:]] == (
        [["1", "this", "house"]] * 3 + [["2", "that", "one"]] * 2
    )


def test_many_values_of_many_annotators_are_not_all_on_a_page(tmp_path, monkeypatch):
    monkeypatch.setattr("brat_iaa.studies.variation.pages.OCCURRENCES", 6)
    root = tmp_path / "data" / "p"
    for annotator in ("anna", "ben", "carla", "dora"):
        for kind in "XYZ":
            put_raw(root, annotator, kind, "Ann met Bob .\n", f"T1\t{kind} 0 3\tAnn\n")
    (root / "iaa.conf").write_text(CONF)
    lead = Lead(root.parent)
    page = lead.get("variation")
    assert page.count('class="brat"') == 6 and plain(page).count("2 more: see the CSV below.") == 3
    (nucleus,) = lead.twin("variation")["layers"][0]["listed"]
    assert [len(value["occurrences"]) for value in nucleus["values"]] == [2, 2, 2]
