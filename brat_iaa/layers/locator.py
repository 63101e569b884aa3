"""Looks up sentences and tokens of one document by character offsets."""

import bisect

from brat_iaa.layers.disagreement import End
from brat_iaa.layers.tokens import Token


class Locator:
    """The sentences and tokens of a DependencyTable, by character offsets."""

    def __init__(self, table):
        self._text = table.text
        self._tokens = {token.fragments: token for token in table.tokens}
        self._starts = [sentence.start for sentence in table.sentences]

    def is_root(self, fragments: tuple) -> bool:
        """Whether a root token has these offsets."""
        token = self._tokens.get(fragments)
        return token is not None and token.is_root

    def sentence(self, fragments: tuple) -> int:
        """Number of the sentence, from 1, in which the first fragment begins."""
        return max(bisect.bisect_right(self._starts, fragments[0][0]), 1)

    def words(self, fragments: tuple) -> str:
        """The text at these offsets, fragments joined by a blank."""
        return " ".join(self._text[start:end] for start, end in fragments)

    def ends(self, *spans: tuple) -> tuple:
        """An End for each span, given as fragments."""
        return tuple(End(self.words(fragments), fragments) for fragments in spans)

    def token(self, fragments: tuple, spans: dict) -> Token:
        """The token with these offsets; else one made for the item, with index -1 and position 0.

        spans  {annotator: Span} of the annotators who marked it
        """
        if fragments in self._tokens:
            return self._tokens[fragments]
        return Token(
            index=-1,
            fragments=fragments,
            text=self.words(fragments),
            sentence=self.sentence(fragments),
            position=0,
            is_root=False,
            types={annotator: span.type for annotator, span in spans.items()},
            ids={annotator: span.id for annotator, span in spans.items()},
        )
