"""Fine and coarse labels: as in a project whose files hold the coarse labels, with the share of the
disagreement removed as between two states of a project.
"""

from random import Random

import numpy
import pytest
from label_projects import settings, standoff, text_of
from small_projects import agreement, like, put, put_raw, random_marks, random_words, scores_by_key

from brat_iaa.phases.differences import common_part, differences
from brat_iaa.scores.coarse import ALL_ALIKE, NEVER_DIFFERED

NAMES = ("anna", "ben", "carla")
FINE = ("a:1", "a:2", "b:1", "c")
GROUPS = "x = a:1, b:1; c = a:2"
MAPPINGS = {":": {"a:1": "a", "a:2": "a", "b:1": "b"}, GROUPS: {"a:1": "x", "b:1": "x", "a:2": "c"}}
ONE_HEAD, SEVERAL_HEADS = (0, 1, 1, 1), (0, 1, 2, 4, 8)
# Of the labels in the last test, computed by krippendorff 0.9.0 (numpy 1.26).
FINE_ALPHA, COARSE_ALPHA = 0.33793103448275863, 0.7209302325581395
ALL_ALIKE = ALL_ALIKE.format(name="coarse")
ABOUT = "value", "observed", "expected", "items", "missing", "undefined", "no_interval"


def write(root, seed, heads, relabel=None):
    random = Random(seed)
    for document in ("d1", "d2"):
        words = random_words(random, 6, 5)
        marks = random_marks(random, words, FINE, heads)
        for name in NAMES:
            own = like(random, marks, words, labels=FINE, heads=heads)
            put(root, name, document, words, own, relabel=relabel)
    return root


def with_setting(root, setting):
    (root / "iaa.conf").write_text(f"[layer dependencies]\ncoarse = {setting}\n", "utf-8")
    return root


def ending(scores, ending):
    """{key without the ending: Score}"""
    return {
        (key[0][: -len(ending)], *key[1:]): score
        for key, score in scores.items()
        if key[0].endswith(ending)
    }


@pytest.mark.parametrize("setting, heads", [(":", ONE_HEAD), (GROUPS, SEVERAL_HEADS)])
def test_as_in_files_with_coarse_labels(tmp_path, setting, heads):
    """Also where labels of several arcs to one head become one, and so count once."""
    fine = agreement(with_setting(write(tmp_path / "fine", 0, heads), setting))
    coarse = agreement(write(tmp_path / "coarse", 0, heads, MAPPINGS[setting]))
    of_fine, other = scores_by_key(fine), scores_by_key(coarse)
    found = ending(of_fine, "-coarse")
    statistics = ("masi", "exact", "gcm-f1", "alpha")
    groups = [(group, None) for group in (NAMES, NAMES[:2], NAMES[1:], NAMES[::2])]
    groups += [(NAMES, "d1"), (NAMES, "d2")]
    labels = {key for key in found if key[4] is not None}
    assert {key[4] for key in labels} == set(FINE)
    assert {key[:4] for key in labels} == {("LAA", "gcm-f1", NAMES, None)}
    assert set(found) - labels == {
        (measure, statistic, *group, None)
        for measure in ("LAA", "LOA")
        for statistic in statistics
        for group in groups
    }
    for key in found.keys() - labels:
        score = found[key]
        assert score.interval == pytest.approx(other[key].interval), key
        for name in ABOUT:
            assert getattr(score, name) == pytest.approx(getattr(other[key], name)), (key, name)
    for score in of_fine.values() if setting == GROUPS else ():
        of_mapping = score.measure.endswith(("-coarse", "-removed"))
        assert ("|coarse:x=a:1,b:1;c=a:2|" in score.signature) == of_mapping
    removed = ending(of_fine, "-removed")
    states = differences(common_part(fine, coarse), fine.config)
    for one in states:
        if one.measure != "UAA":
            score = removed[one.measure, one.statistic, one.annotators, None, None]
            assert score.value == pytest.approx(1 - one.ratio)
            if one.ratio_interval is None:
                assert "too few differ" in one.no_interval
                continue
            low, high = one.ratio_interval
            alike = high - low < 1e-12
            assert score.no_interval == (ALL_ALIKE if alike else None)
            assert alike or score.interval == pytest.approx((1 - high, 1 - low))


def test_two_labels_that_become_one_count_once(tmp_path):
    for name, own in {"anna": "0>1:r 1>2:a:1 1>2:a:2", "ben": "0>1:r 1>2:a:1"}.items():
        put(tmp_path, name, "d", "a b", own)
    scores = scores_by_key(agreement(with_setting(tmp_path, ":")))
    key = "masi", ("anna", "ben"), None, None
    assert scores[("LAA", *key)].value == pytest.approx((1 + 2 / 3) / 2)
    assert scores[("LAA-coarse", *key)].value == 1


