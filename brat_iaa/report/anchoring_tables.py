"""The tables about anchors: what annotators left of them, how reviews, references and judges fare
(Berzak et al. 2016).
"""

from brat_iaa.config import ANCHORING_LAYER
from brat_iaa.formats.cells import figure, figure_with_interval, without_figure
from brat_iaa.formats.tables import TEXT, ColumnType, Table
from brat_iaa.report.gold_tables import (
    METRICS,
    METRICS_NOTE,
    by_name,
    by_statistic,
    measure_table,
    scores_of,
)

_STAGES = {
    "anchored": "started from an anchor",
    "scratch": "from scratch",
    "reviewed": "after review",
    "review": "before and after review",
    "tools": "tools",
}
_GAPS = {"specific-gap": "specific gap", "shared-gap": "shared gap"}
_TESTS = {
    "mcnemar-only-first": "only 1st",
    "mcnemar-only-second": "only 2nd",
    "mcnemar-chi2": "chi2",
    "mcnemar-p": "p",
    "mcnemar-chi2-corrected": "chi2 (c)",
    "mcnemar-p-corrected": "p (c)",
    "mcnemar-p-exact": "p (exact)",
}
_ABOVE_ONE = ("mcnemar-chi2", "mcnemar-chi2-corrected")
_KEPT = ("left", "changed", "left-minus-changed")
_UNCHANGED_NOTE = (
    "Share of the tokens, without punctuation, that the annotator has as the anchor has them. "
    + METRICS_NOTE
)
_KEPT_NOTES = (
    "left, changed: of the tokens that the first annotator left as the anchor in brackets "
    "has them, and of those changed, the share with the same head and label as the other.",
    "How to read the difference: above 0, with an interval that does not hold 0, what was "
    "left is agreed on more than what was changed. Easy tokens, on which the anchor was "
    "right, are one cause; that both took over what the anchor had is another. Only "
    "somebody who did not start from the anchor, or a gold made from scratch, can tell the "
    "two apart: if the difference is as large with them, it is hardly the anchor's doing.",
)
_STAGES_NOTE = "Without punctuation; all pairs of the named together. " + METRICS_NOTE
_REDUCTION_NOTE = (
    "Error reduction: share of the anchor's errors that go if it is measured against that "
    "reference. Specific gap: how much better an anchor is on its own reference than the "
    "others are; shared gap: how much better on that of another than on the gold (Berzak "
    "et al. 2016). As shares: .010 is one per cent."
)
_TEST_NOTE = (
    "only 1st, only 2nd: tokens right under one of the two conditions only. chi2 has 1 "
    "degree of freedom; (c): corrected for continuity; (exact): binomial."
)
_PREFERENCE_NOTE = (
    "Preference: share of the judged tokens on which the gold made from scratch is "
    "preferred to the other. Specific approval: where that other is as its own anchor has "
    "it, and the other anchors are not; shared approval: where it is as all anchors have "
    "it. z, p: two-tailed test against one half."
)


def anchoring_tables(agreement) -> list:
    """List of Table: what was left of the anchors, and agreement on it; empty without anchoring."""
    scores = scores_of(agreement, ANCHORING_LAYER)

    def rows(statistics, name_of):
        """Rows of measure_table. name_of: function of a statistic and its annotators"""
        figures = by_statistic(scores, statistics)
        return [(name_of(*about), by_measure) for about, by_measure in figures.items()]

    tables = [
        measure_table(
            "What was left of the anchor",
            "annotator, anchor",
            rows(("unchanged",), lambda _, pair: f"{pair[0]}, of {pair[1]}"),
            [_UNCHANGED_NOTE],
        ),
        _kept(scores),
        measure_table(
            "Agreement at each stage",
            "annotators",
            rows(_STAGES, lambda stage, names: f"{_STAGES[stage]}: {', '.join(names)}"),
            [_STAGES_NOTE],
        ),
        measure_table(
            "Anchors against the references made from an anchor",
            "anchor, reference",
            rows(("accuracy-nopunct",), lambda _, pair: f"{pair[1]}, on {pair[0]}"),
            ["Without punctuation. " + METRICS_NOTE],
        ),
        measure_table(
            "What a reference made from an anchor gives away",
            "figure",
            rows(
                ("error-reduction",),
                lambda _, names: "error reduction: {2}, on {0} instead of {1}".format(*names),
            )
            + rows(_GAPS, lambda gap, anchors: f"{_GAPS[gap]}: {', '.join(anchors)}"),
            [_REDUCTION_NOTE],
        ),
        _mcnemar(scores),
        _preferences(scores),
    ]
    return [table for table in tables if table.records]


def _kept(scores):
    rows = by_name(scores, _KEPT, "LAS", "{} ({}), with {}".format)
    title = "Agreement with others (LAS) on what was left of the anchor, and on what was changed"
    heads = ("left", "changed", "difference")
    return measure_table(title, "annotator", rows, _KEPT_NOTES, _KEPT, heads)


def _mcnemar(scores):
    rows = {}
    for (statistic, names), figures in by_statistic(scores, _TESTS).items():
        for measure, score in figures.items():
            rows.setdefault((_conditions(names), measure), {})[statistic] = score
    undefined = without_figure({", ".join(name): of.values() for name, of in rows.items()})
    columns = [TEXT("conditions"), TEXT(""), *map(_TEST, _TESTS.values())]
    records = [(*name, *map(figures.get, _TESTS)) for name, figures in rows.items()]
    return Table("McNemar's test", columns, records, (_TEST_NOTE, *undefined))


def _conditions(names):
    """What was compared: two pairs, or an anchor on two references."""
    if len(names) == 3:
        return f"{names[2]}: on {names[0]} / on {names[1]}"
    half = len(names) // 2
    return " / ".join(", ".join(part) for part in (names[:half], names[half:]))


def _preferences(scores):
    """Everything about judges: a row for each figure and its test."""
    others = {*_STAGES, *_GAPS, *_TESTS, *_KEPT, "unchanged", "accuracy-nopunct", "error-reduction"}
    rows, with_reasons = [], {}
    figures_of = by_statistic(scores, {score.statistic for score in scores} - others)
    for (statistic, names), figures in figures_of.items():
        name = f"{statistic.replace('-', ' ')}: {', '.join(names)}"
        rows.append((name, *map(figures.get, METRICS)))
        if not statistic.endswith(("-z", "-p")):
            with_reasons[name] = figures.values()
    notes = (_PREFERENCE_NOTE, *without_figure(with_reasons))
    return Table("What judges prefer", [TEXT("figure"), *map(_TEST, METRICS)], rows, notes)


def _test_figure(score):
    """A count, a test statistic, a p that is never printed as 0, or a share."""
    if score is None or score.value is None:
        return "–"
    if score.statistic.startswith("mcnemar-only"):
        return str(int(score.value))
    if score.statistic in _ABOVE_ONE or score.statistic.endswith("-z"):
        return f"{score.value:.2f}"
    if score.statistic.endswith("-p") or score.statistic in _TESTS:
        return "<.001" if score.value < 0.001 else figure(score.value)
    return figure_with_interval(score)


_TEST = ColumnType("r", _test_figure)
