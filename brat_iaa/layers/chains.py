"""Coreference chains: mentions, and the class of mentions that each annotator puts them in.

Source of the definition: Passonneau 2004, section 3. The value of a mention is the set of mentions
it corefers with. A mention that corefers with nothing is a class of its own. A span that only one
annotator marked is missing for the other, but remains a member of the first one's classes.
"""

from collections import defaultdict
from functools import cached_property

import numpy

from brat_iaa.corpus.problem import Problem
from brat_iaa.layers.chain_columns import ChainItems
from brat_iaa.layers.layer_document import DocumentItems
from brat_iaa.layers.tokens import Locator
from brat_iaa.measures.chains import joined_items

ALONE = "alone"
# Number of other mentions that represent a mention's chain in a list.
_SHOWN = 3


class ChainTable(DocumentItems):
    """The mentions of one document."""

    @staticmethod
    def rows_of(layer):
        """See DocumentItems."""
        return ("equivs",) if layer.settings.relations is None else ("equivs", "relations")

    @staticmethod
    def columns_of_batch(batch, layer):
        """The ChainItems of a Batch."""
        return ChainItems(batch, layer.settings)

    @cached_property
    def tokens(self):
        """Tuple of each mention as a Token, in text order."""
        locator, columns = Locator(self.table), self.columns
        fragments = map(columns.batch.fragments, columns.place.tolist())
        return tuple(
            locator.token(own, spans_of(columns, self.table, item))
            for item, own in enumerate(fragments)
        )

    @cached_property
    def classes(self):
        """{annotator: {index of the mention in tokens: frozenset of such indexes, including its
        own}}; equal classes are the same object.
        """
        columns, classes, chains = self.columns, {}, {}
        for name in self.table.annotators:
            column = columns.annotators.index(name)
            own = {
                chain: frozenset(columns.mentions_of(chain).tolist())
                for chain in set(columns.chains[:, column].tolist()) - {-1}
            }
            classes[name] = {
                mention: chains.setdefault(own[chain], own[chain])
                for mention, chain in enumerate(columns.chains[:, column].tolist())
                if chain in own
            }
        return classes


def layer_documents(read, layer) -> list:
    """List of LayerDocument, one for each document of a BatchReader; items: ChainTables."""
    if layer.settings.relations is not None:
        read.relations()
    return ChainTable.of_documents(read.equivs(), layer)


def spans_of(columns, table, item) -> dict:
    """{annotator: Span} of those who drew a mention of ChainItems; table: of its document."""
    rows = zip(columns.annotators, columns.rows[item].tolist())
    return {name: table.span(name, row) for name, row in rows if row >= 0}


def united(mentions, groups) -> dict:
    """{mention: frozenset of its class}, of mentions that stand together in lists."""
    number = {mention: index for index, mention in enumerate(mentions)}
    joins = [(number[a], number[b]) for group in groups for a, b in zip(group, group[1:])]
    first, second = numpy.array(joins, dtype=numpy.int64).reshape(-1, 2).T
    root = joined_items(first, second, len(number))
    members = defaultdict(list)
    for mention, own in zip(number, root.tolist()):
        members[own].append(mention)
    return {mention: own for own in map(frozenset, members.values()) for mention in own}


def problems(columns, items) -> tuple:
    """(list of Problem, list of Excluded) of ChainItems; items: ChainTables, in order."""
    found, types = [], items[0].layer.settings.relations
    for (document, column), outside in columns.lines.items():
        if outside:
            table, name = items[document].table, columns.annotators[column]
            of_relations, row = outside[0]
            annotations = table.annotations[name]
            line = (annotations.relations if of_relations else annotations.equivs)[row]
            problem = _outside(table.files[name], len(outside), line)
            found.append((document, 0, column, problem))
    drawn = columns.in_documents(columns.rows >= 0)
    without = drawn > 0
    for file in columns.lines:
        without[file] = False
    some = (columns.begun & ~without).any(axis=1)
    for document, column in numpy.argwhere(without & some[:, None]).tolist():
        file = items[document].table.files[columns.annotators[column]]
        problem = _no_chains(file, drawn[document, column], types)
        found.append((document, 1, column, problem))
    return [problem for *_, problem in sorted(found, key=lambda row: row[:3])], []


def _no_chains(file, mentions, types):
    named = "No * line" if types is None else f"No line of the type {' or '.join(types)}"
    return Problem(
        file,
        None,
        "no-chains",
        f"{named} says that two mentions corefer, and others drew some. All {mentions} mentions "
        "count as alone. Perhaps the document is not done.",
    )


def _outside(file, lines, first):
    return Problem(
        file,
        first.line,
        "chain-outside-mentions",
        f"{lines} lines about coreference name a span that is no mention by the setting "
        f"types, the first a {first.type} in line {first.line}. That span is excluded from "
        "the chain.",
    )


def others_in_chain(words, members, mention) -> str:
    """The first other mentions of a mention's chain, as text.

    words    function of a mention that returns its words
    members  mentions of the chain, in text order: integers
    """
    others = [other for other in members[: _SHOWN + 1] if other != mention][:_SHOWN]
    return in_words([*map(words, others)], len(members) - 1)


def in_words(first: list, number: int) -> str:
    """A chain by the words of its first other mentions, at most three; number: of all others."""
    shown = ", ".join(first[:_SHOWN])
    return (shown + (f" … ({number})" if number > _SHOWN else "")) or ALONE
