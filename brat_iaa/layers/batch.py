"""What annotators drew in several documents, as arrays over all of them, and of a layer there.

Documents stand one behind the other, as in one long text, so an offset tells the document, too.
"""

from collections import defaultdict
from functools import cached_property
from itertools import compress
from typing import Any

import numpy

from brat_iaa.corpus.line_columns import columns_in_a_row
from brat_iaa.corpus.texts import BOM, kept_in_common
from brat_iaa.kinds import KINDS
from brat_iaa.layers.identities import with_identities
from brat_iaa.layers.rows import LabelRows, RelationRows, offset_keys, span_rows
from brat_iaa.layers.tokens import join_types
from brat_iaa.measures.distinct import packed
from brat_iaa.measures.matching import Places
from brat_iaa.values.identity import Kinds

# Batches of some of the documents that are kept.
_KEPT = 4


class BatchReader:
    """Documents from which layers read what was drawn.

    documents   list of ParallelDocument
    tables      their ComparedDocuments
    kinds       Kinds of what layers compare
    before      another reader, or None: what was made of documents that did not change is kept
    """

    def __init__(self, documents, tables, kinds=Kinds(), before=None):
        self.documents, self.tables, self.kinds = list(documents), list(tables), kinds
        self.number = {document.name: number for number, document in enumerate(self.documents)}
        self.identities, self.read_alone, self._batches = {}, {}, {}
        if before is not None:
            files = {
                file for document in self.documents
                for file in (*document.annotations.values(), *document.beside)
            }  # fmt: skip
            same = {(document.name, document.identity) for document in self.documents}
            self.identities = {
                key: of for key, of in before.identities.items() if files.issuperset(key)
            }
            self.read_alone = {key: of for key, of in before.read_alone.items() if key[1:] in same}

    @cached_property
    def annotators(self) -> tuple:
        """All who have begun any of the documents."""
        return tuple(dict.fromkeys(name for table in self.tables for name in table.annotators))

    def batch(self, annotators, numbers, counted=None) -> "Batch":
        """The Batch of the documents with some numbers; the last ones are kept.

        annotators  all of theirs, in order
        counted     who counts where: booleans, documents x annotators; None: all who began one
        """
        asked = tuple(annotators), tuple(numbers), counted is not None and counted.tobytes()
        if asked not in self._batches:
            if len(self._batches) == _KEPT:
                self._batches.clear()
            documents, tables = (
                [of[number] for number in asked[1]] for of in (self.documents, self.tables)
            )
            batch = Batch(documents, tables, asked[0], counted, self.identities, self.kinds)
            self._batches[asked] = batch
        return self._batches[asked]


class DrawnLayer:
    """What was drawn of a Layer in some documents of a BatchReader: their names, in order.

    counted  who counts where: booleans, documents x annotators; None: all who began one
    """

    def __init__(self, reader, layer, names=None, counted=None):
        self.layer, self._reader, self._counted = layer, reader, counted
        self._names = dict.fromkeys(reader.number if names is None else names)

    def __iter__(self):
        return iter(self._names)

    def __len__(self):
        return len(self._names)

    def __contains__(self, name):
        return name in self._names

    def of(self, names, counted=None) -> "DrawnLayer":
        """The same in some of the documents."""
        return DrawnLayer(self._reader, self.layer, names, counted)

    def in_layer(self, layer) -> "DrawnLayer":
        """What was drawn of another Layer in the same documents."""
        return DrawnLayer(self._reader, layer, self)

    @property
    def _numbers(self):
        return [self._reader.number[name] for name in self]

    @property
    def tables(self) -> list:
        """The ComparedDocuments."""
        return [self._reader.tables[number] for number in self._numbers]

    def columns(self, annotators=None):
        """The DrawnItems of some annotators, in order; None: of all."""
        names = self._reader.annotators if annotators is None else annotators
        batch = self._reader.batch(names, self._numbers, self._counted)
        return KINDS[self.layer.kind].drawn_items(batch, self.layer)

    def read_alone(self) -> dict:
        """{document: LayerDocument} of a kind whose documents are read one by one; those that did
        not change are kept.
        """
        kept, read = self._reader.read_alone, {}
        layer_document: Any = KINDS[self.layer.kind].layer_document
        for name, number, table in zip(self, self._numbers, self.tables):
            document = self._reader.documents[number]
            key = self.layer.name, name, document.identity
            if key not in kept:
                kept[key] = layer_document(document, table, self.layer)
            read[name] = kept[key]
        return read

    def marks(self, name) -> dict:
        """{annotator: {fragments: [Mark]}} of all that was drawn in a document, also of what others
        agree on, in the order in which it is shown; None of arcs where the token is missing.
        """
        document = self.of([name])
        (table,) = document.tables
        if self.layer.settings.arcs:
            return table.marks()
        columns, marks = document.columns(), {}
        for annotator in table.annotators:
            column = columns.annotators.index(annotator)
            marks[annotator] = defaultdict(list)
            for place, drawn in columns.drawn_by(column):
                mark = columns.mark(drawn, column, table)
                marks[annotator][columns.batch.fragments[place]].append(mark)
        return marks


