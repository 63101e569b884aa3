"""Annotators and references on the same tokens: what each pair has in common."""

from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy

from brat_iaa.layers.arcs import ArcTable
from brat_iaa.layers.compared_document import arcs_in
from brat_iaa.scores.data import ComparedData
from brat_iaa.scores.dependencies import arc_view
from brat_iaa.values.view import View

METRICS = ("POS", "UAS", "LA", "LAS")


class CommonTokens(NamedTuple):
    """The tokens that two annotators or references both have, one entry for each.

    item, sentence  numbers of the token and its sentence
    word            booleans: it is no punctuation
    right           booleans, tokens x METRICS: same span type; same heads; same labels; same heads
                    and labels
    a, b, k         number of arcs of the first, of the second, of both
    missing         numbers of the tokens that only one of the two has
    """

    item: numpy.ndarray
    sentence: numpy.ndarray
    word: numpy.ndarray
    right: numpy.ndarray
    a: numpy.ndarray
    b: numpy.ndarray
    k: numpy.ndarray
    missing: numpy.ndarray

    def words(self) -> "CommonTokens":
        """The same without punctuation."""
        return CommonTokens._make((*(column[self.word] for column in self[:-1]), self.missing))


_NO_TOKENS = CommonTokens._make(
    numpy.zeros((0, len(METRICS)) if name == "right" else 0, bool if name == "word" else int)
    for name in CommonTokens._fields
)


class PooledReferences:
    """Annotators and references in the documents of a project: tokens and sentences are numbered
    across them.

    tables  {document: ComparedDocument of annotators and references}
    data    ComparedData
    common  function of the names of two that returns their CommonTokens
    """

    def __init__(self, tables, data):
        self.tables, self.data = tables, data
        self.common = lru_cache(None)(self._compared)

    @cached_property
    def table(self) -> ArcTable:
        """The dependencies of all documents, punctuation included."""
        names = dict.fromkeys(name for table in self.tables.values() for name in table.annotators)
        return arcs_in([*self.tables.values()], tuple(names), counted=False)

    @cached_property
    def view(self) -> View:
        """The same as it is measured."""
        return arc_view(self.table)

    @cached_property
    def document(self):
        """Number of each sentence's document."""
        return self.table.document

    def present(self, names) -> tuple:
        """Those of some names that annotated anything."""
        there = self.table.annotators if self.tables else ()
        return tuple(name for name in names if name in there)

    def both(self, pair) -> bool:
        """Whether two annotated anything."""
        return len(self.present(pair)) == 2

    def first_token(self, document) -> int:
        """Number of a document's first token."""
        number = list(self.tables).index(document)
        return int(numpy.searchsorted(self.table.item_document, number))

    def _compared(self, first, second):
        """CommonTokens of two in all documents; a and b are in the order asked for."""
        pair = first, second
        if not self.both(pair):
            return _NO_TOKENS
        table = self.table
        arcs, sides = self.view.compare(pair), table.columns(pair)
        item, a, b = arcs.item, arcs.a[arcs.both], arcs.b[arcs.both]
        k = {measure: linked[arcs.both] for measure, linked in arcs.k.items()}
        type = table.tokens.type[item][:, sides]
        alike = ((linked == a) & (linked == b) for linked in (k["UAA"], k["LOA"], k["LAA"]))
        right = numpy.stack([type[:, 0] == type[:, 1], *alike], axis=1)
        right[(type < 0).any(axis=1)] = False
        words = numpy.concatenate([of_document.is_word for of_document in self.tables.values()])
        both = table.begun[:, sides].all(axis=1)[table.item_document]
        return CommonTokens(
            item, table.sentence[item], words[item], right, a, b, k["LAA"],
            arcs.alone[both[arcs.alone]],
        )  # fmt: skip

    def words(self, first, second) -> CommonTokens:
        """CommonTokens of two in all documents, without punctuation."""
        return self.common(first, second).words()


NOTHING_POOLED = PooledReferences({}, ComparedData({}))


def with_punctuation(config, punctuation):
    """The Config with another setting of punctuation, for the signature of a figure."""
    return config._replace(dependencies=config.dependencies._replace(punctuation=punctuation))
