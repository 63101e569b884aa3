"""What annotators left of the output of tools, how reviews, references and judges fare: tables, CSV
and JSON (Berzak et al. 2016).
"""

from typing import NamedTuple

from brat_iaa.errors import ProjectError
from brat_iaa.formats.cells import (
    count,
    enumerated,
    figure,
    figure_with_interval,
    unread_notes,
    without_figure,
)
from brat_iaa.formats.tables import SENTENCE, TEXT, ColumnType, Table
from brat_iaa.references.pooled_references import with_punctuation
from brat_iaa.report.gold_tables import (
    METRICS,
    METRICS_NOTE,
    by_name,
    by_statistic,
    measure_table,
)
from brat_iaa.report.scores import rows as score_rows
from brat_iaa.report.scores import score_table
from brat_iaa.scores.builder import ScoreBuilder
from brat_iaa.studies.anchoring import LAYER
from brat_iaa.studies.anchoring.judgements import read_judgements
from brat_iaa.studies.anchoring.judges import judge_scores
from brat_iaa.studies.anchoring.scores import anchoring_scores

WHAT = (
    "Annotators who correct a tool's output leave some of its errors standing, and agree on them. "
    "No figure counts punctuation."
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


class Anchoring(NamedTuple):
    """agreement: Agreement; scores: list of Score; problems: list of Problem with the judges'
    table.
    """

    agreement: object
    scores: list
    problems: list


def anchoring(agreement, root) -> Anchoring:
    """The Anchoring of an Agreement, and of the judges' table below root.

    Raises ProjectError where the settings name nothing to study.
    """
    config, pooled = agreement.config, agreement.pooled_references
    if not config.anchoring.on:
        raise ProjectError(
            f"{agreement.project}: no output of a tool is named. Name its directory as anchors in "
            "[anchoring] of iaa.conf."
        )
    builder = ScoreBuilder(with_punctuation(config, "out"), LAYER, data=pooled.data)
    judgements = read_judgements(root, config.anchoring.judges)
    judged, problems = judge_scores(pooled, builder, agreement.annotators, judgements)
    scores = anchoring_scores(pooled, builder, agreement.annotators) + judged
    return Anchoring(agreement, scores, [*judgements.problems, *problems])


def summary(study) -> list:
    """Lines on what is compared."""
    agreement = study.agreement
    anchors = agreement.config.anchoring.anchors
    tools = f"; {count(len(anchors), 'anchor')}: {enumerated(anchors)}" if anchors else ""
    return [f"{agreement.project}: {enumerated(agreement.annotators)}{tools}", WHAT]


def to_dict(study) -> dict:
    """All of it as what JSON can hold."""
    agreement = study.agreement
    return {
        "project": agreement.project,
        "annotators": list(agreement.annotators),
        "gold": agreement.config.gold,
        "anchors": list(agreement.config.anchoring.anchors),
        "scores": score_rows(study.scores),
        "problems": [problem._asdict() for problem in study.problems],
    }


def row_table(study) -> Table:
    """Every Score, for programs."""
    return score_table(study.scores)


def sections(study) -> list:
    """The tables as one section of a page."""
    return [("Figures", (), tables(study))]


def tables(study) -> list:
    """List of Table: what was left of the anchors, and agreement on it; then reviews, references,
    tests, judges, and what cannot be used of the judges' table.
    """
    scores = study.scores

    def rows(statistics, name_of):
        """Rows of measure_table. name_of: function of a statistic and its annotators"""
        figures = by_statistic(scores, statistics)
        return [(name_of(*about), by_measure) for about, by_measure in figures.items()]

    made = [
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
        Table(
            "Problems in the judges' table",
            [TEXT("where"), SENTENCE("what")],
            [(f"{problem.file}:{problem.line}" if problem.line else problem.file, problem.message)
             for problem in study.problems],
        ),
    ]  # fmt: skip
    tables = [table for table in made if table.records]
    unread = unread_notes(score.signature for score in scores)
    return [table.noting(*unread) for table in tables[:1]] + tables[1:]


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
