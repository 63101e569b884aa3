"""In what two annotators differ: the item, both labels and the kind of difference."""

from functools import lru_cache
from typing import Any, NamedTuple, Optional

from brat_iaa.kinds import DIFFERENCES

# Names of the kinds of difference, in the order in which they are shown.
DIFFERENCE_NAMES = tuple(DIFFERENCES)
EVENTS = "events"


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


class PlaceItem(NamedTuple):
    """What annotators of a document can differ on: all that a layer has at one span.

    fragments  ((start, end), ...) in characters of the text
    sentence   number in the document, from 1
    which      of several things at one span to which others refer, as events on one trigger are,
               from 1; 0 where there are not several
    name       what tells it apart from these, which others that are drawn there do not change
    """

    layer: str
    document: str
    fragments: tuple
    sentence: int
    which: int = 0
    name: str = ""

    @property
    def span(self) -> tuple:
        """(layer, document, fragments)"""
        return self[:3]

    @property
    def key(self) -> tuple:
        """What the item is in each state of the files: also its name, if it is one of several."""
        return (*self.span, self.name) if self.which else self.span


class PairDifference(NamedTuple):
    """One link of the matcher that is not exact: in what two annotators differ on an item.

    annotators     the two
    kind           one of DIFFERENCE_NAMES, seen from these in their order
    labels         of both; "" for nothing
    first, second  number among the drawn of what each drew; -1 for nothing
    drawn          DrawnItems of the layer
    follows        PlaceItem on which they differ so that this follows; None if from none
    """

    item: PlaceItem
    annotators: tuple
    kind: str
    labels: tuple
    first: int
    second: int
    drawn: Any
    follows: Optional[PlaceItem] = None

    @property
    def layer(self) -> str:
        return self.item.layer

    @property
    def document(self) -> str:
        return self.item.document

    @property
    def fragments(self) -> tuple:
        return self.item.fragments

    @property
    def sentence(self) -> int:
        return self.item.sentence

    @property
    def sides(self) -> tuple:
        """((what the first drew, annotator), (what the second drew, annotator)), -1 for nothing."""
        return tuple(zip((self.first, self.second), self.annotators))

    @property
    def marks(self) -> tuple:
        """The Marks of both; None of who drew nothing."""
        return self.drawn.marks(self)

    @property
    def token(self):
        """Token of the item; one is made for a span that is no token."""
        return self.drawn.tables[self.document].token(self.fragments)

    def id_of(self, annotator):
        """brat's id of the annotator's token or span at the item; None without one."""
        return self.drawn.tables[self.document].id_at(annotator, self.fragments)

    @property
    def files(self) -> tuple:
        """Paths of both .ann below the project."""
        files = self.drawn.tables[self.document].files
        return tuple(files[name] for name in self.annotators)

    @property
    def differing(self) -> frozenset:
        """The labels in which they differ: of a set those in it; on one span, without those that
        both gave; of an argument its role, and the type of the event; of chains none.
        """
        if not self.drawn.labelled:
            return frozenset()
        sets, type = self.drawn.sets, self.drawn.type_of(self)
        if sets.keys().isdisjoint(self.labels):
            return frozenset((*self.labels, type) if type else self.labels)
        first, second = (sets.get(label, frozenset([label])) for label in self.labels)
        return first ^ second if self.kind == "label" else first | second


def seen_kind(kind: str) -> str:
    """A kind of difference, seen from the pair in the other order."""
    missing, _, what = kind.partition("-")
    return {"missing": f"extra-{what}", "extra": f"missing-{what}"}.get(missing, kind)


def seen_from(annotator, differences, other=None) -> list:
    """Those of some differences that an annotator is in, with the other if there is one; the
    annotator becomes the first of each pair.
    """
    return [
        each
        if each.annotators[0] == annotator
        else each._replace(
            kind=seen_kind(each.kind), annotators=each.annotators[::-1], labels=each.labels[::-1],
            first=each.second, second=each.first,
        )
        for each in differences
        if annotator in each.annotators and other in (None, *each.annotators)
    ]  # fmt: skip


@lru_cache(None)
def unordered(kind: str) -> str:
    """A kind of difference without an order of annotators."""
    extra, _, what = kind.partition("extra-")
    return kind if extra or not what else f"missing-{what}"
