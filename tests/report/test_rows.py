"""Scores and disagreements as rows: CSV, JSON and lines of text."""

import csv
import io

import pytest
from discourse_projects import CONFIG, TEXT, put_relations
from small_projects import agreement, put, put_raw

from brat_iaa.formats.brat_links import BratLinks
from brat_iaa.formats.tables import for_programs, safe_cell, to_csv
from brat_iaa.report import disagreements as listing
from brat_iaa.report import scores


def read(text):
    return list(csv.DictReader(io.StringIO(text)))


@pytest.fixture
def project(tmp_path):
    put(tmp_path, "anna", "d", "Ærlig talt", "0>1:root 1>2:obj")
    put(tmp_path, "ben", "d", "Ærlig talt", "0>1:root 0>2:obj")
    return agreement(tmp_path)


def test_a_row_holds_everything_about_a_disagreement(project):
    (row,) = listing.rows(project.disagreements, BratLinks("http://brat/", "/p/").of)
    assert row == {
        "layer": "dependencies", "document": "d", "sentence": 1, "token": "talt", "start": 11, "end": 15,
        "kind": "head", "follows_layer": None, "follows_start": None, "follows_end": None,
        "annotator_a": "anna", "pos_a": "W", "label_a": "obj", "head_a": "Ærlig", "head_start_a": 5,
        "head_end_a": 10, "distance_a": -1, "ends_a": None, "ends_at_a": None, "token_id_a": "T3", "arc_id_a": "R2", "file_a": "anna/d.ann", "line_a": 5,
        "annotator_b": "ben", "pos_b": "W", "label_b": "obj", "head_b": "ROOT", "head_start_b": 0,
        "head_end_b": 4, "distance_b": None, "ends_b": None, "ends_at_b": None, "token_id_b": "T3", "arc_id_b": "R2", "file_b": "ben/d.ann", "line_b": 5,
        "link_a": "http://brat/index.xhtml#/p/anna/d?focus=R2,11~15,5~10",
        "link_b": "http://brat/index.xhtml#/p/ben/d?focus=R2,11~15,0~4",
        "link_both": "http://brat/diff.xhtml#/p/ben/d?diff=/p/anna/",
    }  # fmt: skip
    assert tuple(row) == listing.FIELDS


def test_relations_of_one_connective_are_told_apart_by_their_ends(tmp_path):
    for annotator, relation in (("anna", "a2 b3 conjunction k4"), ("ben", "a4 b3 conjunction k4")):
        put_relations(tmp_path, annotator, relation)
    (tmp_path / "iaa.conf").write_text(CONFIG.format("shared"))
    (row,) = listing.rows(agreement(tmp_path).disagreements)
    places = {word: f"{TEXT.index(word)}–{TEXT.index(word) + 2}" for word in ("a2", "a4", "b3")}
    assert (row["kind"], row["label_a"], row["label_b"]) == ("nodes", "conjunction", "conjunction")
    assert (row["ends_a"], row["ends_b"]) == ("a2 → b3", "a4 → b3")
    assert row["ends_at_b"] == f"{places['a4']} → {places['b3']}"
    text = listing.to_text([row])
    assert "anna: conjunction a2 → b3  anna/" in text and "ben:  conjunction a4 → b3  ben/" in text


def test_every_key_is_explained():
    for field in listing.FIELDS:
        name = field[:-1] if field[-2:] in ("_a", "_b") and not field.startswith("link") else field
        assert name in listing.rows.__doc__, field


def test_csv_holds_the_same(project):
    rows = listing.rows(project.disagreements)
    (read_back,) = read(to_csv(for_programs(rows, listing.FIELDS)))
    assert read_back == {key: "" if value is None else str(value) for key, value in rows[0].items()}


def test_csv_has_a_header_also_without_rows():
    assert to_csv(for_programs([], listing.FIELDS)).strip().split(",") == list(listing.FIELDS)
    assert (
        to_csv(for_programs([], listing.PATTERN_FIELDS))
        == "times,layer,kind,annotator_a,label_a,annotator_b,label_b\n"
    )


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"])
def test_text_is_never_a_formula(sign):
    assert safe_cell(sign + "1+1") == "'" + sign + "1+1"


