"""The tables of a layer that is not of dependencies: figures, pairs, documents, labels."""

from collections import Counter

from brat_iaa.report.cells import (
    Table,
    figure,
    figure_with_interval,
    interval_notes,
    more,
    without_figure,
)
from brat_iaa.report.sampling import sampling_notes
from brat_iaa.report.words import GRID_NOTE, KIND_WORDS, figure_name, meaning, measure_name, short_name, statistic_name

SHOWN_DOCUMENTS = 15
SHOWN_LABELS = 15


def layer_tables(layer):
    """List of Table of a LayerScores."""
    return [_overall(layer), _pairs(layer), _documents(layer), _labels(layer)]


def _title(layer):
    words = KIND_WORDS[layer.kind]
    return f"Agreement on {layer.name}" + ("" if layer.name == words else f" ({words})")


def _overall(layer):
    notes = without_figure({figure_name(*key): [score] for key, score in layer.overall.items()})
    notes += interval_notes(layer.overall.values())
    notes += sampling_notes(layer)
    signatures = tuple(layer.overall[key].signature for key in layer.main if key in layer.overall)
    if layer.grid:
        return _grid(layer, notes, signatures)
    rows = [
        (
            figure_name(*key),
            figure_with_interval(score),
            figure(score.observed if score.expected is not None else None),
            figure(score.expected),
            str(score.items),
        )
        for key, score in layer.overall.items()
    ]
    return Table(
        _title(layer),
        "lrrrr",
        ("", "value", "observed", "expected", "items"),
        tuple(rows),
        tuple(_legend(layer) + notes),
        signatures,
    )


def _grid(layer, notes, signatures):
    """A row for each statistic, a column for each measure, as in Mírovský et al. 2010."""
    statistics, columns = layer.grid
    rows = [
        (statistic_name(statistic),)
        + tuple(figure_with_interval(layer.in_grid(statistic, measures)) for measures in columns.values())
        for statistic in statistics
    ]
    items = sorted({score.items for key, score in layer.overall.items() if key in layer.main})
    counted = [f"Relations: {', '.join(map(str, items))} of all pairs of annotators together."] if items else []
    return Table(
        _title(layer),
        "l" + "r" * len(columns),
        ("", *columns),
        tuple(rows),
        (GRID_NOTE, *counted, *notes),
        signatures,
    )


def _legend(layer):
    """What the measures are, one sentence each; observed and expected are explained where they stand."""
    measures = dict.fromkeys(measure for measure, _ in layer.keys)
    said = ((measure, meaning(layer.kind, measure)) for measure in measures)
    known = [f"{measure_name(measure)}: {words}." for measure, words in said if words]
    if any(measure.startswith("alpha") for measure in measures):
        known.append("Observed, expected: disagreement, for alpha.")
    return known


def _pairs(layer):
    keys = _shown(layer, layer.pairs)
    # Of a pair the other way round there are directed figures alone, which have no column.
    pairs = {pair: own for pair, own in layer.pairs.items() if any(key in own for key in keys)}
    rows = [
        (", ".join(pair),) + tuple(figure_with_interval(own.get(key)) for key in keys) + (_items(own, keys),)
        for pair, own in pairs.items()
    ]
    notes = without_figure({", ".join(pair): _of(own, keys) for pair, own in pairs.items()})
    return _narrow(f"Pairs of annotators in {layer.name}", "pair", keys, rows, ("items",), notes)


def _documents(layer):
    places = layer.agreement.disagreements.places_by_document()
    disagreements = Counter({document: number for (_, document), number in places.items()})
    keys = _shown(layer, layer.documents)
    ordered = layer.by_hurt(layer.documents)
    rows = [
        (name,) + tuple(figure(_value(own, key)) for key in keys) + (_items(own, keys), str(disagreements[name]))
        for name, own in ordered
        if any(_value(own, key) is not None for key in keys)
    ]
    notes = more(len(rows) - SHOWN_DOCUMENTS, "documents")
    notes += without_figure({name: _of(own, keys) for name, own in ordered})
    counts = ("items", "disagreements")
    if layer.kind == "trees":  # what differs in a tree are its arcs, and they are listed with the dependencies
        rows, counts = [row[:-1] for row in rows], counts[:1]
    title = f"Documents, lowest agreement on {layer.name} first"
    return _narrow(title, "document", keys, rows[:SHOWN_DOCUMENTS], counts, notes)


def _labels(layer):
    disagreements = Counter(layer.agreement.disagreements.places_by_label())
    keys = tuple(dict.fromkeys(key for own in layer.labels.values() for key in own))
    rows = [
        (label,) + tuple(figure(_value(own, key)) for key in keys) + (_items(own, keys), str(disagreements[label]))
        for label, own in layer.labels_by_hurt()
    ]
    return Table(
        f"Labels of {layer.name}, lowest agreement first",
        "l" + "r" * (len(keys) + 2),
        ("label",) + tuple(figure_name(*key) for key in keys) + ("items", "disagreements"),
        tuple(rows[:SHOWN_LABELS]),
        tuple(more(len(rows) - SHOWN_LABELS, "labels")),
    )


def _shown(layer, scores):
    """The main figures that are there for some of the names."""
    return tuple(key for key in layer.main if any(key in own for own in scores.values()))


def _of(scores, keys):
    return [scores[key] for key in keys if key in scores]


def _narrow(title, what, keys, rows, counts, notes):
    return Table(
        title,
        "l" + "r" * (len(keys) + len(counts)),
        (what,) + tuple(short_name(*key) for key in keys) + counts,
        tuple(rows),
        tuple(notes),
    )


def _value(scores, key):
    return scores[key].value if key in scores else None


def _items(scores, keys):
    """Items of the first of these figures."""
    return str(next((score.items for score in _of(scores, keys)), 0))
