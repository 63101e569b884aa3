"""The tables of one layer, of any kind: figures, pairs, documents, labels, patterns."""

from typing import NamedTuple

from brat_iaa.config import DEPENDENCIES
from brat_iaa.figures import (
    ARC_STATISTICS,
    column_name,
    figure_name,
    further_keys,
    short_name,
    statistic_name,
)
from brat_iaa.formats.cells import interval_notes, more, without_figure
from brat_iaa.formats.tables import COUNT, FIGURE, SCORE, SHOWN_ROWS, TEXT, VALUE, Table
from brat_iaa.kinds import KINDS
from brat_iaa.report.legend import legend
from brat_iaa.report.notes import notes_by_layer, notes_on
from brat_iaa.report.patterns import pattern_table
from brat_iaa.scores import MEASURES
from brat_iaa.scores.index import lowest_first

# Rows of tables in a short report, and the figures in them: with intervals they fit 80 columns.
FEW, _FIGURES = 5, 3


class _Titles(NamedTuple):
    """Titles of the tables of a layer; {name} is its name, {kind} what it is."""

    overall: str = "Agreement on {name}{kind}"
    pairs: str = "Pairs of annotators in {name}"
    documents: str = "Documents, lowest agreement on {name} first"
    labels: str = "Labels of {name}, most disagreements first"
    patterns: str = " in {name}"

    def of(self, table, layer):
        kind = KINDS[layer.kind].words
        kind = "" if layer.name == kind else f" ({kind})"
        return getattr(self, table).format(name=layer.name, kind=kind)


# Those of dependencies say which of their figures stand below UAA, LAA and LOA.
_TITLES = {
    DEPENDENCIES: _Titles(
        "Agreement", "Pairs of annotators (MASI; alpha of LAA)",
        "Documents, lowest agreement first (MASI)",
        "Labels, most disagreements first (F1 of arcs with the label)", "",
    ),
}  # fmt: skip
_MASI = tuple((measure, "masi") for measure in MEASURES)


def _title(table, layer):
    return _TITLES.get(layer.kind, _Titles()).of(table, layer)


def layer_tables(layer):
    """List of Table of a ScoreIndex; some may have no rows."""
    from brat_iaa.report.kind_tables import (
        coarse_table,
        mention_table,
        recall_table,
    )
    from brat_iaa.report.trees import tree_table

    about = layer.agreement
    return [
        figure_table(layer),
        further_table(layer),
        coarse_table(layer),
        _pairs(layer),
        pattern_table(about.patterns, about.annotator_places, _title("patterns", layer)),
        _lowest_first(layer, "documents"),
        _lowest_first(layer, "labels"),
        recall_table(layer),
        mention_table(layer),
        tree_table(layer),
    ]


def brief_tables(layers) -> list:
    """List of Table of ScoreIndexes for two screens: the main figures of all; of the first layer
    also pairs, and the first documents and labels.
    """
    first, main = layers[0], main_table(layers)
    notes = [
        f"{', '.join(names)}: {note}" if len(names) < len(layers) else note
        for note, names in notes_by_layer(layers).items()
        if note not in main.notes
    ]
    terms = [term for layer in layers for term in legend(layer, _leading(layer))]
    return [
        main.with_notes(*notes)._replace(
            glossary=tuple(terms), signatures=tuple(row[2].signature for row in main.records)
        ),
        _pairs(first, FEW),
        _lowest_first(first, "documents", FEW),
        _lowest_first(first, "labels", FEW),
    ]


def main_table(layers) -> Table:
    """The Table of the main figures of all ScoreIndexes; figures of a layer that are the same under
    two names have one row.
    """
    rows = []
    for layer in layers:
        different = {}
        for key in _leading(layer):
            score = layer.overall[key]
            same = score.value, score.interval, score.items, score.undefined
            different.setdefault(same, (layer.name, figure_name(*key), score, score.items))
        rows += different.values()
    several = "layer" if len(layers) > 1 else None
    columns = [TEXT(several), TEXT("figure"), SCORE("value"), COUNT("items")]
    notes = interval_notes(row[2] for row in rows)[:1]
    return Table("Main figures", columns, rows, tuple(notes)).with_undefined_notes()


