"""Projects with very many labels: only the most frequent have intervals, and their figures stay the same."""

import random

import pytest

from brat_iaa.scores import each_label, pairs
from brat_iaa.scores.builder import RARE
from tests.small_projects import agreement, like, put, random_marks, random_words, scores_by_key

LAYERS = {"dependencies": "[layer dependencies]\n", "pos": "[layer pos]\nkind = labels\nvalue = attribute:Pos\n"}


@pytest.fixture(scope="module")
def root(tmp_path_factory):
    root, dice = tmp_path_factory.mktemp("rare"), random.Random(4)
    words = random_words(dice, 15)
    start = random_marks(dice, words, labels="AAAABBC")
    for annotator in ("anna", "ben", "carla"):
        put(root, annotator, "doc", words, like(dice, start, words))
        path = root / annotator / "doc.ann"
        spans = [line.split("\t")[0] for line in path.read_text().split("\n") if line.startswith("T")]
        values = [f"A{n}\tPos {span} {dice.choice('xxxxyyz')}\n" for n, span in enumerate(spans, 1)]
        path.write_text(path.read_text() + "".join(values))
    return root


def label_scores(root, layer):
    (root / "iaa.conf").write_text("[intervals]\nresamples = 100\n" + LAYERS[layer])
    return {key: score for key, score in scores_by_key(agreement(root)).items() if score.label is not None}


@pytest.mark.parametrize("layer, figure", [("dependencies", ("LAA", "masi")), ("pos", ("agreement", "f1"))])
def test_only_frequent_labels_have_intervals(root, monkeypatch, layer, figure):
    everything = label_scores(root, layer)
    times = {
        score.label: score.items
        for key, score in everything.items()
        if key[:2] == figure and len(score.annotators) == 3
    }
    frequent = max(times, key=times.get)
    rare = set(times) - {frequent}
    assert len(rare) == 2
    assert any(score.interval for score in everything.values() if score.label in rare)
    for module in (pairs, each_label):
        monkeypatch.setattr(module, "LABELS_WITH_INTERVALS", 1)
    few = label_scores(root, layer)
    for scores in (few, everything):
        for key in [key for key in scores if key[0] == "f1"]:
            del scores[key]  # F1 of spans and labels has intervals for all of them
    assert few.keys() == everything.keys() and {score.label for score in few.values()} == rare | {frequent}
    for key, score in few.items():
        assert (score.value, score.observed, score.expected, score.items) == (
            everything[key].value, everything[key].observed, everything[key].expected, everything[key].items,
        )
        if score.label == frequent:
            assert score.interval == pytest.approx(everything[key].interval)
        else:
            assert (score.interval, score.no_interval) == (None, RARE)
