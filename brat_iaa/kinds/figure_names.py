"""Measures, statistics and distances in whatever kind of layer they are."""

from brat_iaa.kinds.figure_record import Distance, FigureRecord, Further, Measure, Statistic

# Statistics that add nothing to the name of their measure.
_SILENT = ("accuracy", "alpha", "mean", "value", "")
# Name in the setting also; levels of annotation.conf that have figures: real ones are two or three.
LEVELS, MOST_LEVELS = "levels", 4
# Name in the setting also.
TYPES = "types"
# What the measures of figures with coarse labels end in, and what that adds to the name.
COARSE_WORDS = {"coarse": "coarse labels", "removed": "disagreement that coarse labels remove"}

# fmt: off
MEASURES = {
    name: Measure(words, corrected)
    for corrected, named in (
        ("alpha", {
            "UAA": "UAA", "LAA": "LAA", "LOA": "LOA", "alpha-plain": "alpha, plain",
            "alpha-diff": "alpha, diff", "alpha-norm": "alpha, norm", "alpha": "alpha",
            "alpha-weighted": "alpha, weighted", "u-alpha": "u-alpha", "cu-alpha": "cu-alpha",
            "ku-alpha": "(k)u-alpha", "token-alpha": "tokens, alpha",
            "bio-alpha": "tokens (B/I/O), alpha",
        }),
        ("kappa", {
            "kappa": "kappa", "token-kappa": "tokens, kappa",
            "bio-kappa": "tokens (B/I/O), kappa",
        }),
        ("AC1", {"ac1": "AC1"}),
        ("AC2", {"ac2": "AC2"}),
        ("", {
            "UAS": "UAS", "LAS": "LAS", "LA": "LA", "jaccard": "brackets, Jaccard", "f1": "F1",
            "span-f1": "F1 without labels", "token-f1": "tokens, F1",
            "bio-f1": "tokens (B/I/O), F1", "untyped-f1": "F1 without types",
            "bare-f1": "F1 without types of ends", "linked-f1": "F1 of linked spans",
            "agreement": "agreement", "muc": "MUC", "b3": "B3", "ceafe": "CEAFe", "lea": "LEA",
            "conll": "CoNLL", "mentions-f1": "mentions, F1", "event-f1": "events, F1",
            "trigger-f1": "triggers, F1", "argument-f1": "arguments, F1",
            "agreement-types": "agreement on types",
            "agreement-connectives": "agreement on connectives",
            "agreement-nodes": "agreement on both ends",
        }),
    )
    for name, words in named.items()
}
MEASURES.update({
    f"level{number}-{measure}": Measure(
        f"types of level {number}, {measure}".replace("f1", "F1"), MEASURES[measure].corrected)
    for number in range(1, 1 + MOST_LEVELS)
    for measure in ("f1", "kappa", "alpha", "event-f1", "trigger-f1", "argument-f1")
})
# Those of the sets of arcs of tokens are shown in this order.
STATISTICS = {
    "masi": Statistic(
        "MASI (RD13)", "MASI",
        "mean of 1 for equal sets, 2/3 if one contains the other, 1/3 if they overlap, else 0",
        "dependencies#masi", ("RD13",)),
    "masi-full": Statistic(
        "MASI, full (PA06)", "MASI, full", "Jaccard times monotonicity",
        "dependencies#full-masi", ("PA06",)),
    "exact": Statistic(
        "exact match", "exact match", "share of tokens with two equal sets",
        "dependencies#exact-match", ()),
    "gcm-f1": Statistic(
        "GCM, F1", "GCM, F1", "of all arcs that either drew, the share that both drew",
        "dependencies#one-figure-for-both-directions", ("RD13",)),
    "alpha": Statistic(
        "alpha", "alpha",
        "Krippendorff’s alpha; heads named by their distance from the token",
        "dependencies#krippendorffs-alpha", ("KR04",)),
    "alpha-index": Statistic(
        "alpha, head as index", "alpha, head as index",
        "the same with heads named by their position; corrects less for chance",
        "dependencies#heads-as-positions", ("KR04",)),
    "alpha-nominal": Statistic(
        "alpha, nominal", "alpha, nominal",
        "alpha where sets are equal or not, nothing between", "dependencies#distances", ("KR04",)),
    "gcm": Statistic(
        "GCM", "GCM by direction", "of the first annotator’s arcs, the share that the second drew",
        "dependencies#gcm", ("RD13",)),
    **{
        name: Statistic(words, words, "", "", ())
        for name, words in (
            ("f1", "F1"), ("jaccard", "Jaccard"), ("cohen", "Cohen"), ("fleiss", "Fleiss"),
            ("one-level", "one level"))
    },
}
# The distances that settings offer, in order; their formulas are in measures/similarities.py.
DISTANCES = {
    "masi": Distance("masi (Ragheb & Dickinson 2013)", "simplified MASI", ("RD13",)),
    "masi-full": Distance("masi-full (Passonneau 2006)", "MASI", ("PA06",)),
    "jaccard": Distance("jaccard", "the Jaccard coefficient", ()),
}
# fmt: on


