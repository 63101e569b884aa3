"""Sentences and tokens that the annotators of a document share, by character offsets."""

import re
import unicodedata
from typing import NamedTuple

import numpy

from brat_iaa.corpus.line_columns import names_in_order
from brat_iaa.corpus.texts import TextOfFields
from brat_iaa.layers.rows import offset_keys, span_rows
from brat_iaa.measures.distinct import packed


class End(NamedTuple):
    """One end of a relation: its words and ((start, end), ...) in the document's text."""

    text: str
    fragments: tuple


class Token(NamedTuple):
    """A span of text that at least one annotator marked, as it is shown.

    index      in the document's tokens, root tokens included, from 0; -1 for a span that is none
    fragments  ((start, end), ...) in characters of the text, end exclusive;
               more than one when the span is discontinuous
    text       the words, fragments joined by a blank
    sentence   number of the sentence in the document, from 1
    position   in the sentence, from 1; 0 for the root token
    is_root    whether it is a root token: it can be a head but is no item
    """

    index: int  # type: ignore[assignment]  # a field, not tuple.index
    fragments: tuple
    text: str
    sentence: int
    position: int
    is_root: bool

    @property
    def start(self):
        return self.fragments[0][0]

    @property
    def end(self):
        return self.fragments[-1][1]


class Sentence(NamedTuple):
    """number from 1; start and end in characters; tokens as indexes, in text order."""

    number: int
    start: int
    end: int
    tokens: range


def split_sentences(text: str, splitter: str) -> list:
    """[(start, end), ...] of the sentences of a text, except blank ones.

    splitter  "newline": one sentence a line; "punctuation": also after . ! ? and white space, as
              brat's default splitter
    """
    if isinstance(text, TextOfFields):
        return [(0, len(text))]
    if splitter == "newline" and "\r" not in text:
        pieces, between = text.split("\n"), 1
    else:
        pieces, between = _SPLITTERS[splitter].split(text), 0
    spans, start = [], 0
    for piece in pieces:
        end = start + len(piece)
        if piece and not piece.isspace():
            spans.append((start, end))
        start = end + between
    return spans


# Groups keep what is between two sentences.
_SPLITTERS = {
    "newline": re.compile(r"(\r?\n)"),
    "punctuation": re.compile(r"((?<=[.!?])\s+|\r?\n)"),
}


class TokenColumns(NamedTuple):
    """The tokens of documents in a row, in the order of the text.

    start, end  of a token's first fragment, in characters of its document's text
    several     {token: its fragments} of the discontinuous ones
    root        booleans: whether it is a root token
    sentence    of each token, from 0
    position    in its sentence, from 1; 0 for the root
    type        tokens x annotators: number of the span type in types, -1 if the annotator lacks it
    types       names
    """

    start: numpy.ndarray
    end: numpy.ndarray
    several: dict
    root: numpy.ndarray
    sentence: numpy.ndarray
    position: numpy.ndarray
    type: numpy.ndarray
    types: tuple

    @property
    def present(self):
        """Whether an annotator has a token: booleans, tokens x annotators."""
        return self.type >= 0

    def fragments(self, numbers) -> list:
        """The fragments of some tokens."""
        bounds = zip(self.start[numbers].tolist(), self.end[numbers].tolist())
        fragments = [(both,) for both in bounds]
        if self.several:
            fragments = [
                self.several.get(number, of_token)
                for number, of_token in zip(numbers.tolist(), fragments)
            ]
        return fragments

    def taken(self, numbers, columns, sentence) -> "TokenColumns":
        """Some of the tokens, of some annotators; sentence: of each, numbered anew."""
        several = {}
        if self.several:
            several = {n: self.several[at] for n, at in enumerate(numbers.tolist())
                       if at in self.several}  # fmt: skip
        return TokenColumns(
            self.start[numbers], self.end[numbers], several, self.root[numbers], sentence,
            self.position[numbers], self.type[numbers][:, columns], self.types,
        )  # fmt: skip


