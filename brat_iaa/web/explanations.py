"""What figures say: a short line beside each, and a paragraph for each kind of layer."""

import re

from brat_iaa.formats.words import meaning, measure_name
from brat_iaa.scores import MEASURES
from brat_iaa.web.formatting import (
    MEASURE_MEANINGS,
    MEASURE_NAMES,
    STATISTIC_MEANINGS,
    STATISTIC_NAMES,
)

_CHANCE = "corrected for chance: 1 is perfect, 0 is chance"
_PARSING = (
    "With one head per token, UAA, LAA and LOA by exact match or MASI are the UAS, LAS and label "
    "accuracy of the parsing field"
)


def explanation(kind, key):
    """Address of what a figure says. key: (measure, statistic)"""
    return f"#about-{kind}-{_subject(kind, key)}"


def short_meaning(kind, key):
    """What a figure says, in one short line; "" where its name says it."""
    if kind == "dependencies":
        return _CHANCE if _subject(kind, key) == "alpha" else MEASURE_MEANINGS[key[0]]
    words = meaning(kind, key[0]) or ""
    return _CHANCE if key[0] == "alpha" else re.split(r"; | \(|: ", words)[0]


def explained(layers):
    """[(kind, [(anchor, name, paragraph)])] of the figures of some ScoreIndexes."""
    found = {}
    for layer in layers:
        found.setdefault(layer.kind, {}).update(dict.fromkeys(layer.keys))
    return [(kind, list(_explained(kind, keys))) for kind, keys in found.items()]


def _subject(kind, key):
    measure, statistic = key
    return "alpha" if kind == "dependencies" and statistic.startswith("alpha") else measure


def _explained(kind, keys):
    if kind == "dependencies":
        yield from _of_dependencies()
        return
    for measure in dict.fromkeys(measure for measure, _ in keys):
        words = meaning(kind, measure)
        yield (
            explanation(kind, (measure, ""))[1:],
            measure_name(measure),
            words or _further(measure),
        )


def _further(measure):
    """What is said of the figures of discourse relations that look at matched relations only."""
    if measure.startswith("f1+"):
        return "the same, where these are equal too"
    return "among the relations that were matched"


def _of_dependencies():
    about = "about-dependencies-"
    for measure in MEASURES:
        words = f"{MEASURE_NAMES[measure]}: tokens with the {MEASURE_MEANINGS[measure]}"
        yield about + measure, measure, f"{words} (Ragheb & Dickinson 2013)"
    for statistic in ("alpha", "masi", "exact"):
        yield about + statistic, STATISTIC_NAMES[statistic], STATISTIC_MEANINGS[statistic]
    yield about + "parsing", "UAS, LAS", _PARSING
