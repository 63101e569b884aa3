"""What figures say: a short line beside each, and a paragraph for each kind of layer."""

from brat_iaa.formats.words import meaning, measure_name
from brat_iaa.scores import MEASURES
from brat_iaa.web.formatting import (
    MEASURE_MEANINGS,
    MEASURE_NAMES,
    STATISTIC_MEANINGS,
    STATISTIC_NAMES,
)

_CHANCE = "corrected for chance: 1 is perfect, 0 is chance"
_SHORT = {
    ("labels", "f1"): "same span, same label",
    ("labels", "f1", "overlap"): "overlapping spans, same label",
    ("labels", "agreement"): "same label, on spans that both drew",
    ("entity-relations", "f1"): "same type, same ends",
    ("entity-relations", "f1", "overlap"): "same type, overlapping ends",
    ("events", "event-f1"): "same trigger, type and arguments",
    ("events", "trigger-f1"): "same trigger and type",
    ("events", "argument-f1"): "same argument in the same role",
    ("chains", "alpha-weighted"): "by inclusion and overlap of chains, corrected for chance",
    ("chains", "mentions-f1"): "same mentions, whatever their chains",
    ("chains", "muc"): "links of the chains",
    ("relations", "f1"): "same start and target",
    ("relations", "f1", "one-level"): "same start and target, or one of them a level off",
    ("relations", "f1", "connective"): "same connective",
    ("trees", "alpha-plain"): "by tree edit distance, corrected for chance",
    ("trees", "alpha-diff"): "less the difference in length",
    ("trees", "alpha-norm"): "by the length of both sentences",
}
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
    measure = key[0]
    known = _SHORT.get((kind, *key)) or _SHORT.get((kind, measure)) or meaning(kind, measure) or ""
    return _CHANCE if measure in ("alpha", "kappa") else known


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