def shared_tokens(files, texts, sentences, annotators, root, types) -> tuple:
    """(TokenColumns of documents, for all annotators; of each span of the files in a row the token,
    -1 if none is there; where the spans of each file begin, and where those of the last one end).

    files       [(number of the document, number of the annotator, Annotations)], by document, then
                by annotator
    texts       of the documents
    sentences   of each document the [(start, end), ...] of its sentences
    annotators  their number
    root        span type of the root token
    types       span types that are tokens (None: all)

    Spans of one annotator with the same offsets (such as two part-of-speech layers) are one token,
    with their types joined by "+".
    """
    spans, begin = span_rows(files)
    wanted = [types is None or name in types or name == root for name in spans.types]
    chosen = numpy.flatnonzero(numpy.array([*wanted, False], dtype=bool)[spans.type])
    length, fragments = numpy.array([*map(len, texts)], dtype=numpy.int64), spans.several
    numpy.maximum.at(length, spans.document, spans.end)
    before = (numpy.cumsum(length + 1) - length - 1)[spans.document]
    offsets = offset_keys(before + spans.start, before + spans.end, fragments)
    distinct, offsets = numpy.unique(offsets, return_inverse=True)
    token_at = numpy.full(len(distinct), -1, dtype=numpy.int32)
    token_at[offsets[chosen]] = 0
    size = numpy.count_nonzero(token_at == 0)
    token_at[token_at == 0] = numpy.arange(size)
    # A span of another type is the token that is there, if there is one.
    of_span = token_at[offsets.reshape(-1)]
    token = of_span[chosen]
    first = numpy.empty(size, dtype=numpy.int64)
    first[token] = chosen
    roots = numpy.zeros(size, dtype=bool)
    if root in spans.types:
        roots[token[spans.type[chosen] == spans.types.index(root)]] = True
    cell = token * annotators + spans.annotator[chosen]
    type = numpy.full(size * annotators, -1, dtype=numpy.int32)
    # From last to first: of several spans in a cell the first stays.
    type[cell[::-1]] = spans.type[chosen][::-1]
    names = join_types(type, cell, spans.type[chosen], spans.types)
    type, names = names_in_order(type.reshape(size, annotators), names)
    start = spans.start[first]
    sentence = _sentence_of(start, spans.document[first], sentences)
    count = numpy.cumsum(~roots)
    begins = numpy.searchsorted(sentence, sentence)
    position = numpy.where(roots, 0, count - count[begins] + ~roots[begins]).astype(numpy.int32)
    several = {
        index: fragments[row] for index, row in enumerate(first.tolist()) if row in fragments
    } if fragments else {}  # fmt: skip
    tokens = TokenColumns(start, spans.end[first], several, roots, sentence, position, type, names)
    return tokens, of_span, begin


def sentence_bounds(text: str, splitter: str) -> list:
    """[(start, end), ...] of the sentences of a document, at least one."""
    # A text of nothing but white space is one sentence.
    return split_sentences(text, splitter) or [(0, len(text))]


def document_of(sentences) -> numpy.ndarray:
    """Number of each sentence's document; sentences: of each document"""
    return numpy.repeat(numpy.arange(len(sentences), dtype=numpy.int32), [*map(len, sentences)])


def _sentence_of(start, of_token, sentences):
    """The sentence of each token; what stands before the first of its document belongs to it.

    start, of_token  of each token: first character, number of its document
    """
    document = document_of(sentences)
    begin = numpy.array([begin for bounds in sentences for begin, _ in bounds], dtype=numpy.int64)
    width = max(int(begin.max(initial=0)), int(start.max(initial=0))) + 1
    key = packed(of_token, width, start)
    sentence = numpy.searchsorted(packed(document, width, begin), key, "right") - 1
    first = numpy.searchsorted(document, numpy.arange(len(sentences)))
    return numpy.maximum(sentence, first[of_token]).astype(numpy.int32)


def join_types(type, cell, types, names):
    """Write the joined types of cells with several spans; return the names with those added.

    type   of each cell: number of the type of its first span; written
    cell   of each span: its number
    types  of each span: number of its type
    names  of the types
    """
    names = {name: number for number, name in enumerate(names)}
    several = numpy.bincount(cell, minlength=1) > 1
    if several.any():
        joined, inside, listed = {}, several[cell], list(names)
        for in_cell, number in zip(cell[inside].tolist(), types[inside].tolist()):
            joined.setdefault(in_cell, {})[listed[number]] = None
        for in_cell, parts in joined.items():
            type[in_cell] = names.setdefault("+".join(parts), len(names))
    return list(names)


def words_in(text: str):
    """Yield a match for each word and each other sign of a text, with the accents and vowel signs
    that stand on it.
    """
    marks = "".join(sign for sign in {*text} if unicodedata.category(sign)[0] == "M")
    return re.finditer(rf"\w[\w{_JOINERS}{marks}]*|[^\w\s][{_JOINERS}{marks}]*", text)


# They join letters or signs without a blank: zero width non-joiner, zero width joiner.
_JOINERS = "\u200c\u200d"


def is_punctuation(text: str) -> bool:
    """Whether a text consists of Unicode punctuation only (categories P*)."""
    return bool(text) and all(unicodedata.category(character)[0] == "P" for character in text)
