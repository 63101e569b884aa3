"""The tables about gold and anchors: accuracy against the gold, and what was left of an anchor."""

from brat_iaa.config import ANCHORING_LAYER, GOLD_LAYER
from brat_iaa.formats.cells import (
    Table,
    figure,
    figure_with_interval,
    interval_notes,
    more,
    without_figure,
)
from brat_iaa.formats.words import measure_name, short_name
from brat_iaa.references.gold_layers import gold_layers
from brat_iaa.scores.index import ScoreIndex, lowest_first
from brat_iaa.scores.kinds import LAYER_KINDS

METRICS = ("POS", "UAS", "LAS", "LA")
SHOWN_DOCUMENTS = 15
SHOWN_LABELS = 15

_STAGES = {
    "anchored": "started from an anchor",
    "scratch": "from scratch",
    "reviewed": "after review",
    "review": "before and after review",
    "tools": "tools",
}
_GAPS = {
    "specific-gap": "specific gap",
    "shared-gap": "shared gap",
}
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
_SIZES = {
    "UAS": "same head",
    "LAS": "same head and label",
    "LA": "same label",
    "POS": "same span type",
}
_METRICS_NOTE = "; ".join(f"{metric}: {meaning}" for metric, meaning in _SIZES.items()) + "."


def gold_tables(agreement) -> list:
    """List of Table: each annotator and each anchor against the gold; empty without a gold."""
    scores = _scores_of(agreement, GOLD_LAYER)
    tables = [_accuracy(agreement, scores), _arcs(agreement, scores), _documents(agreement, scores)]
    for layer in gold_layers(agreement.config):
        tables += _layer_tables(agreement, layer, _scores_of(agreement, layer))
    return [table for table in tables if table.rows]


def _layer_tables(agreement, layer, scores):
    """A layer of another kind against the gold: precision, recall and F1, else main figures."""
    name = layer.name.partition("/")[2]
    measures = LAYER_KINDS[layer.kind].elements
    if not measures:
        return [_main_figures(agreement, ScoreIndex(agreement, layer), name)]
    tables = []
    for measure in measures:
        kind = measure_name(measure.replace("f1", "")).strip("-")
        elements = f"{name}: {kind}s" if kind else name
        scores_of = _retrieval(scores, measure)
        tables += [
            _retrieval_table(agreement, scores_of, measure, elements),
            _retrieval_by_label(agreement, scores_of, measure, elements),
        ]
    return tables


def _main_figures(agreement, layer, name):
    gold = agreement.config.gold
    rows = [
        (_named(agreement, pair[1]), scores)
        for pair, scores in layer.pairs.items()
        if pair[0] == gold
    ]
    title, heads = _title(agreement, f"{name} against"), [short_name(*key) for key in layer.main]
    return _measure_table(title, "annotator", rows, [], layer.main, heads)


# Name of a column: how its measure ends, and the way in which elements match.
_RETRIEVAL = {
    "precision": ("precision", "exact"),
    "recall": ("recall", "exact"),
    "F1": ("f1", "exact"),
    "F1, overlap": ("f1", "overlap"),
    "TP": ("true-positives", "exact"),
    "FP": ("false-positives", "exact"),
    "FN": ("false-negatives", "exact"),
}
_RETRIEVAL_NOTE = (
    "Exact matches. TP: what both have; FP: what only the annotator has; FN: what only "
    "the gold has. "
    "precision: TP / (TP + FP); recall: TP / (TP + FN)."
)


def _retrieval(scores, measure):
    """{(other, label): {(measure, way): Score}} of the whole project."""
    wanted = {measure.replace("f1", end) for end, _ in _RETRIEVAL.values()}
    by_row = {}
    for score in scores:
        if score.document is None and score.measure in wanted:
            row = by_row.setdefault((score.annotators[1], score.label), {})
            row[score.measure, score.statistic] = score
    return by_row


def _retrieval_cells(row, measure, show):
    cells = []
    for end, way in _RETRIEVAL.values():
        score = row.get((measure.replace("f1", end), way))
        count = score is not None and end.endswith(("positives", "negatives"))
        cells.append(str(int(score.value)) if count else show(score))
    return tuple(cells)


def _retrieval_table(agreement, scores, measure, elements):
    rows = {name: row for (name, label), row in scores.items() if label is None}
    with_interval = [score for row in rows.values() for score in row.values() if score.interval]
    return Table(
        _title(agreement, f"{elements} against"),
        "l" + "r" * len(_RETRIEVAL),
        ("annotator", *_RETRIEVAL),
        tuple(
            (_named(agreement, name), *_retrieval_cells(row, measure, figure_with_interval))
            for name, row in rows.items()
        ),
        (_RETRIEVAL_NOTE, *interval_notes(with_interval)),
        tuple(row[measure, "exact"].signature for row in rows.values())[:1],
    )


