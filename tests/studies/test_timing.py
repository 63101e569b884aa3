"""Annotation time as a linguist reads it and as programs do."""

import pytest
from annotation_logs import arc, log_line, opened
from small_projects import agreement, put

from brat_iaa.errors import Undefined
from brat_iaa.studies.timing import _said, _tables, spearman, time_of_project

WORDS = "a b / c d e"
MARKS = "0>1:x 1>2:y / 0>1:x 1>2:y 1>3:z"


@pytest.fixture
def parts(tmp_path):
    """(Agreement, AnnotationTime): anna has 3 and 1.5 minutes on d1 and d2, ben a pause on d1, lead
    a visit.
    """
    root = tmp_path / "p"
    for document in ("d1", "d2", "d3"):
        put(root, "anna", document, WORDS, MARKS)
        put(root, "ben", document, WORDS, MARKS.replace("z", "zz"))
    lines = [
        opened("10:00:00", "anna", "p/anna", "d1"),
        arc("10:01:30", "anna", "p/anna", "d1", "T1"),
        arc("10:03:00", "anna", "p/anna", "d1", "T4"),
        opened("10:03:00", "anna", "p/anna", "d2"),
        log_line("10:04:30", "anna", "p/anna", "d2", "arcSelected", ""),
        opened("10:00:00", "ben", "p/ben", "d1"),
        arc("11:00:00", "ben", "p/ben", "d1", "T1"),
        "rubbish\n",
        opened("10:00:00", "lead", "p/anna", "d1"),
        arc("10:00:30", "lead", "p/anna", "d1", "T1", state="START"),
    ]
    # After an arc a line without a date would be the rest of its note.
    lines.insert(0, lines.pop(7))
    log = tmp_path / "annotation.log"
    log.write_text("".join(lines))
    found = agreement(root)
    return found, time_of_project(found, root, log=log, idle=100)


def table(parts, title):
    return next(one for one in _tables(*parts) if one.title.startswith(title))


def test_annotators(parts):
    """The hour of ben is one pause of 100 seconds; the 4.5 minutes of anna are for two documents of
    two sentences.
    """
    found = table(parts, "Minutes of each annotator")
    assert found.rows == (
        ("anna", "2", "4.5", "2.2", "1.5", "3.0", "1.12", "2"),
        ("ben", "1", "1.7", "1.7", "1.7", "1.7", "0.83", "1"),
    )
    notes = " ".join(found.notes)
    assert "no time in the log: anna d3, ben d2, ben d3." in notes
    assert "Opened without a change: anna d2." in notes


def test_documents_and_disagreement(parts):
    assert table(parts, "Minutes of each document").rows == (
        ("d1", "3.0", "1.7", "2.3", "5", "1", ".800"),
        ("d2", "1.5", "–", "1.5", "5", "1", ".800"),
    )
    rows = table(parts, "Time against").rows
    assert [row[2:] for row in rows] == [("2", "–", "undefined: fewer than 3 to correlate")] * 3


def test_sentences_visits_and_bad_lines(parts):
    found = table(parts, "Sentences")
    assert found.rows == (
        ("ben", "d1", "1", "1.7"),
        ("anna", "d1", "1", "1.5"),
        ("anna", "d1", "2", "1.5"),
    )
    # 280 of 370 seconds
    assert "76 % of all time" in found.notes[0]
    assert table(parts, "Visits").rows == (("lead", "anna", "0.5", "0"),)
    assert [row[0] for row in table(parts, "Lines of the log").rows] == ["1"]


def test_the_rule_is_stated(parts):
    lines = _said(parts[1])
    assert "A pause of more than 100 s counts as 100 s (1 pause here)." in lines[1]
    assert "/p/" in lines[0] and "2026-11-21 10:00 to 2026-11-21 11:00" in lines[0]
    assert len(lines) == 2


def test_rho_by_hand():
    # Ranks 1 2 3 4 5 and 2 1 4 3 5: differences 1 1 1 1 0; 1 - 6 * 4 / (5 * 24) = .8
    assert spearman([10, 20, 30, 40, 50], [7, 3, 900, 8, 1000]) == pytest.approx(0.8, rel=1e-12)


def test_ties_share_the_mean_of_their_ranks():
    # Ranks 1 2.5 2.5 4 and 1 2 3 4: products of deviations 2.25 + 0 + 0 + 2.25; 4.5 / sqrt(4.5 * 5)
    assert spearman([1, 5, 5, 9], [1, 2, 3, 4]) == pytest.approx(4.5 / 22.5**0.5, rel=1e-12)


def test_only_the_order_counts():
    assert spearman([1, 2, 3], [1, 100, 101]) == 1
    assert spearman([1, 2, 3], [-1, -2, -300]) == -1


@pytest.mark.parametrize(
    "x, y, reason", [([1, 2], [1, 2], "fewer than 3"), ([1, 2, 3], [4, 4, 4], "the same for all")]
)
def test_no_value(x, y, reason):
    with pytest.raises(Undefined, match=reason):
        spearman(x, y)
