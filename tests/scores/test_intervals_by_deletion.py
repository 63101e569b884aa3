"""Intervals of every kind of figure against leaving out each sentence: its document is deleted, all
figures are computed anew, and the standard error follows from their values alone.
"""

import shutil
from math import log
from random import Random

import layered_projects
import linked_projects
import pytest
import slow_intervals as slow
from small_projects import like, put, random_marks, random_words

from brat_iaa.scores import builder
from brat_iaa.scores.document_groups import OF_PROJECT
from brat_iaa.study import Study

DOCUMENTS = [f"d{number:02}" for number in range(12)]
SPANS = """[layer spans]
kind = labels
[layer links]
kind = labels
value = normalization:Wiki
set = yes
[layer works]
kind = entity-relations
"""


def dependencies(root):
    """Not everybody has each document, so that pairs have different sentences, and still have
    without any one document.
    """
    random = Random(1)
    for name in DOCUMENTS:
        words = random_words(random, 1, 14)
        marks = random_marks(random, words)
        for annotator in ("anna", "ben", "carla")[name in ("d03", "d07") :]:
            put(root, annotator, name, words, like(random, marks, words, 0.3))


def spans_and_labels(root):
    layered_projects.write(Random(1), root, DOCUMENTS, SPANS)


def chains_and_events(root):
    linked_projects.write(Random(1), root, DOCUMENTS)


def scores_of(root):
    return {
        (one.layer, one.measure, one.statistic, one.annotators, one.label): one
        for one in Study(root).agreement().scores_of(lambda kind: OF_PROJECT)
    }


# (project, how many figures are checked at least, measures that are no ratios of sums: of these, as
# of log De, the influence is taken for what leaving out changes)
PROJECTS = (
    (dependencies, 150, set()),
    pytest.param(spans_and_labels, 150, {"alpha", "kappa", "ac1", "u-alpha", "cu-alpha", "ku-alpha"}, marks=pytest.mark.system),
    pytest.param(chains_and_events, 120, {"alpha", "alpha-weighted", "kappa", "ac1"}, marks=pytest.mark.system),
)  # fmt: skip


@pytest.mark.parametrize("make, number, by_influence", PROJECTS)
def test_standard_errors_of_all_figures(make, number, by_influence, tmp_path, monkeypatch):
    root, copy = tmp_path / "project", tmp_path / "copy"
    make(root)
    found, without = scores_of(root), []
    # Of the copies only values are needed.
    monkeypatch.setattr(builder, "FEWEST", len(DOCUMENTS))
    for name in DOCUMENTS:
        shutil.copytree(root, copy)
        for file in copy.glob(f"*/{name}.*"):
            file.unlink()
        without.append({key: score.value for key, score in scores_of(copy).items()})
        shutil.rmtree(copy)
    checked = 0
    for key, score in found.items():
        corrected = score.expected is not None
        values = [own.get(key) for own in without]
        ends = (0, 1, None) if not corrected else (1, None)
        if score.interval is None or any(x in ends for x in (score.value, *values)):
            continue

        def scale(x, corrected=corrected):
            return log(1 - x) if corrected else log(x / (1 - x))

        changes = [scale(value) - scale(score.value) for value in values]
        slope = (1 - score.value) * (1 if corrected else score.value)
        expected = slow.jackknife(changes, score.units) * slope
        exact = key[1] not in by_influence and not corrected
        assert score.standard_error == pytest.approx(expected, rel=1e-9 if exact else 0.06), key
        checked += 1
    assert checked >= number