@pytest.mark.parametrize("value", [-1, -0.25, 3, None, "", "1-1", "a=b"])
def test_numbers_and_plain_text_are_untouched(value):
    assert safe_cell(value) is value


def test_every_text_of_a_row_is_safe(tmp_path):
    text, spans = "=a @b\n", "T1\t+W 0 2\t=a\nT2\t+W 3 5\t@b\n"
    put_raw(tmp_path, "-anna", "=d", text, spans + "R1\t=X Arg1:T1 Arg2:T2\t\n")
    put_raw(tmp_path, "@ben", "=d", text, spans)
    found = agreement(tmp_path)
    rows = read(to_csv(for_programs(listing.rows(found.disagreements), listing.FIELDS)))
    rows += read(to_csv(for_programs(listing.pattern_rows([]), listing.PATTERN_FIELDS))) + read(
        to_csv(scores.score_table(found.scores))
    )
    for row in rows:
        for key, cell in row.items():
            numeric = key.startswith(("distance", "value", "observed", "low", "high"))
            assert numeric or not cell.startswith(("=", "+", "-", "@")), (key, cell)
    assert rows[0]["distance_a"] == "-1"
    assert rows[0]["document"] == "'=d"


def test_cells_may_hold_commas_quotes_and_line_ends():
    row = dict.fromkeys(listing.FIELDS, None)
    row.update(token='a, "b"\nc')
    (back,) = read(to_csv(for_programs([row], listing.FIELDS)))
    assert back["token"] == 'a, "b"\nc'


def test_scores_in_csv_keep_every_digit(project):
    for row, score in zip(read(to_csv(scores.score_table(project.scores))), project.scores):
        assert row["annotators"] == ", ".join(score.annotators)
        assert row["value"] == ("" if score.value is None else repr(score.value))
        assert row["items"] == str(score.items)
        assert (row["undefined"] or None) == score.undefined


def test_the_interval_is_two_columns(tmp_path):
    for annotator, last in (("anna", "obj"), ("ben", "obl")):
        put(
            tmp_path,
            annotator,
            "d",
            " / ".join(["one two"] * 12),
            " / ".join(["0>1:root"] * 11 + [f"1>2:{last}"]),
        )
    found = agreement(tmp_path)
    row, score = read(to_csv(scores.score_table(found.scores)))[0], found.scores[0]
    assert (float(row["low"]), float(row["high"])) == score.interval
    assert scores.rows(found.scores)[0]["interval"] == list(score.interval)


def test_lines_of_text(project):
    sentences = {("d", 1): "ROOT Ærlig talt\n"}
    assert listing.to_text(
        listing.rows(project.disagreements, BratLinks("http://brat/", "/p/").of), sentences
    ) == (
        "d, sentence 1\n"
        "  ROOT Ærlig talt\n"
        "  “talt” (11–15): head\n"
        "    anna: obj ← “Ærlig”  anna/d.ann line 5 (R2)\n"
        "      http://brat/index.xhtml#/p/anna/d?focus=R2,11~15,5~10\n"
        "    ben:  obj ← “ROOT”   ben/d.ann line 5 (R2)\n"
        "      http://brat/index.xhtml#/p/ben/d?focus=R2,11~15,0~4\n"
        "    side by side: http://brat/diff.xhtml#/p/ben/d?diff=/p/anna/\n"
    )
    assert listing.to_text([]) == listing.patterns_to_text([]) == ""


def test_no_arc_and_no_token_are_told_apart(tmp_path):
    put(tmp_path, "anna", "d", "one two three", "0>1:root 1>2:obj 1>3:obl")
    put(tmp_path, "ben", "d", "one two three", "0>1:root -3")
    printed = listing.to_text(listing.rows(agreement(tmp_path, tokens="drawn").disagreements))
    assert "ben:  no arc " in printed and "ben:  no such token " in printed


def test_text_does_not_command_the_terminal(tmp_path):
    text, spans = "\x1b[1m b\n", "T1\tW 0 4\t\x1b[1m\nT2\tW 5 6\tb\n"
    put_raw(tmp_path, "anna", "d", text, spans + "R1\tX Arg1:T1 Arg2:T2\t\n")
    put_raw(tmp_path, "ben", "d", text, spans)
    printed = listing.to_text(listing.rows(agreement(tmp_path).disagreements))
    assert "\x1b" not in printed and "\\x1b[1m" in printed
