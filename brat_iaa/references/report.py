"""The tables about gold and anchors: who is how near to the gold, and what was left of an
anchor.
"""

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
_PARTS = ("left", "changed", "left-minus-changed")
_SIZES = {
    "UAS": "same head",
    "LAS": "same head and label",
    "LA": "same label",
    "POS": "same span type",
}
_METRICS_NOTE = "; ".join(f"{metric}: {meaning}" for metric, meaning in _SIZES.items()) + "."


def gold_tables(agreement):
    """List of Table: each annotator and each anchor against the gold. Empty without a gold."""
    scores = _of(agreement, GOLD_LAYER)
    found = [_accuracy(agreement, scores), _arcs(agreement, scores), _documents(agreement, scores)]
    for layer in gold_layers(agreement.config):
        found += _layer_tables(agreement, layer, _of(agreement, layer))
    return [table for table in found if table.rows]


def _layer_tables(agreement, layer, scores):
    """A layer of another kind against the gold: precision, recall and F1 where it has them, else
    its main figures.
    """
    name = layer.name.partition("/")[2]
    measures = LAYER_KINDS[layer.kind].elements
    if not measures:
        return [_main_figures(agreement, ScoreIndex(agreement, layer), name)]
    found = []
    for measure in measures:
        what = f"{name}: {measure_name(measure.replace('f1', '')).strip('-')}s".replace(": s", "")
        found += [
            _retrieved(agreement, scores, measure, what),
            _retrieved_labels(agreement, scores, measure, what),
        ]
    return found


def _main_figures(agreement, layer, name):
    gold = agreement.config.gold
    rows = {_who(agreement, pair[1]): own for pair, own in layer.pairs.items() if pair[0] == gold}
    heads = [short_name(*key) for key in layer.main]
    return _figures(_title(agreement, f"{name} against"), "annotator", rows, [], layer.main, heads)


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
    found = {}
    for score in scores:
        if score.document is None and score.measure in wanted:
            own = found.setdefault((score.annotators[1], score.label), {})
            own[score.measure, score.statistic] = score
    return found


def _retrieval_cells(own, measure, shown):
    cells = []
    for end, way in _RETRIEVAL.values():
        score = own.get((measure.replace("f1", end), way))
        count = score is not None and end.endswith(("positives", "negatives"))
        cells.append(str(int(score.value)) if count else shown(score))
    return tuple(cells)


def _retrieved(agreement, scores, measure, what):
    known = {
        other: own for (other, label), own in _retrieval(scores, measure).items() if label is None
    }
    with_interval = [score for own in known.values() for score in own.values() if score.interval]
    return Table(
        _title(agreement, f"{what} against"),
        "l" + "r" * len(_RETRIEVAL),
        ("annotator", *_RETRIEVAL),
        tuple(
            (_who(agreement, other), *_retrieval_cells(own, measure, figure_with_interval))
            for other, own in known.items()
        ),
        (_RETRIEVAL_NOTE, *interval_notes(with_interval)),
        tuple(own[measure, "exact"].signature for own in known.values())[:1],
    )


def _retrieved_labels(agreement, scores, measure, what):
    known = {key: own for key, own in _retrieval(scores, measure).items() if key[1] is not None}

    rows = [
        (
            label,
            _who(agreement, other),
            *_retrieval_cells(own, measure, lambda score: figure(score and score.value)),
        )
        for (other, label), own, _ in lowest_first(known, (measure, "exact"))
    ]
    return Table(
        _title(agreement, f"Labels of {what}, lowest F1 first, against"),
        "ll" + "r" * len(_RETRIEVAL),
        ("label", "annotator", *_RETRIEVAL),
        tuple(rows[:SHOWN_LABELS]),
        tuple(more(len(rows) - SHOWN_LABELS, "rows")),
    )


def anchoring_tables(agreement):
    """List of Table: what was left of the anchors, and whether it is agreed on more. Empty without
    anchoring.
    """
    scores = _of(agreement, ANCHORING_LAYER)
    found = [
        _unchanged(scores),
        _left(scores),
        _stages(scores),
        _anchors(scores),
        _reduction(scores),
        _mcnemar(scores),
        _judges(scores),
    ]
    return [table for table in found if table.rows]


def _of(agreement, layer):
    return [score for score in agreement.scores if score.layer == layer.name]


def _grouped(scores, statistics):
    """{(statistic, annotators): {measure: Score}} of the whole project."""
    found = {}
    for score in scores:
        if score.document is None and score.statistic in statistics:
            found.setdefault((score.statistic, score.annotators), {})[score.measure] = score
    return found


