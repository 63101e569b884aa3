"""Graded labels: without distances as all labels, with distances of 0 and 1 as coarse ones, and
between them in between; worked by hand where annotators draw several heads.
"""

import functools
from fractions import Fraction
from operator import itemgetter
from random import Random

import pytest
from label_projects import settings, standoff, text_of
from small_projects import agreement, like, put, put_raw, random_marks, random_words, scores_by_key

from brat_iaa.scores.side_by_side import NEVER_DIFFERED
from brat_iaa.study import Study

NAMES = ("anna", "ben", "carla")
LABELS = ("a1", "a2", "b1", "c")
HEADS = (0, 1, 2, 4)
SEEDS = range(3)
FAR = "a1\ta2\t1\nb1\tx\t.5\n"
MERGED = "a1\ta2\t0\nb1\tc\t0\n"
GROUPS = "a = a1, a2; b = b1, c"
GRADED = "a1\ta2\t.25\na1\tb1\t.5\na2\tb1\t.75\nb1\tc\t.1\n"
LESS = "a1\ta2\t.5\na1\tb1\t.6\na2\tb1\t.75\nb1\tc\t.4\n"
SHOWN = "value", "observed", "expected", "items", "missing", "undefined", "interval"


def arcs(root, seed, table=None, conf="", relabel=None):
    """A project of arcs, with several heads."""
    random = Random(seed)
    for document in ("d1", "d2"):
        words = random_words(random, 8, 5)
        marks = random_marks(random, words, LABELS, HEADS)
        for name in NAMES:
            own = like(random, marks, words, labels=LABELS, heads=HEADS)
            put(root, name, document, words, own, relabel=relabel)
    return with_settings(root, "[layer dependencies]\n" + conf, table)


def spans(root, seed, many=False, table=None, conf="", relabel=None):
    """A project of labelled spans."""
    random = Random(seed)

    def mark(label):
        own = label if random.random() < 0.6 else random.choice([*LABELS, "-", "."])
        further = random.choice(LABELS)
        chosen = [own] + [further] * (many and own in LABELS and further != own)
        return ",".join((relabel or {}).get(one, one) for one in chosen)

    for document in ("d1", "d2"):
        words = random_words(random, 8, 5)
        base = [[random.choice(LABELS) for _ in part.split()] for part in words.split(" / ")]
        for name in NAMES:
            own = " / ".join(" ".join(map(mark, sentence)) for sentence in base)
            put_raw(root, name, document, text_of(words), standoff(words, own, "note"))
    return with_settings(root, settings("note", many) + conf, table)


def with_settings(root, conf, table):
    if table is not None:
        (root / "d.tsv").write_text(table, "utf-8")
        conf += "label_distances = d.tsv\n"
    (root / "iaa.conf").write_text(conf, "utf-8")
    return scores_by_key(agreement(root))


def trees(root, seed, table=None, conf="", relabel=None):
    """A project of trees."""
    random = Random(seed)
    for document in ("d1", "d2"):
        words = random_words(random, 7, 5)
        marks = random_marks(random, words, LABELS, (1, 1, 1))
        for name in NAMES:
            own = like(random, marks, words, labels=LABELS, heads=(1, 1, 1))
            put(root, name, document, words, own, relabel=relabel)
    return with_settings(root, "[layer trees]\n" + conf, table)


def both_kinds(root, seed, table=None, conf=""):
    """[scores of arcs, of spans with one label, of spans with several]"""
    return [
        arcs(root / "arcs", seed, table, conf),
        spans(root / "one", seed, False, table, conf),
        spans(root / "many", seed, True, table, conf),
    ]


@pytest.fixture(scope="module")
def scores_of(tmp_path_factory):
    """Function of a seed and a table that returns both_kinds() of it, computed once."""

    @functools.cache
    def computed(seed, table):
        return both_kinds(tmp_path_factory.mktemp("kinds"), seed, table)

    return computed


def ending(scores, end):
    """{key without the ending: Score}"""
    return {
        (key[0][: -len(end)], *key[1:]): own for key, own in scores.items() if key[0].endswith(end)
    }


def shown(score):
    return [getattr(score, name) for name in SHOWN]


