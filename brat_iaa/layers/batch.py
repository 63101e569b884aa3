"""What all annotators drew in several documents, as arrays over all of them.

Documents stand one behind the other, as in one long text, so an offset tells the document, too.
"""

from functools import cached_property
from typing import NamedTuple, Optional

import numpy

from brat_iaa.corpus.texts import BOM, kept_in_common
from brat_iaa.layers.tokens import join_types
from brat_iaa.measures.overlap_matching import Places


class SpanRows(NamedTuple):
    """Spans, a row for each: by document, annotator, and the order of the file.

    document    of each span: its number in the Batch
    annotator   its number in Batch.annotators
    row         its row in the annotator's SpanColumns
    type        its number in types
    start, end  of its first fragment, in characters from the start of the Batch
    counts      booleans: whether it is no root token and, if that does not count, no punctuation
    several     {span: its fragments} of the discontinuous ones
    types       names
    """

    document: numpy.ndarray
    annotator: numpy.ndarray
    row: numpy.ndarray
    type: numpy.ndarray
    start: numpy.ndarray
    end: numpy.ndarray
    counts: numpy.ndarray
    several: dict
    types: list


class RelationRows(NamedTuple):
    """Relations, a row for each, in the same order.

    row            in the annotator's RelationColumns
    type, roles    numbers in types and pairs
    first, second  number of the span at each end; of an event, of its trigger
    types, pairs   names, and (role, role) as written
    """

    row: numpy.ndarray
    type: numpy.ndarray
    roles: numpy.ndarray
    first: numpy.ndarray
    second: numpy.ndarray
    types: list
    pairs: list


class LabelRows(NamedTuple):
    """Labels of spans: the number of the span, and that of the label in names."""

    span: numpy.ndarray
    label: numpy.ndarray
    names: list


