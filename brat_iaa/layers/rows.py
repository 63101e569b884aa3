"""Records of several documents as arrays, a row for each: spans, and what refers to spans.

Rows stand in the order of documents, annotators and files. Types, roles and labels are numbers of
names; a span is the number of its row in SpanRows.
"""

from typing import Any, NamedTuple, Optional

import numpy

from brat_iaa.corpus.line_columns import columns_in_a_row, numbers_of_files
from brat_iaa.measures.distinct import packed


class SpanRows(NamedTuple):
    """Spans.

    document    of each span: its number in the Batch
    annotator   its number in Batch.annotators
    row         its row in the annotator's SpanColumns
    type        its number in types
    start, end  of its first fragment, in characters of its document; in a Batch, from its start
    counts      in a Batch, booleans: whether it is no root token and, if that does not count, no
                punctuation
    several     {span: its fragments} of the discontinuous ones
    identity    see identities.py
    types       names
    """

    document: numpy.ndarray
    annotator: numpy.ndarray
    row: numpy.ndarray
    type: numpy.ndarray
    start: numpy.ndarray
    end: numpy.ndarray
    counts: Optional[numpy.ndarray]
    several: dict
    identity: numpy.ndarray
    types: tuple

    def taken(self, rows) -> "SpanRows":
        """Some of them, by their numbers, or some several times."""
        several = {
            place: self.several[row]
            for place, row in enumerate(rows.tolist() if self.several else ())
            if row in self.several
        }
        columns: Any = {
            name: getattr(self, name)[rows]
            for name in ("document", "annotator", "row", "type", "start", "end", "identity")
        }
        return self._replace(**columns, several=several)


class RelationRows(NamedTuple):
    """Relations.

    row            in the annotator's RelationColumns
    type, roles    numbers in types and pairs
    first, second  span at each end; of an event, its trigger
    types, pairs   names, and (role, role) as written
    """

    row: numpy.ndarray
    type: numpy.ndarray
    roles: numpy.ndarray
    first: numpy.ndarray
    second: numpy.ndarray
    types: tuple
    pairs: tuple


class LabelRows(NamedTuple):
    """Labels of spans."""

    span: numpy.ndarray
    label: numpy.ndarray
    names: tuple


def span_rows(files) -> tuple:
    """(SpanRows of files, where the rows of each begin and those of the last one end).

    files  [(number of the document, number of the annotator, Annotations)]
    """
    columns, begin = columns_in_a_row([file for *_, file in files], "spans")
    document, annotator = numbers_of_files(files, begin)
    row = numpy.arange(begin[-1]) - numpy.repeat(begin[:-1], numpy.diff(begin))
    return SpanRows(
        document, annotator, row.astype(numpy.int32), columns.type, columns.start, columns.end,
        None, columns.several, numpy.zeros(len(row), dtype=numpy.int32), columns.types,
    ), begin  # fmt: skip


def offset_keys(start, end, several) -> numpy.ndarray:
    """Numbers of spans that are equal and ordered as their fragments.

    start, end  of the first fragment, in all texts as one
    several     {span: its fragments} of the discontinuous ones
    """
    size = end - start
    key = packed(start, int(size.max(initial=0)) + 1, size)
    if several:
        # Those that begin alike: the one of one part, then by their other parts.
        rank = {pieces: number for number, pieces in enumerate(sorted({*several.values()}), 1)}
        _, key = numpy.unique(key, return_inverse=True)
        key = key.reshape(-1) * (len(rank) + 1)
        key[list(several)] += [rank[pieces] for pieces in several.values()]
    return key