def same(one, other):
    return all(
        left == right
        if isinstance(left, str) or None in (left, right)
        else left == pytest.approx(right)
        for left, right in zip(shown(one), shown(other))
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_labels_that_are_far_from_each_other_change_nothing(tmp_path, seed):
    for scores in both_kinds(tmp_path, seed, FAR):
        graded = ending(scores, "-graded")
        assert graded
        for key, score in graded.items():
            # F1 of dependencies' labels and the signature differ in nothing else.
            assert same(score, scores[key]), key
            near = scores[(f"{key[0]}-near", *key[1:])]
            assert near.value == pytest.approx(0) or near.value is None


@pytest.mark.parametrize("seed", SEEDS)
def test_the_rest_is_the_same_with_a_table(scores_of, seed):
    for found, other in zip(scores_of(seed, GRADED), scores_of(seed, None)):
        assert {key: found[key] for key in other} == other
        assert {key[0].rpartition("-")[2] for key in found.keys() - other} == {"graded", "near"}


@pytest.mark.parametrize("seed", SEEDS)
def test_coarse_labels_are_distances_of_0_and_1(tmp_path, seed):
    """But for LOA, whose links ask for equal labels, for sets, in which labels become one, and for
    AC1, which counts labels.
    """
    found = both_kinds(tmp_path, seed, MERGED, f"coarse = {GROUPS}\n")
    for scores, sets in zip(found, (True, False, True)):
        coarse, graded = (ending(scores, end) for end in ("-coarse", "-graded"))
        both = coarse.keys() & graded.keys()
        assert both == graded.keys()
        assert {key[:2] for key in coarse.keys() - both} <= {
            ("LOA", statistic) for statistic in ("masi", "exact", "gcm-f1")
        }
        for key in both if not sets else ():
            if key[0] == "f1":  # its items are different labels of spans
                assert coarse[key].value == pytest.approx(graded[key].value)
                assert coarse[key].interval == pytest.approx(graded[key].interval)
            else:
                assert key[0] == "ac1" or same(coarse[key], graded[key]), key


@pytest.mark.parametrize("seed", SEEDS)
def test_less_distance_is_more_agreement(scores_of, seed):
    for less, more in zip(scores_of(seed, LESS), scores_of(seed, GRADED)):
        for key, score in ending(more, "-graded").items():
            if score.value is None or "alpha" in key or key[0] in ("alpha", "kappa", "ac1"):
                continue
            lower = less[(f"{key[0]}-graded", *key[1:])].value
            assert less[key].value - 1e-9 <= lower <= score.value + 1e-9 <= 1 + 2e-9, key


@pytest.mark.parametrize("seed", SEEDS)
def test_names_change_nothing(scores_of, tmp_path, seed):
    """Neither names of labels, which links of several arcs to one head depend on, nor lines."""
    names = dict(zip(LABELS, ("z", "y", "k", "d")))
    table = "".join(
        "\t".join((names[first], names[second], distance)) + "\n"
        for first, second, distance in map(str.split, reversed(GRADED.splitlines()))
    )
    plain = itemgetter(0, 2)(scores_of(seed, GRADED))
    renamed = [
        arcs(tmp_path / "c", seed, table, relabel=names),
        spans(tmp_path / "d", seed, True, table, relabel=names),
    ]
    for found, other in zip(plain, renamed):
        for key, score in ending(found, "-graded").items():
            if key[4] is None:
                assert same(score, other[(f"{key[0]}-graded", *key[1:])]), key


@pytest.mark.parametrize("conf", ["", "expected = sampled\n"])
def test_trees_whose_labels_are_far_from_each_other(tmp_path, conf):
    scores = trees(tmp_path, 1, FAR, conf)
    graded = ending(scores, "-graded")
    names = {"alpha-plain", "alpha-diff", "alpha-norm", "LAS", "LA"}
    assert {key[0] for key in graded} == names
    assert {key[2:4] for key in graded} >= {(NAMES, None), (NAMES, "d1"), (NAMES[:2], None)}
    for key, score in graded.items():
        assert same(score, scores[key]), key


@pytest.mark.parametrize("seed", SEEDS)
def test_trees_with_labels_at_distance_0_are_those_with_one_label(tmp_path, seed):
    scores = trees(tmp_path / "graded", seed, MERGED)
    merged = trees(tmp_path / "merged", seed, relabel={"a2": "a1", "c": "b1"})
    for key, score in ending(scores, "-graded").items():
        assert same(score, merged[key]), key
        assert key[0] == "alpha-plain" or score.value is None or score.value <= 1


def test_a_tree_by_hand(tmp_path):
    """Two sentences of two words; one label differs, by .25: D_o = 2 · .25² / 4. Of the 12 ordered
    pairs of all trees, 2 are .25 apart; 4 differ by both words' labels, 4 by one at distance 1 and
    one at .25.
    """
    for name, label in (("anna", "SUBJ"), ("ben", "OBJ")):
        put(tmp_path, name, "d", "a b / c d", f"0>1:R 1>2:{label} / 0>1:Q 1>2:SUBJ")
    scores = with_settings(tmp_path, "[layer trees]\n", "SUBJ\tOBJ\t.25\n")
    about = "alpha", ("anna", "ben"), None, None
    score = scores[("alpha-plain-graded", *about)]
    assert score.observed == pytest.approx(2 * 0.25**2 / 4)
    # SUBJ of anna's first sentence is in both of the second: they are 1 apart, ben's 1.25.
    expected = (2 * 0.25**2 + 4 * 1 + 4 * 1.25**2) / 12
    assert score.expected == pytest.approx(expected)
    assert score.value == pytest.approx(1 - score.observed / expected)
    norm = scores[("alpha-norm-graded", *about)]
    assert norm.observed == pytest.approx(score.observed / 36)
    las = scores[("LAS-graded", "accuracy", *about[1:])]
    assert las.value == pytest.approx((3 + 0.75) / 4)
    assert scores[("LAS-near", "accuracy", *about[1:])].value == pytest.approx(0.75)


def test_several_heads_by_hand(tmp_path):
    """SUBJ and OBJ .25 apart, MOD and JCT .5. Credit of LAA for the second token: 1 - .25; for the
    third, with the heads 1 and 2 against 1 and 3: 1 - .5, so MASI is half of that of one common arc
    of two; for the fourth, with a second head: the same half of 2/3.
    """
    anna = "0>1:R 1>2:SUBJ 1>3:MOD 2>3:X 1>4:MOD 2>4:X"
    ben = "0>1:R 1>2:OBJ 1>3:JCT 3>3:X 1>4:JCT"
    for name, own in (("anna", anna), ("ben", ben)):
        put(tmp_path, name, "d", "a b c d", own)
    table = "SUBJ\tOBJ\t.25\nMOD\tJCT\t.5\n"
    scores = with_settings(tmp_path, "[layer dependencies]\n", table)
    about = ("anna", "ben"), None, None
    masi = [1, Fraction(3, 4), Fraction(1, 2) / 3, Fraction(1, 2) * Fraction(2, 3)]
    assert scores[("LAA", "masi", *about)].value == pytest.approx(1 / 4)
    assert scores[("LAA-graded", "masi", *about)].value == pytest.approx(float(sum(masi) / 4))
    exact = [1, Fraction(3, 4), 0, 0]
    assert scores[("LAA-graded", "exact", *about)].value == pytest.approx(float(sum(exact) / 4))
    k = 1 + 0.75 + 0.5 + 0.5
    assert scores[("LAA-graded", "gcm-f1", *about)].value == pytest.approx(2 * k / (6 + 5))
    near = scores[("LAA-near", "gcm-f1", *about)].value
    assert near == pytest.approx(1 - (1 - 2 * k / 11) / (1 - 2 / 11))
    label = scores[("LAA-graded", "gcm-f1", *about[:2], "MOD")]
    assert label.value == pytest.approx(0.5)


def test_who_never_differs_has_nothing_near(tmp_path):
    for name in ("anna", "ben"):
        put(tmp_path, name, "d", "a b / c d", "0>1:R 1>2:SUBJ / 0>1:R 1>2:OBJ")
    scores = with_settings(tmp_path, "[layer dependencies]\n", "SUBJ\tOBJ\t.25\n")
    graded = ending(scores, "-graded")
    assert {score.value for score in graded.values()} == {1}
    score = scores["LAA-near", "exact", ("anna", "ben"), None, None]
    assert (score.value, score.undefined) == (None, NEVER_DIFFERED)


@pytest.mark.parametrize("conf, table", [("", FAR), ("coarse = :\n", None)])
def test_spans_without_any_label_are_measured(tmp_path, conf, table):
    """Of sets that are all empty there is agreement, and no label to measure."""
    for name in ("anna", "ben"):
        put_raw(tmp_path, name, "d", text_of("a b"), standoff("a b", ". .", "note"))
    scores = with_settings(tmp_path, settings("note", many=True) + conf, table)
    measure = "agreement-coarse" if conf else "agreement-graded"
    assert scores[measure, "masi", ("anna", "ben"), None, None].value == 1
    assert not [key for key in scores if key[4] is not None]


def test_trees_without_any_arc(tmp_path):
    for name in ("anna", "ben"):
        put(tmp_path, name, "d", "a b / c d", "")
    scores = with_settings(tmp_path, "[layer trees]\n", "SUBJ\tOBJ\t.999\n")
    assert {score.value for score in ending(scores, "-graded").values()} <= {None, 1}


def test_signatures_name_what_the_table_says(scores_of):
    found = [scores_of(0, table)[0] for table in (GRADED, LESS)]
    prints = []
    for scores in found:
        named = {
            part
            for key, score in scores.items()
            for part in score.signature.split("|")
            if part.startswith("distances:")
        }
        assert len(named) == 1
        for key, score in scores.items():
            assert ("|distances:" in score.signature) == key[0].endswith(("-graded", "-near"))
        prints += named
    assert len(set(prints)) == 2


def test_a_changed_table_is_read_again(tmp_path):
    arcs(tmp_path, 0, GRADED)
    study = Study(tmp_path)
    before = scores_by_key(study.agreement())
    (tmp_path / "d.tsv").write_text(LESS, "utf-8")
    after = scores_by_key(study.agreement())
    key = "LAA-graded", "gcm-f1", NAMES
    assert after[(*key, None, None)].value < before[(*key, None, None)].value
    for document in ("d1", "d2"):
        prints = [
            scores[(*key, document, None)].signature.partition("|distances:")[2][:12]
            for scores in (before, after)
        ]
        assert prints[0] != prints[1]
