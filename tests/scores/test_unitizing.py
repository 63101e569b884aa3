"""Alphas for unitizing on generated projects: against the definition over all pairs of segments,
and what must hold for all.
"""

from itertools import combinations
from random import Random

import pytest
from small_projects import agreement, of_labels, whole
from unitized_texts import changed, family, random_units, write

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


def test_sets_of_labels_are_the_same_or_not(tmp_path):
    units = {
        "anna": [(0, 4, "A"), (0, 4, "B"), (5, 8, "C")], "ben": [(0, 4, "B"), (0, 4, "A"), (5, 9, "C")],
    }  # fmt: skip
    settings = "[layer spans]\nkind = labels\nset = yes\n"
    found = agreement(write(tmp_path, {"d": ("xxxxxxxxx\n", units)}, settings))
    known = family(
        [(10, {"anna": [(0, 4, "AB"), (5, 8, "C")], "ben": [(0, 4, "AB"), (5, 9, "C")]})]
    )
    check(whole(found)["u-alpha", "nominal", ("anna", "ben")], known["u"])
    assert not [key for key in of_labels(found) if key[0] == "ku-alpha"]