def _leading(layer):
    """Keys of the main figures of a ScoreIndex, and of those that its answer names."""
    answered = (words.key for either in KINDS[layer.kind].answer for words in either)
    return [key for key in dict.fromkeys((*layer.main, *answered)) if key in layer.overall]


# Kinds whose figures are best read with a row for each statistic and a column for each measure.
_GRIDS = (DEPENDENCIES, "relations")


def _grid(layer):
    """(heads of the columns, {statistic: [Score of all annotators, or None, for each column]}) of a
    ScoreIndex of _GRIDS.

    As in Mírovský et al. 2010, the connectives' column holds the nodes if connectives were matched.
    """
    columns, overall = {measure: (measure,) for measure in MEASURES}, layer.overall
    statistics = [name for name in ARC_STATISTICS if name != "gcm"]
    if layer.kind != DEPENDENCIES:
        columns, statistics = {}, dict.fromkeys(statistic for _, statistic in layer.keys)
        for measure, _ in layer.keys:
            if measure not in ("recall", "precision"):
                columns.setdefault(column_name(measure), {})[measure] = None
    return tuple(columns), {
        name: [
            next((overall[key, name] for key in measures if (key, name) in overall), None)
            for measures in columns.values()
        ]
        for name in statistics
    }


def row_names(layer) -> dict:
    """{name of a row of figure_table(): (measure, statistic); "" for a measure in columns}"""
    rows, further = {}, layer.overall
    if layer.kind in _GRIDS:
        rows = {statistic_name(name): ("", name) for name in _grid(layer)[1]}
        further = _further(layer)
    return {**rows, **{figure_name(*key): key for key in further}}


def figure_table(layer) -> Table:
    """The Table of the figures of all annotators of a ScoreIndex, with all settings; of kinds of
    _GRIDS, of those in the grid.
    """
    further = _further(layer)
    overall = {key: score for key, score in layer.overall.items() if key not in further}
    table = _figure_table(layer, overall, layer.kind in _GRIDS)
    return table.with_notes(*notes_on(layer))


def further_table(layer) -> Table:
    """The Table of the others; it may have no rows."""
    table = _figure_table(layer, _further(layer), False)
    return table._replace(title=f"Labels of {layer.name} that both drew between the same tokens")


def _further(layer):
    """{key: Score} of all annotators that are not in the grid of a ScoreIndex of _GRIDS."""
    further = further_keys(layer.kind) if layer.kind in _GRIDS else ()
    return {key: score for key, score in layer.overall.items() if key in further}


def _figure_table(layer, overall, grid):
    if grid:
        heads, grid = _grid(layer)
        columns, rows = [TEXT(""), *map(SCORE, heads)], []
        for statistic, scores in grid.items():
            rows.append((statistic_name(statistic), *scores))
            if statistic == "alpha":
                # Under alpha of dependencies, what it is made of.
                rows += [
                    (f"  {part}", *(score and getattr(score, part) for score in scores))
                    for part in ("observed", "expected")
                ]
        undefined = {figure_name(*key): [score] for key, score in overall.items()}
        if layer.kind == DEPENDENCIES:
            # The figures of a row are undefined for one reason, if they are.
            undefined = {statistic_name(name): scores for name, scores in grid.items()}
    else:
        columns = [TEXT(""), SCORE("value"), *map(FIGURE, ("observed", "expected")), COUNT("items")]
        rows = [
            (
                *(figure_name(*key), score, None if score.expected is None else score.observed),
                *(score.expected, score.items),
            )
            for key, score in overall.items()
        ]
        undefined = {row[0]: [row[1]] for row in rows}
    keys = dict.fromkeys((*(key for key in layer.main if key in overall), *overall))
    terms = legend(layer, overall)
    method, *notes = interval_notes(overall[key] for key in keys) or [""]
    if method.startswith("In brackets"):
        terms.append(method)
    elif method:
        notes.insert(0, method)
    return Table(
        _title("overall", layer), columns, rows,
        (*without_figure(undefined), *notes),
        tuple(overall[key].signature for key in keys), glossary=tuple(terms),
    )  # fmt: skip