class Batch:
    """What some annotators drew in some documents; each kind of record is read when the first layer
    asks for it.

    annotators  tuple
    tables      ComparedDocuments of the documents
    begin       where each document begins, and where the last one ends
    begun       booleans, documents x annotators: who counts there
    sentences   (where each sentence starts, number of its document)
    spans       SpanRows
    relations   RelationRows
    """

    def __init__(self, documents, tables, annotators, counted, identities, kinds):
        self._documents, self.tables, self.annotators = documents, tables, annotators
        # A character of distance: no span reaches into the next document.
        self.begin = numpy.cumsum([0, *(len(document.text) + 1 for document in documents)])
        self._begun = numpy.array(
            [[name in table.annotators for name in annotators] for table in tables], dtype=bool
        ).reshape(len(tables), len(annotators))
        self.begun = self._begun if counted is None else self._begun & counted
        starts = [table.sentence_starts for table in tables]
        document = numpy.repeat(numpy.arange(len(starts)), [*map(len, starts)])
        start = numpy.concatenate([numpy.zeros(0, dtype=numpy.int64), *starts])
        self.sentences = start + self.begin[document], document
        self._identities, self._kinds, self._labels = identities, kinds, {}

    def _files(self, begun):
        """[(number of the document, of the annotator, Annotations)]"""
        return [
            (document, column, self._documents[document].annotations[self.annotators[column]])
            for document, column in numpy.argwhere(begun).tolist()
        ]

    @cached_property
    def files(self) -> list:
        """[(number of the document, of the annotator, Annotations)] of all files that count."""
        return self._files(self.begun)

    @cached_property
    def _read(self):
        """(SpanRows, where those of each file begin, of each {id of an event or its trigger: row in
        the file, where that is its own}, {document: {identity: its name}}). What tells things apart
        is decided among all files, and the gold's.
        """
        files, beside = self._files(self._begun), [each.beside for each in self._documents]
        spans, begin, own, names = with_identities(
            files, beside, *span_rows(files), self._identities, self._kinds
        )
        counted = self.begun[self._begun]
        if not counted.all():
            sizes = numpy.diff(begin)
            spans = spans.taken(numpy.flatnonzero(numpy.repeat(counted, sizes)))
            begin = numpy.append(0, numpy.cumsum(sizes[counted]))
            own = [*compress(own, counted.tolist())]
        base = self.begin[spans.document]
        several = {row: moved(of, int(base[row])) for row, of in spans.several.items()}
        spans = spans._replace(start=spans.start + base, end=spans.end + base, several=several)
        counts = numpy.ones(len(spans.start), dtype=bool)
        for first, rows in zip(begin.tolist(), own):
            # Rows of events are no spans.
            counts[[first + row for row in rows.values()]] = False
        counts &= ~self._left_out(spans)
        return spans._replace(counts=counts), begin, own, names

    def _left_out(self, spans):
        """Which spans stand where no item is: root tokens, or punctuation."""
        left_out = [
            moved(fragments, begin)
            for begin, table in zip(self.begin.tolist(), self.tables)
            for fragments in table.left_out
        ]
        if not left_out:
            return numpy.zeros(len(spans.start), dtype=bool)
        whole = [fragments[0] for fragments in left_out if len(fragments) == 1]
        first, last = numpy.array(whole, dtype=numpy.int64).reshape(-1, 2).T
        size, pieces = int(self.begin[-1]) + 1, {*left_out}
        outside = numpy.isin(packed(spans.start, size, spans.end), packed(first, size, last))
        for span, fragments in spans.several.items():
            outside[span] = fragments in pieces
        return outside

    @property
    def spans(self):
        return self._read[0]

    def rows_of(self, number) -> dict:
        """{id: row of the span, or of the event} of one of the files, by its number."""
        _, begin, own, _ = self._read
        first, rows = int(begin[number]), self.files[number][2].rows_of_spans()
        return {id: first + row for id, row in {**rows, **own[number]}.items()}

    def _in_a_row(self, kind):
        """(columns of a kind of record, rows of the first span of the file of each, [(Annotations,
        rows as in _read, number of the first of its records, of its spans)] of files with such)
        """
        _, first, own, _ = self._read
        files = [file for *_, file in self.files]
        columns, begin = columns_in_a_row(files, kind)
        before = numpy.repeat(first[:-1], numpy.diff(begin))
        several = [each for each in zip(files, own, begin.tolist(), first.tolist()) if each[1]]
        return columns, begin, before, several

    @cached_property
    def relations(self) -> RelationRows:
        columns, begin, before, several = self._in_a_row("relations")
        row = numpy.arange(begin[-1]) - numpy.repeat(begin[:-1], numpy.diff(begin))
        ends = columns.first + before, columns.second + before
        for file, own, at, base in several:
            for number, relation in enumerate(file.relations, at):
                for end, (_, id) in zip(ends, relation.args):
                    end[number] = base + own[id] if id in own else end[number]
        return RelationRows(
            row.astype(numpy.int32), columns.type, columns.roles, *ends, columns.types,
            columns.pairs,
        )  # fmt: skip

    def labels(self, layer, labels_of) -> LabelRows:
        """The LabelRows of a Layer.

        labels_of  function of AttributeColumns and the Layer that returns (rows of spans, numbers
                   of labels, their names)
        """
        if layer not in self._labels:
            columns, _, before, several = self._in_a_row("attributes")
            span = numpy.where(columns.span < 0, -1, columns.span + before)
            for file, own, at, base in several:
                for number, id in enumerate(file.labelled, at):
                    span[number] = base + own[id] if id in own else span[number]
            self._labels[layer] = LabelRows(*labels_of(columns._replace(span=span), layer))
        return self._labels[layer]

    @cached_property
    def _at(self):
        """(numbers of each span's place, and of its target; Places in the order of the text; of
        each of these the how many'th at its offsets it is; {place: its name} of those).
        """
        spans = self.spans
        extents, extent = numpy.unique(
            offset_keys(spans.start, spans.end, spans.several), return_inverse=True
        )
        identity, extent = numpy.maximum(spans.identity, 0), extent.reshape(-1)
        width = int(identity.max(initial=0)) + 1
        targets, first, target = numpy.unique(
            packed(extent, width, identity), return_index=True, return_inverse=True
        )
        first_place = numpy.searchsorted(targets // width, numpy.arange(len(extents)))
        place = first_place[extent]
        pieces: dict = {}
        start, end = spans.start[first], spans.end[first]
        if spans.several:
            for number, span in enumerate(first.tolist()):
                if span in spans.several:
                    pieces[number] = spans.several[span]
                    end[number] = spans.several[span][-1][1]
        numbers = place.astype(numpy.int32), target.reshape(-1).astype(numpy.int32)
        of_extent = targets // width
        several = numpy.bincount(of_extent)[of_extent] > 1
        which = (numpy.arange(len(targets)) - first_place[of_extent] + 1) * several
        names = self._read[3]
        named = {
            place: names[spans.document[first[place]]].get(int(identity[first[place]]), "")
            for place in numpy.flatnonzero(which).tolist()
        }
        return *numbers, Places(start, end, pieces), which, named

    @property
    def place(self) -> numpy.ndarray:
        """Of each span the number of its extent in places."""
        return self._at[0]

    @property
    def target(self) -> numpy.ndarray:
        """The same as what others refer to: of several things on one extent another for each."""
        return self._at[1]

    @property
    def places(self) -> Places:
        """The different offsets of spans, in the order of the text; several times for several
        things that others refer to.
        """
        return self._at[2]

    @property
    def which(self) -> numpy.ndarray:
        """Of each place the how many'th at its offsets it is, from 1; 0 if it is the only one."""
        return self._at[3]

    @property
    def names(self) -> dict:
        """{place: what tells it apart from others at its offsets}, where there are several."""
        return self._at[4]

    @cached_property
    def drawn_at(self):
        """Whether each annotator drew what is at each place: booleans, places x annotators."""
        drawn = numpy.zeros((len(self.places.start), len(self.annotators)), dtype=bool)
        chosen = self.spans.identity >= 0
        drawn[self.target[chosen], self.spans.annotator[chosen]] = True
        return drawn

    @cached_property
    def types_at(self):
        """(number of the joined types of each annotator's spans at each place, or -1; their names);
        an array, places x annotators.
        """
        spans = self.spans
        shape = len(self.places.start), len(self.annotators)
        cell = packed(self.place, shape[1], spans.annotator)
        type = numpy.full(shape[0] * shape[1], -1, dtype=numpy.int32)
        # From last to first: of several spans in a cell the first stays.
        type[cell[::-1]] = spans.type[::-1]
        names = join_types(type, cell, spans.type, spans.types)
        return type.reshape(shape), names

    @cached_property
    def fragments(self) -> list:
        """((start, end), ...) of each place in the text of its document."""
        places = self.places
        begin = self.begin[self.document_of(places.start)]
        bounds = zip((places.start - begin).tolist(), (places.end - begin).tolist())
        fragments = [(both,) for both in bounds]
        for place, pieces in places.pieces.items():
            fragments[place] = moved(pieces, -begin[place])
        return fragments

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


def moved(fragments, by) -> tuple:
    """Fragments with other offsets."""
    return tuple((int(start + by), int(end + by)) for start, end in fragments)
