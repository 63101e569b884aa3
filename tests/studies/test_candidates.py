"""Candidates of a project: what the study says, and who is compared with whom."""

from random import Random

import pytest
from every_record import write
from small_projects import like, put, random_marks, random_words
from studied import report_of

SHARES = {"anna": 0.2, "ben": 0.2, "carla": 0.3, "gpt": 0.1, "rules": 0.9}


@pytest.fixture(scope="module")
def root(tmp_path_factory):
    """Three annotators, and two candidates among their directories."""
    root, random = tmp_path_factory.mktemp("candidates") / "p", Random(4)
    words = random_words(random, 40)
    truth = random_marks(random, words, labels="ABC", heads=(1, 2))
    for name, share in SHARES.items():
        put(root, name, "doc", words, like(random, truth, words, share, labels="ABC"))
    return root


@pytest.fixture(scope="module")
def report(root):
    return report_of("candidates", root, candidate="gpt, rules")


def test_the_better_one_passes(report):
    of_all = {row["candidate"]: row for row in report.rows.dicts()
              if row["annotator"] is None}  # fmt: skip
    assert {name: row["passes"] for name, row in of_all.items()} == {"gpt": True, "rules": False}
    for row in of_all.values():
        assert row["low"] < row["advantage"] < row["high"]
    assert of_all["rules"]["high"] < of_all["gpt"]["low"]


def test_nobody_but_the_annotators_is_compared_with(report):
    assert report.said[0] == "p: anna, ben, carla"
    told = {row["annotator"] for row in report.rows.dicts()}
    assert "dependencies, gpt: against each annotator" in {own.title for own in report.tables}
    assert told == {None, "anna", "ben", "carla"}
    assert len(report.rows.records) == len({row[:3] for row in report.rows.records}) == 8
    (table,) = (table for table in report.tables if table.title == "dependencies: candidates")
    assert table.signatures[0].startswith(
        "advantage|alt-test:CA25|candidate:gpt|similarity:masi:RD13|epsilon:0.15|fdr:0.05,BY01"
    )


def test_every_kind_of_layer(tmp_path):
    conf = (
        "[layer types]\nkind = labels\n[layer mood]\nkind = labels\nvalue = attribute:Mood\n"
        "[layer dependencies]\n[layer links]\nkind = entity-relations\n[layer events]\n"
        "kind = events\n[layer chains]\nkind = chains\n[layer trees]\n"
    )
    write(tmp_path, conf, further=("gpt",))
    rows = report_of("candidates", tmp_path, candidate="gpt").rows.dicts()
    tested = {row["layer"] for row in rows if row["advantage"] is not None}
    assert tested >= {"types", "mood", "chains"}
    assert {row["layer"] for row in rows} == {
        "types", "mood", "dependencies", "links", "events", "chains", "trees",
    }  # fmt: skip
    assert {row["reason"] for row in rows if row["layer"] == "trees"} == {
        "trees have no values of single items"
    }
