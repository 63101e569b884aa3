"""Dependencies as items and values: a token's value is the set of its (head, label) pairs.

Source of the definition: Ragheb & Dickinson 2013, section 3.
"""

from dataclasses import dataclass
from typing import NamedTuple


class Arc(NamedTuple):
    """One arc as drawn: token indexes of dependent and head, label, brat id, line in the .ann."""

    dependent: int
    head: int
    label: str
    id: str
    line: int


@dataclass(frozen=True)
class DependencyTable:
    """One document: its items, and what each annotator gave them.

    items      indexes of the tokens that can have heads (root tokens cannot)
    values     {annotator: one entry for each item: frozenset of (head index,
               label), empty if the annotator drew no arc, None if missing}
    arcs       {annotator: {dependent index: (Arc, ...)}}
    problems   what could not be used, and why
    files      {annotator: path of the .ann below the project}
    """

    document: str
    text: str
    tokens: tuple
    sentences: tuple
    items: tuple
    annotators: tuple
    values: dict
    arcs: dict
    problems: tuple
    files: dict
