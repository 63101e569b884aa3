"""Which disagreements follow from others: what stands on a span that not both drew alike.

An attribute, a relation, a chain, an event or argument, or an arc cannot agree where a span that it
stands on is missing for one of the two, or has other boundaries. The two differ in one thing, the
span, so this is one place; what follows from it belongs to it. So does what differs in nothing but
the label of a span that is an end of it.
"""

import numpy

from brat_iaa.kinds import KINDS
from brat_iaa.layers.column_disagreements import OF_EXTENT, Footing
from brat_iaa.layers.disagreement import DIFFERENCE_NAMES
from brat_iaa.measures.distinct import distinct, numbered, packed, row_numbers


def with_echoes(disagreements, layers):
    """The Disagreements, each with the place to which it belongs.

    layers  all Layers that they may be of, those about the gold included
    """
    rows, names = disagreements.rows, disagreements.names.listed("layers")
    rank = _ranks(names, {layer.name: layer for layer in layers})[rows.layer]
    if not (rank < len(names)).any():
        return disagreements
    drawn, stood = _spans(disagreements)
    drawn = Footing(*(column[rank[drawn.row] < len(names)] for column in drawn))
    root = _roots(rows, rank, drawn, stood)
    # Both drew a span that has another label, though one label may be none of a layer.
    both = OF_EXTENT[rows.kind] & ~OF_EXTENT[rows.kind[root]]
    if both.any():
        drawn = Footing(*(column[~both[drawn.row]] for column in drawn))
        root = _roots(rows, rank, drawn, stood)
    # What follows from an echo belongs to the place of which that is an echo.
    while (root != root[root]).any():
        root = root[root]
    return disagreements.following(rows.place[root])


def echoes_by_pattern(disagreements) -> dict:
    """{(layer, its different labels, "" last): {layer: number of its places that follow}}"""
    names, layers = disagreements.names, disagreements.names.listed("layers")
    rows, echoes = disagreements.own.rows, disagreements.echoes.rows
    pairs, width = max(len(names.pairs), 1), len(names.labels)
    places, home = packed(rows.place, pairs, rows.pair), packed(echoes.home, pairs, echoes.pair)
    order = numpy.argsort(places, kind="stable")
    places = places[order]
    low, high = (numpy.searchsorted(places, home, side) for side in ("left", "right"))
    # Each echo with each of the disagreements at its home.
    echo = numpy.repeat(numpy.arange(len(low)), high - low)
    within = numpy.arange(len(echo)) - numpy.repeat(
        numpy.cumsum(high - low) - high + low, high - low
    )
    cause = order[low[echo] + within]
    labels = numpy.sort(rows.labels[cause].astype(numpy.int64), axis=1)
    code = (labels[:, 0] * width + labels[:, 1]) * len(layers) + rows.layer[cause]
    used, cause = numbered(code, width * width * len(layers))
    end = int(echoes.place.max(initial=-1)) + 1
    # Of each place the layer; how many places of a layer follow from each code.
    layer_of = numpy.zeros(end, dtype=numpy.int64)
    layer_of[echoes.place] = echoes.layer
    cause, place = numpy.divmod(distinct(cause * end + echoes.place[echo]), max(end, 1))
    counts = numpy.bincount(
        cause * len(layers) + layer_of[place], minlength=used.size * len(layers)
    )
    by_labels: dict = {}
    for code, numbers in zip(used.tolist(), counts.reshape(-1, max(len(layers), 1)).tolist()):
        both, layer = divmod(code, len(layers))
        by_labels[layers[layer], disagreements.labels_of(divmod(both, width))] = {
            name: number for name, number in zip(layers, numbers) if number
        }
    return by_labels


def _ranks(names, layers):
    """Of each layer's name its rank among those whose spans others stand on: types of spans first,
    attributes last; as many as there are names for layers on which nothing stands.
    """
    drawing = [layers[name] for name in names if name in layers and KINDS[layers[name].kind].draws]
    drawing.sort(key=lambda layer: (layer.settings.carried, KINDS[layer.kind].draws))
    order = {layer.name: rank for rank, layer in enumerate(drawing)}
    return numpy.array([order.get(name, len(names)) for name in names], dtype=numpy.int64)


def _spans(disagreements):
    """(the Footing that rows are about, that on which what differs in rows stands)."""
    rows = disagreements.rows
    parts: dict = {}
    by_side: tuple = [], []
    for number, source in enumerate(disagreements.sources):
        rows_of_source = numpy.flatnonzero(rows.source == number)
        if not len(rows_of_source):
            continue
        at = numpy.empty(len(rows_of_source), dtype=numpy.int64)
        at[rows.number[rows_of_source]] = rows_of_source
        for footing, side in zip((source.drawn, source.stands_on), by_side):
            several = numpy.zeros(len(footing.row), dtype=numpy.int64)
            for entry, fragments in footing.several.items():
                several[entry] = parts.setdefault(fragments, len(parts) + 1)
            side.append(
                Footing(at[footing.row], footing.of_label, footing.start, footing.end, several)
            )
    return [Footing(*map(numpy.concatenate, zip(*side))) for side in by_side]


def _roots(rows, rank, drawn, stood):
    """Of each row the one that it follows from: the first of those that are about the most basic
    span; itself if it follows from none.
    """
    root = numpy.arange(len(rows.kind))
    if not len(drawn.row):
        return root
    keys = row_numbers(
        *(
            (
                rows.pair[spans.row],
                rows.document[spans.row],
                spans.start,
                spans.end,
                spans.several,
                spans.of_label,
            )
            for spans in (drawn, stood)
        )
    )
    order = numpy.lexsort((drawn.row, rank[drawn.row], keys[0]))
    keys_there, first = numpy.unique(keys[0][order], return_index=True)
    at = numpy.minimum(numpy.searchsorted(keys_there, keys[1]), len(keys_there) - 1)
    cause = drawn.row[order][first][at]
    # What is about a span itself follows from the same span in a more basic layer alone.
    kind = rows.kind[stood.row]
    itself = OF_EXTENT[kind] | (kind == DIFFERENCE_NAMES.index("label"))
    follows = (keys_there[at] == keys[1]) & (~itself | (rank[cause] < rank[stood.row]))
    row, cause = stood.row[follows], cause[follows]
    order = numpy.lexsort((cause, rank[cause], row))
    row, cause = row[order], cause[order]
    changed, first = numpy.unique(row, return_index=True)
    root[changed] = cause[first]
    return root