class Batch:
    """Documents that are compared at once.

    annotators  tuple of all who have begun any of the documents
    tables      of the documents, see lazy_table.py
    begin       where each document begins, and where the last one ends
    begun       booleans, documents x annotators
    sentences   (where each sentence starts, number of its document)
    spans       SpanRows
    relations   RelationRows, or None if no layer asked for them
    """

    relations: Optional[RelationRows] = None

    def __init__(self, annotators, tables, begin, begun, sentences, spans):
        self.annotators, self.tables, self.begin, self.begun = annotators, tables, begin, begun
        self.sentences, self.spans = sentences, spans

    @cached_property
    def _at(self):
        """(number of each span's place, Places in the order of the text)."""
        spans = self.spans
        longest = numpy.int64((spans.end - spans.start).max(initial=0) + 1)
        key = spans.start * longest + (spans.end - spans.start)
        pieces = {}
        if spans.several:
            # Those that begin alike: the one of one part, then by their other parts.
            distinct = sorted({*spans.several.values()})
            rank = {fragments: number for number, fragments in enumerate(distinct, 1)}
            key *= len(rank) + 1
            key[list(spans.several)] += [rank[own] for own in spans.several.values()]
        _, first, place = numpy.unique(key, return_index=True, return_inverse=True)
        start, end = spans.start[first], spans.end[first]
        if spans.several:
            for number, span in enumerate(first.tolist()):
                if span in spans.several:
                    pieces[number] = spans.several[span]
                    end[number] = spans.several[span][-1][1]
        return place.reshape(-1).astype(numpy.int32), Places(start, end, pieces)

    @property
    def place(self) -> numpy.ndarray:
        """Of each span the number of its offsets in places."""
        return self._at[0]

    @property
    def places(self) -> Places:
        """The different offsets of spans, in the order of the text."""
        return self._at[1]

    @cached_property
    def types_at(self):
        """(number of the joined types of each annotator's spans at each place, or -1; their names);
        an array, places x annotators.
        """
        spans = self.spans
        shape = len(self.places.start), len(self.annotators)
        cell = self.place * numpy.int64(shape[1]) + spans.annotator
        type = numpy.full(shape[0] * shape[1], -1, dtype=numpy.int32)
        # From last to first: of several spans in a cell the first stays.
        type[cell[::-1]] = spans.type[::-1]
        names = join_types(type, cell, spans.type, spans.types)
        return type.reshape(shape), names

    def fragments(self, place) -> tuple:
        """((start, end), ...) of a place in the text of its document."""
        pieces = self.places.fragments(place)
        begin = int(self.begin[numpy.searchsorted(self.begin, pieces[0][0], "right") - 1])
        return tuple((start - begin, end - begin) for start, end in pieces)

    def document_of(self, start) -> numpy.ndarray:
        """Number of the document of each offset."""
        return numpy.searchsorted(self.begin, start, "right") - 1

    def sentence_of(self, start) -> numpy.ndarray:
        """Number of the sentence of each offset; what stands before the first belongs to it."""
        starts, _ = self.sentences
        sentence = numpy.searchsorted(starts, start, "right") - 1
        return numpy.maximum(sentence, self.first_sentence[self.document_of(start)])

    @cached_property
    def first_sentence(self):
        """Number of the first sentence of each document."""
        return numpy.searchsorted(self.sentences[1], numpy.arange(len(self.tables)))

    @cached_property
    def uncounted_characters(self):
        """Offsets of what is no character of a text: byte order marks, the second of a line end,
        and the distance between two texts.
        """
        offsets = [self.begin[1:] - 1]
        for begin, table in zip(self.begin.tolist(), self.tables):
            if "\r" in table.text or table.text.startswith(BOM):
                offsets.append(begin + numpy.flatnonzero(~kept_in_common(table.text)))
        return numpy.sort(numpy.concatenate(offsets))

    def begun_by(self, document) -> tuple:
        """The annotators who have begun a document, by its number."""
        return tuple(name for name, there in zip(self.annotators, self.begun[document]) if there)

    def of_documents(self, first, last) -> "Batch":
        """The documents from first up to last."""
        spans, begin = self.spans, self.begin[first]
        low, high = numpy.searchsorted(spans.document, [first, last])
        chosen = slice(low, high)
        several = {
            span - low: _moved(fragments, -begin)
            for span, fragments in spans.several.items()
            if low <= span < high
        }
        starts, document = self.sentences
        here = slice(*numpy.searchsorted(document, [first, last]))
        part = Batch(
            self.annotators, self.tables[first:last], self.begin[first : last + 1] - begin,
            self.begun[first:last], (starts[here] - begin, document[here] - first),
            spans._replace(
                document=spans.document[chosen] - first, annotator=spans.annotator[chosen],
                row=spans.row[chosen], type=spans.type[chosen], start=spans.start[chosen] - begin,
                end=spans.end[chosen] - begin, counts=spans.counts[chosen], several=several,
            ),
        )  # fmt: skip
        if self.relations is not None:
            rows = self.relations
            inside = (rows.first >= low) & (rows.first < high)
            part.relations = rows._replace(
                row=rows.row[inside], type=rows.type[inside], roles=rows.roles[inside],
                first=rows.first[inside] - low, second=rows.second[inside] - low,
            )  # fmt: skip
        return part

    def labels_of(self, labels, first, last) -> LabelRows:
        """Those of some LabelRows that are in the documents from first up to last."""
        low, high = numpy.searchsorted(self.spans.document, [first, last])
        inside = (labels.span >= low) & (labels.span < high)
        return LabelRows(labels.span[inside] - low, labels.label[inside], labels.names)


def _moved(fragments, by):
    return tuple((int(start + by), int(end + by)) for start, end in fragments)


def runs(items):
    """Yield (Batch, item, first document, last) of items that stand in a row in their batches.

    items  with the attributes batch and number, of their document
    """
    found = []
    for item in items:
        if found and found[-1][0].batch is item.batch and found[-1][2] == item.number:
            found[-1][2] += 1
        else:
            found.append([item, item.number, item.number + 1])
    for item, first, last in found:
        whole = (first, last) == (0, len(item.batch.tables))
        batch = item.batch if whole else item.batch.of_documents(first, last)
        yield batch, item, first, last


