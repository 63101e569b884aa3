"""Alphas for unitizing on generated projects: against the definition over all pairs of segments,
and what must hold for all.
"""

from itertools import combinations
from random import Random

import pytest
from small_projects import agreement, of_labels, scores_by_key, whole
from unitized_texts import changed, family, random_units, write

from brat_iaa.report.layer_tables import layer_tables

NAMES = ("anna", "ben", "carla")
KEYS = {"u": ("u-alpha", "nominal"), "|u": ("u-alpha", "binary"), "cu": ("cu-alpha", "nominal")}
SEEDS = range(2)


def text_of(random, sentences):
    """Lines of different lengths; the end of a line is a character too."""
    return "".join("x" * random.randint(4, 20) + "\n" for _ in range(sentences))


def generated(seed, sentences=5, documents=3):
    """{document: (text, {annotator: units})}; ben has not begun the second."""
    random, made = Random(seed), {}
    for number in range(documents):
        text = text_of(random, sentences)
        base = random_units(random, len(text))
        units = {name: changed(random, base, len(text)) for name in NAMES}
        if number == 1:
            del units["ben"]
        made[f"d{number}"] = text, {name: own for name, own in units.items() if own}
    return made


def of_group(documents, group):
    return [
        (len(text), {name: own for name, own in units.items() if name in group})
        for text, units in documents.values()
    ]


def check(score, known):
    if known is None or known[1] == 0:
        assert score.value is None and score.undefined
        return
    assert (score.observed, score.expected) == pytest.approx([*map(float, known)], abs=1e-12)
    assert score.value == pytest.approx(float(1 - known[0] / known[1]), abs=1e-12)


@pytest.mark.parametrize("seed", SEEDS)
def test_against_the_definition(seed, tmp_path):
    documents = generated(seed)
    found = agreement(write(tmp_path, documents))
    scores, labels = whole(found), of_labels(found)
    for group in (NAMES, *combinations(NAMES, 2)):
        own = of_group(documents, group)
        known = family(own)
        for name, key in KEYS.items():
            check(scores[(*key, group)], known[name])
        score = scores[(*KEYS["u"], group)]
        assert score.items == sum(length for length, units in own if len(units) > 1)
        assert score.missing == sum(length for length, units in own if len(units) == 1)
        for (_, value), expected in (item for item in known.items() if item[0][0] == "ku"):
            check(labels["ku-alpha", "nominal", group, value], expected)
    of_documents = {
        (s.document, s.measure, s.statistic, s.annotators): s for s in found.scores if s.document
    }
    for document, (text, units) in documents.items():
        for group in dict.fromkeys((tuple(units), *combinations(units, 2))):
            known = family([(len(text), {name: units[name] for name in group})])
            for name, key in KEYS.items():
                check(of_documents.pop((document, *key, group)), known[name])
    assert not [key for key in of_documents if "u-alpha" in key[1]]


@pytest.mark.parametrize("seed", SEEDS)
def test_names_of_annotators_documents_and_labels_do_not_matter(seed, tmp_path):
    documents = generated(seed)
    new = {"anna": "zoe", "ben": "yan", "carla": "amy", "A": "Z", "B": "Y", "C": "B"}
    renamed = {
        f"e{name}": (
            text,
            {
                new[annotator]: [(*where, new[value]) for *where, value in reversed(units)]
                for annotator, units in units_of.items()
            },
        )
        for name, (text, units_of) in documents.items()
    }
    first = agreement(write(tmp_path / "first", documents))
    second = agreement(write(tmp_path / "second", renamed))

    def figures(found, translated=str):
        return {
            (*key[:2], frozenset(map(translated, key[2])), *map(translated, key[3:])): score
            for key, score in {**whole(found), **of_labels(found)}.items()
            if "u-alpha" in key[0]
        }

    others = figures(second)
    for key, score in figures(first, lambda name: new.get(name, name)).items():
        other = others.pop(key)
        assert (score.items, score.missing, score.undefined) == (
            other.items, other.missing, other.undefined
        )  # fmt: skip
        assert score.value == pytest.approx(other.value)
        assert (score.observed, score.expected) == pytest.approx((other.observed, other.expected))
        assert score.interval == pytest.approx(other.interval)
    assert not others


def test_layers_in_which_all_have_the_same_spans_have_none(tmp_path):
    units = [(0, 2, "A"), (3, 5, "B")]
    documents = {"d": ("xx yy\n", {"anna": units, "ben": [(0, 2, "B"), (3, 5, "B")]})}
    scores = agreement(write(tmp_path / "same", documents)).scores
    assert not [s for s in scores if "u-alpha" in s.measure]
    documents["e"] = ("xx yy\n", {"anna": units, "ben": units[:1]})
    scores = agreement(write(tmp_path / "other", documents)).scores
    assert {s.document for s in scores if "u-alpha" in s.measure} == {None, "e"}


