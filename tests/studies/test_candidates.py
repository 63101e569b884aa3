"""Candidates of a project: what the study says, and who is compared with whom."""

from itertools import combinations
from random import Random
from statistics import mean

import pytest
from every_record import write
from small_projects import agreement, like, put, random_marks, random_words, whole
from studied import report_of

from brat_iaa.errors import ConfigError
from brat_iaa.phases.states import ComparedStates

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


# Not worse by more than a margin

KEY = "LAA", "masi"


@pytest.fixture(scope="module")
def drawn():
    """{annotator: marks of two documents}, and their words."""
    random = Random(9)
    words = [random_words(random, 30) for _ in range(2)]
    truth = [random_marks(random, own, labels="ABC", heads=(1, 2)) for own in words]
    shares = {"gold": 0.05, "anna": 0.1, "ben": 0.12, "carla": 0.15}
    return words, {
        name: [like(random, own, text, share, labels="ABC") for own, text in zip(truth, words)]
        for name, share in shares.items()
    }


def written(root, words, **marks):
    for name, own in marks.items():
        for number, (text, of_document) in enumerate(zip(words, own)):
            put(root, name, f"d{number}", text, of_document)
    return root


def test_a_candidate_is_not_worse_by_more_than_a_margin(drawn, tmp_path):
    """With the gold it is as if the annotator's files became the candidate's."""
    words, marks = drawn
    root = written(tmp_path / "p", words, **marks)
    (root / "iaa.conf").write_text("[project]\ngold = gold\n")
    report = report_of("candidates", root, candidate="carla", margin=".1")
    found = {(row["with"], row["annotator"]): row for row in report.rows.dicts() if row["with"]}
    assert [*found] == [("annotators", "anna, ben"), ("gold", "anna"), ("gold", "ben")]
    for name in ("anna", "ben"):
        states = [
            agreement(written(tmp_path / name / of, words, third=marks["gold"], other=marks[of]))
            for of in (name, "carla")
        ]
        (one,) = (one for one in ComparedStates(*states).within(0.1) if one[1:3] == KEY)
        row = found["gold", name]
        assert (row["theirs"], row["own"], row["difference"]) == pytest.approx(
            (one.before, one.after, one.difference)
        )
        assert (row["bound_low"], row["bound_high"]) == pytest.approx(one.bounds)
        assert (row["not_worse"], row["equivalent"]) == (one.not_worse, one.equivalent)
    scores = whole(agreement(root))
    pairs = {pair: scores[(*KEY, pair)].value for pair in combinations(("anna", "ben", "carla"), 2)}
    row = found["annotators", "anna, ben"]
    assert row["theirs"] == pytest.approx(pairs.pop(("anna", "ben")))
    assert row["own"] == pytest.approx(mean(pairs.values()))
    assert row["bound_low"] < row["difference"] < row["bound_high"]
    assert row["not_worse"] is (row["bound_low"] > -0.1)
    (table,) = (table for table in report.tables if "not worse" in table.title)
    assert [row[-1].split()[0] for row in table.rows] == [
        "yes" if row["not_worse"] else "not" for row in found.values()
    ]  # fmt: skip


def test_each_compares_the_documents_that_all_annotated(drawn, tmp_path):
    """Ben lacks a document: what the candidate and anna have there is nothing to compare with."""
    words, marks = drawn
    names = ("anna", "ben", "carla")
    root = written(tmp_path / "p", words, **{name: marks[name] for name in names})
    (root / "ben" / "d1.ann").unlink()
    one = written(tmp_path / "q", words[:1], **{name: marks[name] for name in names})
    rows = [
        [row for row in report_of("candidates", of, candidate="carla", margin=".1").rows.records
         if row[1] == "carla" and row[2] == "anna, ben"]
        for of in (root, one)
    ]  # fmt: skip
    assert rows[0] == rows[1] != []


def test_two_annotators_and_a_gold_are_enough_for_a_margin(drawn, tmp_path):
    words, marks = drawn
    root = written(tmp_path, words, **{name: marks[name] for name in ("gold", "anna", "ben")})
    (root / "iaa.conf").write_text("[project]\ngold = gold\n")
    with pytest.raises(ConfigError, match="only one annotator"):
        report_of("candidates", root, candidate="ben")
    rows = report_of("candidates", root, candidate="ben", margin=".3").rows.dicts()
    (row,) = (row for row in rows if row["with"])
    assert (row["with"], row["annotator"], row["candidate"]) == ("gold", "anna", "ben")
    assert row["not_worse"] and row["equivalent"]
    with pytest.raises(ConfigError, match="between 0 and 1"):
        report_of("candidates", root, candidate="ben", margin="2")
