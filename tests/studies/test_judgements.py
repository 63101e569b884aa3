"""What judges preferred: the table, and the scores from brat files (Berzak et al. 2016, section
4).
"""

from math import erfc, sqrt
from types import SimpleNamespace

import pytest
from small_projects import put
from studied import report_of

from brat_iaa.errors import ConfigError

# Tokens of "ROOT a b c d\n" by word; the second sentence is 13 characters further on.
AT = {"a": (5, 6), "b": (7, 8), "c": (9, 10), "d": (11, 12)}
WORDS = "a b c d / a b c d"
# Sentence 1: word by word, (gold, turbo, rbg) labels of an arc from the root.
#      gold  turbo  rbg
# a    x     y      z     specific to turbo; rbg's own
# b    x     y      y     shared
# c    x     x      y     right in turbo's gold, specific to rbg
# d    x     x      x     no difference
GOLD = "0>1:x 0>2:x 0>3:x 0>4:x / 0>1:x 0>2:x 0>3:x 0>4:x"
TURBO = "0>1:y 0>2:y 0>3:x 0>4:x / 0>1:y 0>2:y 0>3:x 0>4:x"
RBG = "0>1:z 0>2:y 0>3:y 0>4:x / 0>1:z 0>2:y 0>3:y 0>4:x"
OPTIONS = {
    "anchors": "turbo, rbg", "gold_of": "turbo_gold: turbo, rbg_gold: rbg", "judges": "judges.csv",
}  # fmt: skip
HEADER = "document,start,end,judge,about,ranking\n"


def line(word, judge, ranking, sentence=0, about="label"):
    start, end = (at + 13 * sentence for at in AT[word])
    return f"doc,{start},{end},{judge},{about},{ranking}\n"


def project(root, table, options=OPTIONS, **more):
    marks = {
        "anna": GOLD, "ben": TURBO, "gold": GOLD, "turbo": TURBO, "rbg": RBG, "turbo_gold": TURBO, "rbg_gold": RBG,
    }  # fmt: skip
    marks.update(more)
    for name, own in marks.items():
        if own is not None:
            put(root, name, "doc", WORDS, own)
    (root / "iaa.conf").write_text("[project]\ngold = gold\n" if marks["gold"] else "")
    if table is not None:
        (root / "judges.csv").write_bytes(table if isinstance(table, bytes) else table.encode())
    found = report_of("anchoring", root, **options)
    scores = {(row["measure"], row["statistic"], tuple(row["annotators"])): SimpleNamespace(**{**row, "annotators": tuple(row["annotators"])})
              for row in found.rows.dicts()}  # fmt: skip
    return scores


def test_preference_by_hand(tmp_path):
    table = HEADER + "".join(
        [
            line("a", "j1", "gold"),  # counts in both golds: x against y, x against z
            line("a", "j2", "gold"),
            line("b", "j1", "gold"),  # in both
            line("b", "j2", "turbo_gold"),  # in both: rbg's gold says the same
            line("c", "j1", "gold"),  # in rbg's gold only
            line("d", "j1", "gold"),  # no difference
            line("a", "j1", "turbo_gold", 1),  # in turbo's gold only
        ]
    )
    scores = project(tmp_path, table)
    turbo, rbg = ("turbo_gold", "gold"), ("rbg_gold", "gold")
    for metric in ("LA",):
        found = scores[metric, "preference", turbo]
        assert (found.value, found.items) == (3 / 5, 5)
        z = (3 / 5 - 1 / 2) / sqrt(1 / 4 / 5)
        assert scores[metric, "preference-z", turbo].value == pytest.approx(z, rel=1e-12)
        assert scores[metric, "preference-p", turbo].value == pytest.approx(
            erfc(z / sqrt(2)), rel=1e-12
        )
        found = scores[metric, "preference", rbg]
        assert (found.value, found.items) == (4 / 5, 5)
        found = scores[metric, "specific-approval", turbo]
        assert (found.value, found.items) == (2 / 3, 3)
        found = scores[metric, "specific-approval", rbg]
        assert (found.value, found.items) == (1, 3)
        # Two judgements of b, each about both golds.
        found = scores[metric, "shared-approval", ("turbo_gold", "rbg_gold", "gold")]
        assert (found.value, found.items) == (1 / 2, 4)
        assert scores[metric, "shared-approval-z", found.annotators].value == 0
        assert scores[metric, "shared-approval-p", found.annotators].value == 1
    for metric in ("POS", "UAS"):
        found = scores[metric, "preference", turbo]
        assert found.value is None and "no judged token" in found.undefined and found.items == 0
        assert scores[metric, "preference-z", turbo].undefined == found.undefined


