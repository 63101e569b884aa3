"""What figures say: a short line beside each, and the way to its paragraph in the guide."""

from brat_iaa.config import DEPENDENCIES
from brat_iaa.formats.display_names import meaning
from brat_iaa.web.formatting import MEASURE_MEANINGS
from brat_iaa.web.guide_view import explained_at

_CHANCE = "corrected for chance: 1 is perfect, 0 is chance"
_SHORT = {
    ("labels", "f1"): "same span, same label",
    ("labels", "f1", "overlap"): "overlapping spans, same label",
    ("labels", "agreement"): "same label, on spans that both drew",
    ("labels", "u-alpha"): "spans, gaps and labels by character, corrected for chance",
    ("labels", "u-alpha", "binary"): "in a span or not, by character, corrected for chance",
    ("labels", "cu-alpha"): "labels of characters in spans of both, corrected for chance",
    ("labels", "ku-alpha"): "one label in spans of both, corrected for chance",
    ("labels", "gamma"): "boundaries and labels of aligned spans, corrected for chance",
    ("entity-relations", "f1"): "same type, same ends",
    ("entity-relations", "f1", "overlap"): "same type, overlapping ends",
    ("events", "event-f1"): "same trigger, type and arguments",
    ("events", "trigger-f1"): "same trigger and type",
    ("events", "argument-f1"): "same argument in the same role",
    ("chains", "alpha-weighted"): "by inclusion and overlap of chains, corrected for chance",
    ("chains", "mentions-f1"): "same mentions, whatever their chains",
    ("chains", "muc"): "links of the chains",
    ("chains", "b3"): "chains, mention by mention",
    ("chains", "ceafe"): "chains matched one to one",
    ("chains", "lea"): "links of the chains, long chains counting more",
    ("chains", "conll"): "mean of MUC, B3 and CEAFe",
    ("relations", "f1"): "same ends",
    ("relations", "f1", "one-level"): "same ends, or one of them a level off",
    ("relations", "f1", "connective"): "same connective",
    ("trees", "alpha-plain"): "by tree edit distance, corrected for chance",
    ("trees", "alpha-diff"): "less the difference in length",
    ("trees", "alpha-norm"): "by the length of both sentences",
}


def explanation(kind, key):
    """Address of the paragraph of the guide on a figure; None if there is none.

    key  (measure, statistic); of dependencies MASI is what a measure stands for
    """
    measure, statistic = key
    leading = kind == DEPENDENCIES and statistic in ("masi", "gcm-f1")
    return explained_at(kind, measure, "" if leading else statistic)


def short_meaning(kind, key):
    """What a figure says, in one short line; "" where its name says it."""
    if kind == DEPENDENCIES:
        return _CHANCE if key[1].startswith("alpha") else MEASURE_MEANINGS[key[0]]
    measure = key[0]
    known = _SHORT.get((kind, *key)) or _SHORT.get((kind, measure)) or meaning(kind, measure) or ""
    return _CHANCE if measure in ("alpha", "kappa", "ac1", "ac2") else known
