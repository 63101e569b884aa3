"""Tables of phases: each cell is the figure, difference or count that it says."""

import pytest
from checkout import PROJECTS
from small_projects import agreement, put, shipped

from brat_iaa.formats.tables import to_csv
from brat_iaa.phases import report
from brat_iaa.phases.figures import PhaseState
from brat_iaa.phases.states import ComparedStates

WORDS = " / ".join(["a b"] * 12)
AGREED = ["0>1:root 1>2:obj"] * 12


def marks(differing, other="0>1:root 1>2:det"):
    """Marks of somebody who does other than AGREED in the first few sentences."""
    return " / ".join([other] * differing + AGREED[differing:])


@pytest.fixture(scope="module")
def states(tmp_path_factory):
    """anna stays; ben differs on 6 of 24 tokens, then on 3; carla joins in the second state."""
    root, found = tmp_path_factory.mktemp("phases"), []
    for name, people in (
        ("1: apart", {"anna": 0, "ben": 6}),
        ("2: revised", {"anna": 0, "ben": 3, "carla": 3}),
    ):
        for annotator, differing in people.items():
            put(root / name[0], annotator, "doc", WORDS, marks(differing))
        found.append((name, agreement(root / name[0])))
    return found


def of_agreement(name, one):
    layers = tuple((layer.name, layer.kind) for layer in one.layers)
    return PhaseState(name, layers, one.scores)


def compared(states):
    return ComparedStates(*(state for _, state in states))


def rows(tables, title):
    return next(table for table in tables if table.title == title).rows


def test_a_row_for_each_pair_and_a_column_for_each_phase(states):
    table = next(
        t
        for t in report.phase_tables([of_agreement(*state) for state in states])
        if t.title == "LAA, MASI, per pair and phase"
    )
    assert table.header == ("", "1: apart", "2: revised")
    cells = {row[0]: [cell.split(" ")[0] for cell in row[1:]] for row in table.rows}
    assert cells == {
        "anna and ben": [".750", ".875"], "anna and carla": ["–", ".875"], "ben and carla": ["–", "1.000"],
        "all": ["–", ".917"],
    }  # fmt: skip
    assert all("|v" in signature for signature in table.signatures)


def test_labels_on_given_tokens_lead_with_agreement():
    """Nobody chose the tokens, so F1 says nothing that agreement does not."""
    one = of_agreement("1", shipped(PROJECTS / "ndt1"))
    titles = [table.title for table in report.phase_tables([one], leading=True)]
    assert "types: agreement, per pair and phase" in titles


@pytest.mark.parametrize(
    "differing, left, clear",
    [
        ((40, 12), "30% [", "up"), ((12, 40), "333% [", "down"), ((9, 40), "444%", ""), ((0, 40), "from none", ""),
        ((40, 0), "0%", ""),
    ],
)  # fmt: skip
def test_a_clear_change(tmp_path, differing, left, clear):
    found = []
    for name, number in zip("12", differing):
        five = [" / ".join([each] * 5) for each in (WORDS, marks(0))]
        ben = ["0>1:root 1>2:det"] * number + ["0>1:root 1>2:obj"] * (60 - number)
        put(tmp_path / name, "anna", "doc", *five)
        put(tmp_path / name, "ben", "doc", five[0], " / ".join(ben))
        found.append((name, agreement(tmp_path / name)))
    table = report.difference_table(compared(found).differences, "1", "2")
    laa = next(row for row in table.rows if row[0] == "LAA, MASI")
    assert laa[4].startswith(left) and laa[6] == clear
    few = f"No interval: somebody differs in {differing[0]} of 60 sentences before, in {differing[1]} "
    assert (few + "after: too few differ." in table.notes) == ("[" not in left)
    assert table.dicts() and "inf" not in to_csv(table)


def test_a_figure_that_one_state_lacks_has_no_difference(tmp_path):
    """ben and carla draw no arc at first."""
    found = []
    for name, own in (("1", ""), ("2", "0>1:root")):
        for annotator, drawn in (("anna", "0>1:root 1>2:obj"), ("ben", own), ("carla", own)):
            put(tmp_path / name, annotator, "doc", "a b", drawn)
        (tmp_path / name / "iaa.conf").write_text("[layer dependencies]\n")
        found.append((name, agreement(tmp_path / name)))
    table = report.difference_table(compared(found).differences, "1", "2")
    lacking = [row for row in table.dicts() if row["before"] is None]
    assert lacking and all(row["difference"] is None for row in lacking)
    assert {tuple(row["annotators"]) for row in lacking} == {("ben", "carla")}
    assert all(len(row) == len(table.header) for row in table.rows)