def test_the_other_figures_are_the_same_without_coarse_labels(tmp_path):
    root = write(tmp_path, 0, (0, 1, 2))
    plain = scores_by_key(agreement(root))
    found = scores_by_key(agreement(with_setting(root, ":")))
    assert {key: found[key] for key in plain} == plain
    assert {key[0].rpartition("-")[2] for key in found.keys() - plain} == {"coarse", "removed"}


def test_labels_of_one_group_agree_with_each_other(tmp_path):
    words = " / ".join(["a b c"] * 4)
    marks = {"anna": "0>1:r 1>2:x:1 2>3:y", "ben": "0>1:r 1>2:x:2 1>3:y"}
    for name, own in marks.items():
        put(tmp_path, name, "d", words, " / ".join([own] * 4))
    scores = scores_by_key(agreement(with_setting(tmp_path, ":")))
    for label, fine, coarse in (("x:1", 0, 1), ("x:2", 0, 1), ("y", 0, 0), ("r", 1, 1)):
        key = "gcm-f1", ("anna", "ben"), None, label
        assert scores[("LAA", *key)].value == fine
        assert scores[("LAA-coarse", *key)].value == coarse
        assert scores[("LAA-removed", *key)].value == (None if fine else coarse)


def test_labels_that_stay_as_they_are_remove_nothing(tmp_path):
    scores = scores_by_key(agreement(with_setting(write(tmp_path, 1, (0, 1, 2)), "/")))
    for (measure, *key), score in ending(scores, "-coarse").items():
        assert score.value == pytest.approx(scores[(measure, *key)].value)
        removed = scores[(f"{measure}-removed", *key)]
        assert removed.value == pytest.approx(0)
        assert removed.interval is None
        assert not score.whole or removed.no_interval == ALL_ALIKE


def test_who_never_differs_has_nothing_to_remove(tmp_path):
    words = "a b / c d"
    for name in ("anna", "ben"):
        put(tmp_path, name, "d", words, "0>1:r 1>2:x:1 / 0>1:r 1>2:x:2")
    scores = scores_by_key(agreement(with_setting(tmp_path, ":")))
    score = scores["LAA-removed", "exact", ("anna", "ben"), None, None]
    assert (score.value, score.undefined) == (None, NEVER_DIFFERED)


def test_nobody_differs_any_more(tmp_path):
    words, marks = " / ".join(["a b"] * 12), ["0>1:r 1>2:x:1"] * 12
    put(tmp_path, "anna", "d", words, " / ".join(marks))
    put(tmp_path, "ben", "d", words, " / ".join(marks[:9] + ["0>1:r 1>2:x:2"] * 3))
    scores = scores_by_key(agreement(with_setting(tmp_path, ":")))
    score = scores["LAA-removed", "exact", ("anna", "ben"), None, None]
    assert score.value == 1
    assert score.interval[0] < 1 == score.interval[1]


# Labels of spans.


def labelled(root, seed, many, setting=None, mapping=None):
    random = Random(seed)
    labels = [*FINE, "."]
    for document in ("d1", "d2"):
        words = random_words(random, 6, 5)
        base = [
            [random.choice(labels) for _ in sentence.split()] for sentence in words.split(" / ")
        ]
        for name in NAMES:
            own = " / ".join(
                " ".join(mark(random, label, labels, many, mapping or {}) for label in sentence)
                for sentence in base
            )
            text = standoff(words, own, "note")
            put_raw(root, name, document, text_of(words), text)
    more = {} if setting is None else {"coarse": setting}
    (root / "iaa.conf").write_text(settings("note", many, **more), "utf-8")
    return root


def mark(random, label, labels, many, mapping):
    chosen = label if random.random() < 0.7 else random.choice([*labels, "-"])
    further = random.choice(FINE)
    own = [chosen] + [further] * (many and chosen in FINE and further != chosen)
    return ",".join(dict.fromkeys(mapping.get(one, one) for one in own))


@pytest.mark.parametrize("setting, many", [(":", True), (GROUPS, False)])
def test_labels_as_in_files_with_coarse_labels(tmp_path, many, setting):
    fine = scores_by_key(agreement(labelled(tmp_path / "fine", 0, many, setting)))
    coarse = agreement(labelled(tmp_path / "coarse", 0, many, None, MAPPINGS[setting]))
    found, other = ending(fine, "-coarse"), scores_by_key(coarse)
    figures = {("f1", "exact"), ("agreement", "raw"), ("kappa", "cohen"), ("alpha", "nominal")}
    figures |= {("agreement", "masi"), ("alpha", "masi")} if many else set()
    if not many:
        figures.add(("ac1", "gwet"))
    labels = {key for key in found if key[4] is not None}
    assert {key[:4] for key in labels} == {("agreement", "f1", NAMES, None)}
    assert {key[:2] for key in found.keys() - labels} == figures
    for key in found.keys() - labels:
        score = found[key]
        assert score.interval == pytest.approx(other[key].interval), key
        for name in ABOUT:
            assert getattr(score, name) == pytest.approx(getattr(other[key], name)), (key, name)
        removed = fine[(f"{key[0]}-removed", *key[1:])]
        share = 1 - (1 - score.value) / (1 - fine[key].value)
        assert removed.value == pytest.approx(share), key
        if removed.interval is None:
            assert removed.no_interval == ALL_ALIKE or not removed.whole
            continue
        low, high = removed.interval
        assert low <= removed.value <= high and low < high


