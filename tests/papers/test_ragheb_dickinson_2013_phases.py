"""The tables of Ragheb & Dickinson 2013 (BEA 8) that set phases beside each other: agreement by pair,
by text and phase (tables 2 to 4), and GCM by direction (tables 5 and 6).

Two texts of twelve sentences with two tokens. In the first ben has another label in six sentences,
then, revised, in three; in the second he draws no arc to the second token in four, in both phases.

                     text1          text2          both
    LAA, MASI        18/24 21/24    20/24 20/24    38/48 41/48
    GCM(anna, ben)   18/24 21/24    20/24 20/24    38/48 41/48
    GCM(ben, anna)   18/24 21/24    20/20 20/20    38/44 41/44
"""

import csv
import io
import json

import pytest
from small_projects import put

from brat_iaa.cli import main

WORDS = " / ".join(["a b"] * 12)
SAME = "0>1:root 1>2:obj"


def marks(number, other):
    return " / ".join([other] * number + [SAME] * (12 - number))


@pytest.fixture
def run(tmp_path, capsys):
    root = tmp_path / "project"

    def run(command, *options):
        code = main([command, str(root), *options, "--state-dir", str(tmp_path / "state")])
        out, err = capsys.readouterr()
        return (out if code == 0 else err), code

    for text in ("text1", "text2"):
        put(root, "anna", text, WORDS, marks(0, ""))
    put(root, "ben", "text2", WORDS, marks(4, "0>1:root"))
    (root / "iaa.conf").write_text("")
    for phase, differing in (("1 apart", 6), ("2 revised", 3)):
        put(root, "ben", "text1", WORDS, marks(differing, "0>1:root 1>2:det"))
        assert run("snapshot", "--phase", phase)[1] == 0
    # Groups may be named after the snapshots were taken.
    (root / "iaa.conf").write_text("[project]\ngroups = text1: first, text*: both\n")
    return run


def table(printed, title):
    """{first cells of a row: its figures without intervals}"""
    lines = printed.partition(f"{title}\n")[2].partition("\n\n")[0].split("\n")[1:]
    # Behind the rows stand notes, in sentences.
    rows = (line.strip().split("  ") for line in lines if "  " in line.strip())
    cells = ([cell.strip() for cell in row if cell.strip()] for row in rows)
    return {
        tuple(row[:-2]): tuple(figure.partition(" ")[0] for figure in row[-2:]) for row in cells
    }


def test_tables_3_and_4_by_document(run):
    printed, _ = run("phases", "--by", "document")
    assert table(printed, "LAA, MASI, per document, pair and phase") == {
        ("text1", "anna and ben"): (".750", ".875"), ("text2", "anna and ben"): (".833", ".833"),
    }  # fmt: skip
    assert table(printed, "UAA, MASI, per document, pair and phase") == {
        ("text1", "anna and ben"): ("1.000", "1.000"), ("text2", "anna and ben"): (".833", ".833"),
    }  # fmt: skip


def test_tables_3_and_4_by_group(run):
    printed, _ = run("phases", "--by", "group")
    assert table(printed, "LAA, MASI, per group, pair and phase") == {
        ("both", "anna and ben"): (".792", ".854"), ("first", "anna and ben"): (".750", ".875"),
    }  # fmt: skip


def test_tables_5_and_6_by_direction(run):
    printed, _ = run("phases", "--statistic", "gcm")
    assert table(printed, "LAA, GCM by direction, per pair and phase") == {
        ("anna, ben",): (".792", ".854"), ("ben, anna",): (".864", ".932"),
    }  # fmt: skip
    printed, _ = run("phases", "--statistic", "gcm", "--by", "document")
    assert table(printed, "LAA, GCM by direction, per document, pair and phase") == {
        ("text1", "anna, ben"): (".750", ".875"), ("text1", "ben, anna"): (".750", ".875"),
        ("text2", "anna, ben"): (".833", ".833"), ("text2", "ben, anna"): ("1.000", "1.000"),
    }  # fmt: skip


@pytest.mark.system
def test_the_same_figures_for_programs(run):
    printed, _ = run("phases", "--by", "group", "--format", "csv")
    rows = [
        row
        for row in csv.DictReader(io.StringIO(printed))
        if (row["measure"], row["statistic"]) == ("LAA", "masi")
    ]
    assert [(row["phase"], row["group"], float(row["value"])) for row in rows] == [
        ("1 apart", "first", 18 / 24), ("1 apart", "both", 38 / 48), ("2 revised", "first", 21 / 24),
        ("2 revised", "both", 41 / 48),
    ]  # fmt: skip
    assert all(
        float(row["low"]) < float(row["value"]) < float(row["high"])
        and f"|phase:{row['phase']}|" in row["signature"]
        and f"|group:{row['group']}|" in row["signature"]
        for row in rows
    )
    found = json.loads(run("phases", "--by", "document", "--format", "json")[0])
    assert [sorted(phase["documents"]) for phase in found["phases"]] == [["text1", "text2"]] * 2
    whole = run("phases", "--format", "csv")[0]
    assert "group" not in whole.split("\n")[0] and "|phase:2 revised|" in whole


def test_without_groups_the_command_says_how_to_name_them(run, tmp_path):
    (tmp_path / "project/iaa.conf").write_text("")
    printed, code = run("phases", "--by", "group")
    assert code == 2 and "groups = de_*: German" in printed
