"""What all annotators drew in several documents, as arrays over all of them.

Documents stand one behind the other, as in one long text, so an offset tells the document, too.
"""

from functools import cached_property

import numpy

from brat_iaa.corpus.line_columns import joined_columns
from brat_iaa.corpus.texts import BOM, kept_in_common
from brat_iaa.layers.rows import joined_rows, offset_keys, rows_on, rows_within
from brat_iaa.layers.tokens import join_types
from brat_iaa.measures.distinct import packed
from brat_iaa.measures.matching import Places


class Batch:
    """Documents that are compared at once.

    annotators  tuple of all who have begun any of the documents
    tables      DependencyTables of the documents
    begin       where each document begins, and where the last one ends
    begun       booleans, documents x annotators
    sentences   (where each sentence starts, number of its document)
    spans       SpanRows
    linked      {name: rows of rows.py that refer to the spans}, of what layers asked for
    """

    def __init__(self, annotators, tables, begin, begun, sentences, spans):
        self.annotators, self.tables, self.begin, self.begun = annotators, tables, begin, begun
        self.sentences, self.spans, self.linked = sentences, spans, {}

    @cached_property
    def _at(self):
        """(numbers of each span's place, and of its target; Places in the order of the text; of
        each of these the how many'th at its offsets it is).
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
        which = numpy.arange(len(targets)) - first_place[targets // width]
        return *numbers, Places(start, end, pieces), which

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
        """Of each place the how many'th at its offsets it is, from 0."""
        return self._at[3]

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

    def of_documents(self, first, last, linked) -> "Batch":
        """The documents from first up to last; linked: names of the rows that are wanted."""
        spans, begin = self.spans, self.begin[first]
        low, high = numpy.searchsorted(spans.document, [first, last])
        chosen = slice(low, high)
        several = {
            span - low: moved(fragments, -begin)
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
                identity=spans.identity[chosen],
            ),
        )  # fmt: skip
        part.linked = {name: rows_within(self.linked[name], low, high) for name in linked}
        return part

    def where(self, counted) -> "Batch":
        """What counts alone; counted: booleans, documents x annotators."""
        if counted[self.begun].all():
            return self
        spans, begun = self.spans, self.begun & counted
        kept = begun[spans.document, spans.annotator]
        number = numpy.cumsum(kept) - 1
        part = Batch(
            self.annotators, self.tables, self.begin, begun, self.sentences,
            spans._replace(
                document=spans.document[kept], annotator=spans.annotator[kept],
                row=spans.row[kept], type=spans.type[kept], start=spans.start[kept],
                end=spans.end[kept], counts=spans.counts[kept],
                several={int(number[span]): of for span, of in spans.several.items() if kept[span]},
                identity=spans.identity[kept],
            ),
        )  # fmt: skip
        part.linked = {name: rows_on(rows, kept, number) for name, rows in self.linked.items()}
        return part


def moved(fragments, by) -> tuple:
    """Fragments with other offsets."""
    return tuple((int(start + by), int(end + by)) for start, end in fragments)


def joined(items, annotators: tuple, linked: tuple = ()) -> Batch:
    """The Batch of documents that may stand in several.

    items       with the attributes batch and number, of their document
    annotators  all who have begun any document, in order
    linked      names of the rows that are wanted
    """
    runs = []
    for item in items:
        if runs and runs[-1][0] is item.batch and runs[-1][2] == item.number:
            runs[-1][2] += 1
        else:
            runs.append([item.batch, item.number, item.number + 1])
    batches = [
        batch
        if (first, last) == (0, len(batch.tables))
        else batch.of_documents(first, last, linked)
        for batch, first, last in runs
    ]
    if len(batches) == 1 and batches[0].annotators == annotators:
        return batches[0]
    begin = offsets_of([int(batch.begin[-1]) for batch in batches])
    documents = offsets_of([len(batch.tables) for batch in batches])
    first = offsets_of([len(batch.spans.row) for batch in batches])
    spans, begun, sentences = [], [], []
    for batch, base, document in zip(batches, begin, documents):
        # Whoever is not listed has begun none of the documents.
        column = numpy.array(
            [annotators.index(name) if name in annotators else -1 for name in batch.annotators],
            dtype=numpy.int32,
        )
        rows = batch.spans
        spans.append(rows._replace(
            document=rows.document + numpy.int32(document), annotator=column[rows.annotator],
            start=rows.start + base, end=rows.end + base,
            several={span: moved(fragments, base) for span, fragments in rows.several.items()},
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
        joined_columns(spans),
    )  # fmt: skip
    for name in linked:
        whole.linked[name] = joined_rows([batch.linked[name] for batch in batches], first)
    return whole


def offsets_of(sizes) -> list:
    """Where each part begins, and where the last one ends."""
    return numpy.cumsum([0, *sizes]).tolist()
