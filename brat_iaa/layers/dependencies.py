"""Dependencies as items and values: the value of a token is the set of its (head, label) pairs.

Source of the definition: Ragheb & Dickinson 2013, section 4.1. Heads are tokens; tokens are
identified by document and character offsets, never by brat ids.
"""

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from brat_iaa.layers.columns import columns_of_table
from brat_iaa.layers.drawn_arcs import DrawnDocuments, is_punctuation_type
from brat_iaa.layers.tokens import is_punctuation


class Arc(NamedTuple):
    """One drawn arc: token indexes of dependent and head, label, brat id, line in the .ann."""

    dependent: int
    head: int
    label: str
    id: str
    line: int


@dataclass(frozen=True)
class DependencyTable:
    """One document: its items and their values by each annotator.

    items      indexes of the tokens that can have heads and count: no root tokens, and no
               punctuation if it is left out
    arcs       {annotator: {dependent index: (Arc, ...)}}
    drawn      whether annotators draw the tokens: then a token that they lack has an empty value
    blank      annotators whose items are all missing because they drew no arc
    excluded   annotators who have not begun the document: tuple of Excluded
    problems   what could not be used, and why
    files      {annotator: path of the .ann below the project}
    others     tuple of DependencyTable, one for each other text that annotators have of it
    """

    document: str
    text: str
    tokens: tuple
    sentences: tuple
    items: tuple
    annotators: tuple
    arcs: dict
    drawn: bool
    blank: frozenset
    excluded: tuple
    problems: tuple
    files: dict
    others: tuple = ()

    @cached_property
    def columns(self):
        """ArcColumns, computed on first use."""
        return columns_of_table(self)

    @property
    def in_columns(self):
        """The ArcColumns; LazyTable gives its place in those of several documents."""
        return self.columns

    @property
    def sentence_starts(self) -> list:
        """In characters."""
        return [sentence.start for sentence in self.sentences]

    @property
    def sizes(self) -> tuple:
        """(number of items, {annotator: how many of them the annotator has})"""
        return len(self.items), dict(
            zip(self.annotators, self.columns.present.sum(axis=0).tolist())
        )

    def whole(self):
        """The table itself; LazyTable builds it when it is needed."""
        return self

    def value(self, annotator, item):
        """An annotator's value of a token: frozenset of (head index, label); None if missing."""
        if annotator in self.blank or not (self.drawn or self.has(annotator, item)):
            return None
        return frozenset((arc.head, arc.label) for arc in self.arcs[annotator].get(item, ()))

    def has(self, annotator: str, index: int) -> bool:
        """Whether the annotator has the token."""
        return annotator in self.tokens[index].types


def dependency_table(document, settings) -> DependencyTable:
    """The table of one ParallelDocument. settings: DependencySettings"""
    drawn = DrawnDocuments([document], settings, tuple(document.annotations))
    return DependencyTable(
        document=document.name,
        text=document.text,
        tokens=drawn.tokens.tokens(document, drawn.annotators),
        sentences=drawn.tokens.sentences(),
        items=tuple(drawn.items.tolist()),
        annotators=drawn.annotators,
        arcs=_arcs(document, drawn),
        drawn=drawn.drawn,
        blank=frozenset(
            name for name, blank in zip(drawn.annotators, drawn.blank[0].tolist()) if blank
        ),
        excluded=drawn.excluded[0],
        problems=drawn.problems[0],
        files=dict(document.files),
        others=tuple(dependency_table(other, settings) for other in document.others),
    )


def _arcs(document, drawn):
    """{annotator: {dependent: (Arc, ...)}} of DrawnDocuments of one document."""
    records = [document.annotations[name].relations for name in drawn.annotators]
    arcs = {name: defaultdict(tuple) for name in drawn.annotators}
    *of_arcs, labels = drawn.arcs
    for column, dependent, head, label, row in zip(*(own.tolist() for own in of_arcs)):
        record = records[column][row]
        arc = Arc(dependent, head, labels[label], record.id, record.line)
        arcs[drawn.annotators[column]][dependent] += (arc,)
    return {name: dict(own) for name, own in arcs.items()}


def is_item(token, settings) -> bool:
    """Whether a Token can have heads and counts, by DependencySettings."""
    if token.is_root:
        return False
    if settings.punctuation == "in":
        return True
    if settings.punctuation_types is None:
        return not is_punctuation(token.text)
    return not any(is_punctuation_type(type, settings) for type in token.types.values())
