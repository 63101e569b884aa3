"""Sentences and tokens that the annotators of a document share, by character offsets."""

import bisect
import re
import unicodedata
from typing import NamedTuple


class Token(NamedTuple):
    """A span of text that at least one annotator marked.

    index      in the document's tokens, root tokens included, from 0
    fragments  ((start, end), ...) in characters of the text, end exclusive;
               more than one when the span is discontinuous
    text       the words, fragments joined by a blank
    sentence   number of the sentence in the document, from 1
    position   in the sentence, from 1; 0 for the root token
    is_root    whether it is a root token: it can be a head but is no item
    types      {annotator: span type}, for the annotators that have the token
    ids        {annotator: brat id}, likewise
    """

    index: int  # type: ignore[assignment]  # a field, not tuple.index
    fragments: tuple
    text: str
    sentence: int
    position: int
    is_root: bool
    types: dict
    ids: dict

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
    tokens: tuple


def split_sentences(text: str, splitter: str) -> list:
    """[(start, end), ...] of the sentences of a text, except blank ones.

    splitter  "newline": one sentence a line; "punctuation": also after . ! ? and white space, as
              brat's default splitter
    """
    boundary = _SPLITTERS[splitter]
    spans, start = [], 0
    for match in boundary.finditer(text):
        spans.append((start, match.start()))
        start = match.end()
    spans.append((start, len(text)))
    return [(start, end) for start, end in spans if text[start:end].strip()]


_SPLITTERS = {
    "newline": re.compile(r"\r?\n"),
    "punctuation": re.compile(r"(?<=[.!?])\s+|\r?\n"),
}


def shared_tokens(document, annotators, root, types, splitter):
    """The tokens and sentences of a document, for all its annotators.

    document    ParallelDocument
    annotators  whose spans are tokens
    root        span type of the root token
    types       span types that are tokens (None: all)
    splitter    see split_sentences
    returns     (tuple of Token, tuple of Sentence)

    Spans of one annotator with the same offsets (such as two part-of-speech layers) are one token,
    with their types joined by "+" and the first id.
    """
    spans, roots = {}, set()
    for annotator in annotators:
        for span in document.annotations[annotator].spans.values():
            if types is None or span.type in types or span.type == root:
                by_annotator = spans.setdefault(span.offsets, {})
                by_annotator.setdefault(annotator, []).append(span)
                if span.type == root:
                    roots.add(span.offsets)
    # A text of nothing but white space is one sentence.
    bounds = split_sentences(document.text, splitter) or [(0, len(document.text))]
    starts = [start for start, _ in bounds]
    tokens, members = [], [[] for _ in bounds]
    positions = [0] * len(bounds)
    for index, fragments in enumerate(sorted(spans)):
        by_annotator = spans[fragments]
        sentence = max(bisect.bisect_right(starts, fragments[0][0]) - 1, 0)
        types_of = {annotator: _types(spans_of) for annotator, spans_of in by_annotator.items()}
        is_root = fragments in roots
        if not is_root:
            positions[sentence] += 1
        members[sentence].append(index)
        tokens.append(
            Token(
                index=index,
                fragments=fragments,
                text=" ".join(document.text[start:end] for start, end in fragments),
                sentence=sentence + 1,
                position=0 if is_root else positions[sentence],
                is_root=is_root,
                types=types_of,
                ids={annotator: spans_of[0].id for annotator, spans_of in by_annotator.items()},
            )
        )
    sentences = tuple(
        Sentence(number, start, end, tuple(indexes))
        for number, ((start, end), indexes) in enumerate(zip(bounds, members), 1)
    )
    return tuple(tokens), sentences


def _types(spans):
    """The joined types of spans with the same offsets."""
    return (
        spans[0].type if len(spans) == 1 else "+".join(dict.fromkeys(span.type for span in spans))
    )


def is_punctuation(text: str) -> bool:
    """Whether a text consists of Unicode punctuation only (categories P*)."""
    return bool(text) and all(unicodedata.category(character)[0] == "P" for character in text)
