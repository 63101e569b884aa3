"""What the command prints."""

import csv
import io
import json

import pytest
from small_projects import put

from brat_iaa.cli import main
from brat_iaa.guide import section
from brat_iaa.guide.markup import TextTable
from brat_iaa.studies.variation.report import FIELDS

HOUSE = "0>2:ROOT 2>1:DET"


@pytest.fixture
def root(tmp_path):
    """Two documents of anna alone, of which one differs; one of both."""
    put(tmp_path, "anna", "d1", "this house", HOUSE)
    put(tmp_path, "anna", "d2", "this house", HOUSE.replace("DET", "MOD"))
    for name in ("anna", "ben"):
        put(tmp_path, name, "d3", "this house", HOUSE)
    return tmp_path


def printed(capsys, *words):
    assert main(["variation", *map(str, words)]) == 0
    return capsys.readouterr().out


def test_text(root, capsys):
    out = printed(capsys, root)
    assert "anna, ben" in out and "a candidate for an error and not an error" in out
    assert "1 nucleus with the same words, 4 occurrences. 1 of them within" in out
    assert "1. [this] [house]: 4 occurrences, 1 deviates" in out
    assert "  DET ← “house”: anna 2, ben 1" in out
    assert "    d2, sentence 1, anna (R2 in line 5): [this] [house]" in out


def test_links_lead_to_the_words_and_arcs(root, capsys):
    brat = ("--brat-url", "http://localhost:8001/", "--collection", "/p/")
    out = printed(capsys, root, *brat)
    assert "http://localhost:8001/index.xhtml#/p/anna/d2?focus=R2,5~9,10~15" in out


def test_csv_has_a_row_for_each_occurrence(root, capsys):
    rows = list(csv.DictReader(io.StringIO(printed(capsys, root, "--format", "csv"))))
    assert tuple(rows[0]) == FIELDS
    assert [(row["annotator"], row["document"], row["deviates"]) for row in rows] == [
        ("anna", "d1", "no"), ("anna", "d3", "no"), ("ben", "d3", "no"), ("anna", "d2", "yes"),
    ]  # fmt: skip


def test_json(root, capsys):
    told = json.loads(printed(capsys, root, "--format", "json", "--context", "outer"))
    (layer,) = told["layers"]
    (one,) = layer["listed"]
    assert (layer["nuclei"], one["before"], one["after"], one["within"]) == (1, "", "", ["anna"])
    assert [value["number"] for value in one["values"]] == [3, 1]
    assert one["values"][1]["drawn"] == [{"label": "MOD", "side": "right"}]


def test_a_project_of_one_annotator(root, tmp_path, capsys):
    alone = tmp_path / "alone"
    for number, marks in enumerate((HOUSE, HOUSE, HOUSE.replace("DET", "MOD"))):
        put(alone, "anna", f"d{number}", "this house", marks)
    assert "3 occurrences, 1 deviates" in printed(capsys, alone)


def test_only_the_first(root, capsys):
    put(root, "ben", "d4", "that one / that one", "0>2:ROOT 2>1:DET / 0>2:ROOT 2>1:MOD")
    whole = printed(capsys, root)
    assert "2 nuclei" in whole and "\n2. [that] [one]" in whole
    assert "\n2. " not in printed(capsys, root, "--limit", "1")
    assert "1. [that] [one]" in printed(capsys, root, "--annotator", "ben")


def test_words_beside_themselves(tmp_path, capsys):
    words, marks = "no no / no no", "0>1:ROOT 1>2:REP / 0>2:ROOT 2>1:REP"
    put(tmp_path, "anna", "d", words, marks)
    out = printed(capsys, tmp_path)
    assert "REP ← “no (left)”" in out and "REP ← “no (right)”" in out


def test_many_occurrences_are_not_all_in_the_text(tmp_path, capsys):
    sentences = [HOUSE] * 7 + [HOUSE.replace("DET", "MOD")]
    put(tmp_path, "anna", "d", " / ".join(["this house"] * 8), " / ".join(sentences))
    assert "2 more places: see --format json or csv." in printed(capsys, tmp_path)


def test_what_cannot_be_searched(root, tmp_path, capsys):
    assert main(["variation", str(root), "--annotator", "bne"]) == 2
    assert "no such annotator. Did you mean" in capsys.readouterr().err
    empty = tmp_path / "empty"
    put(empty, "anna", "d", "this house", "")
    assert main(["variation", str(empty), "--tokens"]) == 2
    assert "anna drew nothing in any layer" in capsys.readouterr().err


def test_the_columns_are_all_explained():
    (table, *_) = [
        block
        for block in section("disagreements", "variation-columns")
        if isinstance(block, TextTable)
    ]
    assert [row[0][0].text for row in table.rows] == list(FIELDS)


def test_lines_that_cannot_be_read_are_said_beside_it(root, capsys):
    assert "could not be read" not in printed(capsys, root)
    with open(root / "ben" / "d3.ann", "a") as file:
        file.write("R9\tDET Arg1:T1\n")
    out = " ".join(printed(capsys, root).split())
    assert "1 line could not be read, so what is written there counts as not drawn" in out
    assert json.loads(printed(capsys, root, "--format", "json"))["lines_not_read"] == 1