def test_spans_with_several_labels_where_one_is_expected_stay_without_a_value(tmp_path):
    for name, second in (("anna", "a:1"), ("ben", "a:2")):
        ann = f"T1\ta:1 0 1\tx\nT2\ta:2 0 1\tx\nT3\t{second} 2 3\ty\n"
        put_raw(tmp_path, name, "d", "x y\n", ann)
    conf = "[layer spans]\nkind = labels\nvalue = type\ncoarse = :\n"
    (tmp_path / "iaa.conf").write_text(conf, "utf-8")
    scores = scores_by_key(agreement(tmp_path))
    pair = ("anna", "ben")
    assert scores["agreement", "raw", pair, None, None].items == 1
    score = scores["agreement-coarse", "raw", pair, None, None]
    assert (score.value, score.items) == (1, 1)
    assert scores["agreement-removed", "raw", pair, None, None].value == 1


def test_spans_without_any_label_are_measured(tmp_path):
    """Of sets that are all empty there is agreement, and no label to measure."""
    for name in ("anna", "ben"):
        put_raw(tmp_path, name, "d", text_of("a b"), standoff("a b", ". .", "note"))
    (tmp_path / "iaa.conf").write_text(settings("note", many=True) + "coarse = :\n", "utf-8")
    scores = scores_by_key(agreement(tmp_path))
    assert scores["agreement-coarse", "masi", ("anna", "ben"), None, None].value == 1
    assert not [key for key in scores if key[4] is not None]


def test_a_share_below_nothing_is_possible(tmp_path):
    """Agreement by chance is higher with few labels: here all that is common becomes one label."""
    words = " / ".join(["a b"] * 12)
    first = ["x:1 x:2"] * 10 + ["y x:1", "x:2 y"]
    second = ["x:1 x:2"] * 10 + ["x:1 y", "y x:2"]
    for name, own in (("anna", first), ("ben", second)):
        put_raw(tmp_path, name, "d", text_of(words), standoff(words, " / ".join(own), "note"))
    (tmp_path / "iaa.conf").write_text(settings("note", coarse=":"), "utf-8")
    scores = scores_by_key(agreement(tmp_path))
    score = scores["alpha-removed", "nominal", ("anna", "ben"), None, None]
    assert score.value < 0
    assert numpy.isfinite(score.interval).all()


def test_kappa_compares_means_over_the_same_pairs(tmp_path):
    """With coarse labels anna and ben give one label only: kappa is undefined for this pair."""
    words = " / ".join(["a b"] * 12)
    labels = {
        "anna": ["x:1 x:2"] * 12,
        "ben": ["x:1 x:1"] * 4 + ["x:1 x:2"] * 8,
        "carla": ["x:1 y"] * 6 + ["y x:2"] * 6,
    }
    for name, own in labels.items():
        put_raw(tmp_path, name, "d", text_of(words), standoff(words, " / ".join(own), "note"))
    (tmp_path / "iaa.conf").write_text(settings("note", coarse=":"), "utf-8")
    scores = scores_by_key(agreement(tmp_path))
    score = scores["kappa-coarse", "cohen", NAMES, None, None]
    assert "|pairs:2|" in score.signature
    others = [scores["kappa", "cohen", pair, None, None].value for pair in (NAMES[::2], NAMES[1:])]
    removed = scores["kappa-removed", "cohen", NAMES, None, None]
    assert removed.value == pytest.approx(1 - (1 - score.value) / (1 - sum(others) / 2))
    pair = scores["kappa-removed", "cohen", NAMES[:2], None, None]
    assert pair.value is None and pair.undefined


def test_alpha_of_coarse_labels_is_that_of_the_reference_program(tmp_path):
    """alpha() of krippendorff 0.9.0, nominal, on the same values: all labels, then coarse ones."""
    words = "a b c d e f g h i j k l"
    labels = {
        "anna": "x:1 x:2 y z y:1 x:1 x:2 - y z x:1 y:1",
        "ben": "x:2 x:2 y z y x:1 y:1 y:1 y x:1 - y:1",
        "carla": "x:1 x:1 y:1 z y:1 - x:2 y y z x:2 z",
    }
    for name, own in labels.items():
        put_raw(tmp_path, name, "d", text_of(words), standoff(words, own, "note"))
    (tmp_path / "iaa.conf").write_text(settings("note", coarse=":"), "utf-8")
    scores = scores_by_key(agreement(tmp_path))
    assert scores["alpha", "nominal", NAMES, None, None].value == pytest.approx(FINE_ALPHA)
    coarse = scores["alpha-coarse", "nominal", NAMES, None, None]
    assert coarse.value == pytest.approx(COARSE_ALPHA)