def _retrieval_by_label(agreement, scores, measure, elements):
    def show(score):
        return figure(score and score.value)

    of_labels = {key: row for key, row in scores.items() if key[1] is not None}
    rows = [
        (label, _named(agreement, name), *_retrieval_cells(row, measure, show))
        for (name, label), row, _ in lowest_first(of_labels, (measure, "exact"))
    ]
    return Table(
        _title(agreement, f"Labels of {elements}, lowest F1 first, against"),
        "ll" + "r" * len(_RETRIEVAL),
        ("label", "annotator", *_RETRIEVAL),
        tuple(rows[:SHOWN_LABELS]),
        tuple(more(len(rows) - SHOWN_LABELS, "rows")),
    )


def anchoring_tables(agreement) -> list:
    """List of Table: what was left of the anchors, and agreement on it; empty without anchoring."""
    scores = _scores_of(agreement, ANCHORING_LAYER)
    tables = [
        _unchanged(scores),
        _kept(scores),
        _stages(scores),
        _anchors(scores),
        _reduction(scores),
        _mcnemar(scores),
        _preferences(scores),
    ]
    return [table for table in tables if table.rows]


def _scores_of(agreement, layer):
    return [score for score in agreement.scores if score.layer == layer.name]


def _by_statistic(scores, statistics):
    """{(statistic, annotators): {measure: Score}} of the whole project."""
    grouped = {}
    for score in scores:
        if score.document is None and score.statistic in statistics:
            grouped.setdefault((score.statistic, score.annotators), {})[score.measure] = score
    return grouped


def _measure_table(title, header, rows, notes=(), measures=METRICS, heads=None):
    """A Table with one column for each measure.

    rows  list of (name, {measure: Score})
    """
    figures = [score for _, row in rows for score in row.values()]
    return Table(
        title,
        "l" + "r" * len(measures),
        (header, *(heads or measures)),
        tuple(
            (name, *(figure_with_interval(row.get(measure)) for measure in measures))
            for name, row in rows
        ),
        (
            *notes,
            *without_figure({name.strip(): row.values() for name, row in rows}),
            *interval_notes(figures),
        ),
        tuple(row["LAS"].signature for _, row in rows if "LAS" in row)[:1],
    )


def _title(agreement, what="Against"):
    return f"{what} the gold ({agreement.config.gold})"


def _named(agreement, name):
    return f"{name} (anchor)" if name in agreement.config.anchoring.anchors else name


def _accuracy(agreement, scores):
    rows, tokens = [], []
    without_punctuation = _by_statistic(scores, ("accuracy-nopunct",))
    for (_, pair), figures in _by_statistic(scores, ("accuracy",)).items():
        name = _named(agreement, pair[1])
        words_only = without_punctuation.get(("accuracy-nopunct", pair), {})
        rows += [(name, figures), ("  without punctuation", words_only)]
        counts = [next((score.items for score in of.values()), 0) for of in (figures, words_only)]
        tokens.append("{} {} ({} without punctuation)".format(name, *counts))
    notes = [_METRICS_NOTE]
    notes += [f"Tokens: {'; '.join(tokens)}."] if tokens else []
    return _measure_table(_title(agreement), "annotator", rows, notes)


def _arcs(agreement, scores):
    rows = {}
    for (statistic, pair), figures in _by_statistic(scores, ("precision", "recall", "f1")).items():
        rows.setdefault(_named(agreement, pair[1]), {})[statistic] = figures["LAA"]
    return _measure_table(
        _title(agreement, "Arcs against"),
        "annotator",
        list(rows.items()),
        [
            "Precision: of the arcs drawn, the share that the gold has. Recall: of the gold's "
            "arcs, the share drawn. An arc is right if head and label are."
        ],
        ("precision", "recall", "f1"),
        ("precision", "recall", "F1"),
    )


def _documents(agreement, scores):
    rows = {}
    for score in scores:
        if (
            score.document is not None
            and score.statistic == "accuracy"
            and score.annotators[1] in agreement.annotators
        ):
            rows.setdefault((score.document, score.annotators[1]), {})[score.measure] = score
    listed = [row for row in lowest_first(rows, "LAS") if row[1]["LAS"].value is not None]
    cells = tuple(
        (*key, *(figure(row[metric].value) for metric in METRICS), str(row["LAS"].items))
        for key, row, _ in listed[:SHOWN_DOCUMENTS]
    )
    notes = more(len(listed) - SHOWN_DOCUMENTS, "rows")
    notes += without_figure({", ".join(key): figures.values() for key, figures in rows.items()})
    return Table(
        _title(agreement, "Documents, lowest LAS against") + " first",
        "ll" + "r" * (len(METRICS) + 1),
        ("document", "annotator", *METRICS, "tokens"),
        cells,
        tuple(notes),
    )


