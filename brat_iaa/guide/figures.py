"""Which paragraph of the guide explains a score."""

from brat_iaa.config import ANCHORING_LAYER, GOLD_LAYER
from brat_iaa.formats.words import with_grading

# {kind of layer: {measure, statistic or both: (topic, anchor)}}; of several that fit, both together
# comes first, then the statistic.
_SETS = {
    "masi": ("masi", "formula"),
    "masi-full": ("masi", "full-masi"),
    "exact": ("exact", "formula"),
    "gcm": ("gcm", "formula"),
    "gcm-f1": ("gcm", "one-figure-for-both-directions"),
}
_GOLD = {
    "accuracy": ("gold", "accuracy"),
    "accuracy-nopunct": ("gold", "accuracy"),
    "precision": ("gold", "precision-and-recall"),
    "recall": ("gold", "precision-and-recall"),
    "f1": ("gold", "precision-and-recall"),
}
_PARAGRAPHS: dict = {
    "dependencies": {
        **_SETS,
        "alpha": ("alpha", "formula"),
        "alpha-index": ("alpha", "heads-as-positions"),
        "alpha-nominal": ("alpha", "distances"),
        "UAA": ("dependencies", "uaa-laa-and-loa"),
        "LAA": ("dependencies", "uaa-laa-and-loa"),
        "LOA": ("dependencies", "uaa-laa-and-loa"),
    },
    "labels": {
        **_SETS,
        ("f1", "exact"): ("spans", "exact-match"),
        ("f1", "overlap"): ("spans", "overlapping-spans"),
        ("span-f1", "exact"): ("spans", "without-labels"),
        ("span-f1", "overlap"): ("spans", "without-labels"),
        ("u-alpha", "nominal"): ("unitizing", "formula"),
        ("u-alpha", "binary"): ("unitizing", "without-labels"),
        ("cu-alpha", "nominal"): ("unitizing", "labels-alone"),
        ("ku-alpha", "nominal"): ("unitizing", "one-label"),
        ("gamma", "combined"): ("gamma", "formula"),
        "raw": ("labels", "agreement"),
        ("agreement", "f1"): ("labels", "one-label"),
        "cohen": ("labels", "cohens-kappa"),
        "fleiss": ("labels", "fleiss-kappa"),
        "ac1": ("labels", "gwets-ac1"),
        ("alpha", "nominal"): ("labels", "alpha"),
        ("alpha", "masi"): ("labels", "alpha"),
        ("alpha", "ordinal"): ("scales", "formula"),
        ("alpha", "interval"): ("scales", "numbers"),
        "ac2": ("scales", "gwets-ac2"),
    },
    "trees": {
        "alpha-plain": ("trees", "formula"),
        "alpha-diff": ("trees", "diff-and-norm"),
        "alpha-norm": ("trees", "diff-and-norm"),
        "UAS": ("trees", "uas-las-and-la"),
        "LAS": ("trees", "uas-las-and-la"),
        "LA": ("trees", "uas-las-and-la"),
        "jaccard": ("trees", "phrase-structure"),
    },
    "chains": {
        "alpha-weighted": ("chains", "formula"),
        "alpha": ("chains", "other-distances"),
        "muc": ("chains", "muc"),
        "b3": ("chains", "b3"),
        "ceafe": ("chains", "ceafe"),
        "lea": ("chains", "lea"),
        "conll": ("chains", "conll"),
        "mentions-f1": ("chains", "mentions"),
    },
    "relations": {
        "f1": ("discourse", "ways-to-match"),
        "recall": ("discourse", "recall-and-precision"),
        "precision": ("discourse", "recall-and-precision"),
        "f1+types": ("discourse", "stricter-matches"),
        "f1+connectives": ("discourse", "stricter-matches"),
        "f1+nodes": ("discourse", "stricter-matches"),
        "f1+both": ("discourse", "stricter-matches"),
        "agreement-types": ("discourse", "agreement-on-what-was-matched"),
        "agreement-connectives": ("discourse", "agreement-on-what-was-matched"),
        "agreement-nodes": ("discourse", "agreement-on-what-was-matched"),
        "kappa": ("discourse", "agreement-on-what-was-matched"),
    },
    "entity-relations": {"exact": ("relations", "formula"), "overlap": ("relations", "overlap")},
    "events": {
        "event-f1": ("events", "whole-events"),
        "trigger-f1": ("events", "triggers"),
        "argument-f1": ("events", "arguments"),
    },
    GOLD_LAYER.name: _GOLD,
    ANCHORING_LAYER.name: {
        "unchanged": ("anchoring", "left-and-changed"),
        "left": ("anchoring", "left-and-changed"),
        "changed": ("anchoring", "left-and-changed"),
        "left-minus-changed": ("anchoring", "left-and-changed"),
        "anchored": ("anchoring", "stages"),
        "scratch": ("anchoring", "stages"),
        "reviewed": ("anchoring", "stages"),
        "review": ("anchoring", "stages"),
        "tools": ("anchoring", "stages"),
        "accuracy": ("anchoring", "tools-on-golds"),
        "error-reduction": ("anchoring", "tools-on-golds"),
        "specific-gap": ("anchoring", "tools-on-golds"),
        "shared-gap": ("anchoring", "tools-on-golds"),
        "mcnemar": ("anchoring", "mcnemars-test"),
        "preference": ("anchoring", "judges"),
        "specific-approval": ("anchoring", "judges"),
        "shared-approval": ("anchoring", "judges"),
    },
}
# Of figures with coarse or graded labels, and the shares of disagreement that go away.
_GRADINGS = {
    "coarse": ("coarse", "formula"),
    "removed": ("coarse", "formula"),
    "graded": ("distances", "formula"),
    "near": ("distances", "near"),
}
# How measures end that a gold has in each layer beside those of its kind.
_COUNTED = ("precision", "recall", "true-positives", "false-positives", "false-negatives")


def explained_in(kind, measure, statistic=""):
    """(topic, anchor) of the paragraph that explains a figure; None if there is none.

    kind       of the layer; "gold" or "anchoring" for dependencies beside references
    statistic  "" for what the measure itself is
    """
    if with_grading(measure)[1]:
        return _GRADINGS[with_grading(measure)[1]]
    known = _PARAGRAPHS.get(kind, {})
    if measure.endswith(_COUNTED) and measure not in known:
        return _GOLD["precision"]
    # What ends a statistic of a test: its p, its counts.
    families = (statistic.rpartition("-")[0], statistic.partition("-")[0])
    keys = ((measure, statistic), statistic, measure, *families)
    return next((known[key] for key in keys if key in known), None)
