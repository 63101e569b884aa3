"""The gold in the report, the list of disagreements, the floors and the pages."""

import json

import pytest
from small_projects import agreement, put

from brat_iaa.cli import main
from brat_iaa.errors import ConfigError, ProjectError
from brat_iaa.formats.text import to_text
from brat_iaa.report import floors
from brat_iaa.report.tables import summary, tables

WORDS = " / ".join(["a b c ,"] * 12)
GOLD = " / ".join(["0>1:r 1>2:x 1>3:x 1>4:p"] * 12)
ANNA = " / ".join(["0>1:r 1>2:x 2>3:x 1>4:p"] * 12)
BEN = " / ".join(["0>1:r 1>2:y 1>3:y 1>4:p"] * 12)
TOOL = " / ".join(["0>1:r 1>2:x 2>3:x 2>4:p"] * 12)
CONF = """[project]
gold = truth
excluded = tool, other, tool_gold, other_gold, anna2, ben2
"""
ALL = {
    "anna": ANNA,
    "ben": BEN,
    "truth": GOLD,
    "tool": TOOL,
    "other": BEN,
    "tool_gold": TOOL,
    "other_gold": ANNA,
    "anna2": ANNA,
    "ben2": ANNA,
}


def made(root, conf, **marks):
    for name, own in marks.items():
        put(root, name, "doc", WORDS, own)
    (root / "iaa.conf").write_text(conf)
    return root


@pytest.fixture
def root(tmp_path):
    return made(tmp_path, CONF, **ALL)


@pytest.fixture
def alone(tmp_path):
    return made(
        tmp_path,
        "[project]\ngold = truth\n[layer dependencies]\n[layer trees]\n",
        anna=ANNA,
        truth=GOLD,
    )


def test_disagreements_with_the_gold_are_of_annotators_only(root, capsys):
    found = agreement(root)
    pairs = {one.annotators for one in found.gold_places.differences}
    assert pairs == {("truth", "anna"), ("truth", "ben")}
    options = ["--pair", "truth", "anna", "--layer", "dependencies", "--format", "json"]
    assert main(["disagreements", str(root), *options]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert len(listed) == 12 and listed[0]["values"][-1]["file"] == "truth/doc.ann"
    options = ["--annotator", "truth", "--format", "json"]
    assert main(["disagreements", str(root), *options]) == 0
    assert len(json.loads(capsys.readouterr().out)) == 24


def test_floors_of_the_gold_are_for_annotators(root):
    found = agreement(root)
    assert floors.check(floors.read("gold/LAS:accuracy=0.5"), found).reached
    assert "truth, ben" in floors.check(floors.read("gold/LAS:accuracy=0.6"), found).line


def test_one_annotator_and_a_gold(alone):
    found = agreement(alone)
    text = to_text(summary(found), tables(found))
    assert "There is only one annotator, anna, so there is no agreement." in text
    assert "Against the gold (truth)" in text and "UAA" not in text
    assert {score.layer for score in found.scores} == {"gold", "gold/trees"}
    with pytest.raises(ConfigError, match="only anna annotated"):
        floors.check(floors.read("LAA=0.5"), found)


def test_one_annotator_who_shares_no_document_with_the_gold(alone):
    (alone / "truth" / "doc.ann").unlink()
    (alone / "truth" / "doc.txt").unlink()
    put(alone, "truth", "other", WORDS, GOLD)
    with pytest.raises(
        ProjectError, match="with the gold truth, one who did a document that it has too"
    ):
        agreement(alone)
