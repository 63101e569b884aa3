"""Dependencies of several documents in a row as one."""

from collections.abc import Callable

import numpy

from brat_iaa.layers.arc_columns import (
    EMPTY,
    MISSING,
    ArcColumns,
    ArcList,
    TokenColumns,
    columns_of,
    element_keys,
    values_of_keys,
)
from brat_iaa.measures.distinct import distinct


def joined(
    parts: list, annotators: tuple, label_of: Callable = str, absent: bool = False
) -> ArcColumns:
    """ArcColumns of several DocumentArcs or ArcColumns in a row.

    annotators  in order
    absent      whether those who have begun none of the documents have columns
    label_of    function of a label that returns the one which stands for it. Arcs of one token to
                one head whose labels become one are one element, as in files with these labels
    """
    parts = columns_of(parts)
    annotators = tuple(
        name for name in annotators if absent or any(name in part.annotators for part in parts)
    )
    if len(parts) == 1 and parts[0].annotators == annotators and label_of is str:
        return parts[0]
    named = {label: label_of(label) for part in parts for label in part.values.labels}
    labels = tuple(sorted(set(named.values())))
    code = {label: number for number, label in enumerate(labels)}
    number = {label: code[coarse] for label, coarse in named.items()}
    keys, several = _all_elements(parts, number, len(labels))
    become_one = [value for values in several for value in values if len(value) == 1]
    singles = distinct(concatenated([*keys, *become_one], numpy.int64))
    multiples = dict.fromkeys(value for values in several for value in values if len(value) > 1)
    code_of = {value: code for code, value in enumerate(multiples, 1 + len(singles))}
    recode = {value: 1 + int(numpy.searchsorted(singles, value[0])) for value in become_one}
    recode.update(code_of)
    codes = []
    for part, single, multiple in zip(parts, keys, several):
        recoded = numpy.concatenate([
            [EMPTY], 1 + numpy.searchsorted(singles, single), [recode[value] for value in multiple],
            [MISSING],  # at index MISSING, -1
        ]).astype(numpy.int32)  # fmt: skip
        codes.append(recoded[part.codes])
    columns = annotator_columns(parts, annotators)
    # How many come before each document.
    firsts = {
        name: numpy.cumsum([0, *numbers])[:-1].tolist()
        for name, numbers in (
            ("token", [len(part.tokens.root) for part in parts]),
            ("sentence", [part.sentences for part in parts]),
            ("document", [len(part.begun) for part in parts]),
        )
    }
    tokens = [part.tokens for part in parts]
    types = {}
    of_types = [
        numpy.array(
            [types.setdefault(name, len(types)) for name in part.types] + [-1], dtype=numpy.int32
        )[part.tokens.type]
        for part in parts
    ]
    return ArcColumns(
        annotators,
        (stacked(codes, columns, MISSING, numpy.int32), values_of_keys(singles, code_of, labels)),
        stacked([part.present for part in parts], columns, False, bool),
        shifted((part.token for part in parts), firsts["token"]),
        shifted((part.sentence for part in parts), firsts["sentence"]),
        shifted((part.document for part in parts), firsts["document"]),
        stacked([part.begun for part in parts], columns, False, bool),
        tuple(types),
        TokenColumns(
            concatenated((part.root for part in tokens), bool),
            concatenated((part.start for part in tokens), numpy.int32),
            shifted((part.sentence for part in tokens), firsts["sentence"]),
            concatenated((part.position for part in tokens), numpy.int32),
            stacked(of_types, columns, -1, numpy.int32),
        ),
        _joined_arcs(parts, columns, firsts["token"]),
    )


def _all_elements(parts, number, labels):
    """(keys of the single-element values, sorted tuples of keys of the others) of all documents.

    number  {label: its new number}
    labels  how many there are
    """
    keys, several = [], []
    for part in parts:
        values = part.values
        recoded = numpy.array([number[label] for label in values.labels], dtype=numpy.int64)
        label = recoded[values.label] if len(recoded) else values.label
        element = element_keys(values.distance, values.root, label, labels)
        sizes = values.sizes
        singles = int((sizes == 1).sum())
        keys.append(element[:singles])
        bounds = values.start[1 + singles :].tolist()
        several.append(
            [
                tuple(sorted(set(element[begin:end].tolist())))
                for begin, end in zip(bounds, bounds[1:])
            ]
        )
    return keys, several


def annotator_columns(parts: list, annotators: tuple) -> list:
    """For each document the column of each annotator; -1 if the annotator has not begun it."""
    return [
        [part.annotators.index(name) if name in part.annotators else -1 for name in annotators]
        for part in parts
    ]


def stacked(arrays, columns, nothing, kind) -> numpy.ndarray:
    """The documents' arrays below one another, with the project's annotators as columns.

    columns  for each document the column of each annotator in its array; -1: absent
    nothing  the value of absent annotators
    """
    width = len(columns[0]) if columns else 0
    rows = [numpy.zeros((0, width), dtype=kind)]
    for array, chosen in zip(arrays, columns):
        wider = numpy.append(array, numpy.full((len(array), 1), nothing, dtype=kind), axis=1)
        rows.append(wider[:, chosen])
    return numpy.concatenate(rows)


def concatenated(arrays, kind) -> numpy.ndarray:
    """Arrays in a row; kind: dtype if there are none."""
    return numpy.concatenate([numpy.zeros(0, dtype=kind), *arrays])


def shifted(arrays, firsts) -> numpy.ndarray:
    """Arrays of numbers in a row, each increased by its first number."""
    moved = (array + numpy.int32(first) for array, first in zip(arrays, firsts))
    return concatenated(moved, numpy.int32)


def _joined_arcs(parts, columns, firsts):
    arcs = [(numpy.zeros(0, dtype=numpy.int32),) * 3]
    for part, chosen, first in zip(parts, columns, firsts):
        new_column = numpy.full(len(part.annotators), -1, dtype=numpy.int32)
        for new, old in enumerate(chosen):
            if old >= 0:
                new_column[old] = new
        annotator = new_column[part.arcs.annotator]
        kept = annotator >= 0
        moved = [tokens[kept] + numpy.int32(first) for tokens in part.arcs[1:]]
        arcs.append((annotator[kept], *moved))
    return ArcList(*map(numpy.concatenate, zip(*arcs)))