def statistic_name(statistic: str) -> str:
    return STATISTICS[statistic].name if statistic in STATISTICS else statistic


def measure_name(measure: str) -> str:
    """The name of a measure, also of "f1+types"."""
    first, *further = measure.split("+")
    first = MEASURES[first].name if first in MEASURES else first
    return " + ".join([first, *further])


def plain_name(measure: str, statistic: str) -> str:
    """The name of a figure that says its measure and its statistic."""
    name = MEASURES[measure].name if measure in MEASURES else measure
    return name if statistic in _SILENT else f"{name}, {statistic_name(statistic)}"


def of_levels(*figures) -> Further:
    """The FigureRecords of types taken together at each level of annotation.conf.

    figures  FigureRecords whose words have # in the place of the level's number
    """
    return Further(
        "F1 (of labels kappa, too) with types taken together at each level of annotation.conf",
        tuple(
            figure._replace(
                measure=f"{LEVELS[:-1]}{number}-{figure.measure}", guide="labels#levels",
                narrow=figure.narrow and figure.narrow + number,
                **{
                    field: words and words.replace("#", str(number))
                    for field, words in figure._asdict().items()
                    if field in ("name", "short", "meaning")
                },
            )
            for number in range(1, 1 + MOST_LEVELS)
            for figure in figures
        ),
    )  # fmt: skip


def of_types(kind, what, guide) -> Further:
    """The FigureRecords of what connects two spans that both annotators connected.

    what  it is, in the plural, with the spans; guide: the paragraph
    """
    figures = (
        ("agreement", "raw", "share of equal ", (), 40),
        ("kappa", "cohen", "Cohen’s kappa on the ", ("Cohen1960",), 41),
        ("kappa", "fleiss", "Fleiss’ kappa on the ", ("Fleiss1971",), 0),
        ("alpha", "nominal", "Krippendorff’s alpha on the ", ("KR04",), 42),
        ("ac1", "gwet", "Gwet’s AC1 on the ", ("Gwet2008",), 0),
    )
    return Further(
        "agreement, kappa, alpha and AC1 of what connects two spans that both connected",
        tuple(
            FigureRecord(
                kind, measure, statistic, _OF_LABELS.get((measure, statistic))
                or plain_name(measure, statistic), "kappa" if statistic == "cohen" else None,
                said + (what if statistic != "fleiss" else what.replace("both", "all")), "item",
                guide, works, statistic != "fleiss", narrow,
            )
            for measure, statistic, said, works, narrow in figures
        ),
    )  # fmt: skip


# Names of figures that kinds with labels share.
_OF_LABELS = {
    ("agreement", "raw"): "agreement",
    ("kappa", "cohen"): "Cohen's kappa",
    ("kappa", "fleiss"): "Fleiss' kappa",
    ("alpha", "nominal"): "alpha, nominal",
    ("ac1", "gwet"): "Gwet's AC1",
}


# What a gold has beside an F1: {how its measure ends: what it is}
PARTS = {
    "precision": "of what the annotator has, the share that the gold has",
    "recall": "of what the gold has, the share that the annotator has",
    "true-positives": "what both have",
    "false-positives": "what only the annotator has",
    "false-negatives": "what only the gold has",
}


def against_gold(kind, measure, statistics):
    """The FigureRecords of PARTS of an F1."""
    return [
        FigureRecord(
            kind, part, statistic, plain_name(part, statistic), None, meaning, "item",
            "gold#gold-standard", ("HR05",), False, 0,
        )
        for part, meaning in (
            (measure.replace("f1", ending), words) for ending, words in PARTS.items()
        )
        for statistic in statistics
    ]  # fmt: skip