def _figures(title, what, rows, notes=(), measures=METRICS, heads=None):
    """A Table with one column for each measure.

    rows  {name: {measure: Score}}
    """
    cells = tuple(
        (name,) + tuple(figure_with_interval(own.get(measure)) for measure in measures)
        for name, own in rows.items()
    )
    shown = [score for own in rows.values() for score in own.values()]
    notes = list(notes) + without_figure({name.strip(): own.values() for name, own in rows.items()})
    signatures = [own["LAS"].signature for own in rows.values() if "LAS" in own][:1]
    header = (what,) + tuple(heads or measures)
    return Table(
        title,
        "l" + "r" * len(measures),
        header,
        cells,
        tuple(notes + interval_notes(shown)),
        tuple(signatures),
    )


def _title(agreement, what="Against"):
    return f"{what} the gold ({agreement.config.gold})"


def _who(agreement, name):
    return f"{name} (anchor)" if name in agreement.config.anchoring.anchors else name


def _accuracy(agreement, scores):
    rows, tokens = {}, []
    with_all, words = (_grouped(scores, (name,)) for name in ("accuracy", "accuracy-nopunct"))
    for place, ((_, pair), own) in enumerate(with_all.items()):
        who = _who(agreement, pair[1])
        inner = words.get(("accuracy-nopunct", pair), {})
        rows[who] = own
        # Names of rows are keys: blanks at the end tell them apart.
        rows["  without punctuation" + " " * place] = inner
        counts = [next((score.items for score in part.values()), 0) for part in (own, inner)]
        tokens.append("{} {} ({} without punctuation)".format(who, *counts))
    notes = [_METRICS_NOTE]
    notes += [f"Tokens: {'; '.join(tokens)}."] if tokens else []
    table = _figures(_title(agreement), "annotator", rows, notes)
    return table._replace(rows=tuple((row[0].rstrip(), *row[1:]) for row in table.rows))


def _arcs(agreement, scores):
    rows = {}
    for (statistic, pair), own in _grouped(scores, ("precision", "recall", "f1")).items():
        rows.setdefault(_who(agreement, pair[1]), {})[statistic] = own["LAA"]
    return _figures(
        _title(agreement, "Arcs against"),
        "annotator",
        rows,
        [
            "Precision: of the arcs drawn, the share that the gold has. Recall: of the "
            "gold's arcs, the share drawn. "
            "An arc is right if head and label are."
        ],
        ("precision", "recall", "f1"),
        ("precision", "recall", "F1"),
    )


def _documents(agreement, scores):
    found = {}
    for score in scores:
        if (
            score.document is not None
            and score.statistic == "accuracy"
            and score.annotators[1] in agreement.annotators
        ):
            found.setdefault((score.document, score.annotators[1]), {})[score.measure] = score
    defined = [row for row in lowest_first(found, "LAS") if row[1]["LAS"].value is not None]
    rows = tuple(
        key + tuple(figure(own[metric].value) for metric in METRICS) + (str(own["LAS"].items),)
        for key, own, _ in defined[:SHOWN_DOCUMENTS]
    )
    notes = more(len(defined) - SHOWN_DOCUMENTS, "rows")
    notes += without_figure({", ".join(key): own.values() for key, own in found.items()})
    return Table(
        _title(agreement, "Documents, lowest LAS against") + " first",
        "ll" + "r" * (len(METRICS) + 1),
        ("document", "annotator", *METRICS, "tokens"),
        rows,
        tuple(notes),
    )


def _unchanged(scores):
    rows = {
        f"{pair[0]}, of {pair[1]}": own
        for (_, pair), own in _grouped(scores, ("unchanged",)).items()
    }
    return _figures(
        "What was left of the anchor",
        "annotator, anchor",
        rows,
        [
            (
                "Share of the tokens, without punctuation, that the annotator has as the "
                "anchor has them. "
            )
            + _METRICS_NOTE
        ],
    )


def _left(scores):
    rows = {}
    for (statistic, (annotator, anchor, other)), own in _grouped(scores, _PARTS).items():
        rows.setdefault(f"{annotator} ({anchor}), with {other}", {})[statistic] = own["LAS"]
    return _figures(
        "Agreement with others (LAS) on what was left of the anchor, and on what was changed",
        "annotator",
        rows,
        [
            "left, changed: of the tokens that the first annotator left as the anchor "
            "in brackets has them, and of those "
            "changed, the share with the same head and label as the other.",
            "How to read the difference: above 0, with an interval that does not hold "
            "0, what was left is agreed on more "
            "than what was changed. Easy tokens, on which the anchor was right, are "
            "one cause; that both took over what "
            "the anchor had is another. Only somebody who did not start from the "
            "anchor, or a gold made from scratch, can "
            "tell the two apart: if the difference is as large with them, it is hardly "
            "the anchor's doing.",
        ],
        _PARTS,
        ("left", "changed", "difference"),
    )