LINES = "xxxxxxxxx\n" * 12


def shifted(units, by):
    return [(start + by, end + by, value) for start, end, value in units]


@pytest.mark.parametrize(
    "wrong", [[(1, 5, "A"), (3, 7, "B")], [(1, 5, "A"), (1, 5, "B")]], ids=["overlap", "two labels"]
)
def test_sentences_with_overlapping_units_are_left_out(wrong, tmp_path):
    """As if neither had these sentences; of the pair that does not overlap there, all count."""
    random = Random(1)
    own = {name: random_units(random, 100) for name in NAMES}
    documents = {"d": (LINES, {**own, "anna": own["anna"] + shifted(wrong, 110)})}
    scores = whole(agreement(write(tmp_path, documents)))
    for group, length, left_out in ((NAMES, 110, 1), (("anna", "ben"), 110, 1),
                                    (("ben", "carla"), 120, 0)):  # fmt: skip
        known = family([(length, {name: own[name] for name in group})])
        for name, key in KEYS.items():
            check(scores[(*key, group)], known[name])
        score = scores[(*KEYS["u"], group)]
        assert (score.items, score.missing) == (length, 120 - length)
        assert f"|continuum:characters|left-out:{left_out}|" in score.signature
        assert "u-alpha:Krippendorff2016" in score.signature


def test_much_that_is_left_out_is_said(tmp_path):
    units = {"anna": [(0, 5, "A"), (2, 7, "A"), (11, 15, "A")], "ben": [(0, 5, "A"), (10, 14, "B")]}
    found = agreement(write(tmp_path, {"d": ("xxxxxxxxx\n" * 4, units)}))
    (layer,) = found.score_indexes
    (note,) = (note for note in layer_tables(layer)[0].notes if "leave out" in note)
    assert "a share of .250 of the text" in note


def test_overlaps_everywhere_are_said(tmp_path):
    units = {"anna": [(0, 5, "A"), (2, 7, "A")], "ben": [(0, 5, "A")]}
    scores = whole(agreement(write(tmp_path, {"d": ("xxxxxxxxx\n", units)})))
    score = scores["u-alpha", "nominal", ("anna", "ben")]
    assert (score.value, score.items) == (None, 0)
    assert score.undefined == "spans overlap in every sentence"


def test_a_unit_of_several_parts_is_one(tmp_path):
    """Its squared length is that of the sum: gaps have 12 and 16 characters."""
    whole_unit = {"anna": [([(0, 4), (6, 10)], "A")], "ben": [(0, 4, "A")]}
    score = whole(agreement(write(tmp_path, {"d": ("x" * 19 + "\n", whole_unit)})))[
        "u-alpha", "nominal", ("anna", "ben")
    ]
    same = 8**2 + 4**2 + 12 + 16
    assert score.observed == 8 / 40
    assert score.expected == pytest.approx(1 - (12**2 + 28**2 - same) / (40**2 - same))


def test_sets_of_labels_are_the_same_or_not(tmp_path):
    units = {
        "anna": [(0, 4, "A"), (0, 4, "B"), (5, 8, "C")],
        "ben": [(0, 4, "B"), (0, 4, "A"), (5, 9, "C")],
    }
    settings = "[layer spans]\nkind = labels\nset = yes\n"
    found = agreement(write(tmp_path, {"d": ("xxxxxxxxx\n", units)}, settings))
    known = family(
        [(10, {"anna": [(0, 4, "AB"), (5, 8, "C")], "ben": [(0, 4, "AB"), (5, 9, "C")]})]
    )
    check(whole(found)["u-alpha", "nominal", ("anna", "ben")], known["u"])
    assert not [key for key in of_labels(found) if key[0] == "ku-alpha"]


def test_intervals_of_ten_sentences_and_more(tmp_path):
    """Sentences are drawn; fewer than ten have no interval, and say so."""
    documents = generated(0, sentences=12, documents=1)
    scores = scores_by_key(agreement(write(tmp_path, documents)))
    score = next(s for s in scores.values() if s.measure == "u-alpha" and s.whole)
    low, high = score.interval
    assert low < score.value < high and score.units == 12
    few = generated(0, sentences=5, documents=1)
    score = whole(agreement(write(tmp_path / "few", few)))["u-alpha", "nominal", NAMES]
    assert score.no_interval == "fewer than 10 sentences: too few to estimate an interval"
