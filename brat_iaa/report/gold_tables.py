"""The tables about the gold: annotators against it, layer by layer."""

from itertools import chain, islice

from brat_iaa.config import GOLD_LAYER, layers_about_gold
from brat_iaa.figures import FIGURES, PARTS, measure_name, short_name
from brat_iaa.formats.cells import interval_notes, without_figure
from brat_iaa.formats.tables import COUNT, SCORE, TEXT, VALUE, ColumnType, Table
from brat_iaa.kinds import KINDS
from brat_iaa.scores.index import ScoreIndex, lowest_first

METRICS = ("POS", "UAS", "LAS", "LA")


def _said(meanings):
    """A sentence on what some words mean."""
    return "; ".join(f"{word}: {meaning}" for word, meaning in meanings.items()) + "."


METRICS_NOTE = _said({name: FIGURES["gold", name, "accuracy"].meaning for name in METRICS})
_SHARES_NOTE = _said({name: PARTS[name] for name in ("precision", "recall")})


def gold_tables(agreement) -> list:
    """List of Table: each annotator against the gold; empty without a gold."""
    scores = agreement.scores_of(names={GOLD_LAYER.name})
    whole = [score for score in scores if score.whole]
    tables = [_accuracy(agreement, whole), _arcs(agreement, whole), _documents(agreement, scores)]
    for layer in layers_about_gold(agreement.config)[1:]:
        tables += _layer_tables(agreement, layer)
    return [table for table in tables if table.records]


def brief_gold_tables(agreement) -> list:
    """List of Table with a row for each annotator: of the layer that leads, and of the others, too,
    if there is nothing else to compare.
    """
    _, *layers = layers_about_gold(agreement.config)
    made = chain(
        [_accuracy(agreement, agreement.scores_of(names={GOLD_LAYER.name}))],
        (next(_layer_tables(agreement, layer)) for layer in layers),
    )
    with_rows = (table for table in made if table.records)
    of_all = with_rows if agreement.alone else islice(with_rows, 1)
    return [table.without("F1, overlap", *_COUNTS) for table in of_all]


def by_statistic(scores, statistics) -> dict:
    """{(statistic, annotators): {measure: Score}} of the whole project."""
    grouped = {}
    for score in scores:
        if score.document is None and score.statistic in statistics:
            grouped.setdefault((score.statistic, score.annotators), {})[score.measure] = score
    return grouped


def by_name(scores, statistics, measure, name_of) -> list:
    """[(name, {statistic: Score of the measure})]. name_of: function of the annotators"""
    rows = {}
    for (statistic, annotators), figures in by_statistic(scores, statistics).items():
        rows.setdefault(name_of(*annotators), {})[statistic] = figures[measure]
    return list(rows.items())


def measure_table(title, header, rows, notes=(), measures=METRICS, heads=None) -> Table:
    """A Table with one column for each measure.

    header  of the column of names
    rows    [(name, {measure: Score})]
    notes   the first sentences below
    heads   of the other columns; None: the measures
    """
    figures = [score for _, row in rows for score in row.values()]
    undefined = without_figure({name.strip(): row.values() for name, row in rows})
    return Table(
        title,
        [TEXT(header), *map(SCORE, heads or measures)],
        [(name, *map(row.get, measures)) for name, row in rows],
        (*notes, *undefined, *interval_notes(figures)),
        tuple(row["LAS"].signature for _, row in rows if "LAS" in row)[:1],
    )


def _title(agreement, what="Against"):
    return f"{what} the gold ({agreement.config.gold})"


def _accuracy(agreement, scores):
    rows, tokens = [], []
    without_punctuation = by_statistic(scores, ("accuracy-nopunct",))
    for (_, pair), figures in by_statistic(scores, ("accuracy",)).items():
        name = pair[1]
        words_only = without_punctuation.get(("accuracy-nopunct", pair), {})
        rows += [(name, figures), ("  without punctuation", words_only)]
        counts = [next((score.items for score in of.values()), 0) for of in (figures, words_only)]
        tokens.append("{} {} ({} without punctuation)".format(name, *counts))
    counted = [f"Tokens: {'; '.join(tokens)}."] if tokens else []
    return measure_table(_title(agreement), "annotator", rows, [METRICS_NOTE, *counted])


