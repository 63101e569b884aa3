"""Fine and coarse labels: as in a project whose files hold the coarse labels, with the share of the
disagreement removed as between two states of a project.
"""

from random import Random

import pytest
from label_projects import settings, standoff, text_of
from small_projects import agreement, like, put, put_raw, random_marks, random_words, scores_by_key

from brat_iaa.phases.states import ComparedStates
from brat_iaa.scores.coarse import ALL_ALIKE

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


@pytest.mark.parametrize(
    "setting, heads",
    [pytest.param(":", ONE_HEAD, marks=pytest.mark.system), (GROUPS, SEVERAL_HEADS)],
)
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
    states = ComparedStates(fine, coarse).differences
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


def test_alpha_of_coarse_labels_is_that_of_the_reference_program(tmp_path):
    """alpha() of krippendorff 0.9.0, nominal, on the same values: all labels, then coarse ones."""
    words = "a b c d e f g h i j k l"
    labels = {
        "anna": "x:1 x:2 y z y:1 x:1 x:2 - y z x:1 y:1", "ben": "x:2 x:2 y z y x:1 y:1 y:1 y x:1 - y:1",
        "carla": "x:1 x:1 y:1 z y:1 - x:2 y y z x:2 z",
    }  # fmt: skip
    for name, own in labels.items():
        put_raw(tmp_path, name, "d", text_of(words), standoff(words, own, "note"))
    (tmp_path / "iaa.conf").write_text(settings("note", coarse=":"), "utf-8")
    scores = scores_by_key(agreement(tmp_path))
    assert scores["alpha", "nominal", NAMES, None, None].value == pytest.approx(FINE_ALPHA)
    coarse = scores["alpha-coarse", "nominal", NAMES, None, None]
    assert coarse.value == pytest.approx(COARSE_ALPHA)
