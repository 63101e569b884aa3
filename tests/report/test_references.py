"""The gold in the report, the list of disagreements, the floors and the pages."""

import pytest
from small_projects import agreement, put

from brat_iaa.errors import ConfigError
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
    "anna": ANNA, "ben": BEN, "truth": GOLD, "tool": TOOL, "other": BEN, "tool_gold": TOOL, "other_gold": ANNA,
    "anna2": ANNA, "ben2": ANNA,
}  # fmt: skip


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


def test_one_annotator_and_a_gold(alone):
    found = agreement(alone)
    text = to_text(summary(found), tables(found))
    assert "There is only one annotator, anna, so there is no agreement." in text
    assert "Against the gold (truth)" in text and "UAA" not in text
    assert {score.layer for score in found.scores} == {"gold", "gold/trees"}
    with pytest.raises(ConfigError, match="only anna annotated"):
        floors.check(floors.read("LAA=0.5"), found)
