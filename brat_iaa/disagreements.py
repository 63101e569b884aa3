"""Every disagreement with its place, both values and its kind; grouping and filters."""

from typing import NamedTuple

KINDS = ("head", "label", "head+label", "missing-arc", "extra-arc", "reversed", "token")


class Disagreement(NamedTuple):
    """One link of the matcher on which a pair of annotators differs.

    annotators, arcs, heads and files are pairs, first and second annotator;
    an arc is None where that annotator drew none.
    """

    layer: str
    document: str
    sentence: int
    token: tuple
    annotators: tuple
    kind: str
    arcs: tuple
    heads: tuple
    files: tuple

    @property
    def labels(self):
        """The two labels; "" where there is no arc."""
        return tuple(arc.label if arc else "" for arc in self.arcs)

    @property
    def distances(self):
        """Head position minus token position in the document's tokens; None without arc or from the root."""
        return tuple(
            None if head is None or head.is_root else head.index - self.token.index
            for head in self.heads
        )