def _pairs(layer, shown=None):
    several = len(layer.agreement.annotators) > 2
    # Of a pair the other way round there are directed figures alone, which have no column.
    keys = _main_of(layer, layer.pairs)
    if layer.kind == DEPENDENCIES:
        keys = (*_MASI, ("LAA", "alpha"))
    keys = keys[: shown and _FIGURES]
    pairs = {
        pair: scores for pair, scores in layer.pairs.items()
        if several and any(key in scores for key in keys)
    }  # fmt: skip
    title, further = _title("pairs", layer), []
    if shown and len(pairs) > shown + 1:
        title += ", lowest agreement first"
        further = more(len(pairs) - shown, "pairs", "--all")
        pairs = {pair: scores for pair, scores, _ in lowest_first(pairs, keys[0])[:shown]}
    columns = [TEXT("pair"), *(SCORE(short_name(*key)) for key in keys), COUNT(_items_of(layer))]
    rows = [
        (", ".join(pair), *map(scores.get, keys), _items(scores, keys))
        for pair, scores in pairs.items()
    ]
    return Table(title, columns, rows).with_undefined_notes().with_notes(*further)


def _list_keys(layer, what):
    """Keys of the figures of "documents" or "labels" of a ScoreIndex that its lists show."""
    if layer.kind == DEPENDENCIES:
        return _MASI if what == "documents" else tuple((name, "gcm-f1") for name in MEASURES)
    if what == "documents":
        return _main_of(layer, layer.documents)
    return tuple(dict.fromkeys(key for scores in layer.labels.values() for key in scores))


def list_table(layer, what, shown=None, further=()) -> Table:
    """The Table of the documents of a ScoreIndex, lowest agreement first, or of its labels, most
    disagreements first.

    what     "documents" or "labels"
    shown    whether it is short: fewer figures
    further  names without a figure that stand at its end
    """
    keys = _list_keys(layer, what)[: shown and _FIGURES]
    labels, documents = layer.labels_most_disagreements_first, layer.documents_lowest_first
    rows = documents() if what == "documents" else labels()
    columns = [TEXT(what[:-1], "name")]
    columns += [VALUE(short_name(*key), "-".join(filter(None, key))) for key in keys]
    columns.append(COUNT(_items_of(layer), "items"))
    columns.append(COUNT("disagreements" if layer.listed else None, "places"))
    records = [
        (name, *map(scores.get, keys), _items(scores, keys), places)
        for name, scores, places in (*rows, *((name, {}, 0) for name in further))
    ]
    return Table(_title(what, layer), columns, records)


def _lowest_first(layer, what, shown=None):
    """The list_table() of a report: of those that have a figure, with notes on the others.

    shown  how many rows of a short report; None: as many as of a whole one
    """
    table = list_table(layer, what, shown)
    scores_of = {record[0]: record[1:-2] for record in table.records}
    there = [
        record for record in table.records
        if any(score is not None and score.value is not None for score in record[1:-2])
    ]  # fmt: skip
    where = ("--format json or csv", "--all")[shown is not None]
    table = table._replace(records=there).truncated(what, shown or SHOWN_ROWS, where)
    undefined = {
        name: [score for score in scores if score is not None and score.value is None]
        for name, scores in list(scores_of.items())[:shown]
    }
    return table.with_notes(*without_figure(undefined))


def _main_of(layer, scores):
    return tuple(key for key in layer.main if any(key in figures for figures in scores.values()))


def _items_of(layer):
    return "tokens" if layer.kind == DEPENDENCIES else "items"


def _items(scores, keys):
    """How many items the first figure that is there is about."""
    return next((scores[key].items for key in keys if key in scores), 0)