def _unchanged(scores):
    rows = [
        (f"{pair[0]}, of {pair[1]}", figures)
        for (_, pair), figures in _by_statistic(scores, ("unchanged",)).items()
    ]
    return _measure_table(
        "What was left of the anchor",
        "annotator, anchor",
        rows,
        [
            "Share of the tokens, without punctuation, that the annotator has as the anchor has "
            "them. " + _METRICS_NOTE
        ],
    )


def _kept(scores):
    rows = {}
    for (statistic, (annotator, anchor, other)), figures in _by_statistic(scores, _KEPT).items():
        rows.setdefault(f"{annotator} ({anchor}), with {other}", {})[statistic] = figures["LAS"]
    return _measure_table(
        "Agreement with others (LAS) on what was left of the anchor, and on what was changed",
        "annotator",
        list(rows.items()),
        [
            "left, changed: of the tokens that the first annotator left as the anchor in brackets "
            "has them, and of those changed, the share with the same head and label as the other.",
            "How to read the difference: above 0, with an interval that does not hold 0, what was "
            "left is agreed on more than what was changed. Easy tokens, on which the anchor was "
            "right, are one cause; that both took over what the anchor had is another. Only "
            "somebody who did not start from the anchor, or a gold made from scratch, can tell the "
            "two apart: if the difference is as large with them, it is hardly the anchor's doing.",
        ],
        _KEPT,
        ("left", "changed", "difference"),
    )


def _stages(scores):
    rows = [
        (f"{_STAGES[stage]}: {', '.join(names)}", figures)
        for (stage, names), figures in _by_statistic(scores, _STAGES).items()
    ]
    return _measure_table(
        "Agreement at each stage",
        "annotators",
        rows,
        ["Without punctuation; all pairs of the named together. " + _METRICS_NOTE],
    )


def _anchors(scores):
    rows = [
        (f"{anchor}, on {gold}", figures)
        for (_, (gold, anchor)), figures in _by_statistic(scores, ("accuracy-nopunct",)).items()
    ]
    return _measure_table(
        "Anchors against the references made from an anchor",
        "anchor, reference",
        rows,
        ["Without punctuation. " + _METRICS_NOTE],
    )


def _reduction(scores):
    rows = [
        (f"error reduction: {anchor}, on {reference} instead of {gold}", figures)
        for (_, names), figures in _by_statistic(scores, ("error-reduction",)).items()
        for reference, gold, anchor in [names]
    ]
    rows += [
        (f"{_GAPS[gap]}: {', '.join(anchors)}", figures)
        for (gap, anchors), figures in _by_statistic(scores, _GAPS).items()
    ]
    return _measure_table(
        "What a reference made from an anchor gives away",
        "figure",
        rows,
        [
            "Error reduction: share of the anchor's errors that go if it is measured against that "
            "reference. Specific gap: how much better an anchor is on its own reference than the "
            "others are; shared gap: how much better on that of another than on the gold (Berzak "
            "et al. 2016). As shares: .010 is one per cent.",
        ],
    )


def _mcnemar(scores):
    rows = {}
    for (statistic, names), figures in _by_statistic(scores, _TESTS).items():
        for measure, score in figures.items():
            rows.setdefault((_conditions(names), measure), {})[statistic] = score
    return Table(
        "McNemar's test",
        "ll" + "r" * len(_TESTS),
        ("conditions", "", *_TESTS.values()),
        tuple(
            (*name, *(_test_figure(figures.get(statistic)) for statistic in _TESTS))
            for name, figures in rows.items()
        ),
        (
            "only 1st, only 2nd: tokens right under one of the two conditions only. chi2 has 1 "
            "degree of freedom; (c): corrected for continuity; (exact): binomial.",
            *without_figure({", ".join(name): figures.values() for name, figures in rows.items()}),
        ),
    )


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
    by_statistic = _by_statistic(scores, {score.statistic for score in scores} - others)
    for (statistic, names), figures in by_statistic.items():
        name = f"{statistic.replace('-', ' ')}: {', '.join(names)}"
        if statistic.endswith(("-z", "-p")):
            show = _test_figure
        else:
            show, with_reasons[name] = figure_with_interval, figures.values()
        rows.append((name, *(show(figures.get(metric)) for metric in METRICS)))
    return Table(
        "What judges prefer",
        "l" + "r" * len(METRICS),
        ("figure", *METRICS),
        tuple(rows),
        (
            "Preference: share of the judged tokens on which the gold made from scratch is "
            "preferred to the other. Specific approval: where that other is as its own anchor has "
            "it, and the other anchors are not; shared approval: where it is as all anchors have "
            "it. z, p: two-tailed test against one half.",
            *without_figure(with_reasons),
        ),
    )


def _test_figure(score):
    """A count, a test statistic, or a p that is never printed as 0."""
    if score is None or score.value is None:
        return "–"
    if score.statistic.startswith("mcnemar-only"):
        return str(int(score.value))
    if score.statistic in _ABOVE_ONE or score.statistic.endswith("-z"):
        return f"{score.value:.2f}"
    return "<.001" if score.value < 0.001 else figure(score.value)