def test_a_judgement_of_what_tools_share_counts_once_for_each_gold_that_it_is_about(tmp_path):
    """b: in sentence 1 both golds follow the tools, in 2 turbo's does: 2 of 3 for the human
    gold.
    """
    table = HEADER + line("b", "j1", "gold") + line("b", "j1", "turbo_gold", 1)
    first, second = RBG.split(" / ")
    corrected = f"{first} / {second.replace('2:y', '2:x')}"
    scores = project(tmp_path, table, rbg_gold=corrected)
    found = scores["LA", "shared-approval", ("turbo_gold", "rbg_gold", "gold")]
    assert (found.value, found.items) == (2 / 3, 3)
    z = (2 / 3 - 1 / 2) / sqrt(1 / 4 / 3)
    assert scores["LA", "shared-approval-z", found.annotators].value == pytest.approx(z, rel=1e-12)
    # Nothing of this is specific to one tool: both say y.
    for name in ("turbo_gold", "rbg_gold"):
        assert scores["LA", "specific-approval", (name, "gold")].items == 0


@pytest.mark.parametrize(
    "bad, said",
    [
        ("doc,5,6,j1,label,turbo_gold", "line 3: j1 judged this token already: .*line 2"),
        ("doc,six,7,j1,label,gold", "start is “six”"), ("doc,7,7,j1,label,gold", "no token from 7 to 7"),
        ("\n\ndok,7,8,j1,label,gold", "line 5: “dok” is not a document.*Did you mean “doc”"),
        ("doc,7,8,j1,label,goldd", "“goldd” is not an annotator, .*Did you mean “gold”"),
        ("doc,²,8,j1,label,gold", "start is “²”"),
        ("doc,7,8,j1,relation,gold", "“relation” is not POS, head or label"),
    ],
)  # fmt: skip
def test_a_line_that_cannot_be_used_is_named(tmp_path, bad, said):
    with pytest.raises(ConfigError, match=said):
        project(tmp_path, HEADER + line("a", "j1", "gold") + bad + "\n")


def test_judges_rank_head_and_label_apart_over_all_golds(tmp_path):
    """a: gold x, turbo y, rbg z. What two rank alike is no preference; who is not named is last."""
    table = HEADER + "".join(
        [
            line("a", "j1", "rbg_gold > gold > turbo_gold"),
            line("a", "j2", "gold = turbo_gold > rbg_gold"),
            line("a", "j3", "turbo_gold"),  # of gold and rbg's nothing is preferred
            line("a", "j1", "turbo_gold > gold", about="head"),  # the heads are the same
            line("b", "j1", "gold > rbg_gold"),  # turbo's gold says the same as rbg's
        ]
    )
    scores = project(tmp_path, table)
    found = scores["LA", "preference", ("turbo_gold", "gold")]
    assert (found.value, found.items) == (2 / 3, 3)
    found = scores["LA", "preference", ("rbg_gold", "gold")]
    assert (found.value, found.items) == (2 / 3, 3)
    assert scores["UAS", "preference", ("turbo_gold", "gold")].items == 0
    assert not [key for key in scores if key[0] == "LAS" and key[1].startswith("preference")]
    shown = report_of("anchoring", tmp_path, **OPTIONS).tables[-1].rows
    # Beside z the number of judged tokens: POS, UAS, LA.
    assert ("  judged tokens", "0", "0", "3") in shown


def test_a_link_out_of_the_project_is_not_followed(tmp_path):
    (tmp_path / "judges.csv").write_text(HEADER + line("a", "j1", "gold"))
    (tmp_path / "inside").mkdir()
    (tmp_path / "inside" / "judges.csv").symlink_to(tmp_path / "judges.csv")
    with pytest.raises(ConfigError, match="outside of the project"):
        project(tmp_path / "inside", None)
