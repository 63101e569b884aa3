"""The figures of dependencies and trees, also beside a gold and tools."""

from brat_iaa.figures.names import plain_name
from brat_iaa.figures.record import FigureRecord

CHANCE_LINE = "corrected for chance: 1 is perfect, 0 is chance"
ARC_MEASURES = {"UAA": "same head", "LAA": "same head and label", "LOA": "same label"}
# {statistic: (paragraph of the guide, works)}, in the order in which they are shown.
_SETS = {
    "masi": ("masi#formula", ("RD13",)),
    "masi-full": ("masi#full-masi", ("PA06",)),
    "exact": ("exact#formula", ()),
    "gcm-f1": ("gcm#one-figure-for-both-directions", ("RD13",)),
    "alpha": ("alpha#formula", ("KR04",)),
    "alpha-index": ("alpha#heads-as-positions", ("KR04",)),
    "alpha-nominal": ("alpha#distances", ("KR04",)),
    "gcm": ("gcm#formula", ("RD13",)),
}
DEPENDENCIES = [
    FigureRecord(
        "dependencies", measure, statistic,
        plain_name(measure, statistic),
        {"masi": measure, "gcm-f1": measure}.get(statistic)
        or ("alpha" if (measure, statistic) == ("LAA", "alpha") else None),
        CHANCE_LINE if statistic.startswith("alpha") else line, None, "token", guide, works,
        measure if statistic in ("masi", "alpha") else "",
        ("LAA", "UAA", "LOA").index(measure) + 1 if statistic == "masi" else 0,
    )
    for statistic, (guide, works) in _SETS.items()
    for measure, line in ARC_MEASURES.items()
]  # fmt: skip

# fmt: off
_TREE_ALPHA = FigureRecord(
    "trees", "alpha-plain", "alpha", "alpha, plain", None,
    "by tree edit distance, corrected for chance", None, "item", "trees#formula", ("SK14",),
    "Krippendorff’s alpha over trees with the squared tree edit distance {0}", 1)
_SHARE = FigureRecord(
    "trees", "UAS", "accuracy", "UAS", None, "", None, "token", "trees#uas-las-and-la", ("SK14",),
    "The share of tokens with the same head (UAS)", 0)
TREES = [
    _TREE_ALPHA,
    _TREE_ALPHA._replace(
        measure="alpha-diff", name="alpha, diff", line="less the difference in length",
        guide="trees#diff-and-norm", paper="", narrow=2),
    _TREE_ALPHA._replace(
        measure="alpha-norm", name="alpha, norm", line="by the length of both sentences",
        guide="trees#diff-and-norm", paper="", narrow=3),
    _SHARE,
    _SHARE._replace(
        measure="LAS", name="LAS", narrow=4,
        paper="The share of tokens with the same head and label (LAS)"),
    _SHARE._replace(
        measure="LA", name="LA", paper="The share of tokens with the same label (LA)"),
    FigureRecord(
        "trees", "jaccard", "brackets", "brackets, Jaccard, brackets", None, "", None, "word",
        "trees#phrase-structure", ("SK14",), "The share of labelled brackets that {both} drew", 0),
]
# fmt: on


def _beside(kind, measure, statistic, guide):
    """A figure beside a gold or tools, whose tables have words of their own."""
    name = plain_name(measure, statistic)
    return FigureRecord(
        kind, measure, statistic, name, None, "", None, "token", guide, ("BE16",), "", 0
    )


_METRICS = ("UAS", "LAS", "LA", "POS")
# {paragraph of the guide: statistics}
_ANCHORING = {
    "left-and-changed": "unchanged left changed left-minus-changed",
    "stages": "anchored scratch reviewed review tools",
    "tools-on-golds": "accuracy accuracy-nopunct error-reduction specific-gap shared-gap",
    "mcnemars-test": "mcnemar-only-first mcnemar-only-second mcnemar-p mcnemar-p-exact "
    "mcnemar-p-corrected mcnemar-chi2 mcnemar-chi2-corrected",
    "judges": "preference preference-p preference-z specific-approval specific-approval-p "
    "specific-approval-z shared-approval shared-approval-p shared-approval-z",
}
REFERENCES = [
    *(
        _beside("gold", measure, statistic, "gold#accuracy")
        for measure in _METRICS
        for statistic in ("accuracy", "accuracy-nopunct")
    ),
    *(
        _beside("gold", "LAA", statistic, "gold#precision-and-recall")
        for statistic in ("precision", "recall", "f1")
    ),
    *(
        _beside("anchoring", measure, statistic, f"anchoring#{anchor}")
        for anchor, statistics in _ANCHORING.items()
        for measure in _METRICS
        for statistic in statistics.split()
    ),
]