def joined(batches: list, annotators: tuple) -> Batch:
    """Several Batches in a row; annotators: all who have begun any document, in this order."""
    if len(batches) == 1 and batches[0].annotators == annotators:
        return batches[0]
    begin = _sums([int(batch.begin[-1]) for batch in batches])
    documents = _sums([len(batch.tables) for batch in batches])
    first = _sums([len(batch.spans.row) for batch in batches])
    types, spans, several, begun, sentences = {}, [], {}, [], []
    for batch, base, document, size in zip(batches, begin, documents, first):
        # Whoever is not listed has begun none of the documents.
        column = numpy.array(
            [annotators.index(name) if name in annotators else -1 for name in batch.annotators],
            dtype=numpy.int32,
        )
        own = batch.spans
        for span, fragments in own.several.items():
            several[size + span] = _moved(fragments, base)
        spans.append((
            own.document + numpy.int32(document), column[own.annotator], own.row,
            renumbered(own.type, own.types, types), own.start + base, own.end + base, own.counts,
        ))  # fmt: skip
        there = numpy.zeros((len(batch.tables), len(annotators)), dtype=bool)
        there[:, column[column >= 0]] = batch.begun[:, column >= 0]
        begun.append(there)
        sentences.append((batch.sentences[0] + base, batch.sentences[1] + document))
    begins = [batch.begin[:-1] + base for batch, base in zip(batches, begin)]
    whole = Batch(
        annotators, [table for batch in batches for table in batch.tables],
        numpy.append(numpy.concatenate(begins), begin[-1]),
        numpy.concatenate(begun), tuple(map(numpy.concatenate, zip(*sentences))),
        SpanRows._make([*map(numpy.concatenate, zip(*spans)), several, list(types)]),
    )  # fmt: skip
    if batches[0].relations is not None:
        types, pairs = {}, {}
        relations = [
            (
                own.row, renumbered(own.type, own.types, types),
                renumbered(own.roles, own.pairs, pairs), own.first + size, own.second + size,
            )
            for own, size in zip((batch.relations for batch in batches), first)
        ]  # fmt: skip
        columns = map(numpy.concatenate, zip(*relations))
        whole.relations = RelationRows._make([*columns, list(types), list(pairs)])
    return whole


def joined_labels(batches, labels: list) -> LabelRows:
    """LabelRows of Batches in a row."""
    names, before = {}, _sums([len(batch.spans.row) for batch in batches])
    parts = [
        (own.span + first, renumbered(own.label, own.names, names))
        for own, first in zip(labels, before)
    ]
    return LabelRows._make([*map(numpy.concatenate, zip(*parts)), list(names)])


def _sums(sizes):
    return numpy.cumsum([0, *sizes]).tolist()


def renumbered(numbers, names, known) -> numpy.ndarray:
    """The numbers of names in `known`, {name: number}, to which new names are added."""
    new = [known.setdefault(name, len(known)) for name in names]
    return numpy.array([*new, -1], dtype=numpy.int32)[numbers]


