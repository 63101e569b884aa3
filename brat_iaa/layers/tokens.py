"""Sentences and tokens that the annotators of a document share, by character offsets."""

from typing import NamedTuple


class Token(NamedTuple):
    """A span of text that at least one annotator marked.

    index      place in the document's tokens, root tokens included, from 0
    fragments  ((start, end), ...) in characters of the text, end exclusive;
               more than one when the span is discontinuous
    text       the words, fragments joined by a blank
    sentence   number of the sentence in the document, from 1
    position   place in the sentence, from 1; 0 for the root token
    is_root    a token that can be a head but is no item
    types      {annotator: span type}, for the annotators that have the token
    ids        {annotator: brat id}, likewise
    """

    index: int
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
