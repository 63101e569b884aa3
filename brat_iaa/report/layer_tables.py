"""The tables of a layer that is not of dependencies: figures, pairs, documents, labels."""

from collections import Counter

from brat_iaa.report.cells import Table, figure, figure_with_interval, interval_note, more, without_figure
from brat_iaa.report.words import KIND_WORDS, MEANINGS, figure_name, measure_name, statistic_name

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
    notes += interval_note(next((score for score in layer.overall.values() if score.value is not None), None))
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
    statistics, measures = layer.grid
    rows = [
        (statistic_name(statistic),)
        + tuple(figure_with_interval(layer.overall.get((measure, statistic))) for measure in measures)
        for statistic in statistics
    ]
    items = ", ".join(
        f"{statistic_name(statistic)} {score.items}"
        for statistic in statistics
        for score in [layer.overall.get((measures[0], statistic))]
        if score is not None
    )
    return Table(
        _title(layer),
        "l" + "r" * len(measures),
        ("",) + tuple(map(measure_name, measures)),
        tuple(rows),
        tuple(_legend(layer) + ([f"Items: {items}."] if items else []) + notes),
        signatures,
    )


def _legend(layer):
    """What the measures are, one sentence each; observed and expected are explained where they stand."""
    measures = dict.fromkeys(measure for measure, _ in layer.keys)
    known = [f"{measure_name(measure)}: {MEANINGS[measure]}." for measure in measures if measure in MEANINGS]
    if any(measure.startswith("alpha") for measure in measures) and not layer.grid:
        known.append("Observed, expected: disagreement, for alpha.")
    return known


def _pairs(layer):
    rows = [
        (", ".join(pair),) + tuple(figure_with_interval(own.get(key)) for key in layer.main) + (_items(own),)
        for pair, own in layer.pairs.items()
    ]
    return _narrow(layer, f"Pairs of annotators in {layer.name}", "pair", rows, ("items",), [])


def _documents(layer):
    disagreements = Counter(found.document for found in layer.agreement.disagreements)
    rows, notes = _lowest_first(layer, layer.documents, disagreements, SHOWN_DOCUMENTS, "documents")
    title = f"Documents, lowest agreement on {layer.name} first"
    return _narrow(layer, title, "document", rows, ("items", "disagreements"), notes)


def _labels(layer):
    disagreements = Counter(
        label for found in layer.agreement.disagreements for label in set(found.labels)
    )
    keys = tuple(dict.fromkeys(key for own in layer.labels.values() for key in own))
    rows = [
        (label,) + tuple(figure(_value(own, key)) for key in keys) + (_items(own), str(disagreements[label]))
        for label, own in layer.labels_by_hurt()
    ]
    return Table(
        f"Labels of {layer.name}, lowest agreement first",
        "l" + "r" * (len(keys) + 2),
        ("label",) + tuple(figure_name(*key) for key in keys) + ("items", "disagreements"),
        tuple(rows[:SHOWN_LABELS]),
        tuple(more(len(rows) - SHOWN_LABELS, "labels")),
    )


def _lowest_first(layer, scores, disagreements, shown, what):
    """(rows, notes): names with a figure, the lowest first, and why others have none."""
    ordered = layer.by_hurt(scores)
    defined = [(name, own) for name, own in ordered if any(_value(own, key) is not None for key in layer.main)]
    rows = [
        (name,)
        + tuple(figure(_value(own, key)) for key in layer.main)
        + (_items(own), str(disagreements[name]))
        for name, own in defined
    ]
    missing = {name: [own[key] for key in layer.main if key in own] for name, own in ordered}
    return rows[:shown], more(len(rows) - shown, what) + without_figure(missing)


def _narrow(layer, title, what, rows, counts, notes):
    return Table(
        title,
        "l" + "r" * (len(layer.main) + len(counts)),
        (what,) + tuple(figure_name(*key) for key in layer.main) + counts,
        tuple(rows),
        tuple(notes),
    )


def _value(scores, key):
    return scores[key].value if key in scores else None


def _items(scores):
    return str(max((score.items for score in scores.values()), default=0))
