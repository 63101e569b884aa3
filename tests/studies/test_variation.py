"""What the study of variation says."""

import pytest
from small_projects import put
from studied import report_of

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
