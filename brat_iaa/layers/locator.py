"""Where items that are no tokens stand: they are written as tokens, so that lists and links can
show them.
"""

import bisect

from brat_iaa.layers.tokens import Token


class Locator:
    """The sentences and tokens of one document, to look places up.

    table   DependencyTable
    """

    def __init__(self, table):
        self._text = table.text
        self._tokens = {token.fragments: token for token in table.tokens}
        self._starts = [sentence.start for sentence in table.sentences]

    def is_root(self, fragments):
        """Whether a root token stands there."""
        token = self._tokens.get(fragments)
        return token is not None and token.is_root

    def sentence(self, fragments):
        """Number of the sentence in which the first fragment begins, from 1."""
        return max(bisect.bisect_right(self._starts, fragments[0][0]), 1)

    def words(self, fragments):
        """The words that stand there."""
        return " ".join(self._text[start:end] for start, end in fragments)

    def token(self, fragments, spans):
        """The token on these offsets, or one made for the item; its index is -1 and its position 0.

        spans  {annotator: Span} of those who marked it
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
