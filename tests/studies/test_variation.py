"""What the study of variation says."""

import pytest
from small_projects import put
from studied import report_of

from brat_iaa.cli import main
from brat_iaa.errors import ConfigError, ProjectError
from brat_iaa.studies.variation import FIELDS

HOUSE = "0>2:ROOT 2>1:DET"


@pytest.fixture
def root(tmp_path):
    """Two documents of anna alone, of which one differs; one of both."""
    put(tmp_path, "anna", "d1", "this house", HOUSE)
    put(tmp_path, "anna", "d2", "this house", HOUSE.replace("DET", "MOD"))
    for name in ("anna", "ben"):
        put(tmp_path, name, "d3", "this house", HOUSE)
    return tmp_path


def test_a_row_for_each_value_and_for_each_occurrence(root):
    report = report_of("variation", root)
    assert (
        "1 nucleus with the same words, 4 occurrences. 1 of them within an annotator, 0 only"
        in (" ".join(report.said))
    )
    (table,) = report.tables
    assert [row[:5] for row in table.rows] == [
        ("[this] [house]", "DET ← “house”", "anna 2, ben 1", "d1, sentence 1", "[this] [house]"),
        ("[this] [house]", "MOD ← “house”", "anna 1", "d2, sentence 1", "[this] [house]"),
    ]
    rows = report.rows.dicts()
    assert tuple(rows[0]) == FIELDS
    assert [(row["annotator"], row["document"], row["deviates"], row["ids"]) for row in rows] == [
        ("anna", "d1", "no", "R2"), ("anna", "d3", "no", "R2"), ("ben", "d3", "no", "R2"),
        ("anna", "d2", "yes", "R2"),
    ]  # fmt: skip
    assert (rows[0]["before"], rows[0]["after"]) == (None, None)
    outer = report_of("variation", root, context="outer").rows.dicts()
    assert (outer[0]["before"], outer[0]["after"]) == ("", "")


def test_links_lead_to_the_words_and_arcs(root, capsys):
    brat = ("--brat-url", "http://localhost:8001/", "--collection", "/p/")
    assert main(["study", "variation", str(root), *brat, "--format", "csv"]) == 0
    link = "http://localhost:8001/index.xhtml#/p/anna/d2?focus=R2,5~9,10~15"
    assert link in capsys.readouterr().out


def test_a_project_of_one_annotator(tmp_path):
    for number, marks in enumerate((HOUSE, HOUSE, HOUSE.replace("DET", "MOD"))):
        put(tmp_path, "anna", f"d{number}", "this house", marks)
    assert len(report_of("variation", tmp_path).rows.records) == 3


def test_only_the_first_and_only_one_annotator(root):
    put(root, "ben", "d4", "that one / that one", "0>2:ROOT 2>1:DET / 0>2:ROOT 2>1:MOD")
    (whole,) = report_of("variation", root).tables
    (first,) = report_of("variation", root, limit="1").tables
    (of_ben,) = report_of("variation", root, annotator="ben").tables
    assert {row[0] for row in whole.rows} == {"[this] [house]", "[that] [one]"}
    assert {row[0] for row in first.rows} == {"[this] [house]"} and "1 more" in first.notes[0]
    assert {row[0] for row in of_ben.rows} == {"[that] [one]"}


def test_words_beside_themselves(tmp_path):
    put(tmp_path, "anna", "d", "no no / no no", "0>1:ROOT 1>2:REP / 0>2:ROOT 2>1:REP")
    values = {row["value"] for row in report_of("variation", tmp_path).rows.dicts()}
    assert values == {"REP ← “no (left)”", "REP ← “no (right)”"}


def test_what_cannot_be_searched(root, tmp_path):
    with pytest.raises(ConfigError, match="no such annotator. Did you mean"):
        report_of("variation", root, annotator="bne")
    put(tmp_path / "empty", "anna", "d", "this house", "")
    with pytest.raises(ProjectError, match="anna drew nothing in any layer"):
        report_of("variation", tmp_path / "empty", {"units": "tokens"})


def test_lines_that_cannot_be_read_are_said(root):
    assert "could not be read" not in " ".join(report_of("variation", root).said)
    with open(root / "ben" / "d3.ann", "a") as file:
        file.write("R9\tDET Arg1:T1\n")
    said = " ".join(report_of("variation", root).said)
    assert "1 line could not be read, so what is written there counts as not drawn" in said