def _stages(scores):
    rows = {
        f"{_STAGES[stage]}: {', '.join(names)}": own
        for (stage, names), own in _grouped(scores, _STAGES).items()
    }
    return _figures(
        "Agreement at each stage",
        "annotators",
        rows,
        ["Without punctuation; all pairs of the named together. " + _METRICS_NOTE],
    )


def _anchors(scores):
    rows = {
        f"{anchor}, on {gold}": own
        for (_, (gold, anchor)), own in _grouped(scores, ("accuracy-nopunct",)).items()
    }
    return _figures(
        "Anchors against the references made from an anchor",
        "anchor, reference",
        rows,
        ["Without punctuation. " + _METRICS_NOTE],
    )


def _reduction(scores):
    rows = {}
    for (_, (reference, gold, anchor)), own in _grouped(scores, ("error-reduction",)).items():
        rows[f"error reduction: {anchor}, on {reference} instead of {gold}"] = own
    for (gap, anchors), own in _grouped(scores, _GAPS).items():
        rows[f"{_GAPS[gap]}: {', '.join(anchors)}"] = own
    return _figures(
        "What a reference made from an anchor gives away",
        "figure",
        rows,
        [
            "Error reduction: share of the anchor's errors that go if it is measured "
            "against that reference. Specific "
            "gap: how much better an anchor is on its own reference than the others "
            "are; shared gap: how much better on "
            "that of another than on the gold (Berzak et al. 2016). As shares: .010 is "
            "one per cent.",
        ],
    )


def _mcnemar(scores):
    rows = {}
    for (statistic, names), own in _grouped(scores, _TESTS).items():
        for measure, score in own.items():
            rows.setdefault((names, measure), {})[statistic] = score
    return Table(
        "McNemar's test",
        "ll" + "r" * len(_TESTS),
        ("conditions", "", *_TESTS.values()),
        tuple(
            (_conditions(names), measure)
            + tuple(_plain(own.get(statistic)) for statistic in _TESTS)
            for (names, measure), own in rows.items()
        ),
        tuple(
            [
                "only 1st, only 2nd: tokens right under one of the two conditions "
                "only. chi2 has 1 degree of freedom; "
                "(c): corrected for continuity; (exact): binomial."
            ]
            + without_figure(
                {
                    f"{_conditions(names)}, {measure}": own.values()
                    for (names, measure), own in rows.items()
                }
            )
        ),
    )


def _conditions(names):
    """What was compared: two pairs, or an anchor on two references."""
    if len(names) == 3:
        return f"{names[2]}: on {names[0]} / on {names[1]}"
    half = len(names) // 2
    return " / ".join(", ".join(part) for part in (names[:half], names[half:]))


def _judges(scores):
    """Whatever is about judges: a row for each figure and its test."""
    known = {*_STAGES, *_GAPS, *_TESTS, *_PARTS, "unchanged", "accuracy-nopunct", "error-reduction"}
    grouped = _grouped(scores, {score.statistic for score in scores} - known)
    rows, reasons = [], {}
    for (statistic, names), own in grouped.items():
        what, tested = statistic.replace("-", " "), statistic.endswith(("-z", "-p"))
        shown = _plain if tested else figure_with_interval
        rows.append(
            (f"{what}: {', '.join(names)}",) + tuple(shown(own.get(metric)) for metric in METRICS)
        )
        if not tested:
            reasons[f"{what}: {', '.join(names)}"] = own.values()
    notes = [
        "Preference: share of the judged tokens on which the gold made from scratch is "
        "preferred to the other. Specific "
        "approval: where that other is as its own anchor has it, and the other anchors "
        "are not; shared approval: where "
        "it is as all anchors have it. z, p: two-tailed test against one half."
    ]
    return Table(
        "What judges prefer",
        "l" + "r" * len(METRICS),
        ("figure", *METRICS),
        tuple(rows),
        tuple(notes + without_figure(reasons)),
    )


def _plain(score):
    """A count, a test statistic, or a p that is never printed as 0."""
    if score is None or score.value is None:
        return "–"
    if score.statistic.startswith("mcnemar-only"):
        return str(int(score.value))
    if score.statistic in _ABOVE_ONE or score.statistic.endswith("-z"):
        return f"{score.value:.2f}"
    return "<.001" if score.value < 0.001 else figure(score.value)