class BatchReader:
    """Makes a Batch of documents; what only some layers need is read when the first asks for it.

    documents  list of ParallelDocument
    tables     their tables
    """

    def __init__(self, documents, tables):
        self.documents, self.tables = list(documents), list(tables)

    def _annotations(self):
        """Yield (number of the document, of the annotator, Annotations) of all files."""
        number = {name: column for column, name in enumerate(self.batch.annotators)}
        for document, table in enumerate(self.tables):
            of_document = self.documents[document].annotations
            for name in table.annotators:
                yield document, number[name], of_document[name]

    @cached_property
    def batch(self) -> Batch:
        """The Batch, without relations."""
        begun = [frozenset(table.annotators) for table in self.tables]
        annotators = tuple(dict.fromkeys(
            name for document, there in zip(self.documents, begun)
            for name in document.annotations if name in there
        ))  # fmt: skip
        # A character of distance: no span reaches into the next document.
        sizes = [len(document.text) + 1 for document in self.documents]
        begin = numpy.array(_sums(sizes), dtype=numpy.int64)
        starts = [table.sentence_starts for table in self.tables]
        document = numpy.repeat(numpy.arange(len(starts)), [len(own) for own in starts])
        start = numpy.concatenate([numpy.zeros(0, dtype=numpy.int64), *starts])
        self.batch = batch = Batch(
            annotators, self.tables, begin,
            numpy.array([[name in there for name in annotators] for there in begun], dtype=bool)
            .reshape(len(begun), len(annotators)),
            (start + begin[document], document), None,
        )  # fmt: skip
        batch.spans = self._spans(begin)
        return batch

    def _spans(self, begin):
        types, several, size, self._first = {}, {}, 0, {}
        nothing = numpy.zeros(0, dtype=numpy.int32)
        parts = [(nothing,) * 6]
        for document, annotator, annotations in self._annotations():
            columns, base = annotations.span_columns, int(begin[document])
            own = len(columns.type)
            self._first[document, annotator] = size
            parts.append((
                numpy.full(own, document, dtype=numpy.int32),
                numpy.full(own, annotator, dtype=numpy.int32),
                numpy.arange(own, dtype=numpy.int32),
                renumbered(columns.type, columns.types, types),
                columns.start + numpy.int64(base), columns.end + numpy.int64(base),
            ))  # fmt: skip
            for row, fragments in columns.several.items():
                several[size + row] = _moved(fragments, base)
            size += own
        document, annotator, row, type, start, end = map(numpy.concatenate, zip(*parts))
        start, end = start.astype(numpy.int64), end.astype(numpy.int64)
        counts = self._counting(begin, start, end, several)
        return SpanRows(
            document, annotator, row, type, start, end, counts, several, list(types)
        )  # fmt: skip

    def _counting(self, begin, start, end, several):
        left_out = [
            _moved(fragments, base)
            for base, table in zip(begin.tolist(), self.tables)
            for fragments in table.left_out
        ]
        counts = numpy.ones(len(start), dtype=bool)
        if left_out:
            whole = [fragments[0] for fragments in left_out if len(fragments) == 1]
            first, last = numpy.array(whole, dtype=numpy.int64).reshape(-1, 2).T
            size = numpy.int64(begin[-1] + 1)
            counts = ~numpy.isin(start * size + end, first * size + last)
            pieces = {*left_out}
            for span, fragments in several.items():
                counts[span] = fragments not in pieces
        return counts

    def with_relations(self) -> Batch:
        """The Batch, with relations."""
        batch = self.batch
        if batch.relations is None:
            types, pairs, parts = {}, {}, [(numpy.zeros(0, dtype=numpy.int32),) * 5]
            for document, annotator, annotations in self._annotations():
                columns, first = annotations.relation_columns, self._first[document, annotator]
                own = len(columns.type)
                if own:
                    parts.append((
                        numpy.arange(own, dtype=numpy.int32),
                        renumbered(columns.type, columns.types, types),
                        renumbered(columns.roles, columns.pairs, pairs),
                        columns.first + first, columns.second + first,
                    ))  # fmt: skip
            columns = map(numpy.concatenate, zip(*parts))
            batch.relations = RelationRows._make([*columns, list(types), list(pairs)])
        return batch

    def labels(self, source, labels_of) -> LabelRows:
        """LabelRows.

        source     as in the setting value
        labels_of  function of Annotations that returns [(Span or None, label)]
        """
        spans, labels, names = [], [], {}
        for document, annotator, annotations in self._annotations():
            columns = annotations.attribute_columns
            if columns is not None:
                kind, _, name = map(str.strip, source.partition(":"))
                if kind == "attribute" and name in columns.names:
                    chosen = columns.name == columns.names.index(name)
                    first = self._first[document, annotator]
                    spans += (columns.span[chosen] + first).tolist()
                    of_values = [
                        names.setdefault(label, len(names)) for label in (*columns.values, name)
                    ]
                    labels += [of_values[value] for value in columns.value[chosen].tolist()]
                continue
            found = [(span.id, label) for span, label in labels_of(annotations) if span is not None]
            if found:
                row_of = {id: row for row, id in enumerate(annotations.spans)}
                first = self._first[document, annotator]
                spans += [first + row_of[id] for id, _ in found]
                labels += [names.setdefault(label, len(names)) for _, label in found]
        rows = (numpy.array(own, dtype=numpy.int32) for own in (spans, labels))
        return LabelRows._make([*rows, list(names)])
