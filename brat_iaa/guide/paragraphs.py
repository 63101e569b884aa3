"""Which paragraph of the guide explains a score."""

from brat_iaa.config import ANCHORING_LAYER, GOLD_LAYER
from brat_iaa.formats.display_names import without_ending

# {kind of layer: {(topic, anchor): what the paragraph explains}}: measures, statistics, or both
# together, which comes first where several fit; then the statistic.
_SETS = {
    ("masi", "formula"): ("masi",),
    ("masi", "full-masi"): ("masi-full",),
    ("exact", "formula"): ("exact",),
    ("gcm", "formula"): ("gcm",),
    ("gcm", "one-figure-for-both-directions"): ("gcm-f1",),
}
_EXPLAINED: dict = {
    "dependencies": {
        **_SETS,
        ("alpha", "formula"): ("alpha",),
        ("alpha", "heads-as-positions"): ("alpha-index",),
        ("alpha", "distances"): ("alpha-nominal",),
        ("dependencies", "uaa-laa-and-loa"): ("UAA", "LAA", "LOA"),
    },
    "labels": {
        **_SETS,
        ("spans", "exact-match"): (("f1", "exact"),),
        ("spans", "overlapping-spans"): (("f1", "overlap"),),
        ("spans", "without-labels"): (("span-f1", "exact"), ("span-f1", "overlap")),
        ("unitizing", "formula"): (("u-alpha", "nominal"),),
        ("unitizing", "without-labels"): (("u-alpha", "binary"),),
        ("unitizing", "labels-alone"): (("cu-alpha", "nominal"),),
        ("unitizing", "one-label"): (("ku-alpha", "nominal"),),
        ("gamma", "formula"): (("gamma", "combined"),),
        ("labels", "agreement"): ("raw",),
        ("labels", "one-label"): (("agreement", "f1"),),
        ("labels", "cohens-kappa"): ("cohen",),
        ("labels", "fleiss-kappa"): ("fleiss",),
        ("labels", "gwets-ac1"): ("ac1",),
        ("labels", "alpha"): (("alpha", "nominal"), ("alpha", "masi")),
        ("scales", "formula"): (("alpha", "ordinal"),),
        ("scales", "numbers"): (("alpha", "interval"),),
        ("scales", "gwets-ac2"): ("ac2",),
    },
    "trees": {
        ("trees", "formula"): ("alpha-plain",),
        ("trees", "diff-and-norm"): ("alpha-diff", "alpha-norm"),
        ("trees", "uas-las-and-la"): ("UAS", "LAS", "LA"),
        ("trees", "phrase-structure"): ("jaccard",),
    },
    "chains": {
        ("chains", "formula"): ("alpha-weighted",),
        ("chains", "other-distances"): ("alpha",),
        ("chains", "mentions"): ("mentions-f1",),
        **{("chains", name): (name,) for name in ("muc", "b3", "ceafe", "lea", "conll")},
    },
    "relations": {
        ("discourse", "ways-to-match"): ("f1",),
        ("discourse", "recall-and-precision"): ("recall", "precision"),
        ("discourse", "stricter-matches"): ("f1+types", "f1+connectives", "f1+nodes", "f1+both"),
        ("discourse", "agreement-on-what-was-matched"): (
            "agreement-types",
            "agreement-connectives",
            "agreement-nodes",
            "kappa",
        ),
    },
    "entity-relations": {
        ("relations", "formula"): ("exact",),
        ("relations", "overlap"): ("overlap",),
    },
    "events": {
        ("events", "whole-events"): ("event-f1",),
        ("events", "triggers"): ("trigger-f1",),
        ("events", "arguments"): ("argument-f1",),
    },
    GOLD_LAYER.name: {
        ("gold", "accuracy"): ("accuracy", "accuracy-nopunct"),
        ("gold", "precision-and-recall"): ("precision", "recall", "f1"),
    },
    ANCHORING_LAYER.name: {
        ("anchoring", "left-and-changed"): ("unchanged", "left", "changed", "left-minus-changed"),
        ("anchoring", "stages"): ("anchored", "scratch", "reviewed", "review", "tools"),
        ("anchoring", "tools-on-golds"): (
            "accuracy",
            "error-reduction",
            "specific-gap",
            "shared-gap",
        ),
        ("anchoring", "mcnemars-test"): ("mcnemar",),
        ("anchoring", "judges"): ("preference", "specific-approval", "shared-approval"),
    },
}
_PARAGRAPHS = {
    kind: {figure: paragraph for paragraph, figures in explained.items() for figure in figures}
    for kind, explained in _EXPLAINED.items()
}
# How measures end that a gold has in each layer beside those of its kind.
_COUNTED = ("precision", "recall", "true-positives", "false-positives", "false-negatives")


def explained_in(kind, measure, statistic=""):
    """(topic, anchor) of the paragraph that explains a figure; None if there is none.

    kind       of the layer; "gold" or "anchoring" for dependencies beside references
    statistic  "" for what the measure itself is
    """
    if without_ending(measure)[1]:
        return "coarse", "formula"
    known = _PARAGRAPHS.get(kind, {})
    if measure.endswith(_COUNTED) and measure not in known:
        return _PARAGRAPHS[GOLD_LAYER.name]["precision"]
    # What ends a statistic of a test: its p, its counts.
    families = (statistic.rpartition("-")[0], statistic.partition("-")[0])
    keys = ((measure, statistic), statistic, measure, *families)
    return next((known[key] for key in keys if key in known), None)
