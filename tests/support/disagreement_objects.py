"""Disagreements as objects, beside the arrays of the layers."""

import numpy

from brat_iaa.layers.disagreement import DIFFERENCE_NAMES
from brat_iaa.layers.disagreement_builder import Rows
from brat_iaa.layers.disagreement_list import NO_DISTANCE


def add_objects(builder, disagreements):
    """Add a sequence of Disagreement, of any layers and documents, to a DisagreementBuilder."""
    names, item_numbers, rows = builder._names, {}, []
    for number, disagreement in enumerate(disagreements):
        key = disagreement.layer, disagreement.document, disagreement.token.fragments
        rows.append((
            names.number(names.layers, disagreement.layer),
            names.number(names.documents, disagreement.document),
            names.number(names.pairs, disagreement.annotators),
            DIFFERENCE_NAMES.index(disagreement.kind),
            *(builder._places + item_numbers.setdefault(key, len(item_numbers)),) * 2,
            disagreement.token.start,
            disagreement.sentence,
            *(names.number(names.labels, label) for label in disagreement.labels),
            *(NO_DISTANCE if d is None else d for d in distances_of(disagreement)),
            *(
                names.number(names.types, disagreement.token.types.get(annotator, ""))
                for annotator in disagreement.annotators
            ),
            len(builder._sources),
            number,
        ))  # fmt: skip
    builder._places += len(item_numbers)
    builder._sources.append(disagreements)
    columns = numpy.array(rows, dtype=numpy.int64).reshape(-1, 16).T
    builder._add(Rows(
        *columns[:8], columns[8:10].T, columns[10:12].T, columns[12:14].T, *columns[14:],
    ))  # fmt: skip


def ends_of(disagreement):
    """The ends of both Marks; () if there is none."""
    return tuple(arc.ends if arc else () for arc in disagreement.arcs)


def distances_of(disagreement):
    """Head index - token index in the document; None without an arc or if the head is root."""
    heads = [arc and arc.head for arc in disagreement.arcs]
    return tuple(
        None if head is None or head.is_root else head.index - disagreement.token.index
        for head in heads
    )
