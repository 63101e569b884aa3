"""A document as it is compared: its sentences and tokens, who has begun it, and what they drew."""

from bisect import bisect_right
from functools import cached_property

import numpy

from brat_iaa.corpus.recent import recent
from brat_iaa.layers.arcs import ArcTable, DrawnDocuments
from brat_iaa.layers.difference import Mark
from brat_iaa.layers.tokens import End, Sentence, Token
from brat_iaa.values.table import ABSENT, EMPTY


class ComparedDocument:
    """One document of DrawnDocuments. Tokens are identified by their offsets, never by brat's ids.

    read, number     DrawnDocuments, and the number of the document
    document, text   name and text
    annotators       who have begun it
    excluded         those who have not: tuple of Excluded
    files            {annotator: path of the .ann below the project}
    annotations      {annotator: Annotations}, without what was said of them in words
    root             span type of the root token
    sentence_starts  in characters
    """

    def __init__(self, read, number):
        self.read, self.number = read, number
        self._document = document = read.documents[number]
        self.document, self.files, self.text = document.name, dict(document.files), document.text
        self.annotations, self.root = document.annotations, read.settings.root
        self.annotators, self.excluded = read.begun_by(number), read.excluded[number]
        starts = [start for start, _ in read.sentences[number]]
        self.sentence_starts = numpy.array(starts, dtype=numpy.int64)

    @cached_property
    def others(self) -> tuple:
        """A ComparedDocument for each other text that annotators have of it."""
        return tuple(
            compared_document(other, self.read.settings) for other in self._document.others
        )

    @property
    def _here(self):
        return slice(*self.read.first[self.number : self.number + 2])

    @property
    def left_out(self) -> list:
        """Fragments of the tokens that do not count."""
        if self.read.all_count:
            return []
        here = self._here
        numbers = here.start + numpy.flatnonzero(~self.read.counts[here])
        return self.read.tokens.fragments(numbers)

    @property
    def problems(self) -> tuple:
        """Tuple of Problem: arcs that cannot be used."""
        return self.read.problems[self.number]

    @property
    def sizes(self) -> tuple:
        """(how many tokens count, {annotator: how many of them the annotator has})"""
        items, present = self.read.sizes
        of_all = dict(zip(self.read.annotators, present[self.number].tolist()))
        return int(items[self.number]), {name: of_all[name] for name in self.annotators}

    @cached_property
    def arc_table(self) -> ArcTable:
        """The dependencies that count."""
        return arcs_in([self], self.annotators)

    @property
    def drew_arcs(self) -> bool:
        """Whether anybody drew an arc that counts."""
        return bool((self.read.table.counted.cells[self._here] > EMPTY).any())

    @recent
    def tokens(self) -> tuple:
        """Tuple of Token, root tokens included."""
        here, tokens = self._here, self.read.tokens
        sentence = tokens.sentence[here] - self.read.first_sentence[self.number] + 1
        columns = (sentence, tokens.position[here], tokens.root[here])
        return tuple(
            Token(index, fragments, self.words(fragments), *others)
            for index, (fragments, *others) in enumerate(zip(
                tokens.fragments(numpy.arange(here.start, here.stop)),
                *(column.tolist() for column in columns),
            ))
        )  # fmt: skip

    @recent
    def sentences(self) -> tuple:
        """Tuple of Sentence."""
        bounds, numbers = self.read.sentences[self.number], self.read.tokens.sentence[self._here]
        first = self.read.first_sentence[self.number]
        begin = numpy.searchsorted(numbers, first + numpy.arange(len(bounds) + 1)).tolist()
        return tuple(
            Sentence(n + 1, start, end, range(begin[n], begin[n + 1]))
            for n, (start, end) in enumerate(bounds)
        )

    @cached_property
    def items(self) -> list:
        """Indexes of the tokens that count."""
        return numpy.flatnonzero(self.read.counts[self._here]).tolist()

    @property
    def is_word(self) -> numpy.ndarray:
        """Of each token whether it is neither root token nor punctuation: booleans."""
        return self.read.is_word[self._here]

    @recent
    def arcs(self) -> dict:
        """{annotator: {token: [(token of the head, Relation)]}}, in the order of the file."""
        return self.read.arcs_of(self.number)

    @recent
    def _types(self):
        types = self.read.tokens.type[self._here]
        return dict(zip(self.read.annotators, types.T.tolist()))

    def has(self, annotator: str, token: int) -> bool:
        """Whether the annotator has a token, by its index."""
        return self._types[annotator][token] >= 0

    def type_of(self, annotator, token):
        """The annotator's span type of a token, several joined; None without one."""
        return [*self.read.tokens.types, None][self._types[annotator][token]]

    def marks(self) -> dict:
        """{annotator: {fragments of a token that counts: [Mark of each arc], None where the
        annotator lacks it}}
        """
        tokens, items, arcs = self.tokens, self.items, self.arcs
        columns = [self.read.annotators.index(name) for name in self.annotators]
        lacking = self.read.table.cells[self._here][items][:, columns].T == ABSENT
        return {
            name: {
                tokens[item].fragments: None if lacks else [
                    Mark(drawn.type, drawn.id, drawn.line, head=tokens[head])
                    for head, drawn in arcs[name].get(item, ())
                ]
                for item, lacks in zip(items, of_name)
            }
            for name, of_name in zip(self.annotators, lacking.tolist())
        }  # fmt: skip

    def span(self, annotator, row):
        """The Span of an annotator by its row in SpanColumns; behind all, that of an event: its
        trigger with the id and the line of the event.
        """
        spans = self._spans[annotator]
        if row < len(spans):
            return spans[row]
        event = self.event(annotator, row - len(spans))
        trigger = self.annotations[annotator].spans[event.trigger]
        return trigger._replace(id=event.id, line=event.line)

    def event(self, annotator, row):
        """The Event of an annotator by its row in the file."""
        return self._events[annotator][row]

    @recent
    def _spans(self):
        return {name: list(self.annotations[name].spans.values()) for name in self.annotators}

    @recent
    def _events(self):
        return {name: list(self.annotations[name].events.values()) for name in self.annotators}

    @recent
    def _first_spans(self):
        types, root = self.read.settings.token_types, self.root

        def is_token(span):
            return types is None or span.type in types or span.type == root

        # Of several at one place the one that comes last here stays: the first of the tokens.
        return {
            name: {
                span.offsets: span
                for tokens in (False, True) for span in reversed(spans) if is_token(span) == tokens
            }
            for name, spans in self._spans.items()
        }  # fmt: skip

    def id_at(self, annotator, fragments):
        """brat's id of the annotator's token or span there; None without one."""
        span = self._first_spans[annotator].get(fragments) if annotator in self._spans else None
        return None if span is None else span.id

    @recent
    def _token_at(self):
        return {token.fragments: token for token in self.tokens}

    def token(self, fragments: tuple) -> Token:
        """The token there; else one made of the fragments, with index -1 and position 0."""
        return self._token_at.get(fragments) or Token(
            -1, fragments, self.words(fragments), self.sentence_of(fragments), 0, False
        )

    def sentence_of(self, fragments: tuple) -> int:
        """Number of the sentence, from 1, in which the first fragment begins."""
        return max(bisect_right(self.sentence_starts, fragments[0][0]), 1)

    def words(self, fragments: tuple) -> str:
        """The text there, fragments joined by a blank."""
        return " ".join([self.text[start:end] for start, end in fragments])

    def ends(self, *spans: tuple) -> tuple:
        """An End for each span, given as fragments."""
        return tuple(End(self.words(fragments), fragments) for fragments in spans)


def compared_documents(documents, settings, annotators, before=()) -> list:
    """The ComparedDocument of each of some ParallelDocuments.

    settings    DependencySettings
    annotators  all of them, in order
    before      ComparedDocuments with the same settings, of which those that are the same are kept
    """
    if not documents:
        return []
    before = next((document.read for document in before), None)
    read = DrawnDocuments(documents, settings, annotators, before)
    return [ComparedDocument(read, number) for number in range(len(documents))]


def compared_document(document, settings) -> ComparedDocument:
    """The ComparedDocument of one ParallelDocument alone."""
    return compared_documents([document], settings, tuple(document.annotations))[0]


def arcs_in(documents, annotators, counted=True) -> ArcTable:
    """The ArcTable of ComparedDocuments that were read together, in their order.

    annotators  the columns, in order
    counted     whether only the values of tokens that count are there
    """
    numbers, read = [document.number for document in documents], documents[0].read
    table = read.table.counted if counted else read.table
    if numbers == [*range(len(table.begun))] and tuple(annotators) == table.annotators:
        return table
    return table.of_documents(numbers, annotators)
