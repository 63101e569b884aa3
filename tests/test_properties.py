"""What must hold for every measure on every project: on generated ones, from files to scores.

Three annotators with several heads, none, and tokens that one of them lacks; all from a seed.
"""

import functools
from collections import Counter

import pytest
from drawn_projects import Drawn
from small_projects import agreement, scores_by_key

SEEDS = range(2)
EITHER = pytest.mark.parametrize("seed, tokens", [(0, "shared"), (1, "drawn")])


def figures(score):
    return score.value, score.observed, score.expected, *(score.interval or (None, None))


def assert_same(one, other):
    """The same figures but for rounding, counts and reasons; names and signatures may differ."""
    assert figures(one) == pytest.approx(figures(other), abs=1e-12)
    assert (one.items, one.missing, one.undefined, one.no_interval) == (
        other.items, other.missing, other.undefined, other.no_interval,
    )  # fmt: skip


def assert_same_scores(one, other, rename=lambda key: key):
    """Every score of one is in other, under its new key, and no more."""
    assert sorted(map(repr, map(rename, one))) == sorted(map(repr, other))
    for key, score in one.items():
        assert_same(score, other[rename(key)])


def scored(root, **settings):
    return scores_by_key(agreement(root, **settings))


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The Agreement of the project of a seed, computed once for all tests that only read it."""

    @functools.cache
    def found(seed, tokens="shared"):
        return agreement(Drawn(seed).write(tmp_path_factory.mktemp("whole")), tokens=tokens)

    return found


def without_ties(scores):
    """Leaves out GCM of single labels for UAA and LOA.

    Which of two equally good links is taken (both of a's labels to one head of
    b's, say) is decided by the order of the labels, and a label's own arcs count
    as agreed by their link. All other figures count links only.
    """
    return {
        key: score
        for key, score in scores.items()
        if score.label is None or score.measure == "LAA" or not score.statistic.startswith("gcm")
    }


@pytest.mark.parametrize("seed", SEEDS)
def test_names_of_labels_do_not_matter(seed, whole, tmp_path):
    """Renamed so that their order is the other way round."""
    new = {"A": "z", "B": "y", "C": "x"}
    one = scores_by_key(whole(seed))
    other = scored(Drawn(seed).write(tmp_path, style={"relabel": new}))

    def rename(key):
        return (*key[:4], new.get(key[4]))

    assert_same_scores(without_ties(one), without_ties(other), rename)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_missing_document_is_no_disagreement(seed, whole, tmp_path):
    """carla's d1 goes: what is about anna and ben, and about d0 and d2, stays."""
    drawn, one = Drawn(seed), whole(seed)
    del drawn.marks["carla"]["d1"]
    other = agreement(drawn.write(tmp_path))
    kept = [one for one in one.differences if one.document != "d1" or "carla" not in one.annotators]
    assert Counter(map(place, kept)) == Counter(map(place, other.differences))
    ones, others = scores_by_key(one), scores_by_key(other)
    same = [
        key
        for key in ones
        if key[3] in ("d0", "d2") or (set(key[2]) == {"anna", "ben"} and key[3] is None)
    ]
    assert len(same) > 100
    for key in same:
        assert_same(ones[key], others[key])
    for key, score in others.items():
        if len(key[2]) == 2 and "carla" in key[2] and key[3] is None and key[4] is None:
            assert score.items < ones[key].items
            assert score.missing > ones[key].missing


def place(disagreement):
    return (
        disagreement.document, disagreement.token.index, disagreement.annotators, disagreement.kind,
    )  # fmt: skip


@EITHER
def test_a_third_annotator_changes_nothing_for_the_first_pair(seed, tokens, whole, tmp_path):
    """Not its items, figures, intervals or signatures."""
    two = scored(Drawn(seed).write(tmp_path, {"anna": "anna", "ben": "ben"}), tokens=tokens)
    three = scores_by_key(whole(seed, tokens))
    compared = [key for key in two if key[3] is None or not key[1].startswith("alpha")]
    assert len(compared) > 100
    for key in compared:
        assert_same(two[key], three[key])
        assert two[key].signature == three[key].signature


@pytest.mark.parametrize("seed", SEEDS)
def test_documents_are_pooled(seed, whole, tmp_path):
    """Scores of the project, labels included, are those of all its sentences in one document."""
    one = Drawn(seed)
    one.words = {"d": " / ".join(one.words.values())}
    one.marks = {name: {"d": " / ".join(own.values())} for name, own in one.marks.items()}
    several, together = scores_by_key(whole(seed)), scored(one.write(tmp_path))
    assert_same_scores(
        *({key: scores[key] for key in scores if key[3] is None} for scores in (several, together))
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_measures_are_in_the_order_that_their_definitions_give(seed, whole):
    """LAA is never above UAA or LOA; full MASI never above MASI; exact match never above either."""
    scores = scores_by_key(whole(seed))
    below = 0
    for (measure, statistic, *rest), score in scores.items():
        if score.value is None:
            continue
        if measure == "LAA" and not statistic.startswith("alpha"):
            for other in ("UAA", "LOA"):
                assert score.value <= scores[(other, statistic, *rest)].value + 1e-12
                below += 1
        if statistic == "exact":
            assert score.value <= scores[(measure, "masi-full", *rest)].value + 1e-12
        if statistic == "masi-full":
            assert score.value <= scores[(measure, "masi", *rest)].value + 1e-12
    assert below > 50