def _arcs(agreement, scores):
    statistics = ("precision", "recall", "f1")
    rows = by_name(scores, statistics, "LAA", lambda _, name: name)
    title, heads = _title(agreement, "Arcs against"), ("precision", "recall", "F1")
    notes = [_SHARES_NOTE, "An arc is right if head and label are."]
    return measure_table(title, "annotator", rows, notes, statistics, heads)


def _documents(agreement, scores):
    rows = {}
    for score in scores:
        if (
            score.document is not None
            and score.statistic == "accuracy"
            and score.annotators[1] in agreement.annotators
        ):
            rows.setdefault((score.document, score.annotators[1]), {})[score.measure] = score
    listed = [
        (*key, *map(row.get, METRICS), row["LAS"].items)
        for key, row, _ in lowest_first(rows, "LAS")
        if row["LAS"].value is not None
    ]
    title = _title(agreement, "Documents, lowest LAS against") + " first"
    columns = [TEXT("document"), TEXT("annotator"), *map(VALUE, METRICS), COUNT("tokens")]
    undefined = without_figure({", ".join(key): figures.values() for key, figures in rows.items()})
    return Table(title, columns, listed).truncated("rows").with_notes(*undefined)


def _layer_tables(agreement, layer):
    """Yield the tables of another kind of layer: precision, recall and F1, else main figures."""
    name, index = layer.name.partition("/")[2], ScoreIndex(agreement, layer)
    measures = KINDS[layer.kind].elements
    if not measures:
        yield _main_figures(agreement, index, name)
    for measure in measures:
        kind = measure_name(measure.replace("f1", "")).strip("-")
        elements = f"{name}: {kind}s" if kind else name
        yield _retrieval_table(agreement, index.pairs, measure, elements)
        yield _retrieval_by_label(agreement, index.pairs_by_label, measure, elements)


def _main_figures(agreement, layer, name):
    gold = agreement.config.gold
    rows = [(pair[1], scores) for pair, scores in layer.pairs.items() if pair[0] == gold]
    title, heads = _title(agreement, f"{name} against"), [short_name(*key) for key in layer.main]
    return measure_table(title, "annotator", rows, (), layer.main, heads)


# Name of a column: how its measure ends, and the way in which elements match.
_SHARES = {name: (name.lower(), "exact") for name in ("precision", "recall", "F1")}
_COUNTS = {"TP": "true-positives", "FP": "false-positives", "FN": "false-negatives"}
_RETRIEVAL = {
    **_SHARES,
    "F1, overlap": ("f1", "overlap"),
    **{name: (part, "exact") for name, part in _COUNTS.items()},
}
_TIMES = ColumnType("r", lambda score: "–" if score is None else str(int(score.value)))


def _retrieval_cells(row, measure):
    return [row.get((measure.replace("f1", end), way)) for end, way in _RETRIEVAL.values()]


def _retrieval_columns(figures):
    """The Columns of _RETRIEVAL, of which those that count have no interval."""
    return [(_TIMES if name in _COUNTS else figures)(name) for name in _RETRIEVAL]


def _retrieval_table(agreement, pairs, measure, elements):
    rows = {name: row for (_, name), row in pairs.items() if (measure, "exact") in row}
    cells = {name: _retrieval_cells(row, measure) for name, row in rows.items()}
    shares = [score for row in cells.values() for score in row[: -len(_COUNTS)]]
    counts = {name: PARTS[part] for name, part in _COUNTS.items()}
    return Table(
        _title(agreement, f"{elements} against"),
        [TEXT("annotator"), *_retrieval_columns(SCORE)],
        [(name, *row) for name, row in cells.items()],
        tuple(interval_notes(shares)),
        tuple(row[measure, "exact"].signature for row in rows.values())[:1],
        glossary=(f"{_SHARES_NOTE} {_said(counts)} All are of exact matches.",),
    )


def _retrieval_by_label(agreement, pairs_by_label, measure, elements):
    of_labels = {
        (name, label): row
        for ((_, name), label), row in pairs_by_label.items()
        if (measure, "exact") in row
    }
    rows = [
        (label, name, *_retrieval_cells(row, measure))
        for (name, label), row, _ in lowest_first(of_labels, (measure, "exact"))
    ]
    title = _title(agreement, f"Labels of {elements}, lowest F1 first, against")
    columns = [TEXT("label"), TEXT("annotator"), *_retrieval_columns(VALUE)]
    return Table(title, columns, rows).truncated("rows")
