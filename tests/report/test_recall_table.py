"""Recall and precision of pairs, and the values of mentions, on the shipped projects."""

import shutil

from checkout import PROJECTS
from label_projects import put_frames
from small_projects import agreement

from brat_iaa.report.kind_tables import mention_rows, mention_table, recall_table

# Passonneau 2004, table 2: the sets of A to L, without I, by RA1, RA2 and RA3.
TABLE_2 = """
    AD AD AD, BEFL BEFL BEFL, CH C CHJK, AD AD AD, BEFL BEFL BEFL, BEFL BEFL BEFL, GJK GK G,
    CH H CHJK, GJK J CHJK, GJK GK CHJK, BEFL BEFL BEFL
"""


def layer_of(name, tmp_path):
    shutil.copytree(PROJECTS / name, tmp_path / name)
    (layer,) = [
        own for own in agreement(tmp_path / name).score_indexes if own.kind != "dependencies"
    ]
    return layer


def test_passonneau_2004_table_2(tmp_path):
    layer = layer_of("passonneau_fig1", tmp_path)
    printed = [tuple(row.split()) for row in TABLE_2.split(",")]
    found = [row[1:] for row in mention_table(layer).rows]
    assert [len(set(row)) for row in found] == [len(set(row)) for row in printed]
    names = {}
    for row, sets in zip(found, printed):
        for number, members in zip(row, sets):
            assert names.setdefault(number, members) == members
    assert len(set(names.values())) == len(names) == 10
    rows = mention_rows(layer.agreement)
    assert rows[0] == {
        "layer": "chains", "document": "fig1", "start": 22, "end": 39, "text": "Gov. Price Daniel",
        "indices": {"RA1": 1, "RA2": 1, "RA3": 1},
    }  # fmt: skip
    assert [tuple(map(str, row["indices"].values())) for row in rows] == found


def test_sets_of_labels_have_masi_and_gcm_in_each_direction(tmp_path):
    """As in Ragheb & Dickinson 2013, tables 5 and 6; the figures are those of section 4.1.1."""
    (layer,) = agreement(put_frames(tmp_path)).score_indexes
    table = recall_table(layer)
    assert table.header == ("", "MASI", "GCM1", "GCM2", "GCM, F1")
    assert table.rows == (
        ("A1, A2", ".444", ".500", ".667", ".571"), ("A1, A3", "1.000", "1.000", "1.000", "1.000"),
        ("A2, A3", ".444", ".667", ".500", ".571"),
    )  # fmt: skip
    assert not [key for key in layer.overall if key[1] == "gcm"]
    assert layer.main[2:] == (("agreement", "masi"), ("alpha", "masi"))
