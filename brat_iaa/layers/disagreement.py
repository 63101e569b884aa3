"""One disagreement of a pair: its item, both values and its kind; patterns and filters."""

from typing import NamedTuple, Optional, Union

from brat_iaa.kinds import DIFFERENCES

# Names of the kinds of disagreement, in the order in which they are shown.
DIFFERENCE_NAMES = tuple(DIFFERENCES)
# Whether coarse labels take a disagreement away.
FINE, COARSE = "fine", "coarse"
# Who differs at a place: annotators from each other, or all of them from the gold alone.
ANNOTATORS, GOLD = "annotators", "gold"


class End(NamedTuple):
    """One end of a relation: its words and ((start, end), ...) in the document's text."""

    text: str
    fragments: tuple


class Mark(NamedTuple):
    """One thing that an annotator drew at an item.

    label     as shown
    id, line  in the .ann
    ends      of a relation its start and target; of an argument, or an event with all its
              arguments, the trigger and the arguments; of a span with other offsets the span
              itself; else (). A tuple of Ends
    head      Token of an arc's head; None in layers without arcs
    members   where all that a mention drawn here corefers with stands; () in other layers
    """

    label: str
    id: str
    line: Optional[int]
    ends: tuple = ()
    head: Optional[object] = None
    members: tuple = ()

    @property
    def drawn(self):
        """What is compared: equal for equal marks at the same item."""
        where = self.head.fragments if self.head else tuple(end.fragments for end in self.ends)
        return self.label, where


class Disagreement(NamedTuple):
    """One item, or link of the matcher, on which a pair of annotators differs.

    annotators, arcs and files are pairs (first, second annotator); arcs are Marks, None for an
    annotator who drew none. follows is the key of the Place of the disagreement from which this one
    follows, None if it follows from no other.
    """

    layer: str
    document: str
    token: tuple
    annotators: tuple
    kind: str
    arcs: tuple
    files: tuple
    follows: Optional[tuple] = None

    @classmethod
    def at(cls, token, table, layer, annotators, kind, marks) -> "Disagreement":
        """Of a pair in the document of a DependencyTable."""
        files = tuple(table.files[name] for name in annotators)
        return cls(layer, table.document, token, annotators, kind, tuple(marks), files)

    @property
    def key(self):
        """Of the item: (layer, document, ((start, end), ...))."""
        return self.layer, self.document, self.token.fragments

    @property
    def sentence(self):
        """Number in the document, from 1."""
        return self.token.sentence

    @property
    def labels(self):
        """The two labels; "" if there is no arc."""
        return tuple(arc.label if arc else "" for arc in self.arcs)


def seen_kind(kind: str) -> str:
    """A kind of disagreement, seen from the pair in the other order."""
    missing, _, what = kind.partition("-")
    return {"missing": f"extra-{what}", "extra": f"missing-{what}"}.get(missing, kind)


def seen_from(annotator, disagreements, other=None) -> list:
    """Those of some Disagreements that an annotator is in, with the other if there is one; the
    annotator becomes the first of each pair.
    """
    return [
        each
        if each.annotators[0] == annotator
        else each._replace(
            kind=seen_kind(each.kind), annotators=each.annotators[::-1], arcs=each.arcs[::-1],
            files=each.files[::-1],
        )
        for each in disagreements
        if annotator in each.annotators and other in (None, *each.annotators)
    ]  # fmt: skip


def unordered(kind: str) -> str:
    """A kind of disagreement without an order of annotators."""
    extra, _, what = kind.partition("extra-")
    return kind if extra or not what else f"missing-{what}"


class Filters(NamedTuple):
    """Conditions on disagreements, see Disagreements.select(); None: no condition.

    layer         name of a layer
    kind          one of DIFFERENCE_NAMES, seen from the pair; without a pair, from either annotator
    label         label of either annotator, or a tuple of labels; "": no arc
    labels        two labels, in the order of the pair; without a pair, in any order; one may be
                  None, for any
    annotator     one of the pair
    pair          both annotators, in any order
    between       of one or two sides: names of those of whom one is of the pair
    document      name, or a tuple of names
    sentence      number in the document
    sentences     {(document, number), ...}
    pos           span type of the token, by either annotator
    distance      (fewest, most) tokens between token and head, by either annotator; either bound
                  may be None
    distinction   FINE: labels alone differ, and coarse labels do not tell them apart; COARSE: all
                  others in layers with coarse labels
    coarse        ((layer, its setting coarse), ...) of these layers
    differ        (ANNOTATORS or GOLD, name of the gold)
    """

    layer: Optional[str] = None
    kind: Optional[str] = None
    label: Union[None, str, tuple] = None
    labels: Optional[tuple[str, str]] = None
    annotator: Optional[str] = None
    pair: Optional[tuple[str, str]] = None
    between: Optional[tuple] = None
    document: Union[None, str, tuple] = None
    sentence: Optional[int] = None
    sentences: Optional[frozenset] = None
    pos: Optional[str] = None
    distance: Optional[tuple[Optional[int], Optional[int]]] = None
    distinction: Optional[str] = None
    coarse: tuple[tuple[str, str], ...] = ()
    differ: Optional[tuple[str, Optional[str]]] = None
