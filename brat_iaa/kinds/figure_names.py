"""Measures, statistics and distances in whatever kind of layer they are."""

from brat_iaa.kinds.figure_record import Distance, FigureRecord, Further, Measure, Statistic

# Statistics that add nothing to the name of their measure.
_SILENT = ("accuracy", "alpha", "mean", "value", "")
# Name in the setting also; levels of annotation.conf that have figures: real ones are two or three.
LEVELS, MOST_LEVELS = "levels", 4
# What the measures of figures with coarse labels end in, and what that adds to the name.
COARSE_WORDS = {"coarse": "coarse labels", "removed": "disagreement that coarse labels remove"}

# fmt: off
MEASURES = {
    "UAA": Measure("UAA", "", "alpha"),
    "LAA": Measure("LAA", "", "alpha"),
    "LOA": Measure("LOA", "", "alpha"),
    "UAS": Measure("UAS", "share of tokens with the same head", ""),
    "LAS": Measure("LAS", "share of tokens with the same head and label", ""),
    "LA": Measure("LA", "share of tokens with the same label", ""),
    "alpha-plain": Measure(
        "alpha, plain", "tree edit distance, as it is (Skjærholt 2014, who recommends it)",
        "alpha"),
    "alpha-diff": Measure(
        "alpha, diff", "tree edit distance less the difference in length", "alpha"),
    "alpha-norm": Measure(
        "alpha, norm", "tree edit distance by the length of both sentences", "alpha"),
    "jaccard": Measure("brackets, Jaccard", "share of labelled brackets that both drew", ""),
    "f1": Measure("F1", "of all that either drew, the share that both drew", ""),
    "span-f1": Measure("F1 without labels", "the same, whatever the labels of the spans", ""),
    "token-f1": Measure(
        "tokens, F1", "of the tokens in spans, what stands between blanks; each counts for each "
        "span that it is in, beginnings are not told apart", ""),
    "token-kappa": Measure(
        "tokens, kappa", "of all tokens, those outside of spans included (I/O); in several spans "
        "the value is the set of their labels", "kappa"),
    "token-alpha": Measure("tokens, alpha", "of the same values", "alpha"),
    "bio-f1": Measure(
        "tokens (B/I/O), F1", "the same, the first token of a span told apart from the others", ""),
    "bio-kappa": Measure(
        "tokens (B/I/O), kappa", "of all tokens, at the beginning of a span, inside or outside",
        "kappa"),
    "bio-alpha": Measure("tokens (B/I/O), alpha", "of the same values", "alpha"),
    **{
        f"level{number}-{measure}": Measure(
            f"types of level {number}, {measure}".replace("f1", "F1"),
            "types stand for the type above them in annotation.conf, up to this level; 1 is the "
            "uppermost" if number == 1 and measure == "f1" else "", corrected)
        for number in range(1, 1 + MOST_LEVELS)
        for measure, corrected in (
            ("f1", ""), ("kappa", "kappa"), ("alpha", "alpha"), ("event-f1", ""),
            ("trigger-f1", ""), ("argument-f1", ""))
    },
    "untyped-f1": Measure("F1 without types", "the same, whatever the types of relations", ""),
    "bare-f1": Measure(
        "F1 without types of ends", "the same, whatever the types of the spans at the ends", ""),
    "linked-f1": Measure(
        "F1 of linked spans", "the same, whatever the types of relations and spans", ""),
    "agreement": Measure(
        "agreement", "share of items with the same value, not corrected for chance", ""),
    "kappa": Measure("kappa", "agreement corrected for chance", "kappa"),
    "ac1": Measure(
        "AC1",
        "chance-corrected agreement that is less sensitive to skewed label frequencies (Gwet 2008)",
        "AC1"),
    "ac2": Measure("AC2", "the same with weights by the order of the labels (Gwet 2014)", "AC2"),
    "alpha": Measure("alpha", "Krippendorff's alpha: 1 is perfect, 0 is chance", "alpha"),
    "u-alpha": Measure(
        "u-alpha",
        "alpha of the characters in spans and between them, its items (Krippendorff et al. 2016); "
        "without labels: in spans or not", "alpha"),
    "cu-alpha": Measure(
        "cu-alpha", "label agreement on text that both annotators marked",
        "alpha"),
    "ku-alpha": Measure("(k)u-alpha", "the same of one label", "alpha"),
    "alpha-weighted": Measure(
        "alpha, weighted", "chains compared by inclusion and overlap (Passonneau 2004)", "alpha"),
    "muc": Measure("MUC", "links of the chains (Vilain et al. 1995)", ""),
    "b3": Measure(
        "B3",
        "of each mention's chain, the share that the other has too (Bagga & Baldwin 1998)", ""),
    "ceafe": Measure(
        "CEAFe", "likeness of chains, each matched with at most one (Luo 2005)", ""),
    "lea": Measure(
        "LEA", "links of the chains, long chains counting more (Moosavi & Strube 2016)", ""),
    "conll": Measure("CoNLL", "mean of the F1 of MUC, B3 and CEAFe (Pradhan et al. 2014)", ""),
    "mentions-f1": Measure(
        "mentions, F1", "mentions that both marked, whatever their chains", ""),
    "event-f1": Measure(
        "events, F1", "of all events the share that both drew with the same arguments", ""),
    "trigger-f1": Measure(
        "triggers, F1", "of all triggers the share that both drew with the same type of event", ""),
    "argument-f1": Measure(
        "arguments, F1",
        "of all arguments the share that both drew, in one role of one trigger and type", ""),
    "agreement-types": Measure("agreement on types", "", ""),
    "agreement-connectives": Measure("agreement on connectives", "", ""),
    "agreement-nodes": Measure("agreement on both ends", "", ""),
}
# Those of the sets of arcs of tokens are shown in this order.
STATISTICS = {
    "masi": Statistic(
        "MASI (RD13)", "MASI",
        "1 for equal sets, 2/3 if one contains the other, 1/3 if they overlap, else 0; mean over "
        "the tokens", "dependencies#masi", ("RD13",), "MASI as simplified by {0:by}"),
    "masi-full": Statistic(
        "MASI, full (PA06)", "MASI, full", "Jaccard times monotonicity (Passonneau 2006)",
        "dependencies#full-masi", ("PA06",), ""),
    "exact": Statistic(
        "exact match", "exact match", "share of tokens on which the two sets are equal",
        "dependencies#exact-match", (), ""),
    "gcm-f1": Statistic(
        "GCM, F1", "GCM, F1", "both directions of GCM in one figure",
        "dependencies#one-figure-for-both-directions", ("RD13",), ""),
    "alpha": Statistic(
        "alpha", "alpha",
        "Krippendorff’s alpha: 1 is perfect, 0 is chance; sets compared by MASI, heads by their "
        "distance from the token", "dependencies#krippendorffs-alpha", ("KR04",), ""),
    "alpha-index": Statistic(
        "alpha, head as index", "alpha, head as index",
        "alpha with heads named by their position in the sentence; corrects less for chance",
        "dependencies#heads-as-positions", ("KR04",), ""),
    "alpha-nominal": Statistic(
        "alpha, nominal", "alpha, nominal",
        "alpha where sets are equal or not, nothing between", "dependencies#distances", ("KR04",),
        ""),
    "gcm": Statistic(
        "GCM", "GCM by direction", "share of the first annotator’s arcs that the second drew too",
        "dependencies#gcm", ("RD13",), ""),
    **{
        name: Statistic(words, words, "", "", (), "")
        for name, words in (
            ("f1", "F1"), ("jaccard", "Jaccard"), ("cohen", "Cohen"), ("fleiss", "Fleiss"),
            ("one-level", "one level"))
    },
}
# The distances that settings offer, in order; their formulas are in measures/similarities.py.
DISTANCES = {
    "masi": Distance(
        "masi (Ragheb & Dickinson 2013)", STATISTICS["masi"].paper, STATISTICS["masi"].works),
    "masi-full": Distance("masi-full (Passonneau 2006)", "MASI {0}", ("PA06",)),
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
                measure=f"{LEVELS[:-1]}{number}-{figure.measure}", meaning=None,
                guide="labels#levels", narrow=figure.narrow and figure.narrow + number,
                **{
                    field: words and words.replace("#", str(number))
                    for field, words in figure._asdict().items()
                    if field in ("name", "short", "line", "paper")
                },
            )
            for number in range(1, 1 + MOST_LEVELS)
            for figure in figures
        ),
    )  # fmt: skip


def against_gold(kind, measure, statistics):
    """What an F1 is made of, which a gold has beside it."""
    return [
        FigureRecord(
            kind, part, statistic, plain_name(part, statistic), None, "", None, "item",
            "adjudication#gold-standard", ("HR05",), "", 0,
        )
        for part in (
            measure.replace("f1", part)
            for part in (
                "precision", "recall", "true-positives", "false-positives", "false-negatives",
            )
        )
        for statistic in statistics
    ]  # fmt: skip
