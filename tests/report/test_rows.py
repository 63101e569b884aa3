"""Scores and disagreements as rows: CSV, JSON and lines of text."""

import csv
import io

import pytest
from small_projects import agreement, put, put_raw

from brat_iaa.formats.tables import TEXT, Column, Table, for_programs, safe_cell, to_csv
from brat_iaa.report import places, scores


def read(text):
    return list(csv.DictReader(io.StringIO(text)))


@pytest.fixture
def project(tmp_path):
    put(tmp_path, "anna", "d", "Ærlig talt", "0>1:root 1>2:obj")
    put(tmp_path, "ben", "d", "Ærlig talt", "0>1:root 0>2:obj")
    return agreement(tmp_path)


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"])
def test_text_is_never_a_formula(sign):
    assert safe_cell(sign + "1+1") == "'" + sign + "1+1"
    # Nor is a column that is called as an annotator is.
    table = Table("", [Column(None, TEXT, f"{sign}x")], [])
    assert to_csv(table).startswith(("'", "\"'"))


def test_every_text_of_a_row_is_safe(tmp_path):
    text, spans = "=a @b\n", "T1\t+W 0 2\t=a\nT2\t+W 3 5\t@b\n"
    put_raw(tmp_path, "-anna", "=d", text, spans + "R1\t=X Arg1:T1 Arg2:T2\t\n")
    put_raw(tmp_path, "@ben", "=d", text, spans + "R1\t=X Arg1:T2 Arg2:T1\t\n")
    found = agreement(tmp_path)
    rows = read(to_csv(for_programs(places.flat_rows(places.rows(found.places)), places.FIELDS)))
    rows += read(to_csv(scores.score_table(found.scores)))
    for row in rows:
        for key, cell in row.items():
            numeric = (
                key.startswith(("value", "observed", "low", "high"))
                and "layer" in row
                and "end" not in row
            )
            assert numeric or not cell.startswith(("=", "+", "-", "@")), (key, cell)
    assert rows[0]["document"] == "'=d"


def test_scores_in_csv_keep_every_digit(project):
    for row, score in zip(read(to_csv(scores.score_table(project.scores))), project.scores):
        assert row["annotators"] == ", ".join(score.annotators)
        assert row["value"] == ("" if score.value is None else repr(score.value))
        assert row["items"] == str(score.items)
        assert (row["undefined"] or None) == score.undefined


def test_text_does_not_command_the_terminal(tmp_path):
    text, spans = "\x1b[1m b\n", "T1\tW 0 4\t\x1b[1m\nT2\tW 5 6\tb\n"
    put_raw(tmp_path, "anna", "d", text, spans + "R1\tX Arg1:T1 Arg2:T2\t\n")
    put_raw(tmp_path, "ben", "d", text, spans + "R1\tX Arg1:T2 Arg2:T1\t\n")
    printed = places.to_text(places.rows(agreement(tmp_path).places))
    assert "\x1b" not in printed and "\\x1b[1m" in printed
