"""Coreference chains: mentions, and the class of mentions that each annotator puts them in.

Source of the definition: Passonneau 2004, section 3. The value of a mention is the set of mentions
it corefers with. A mention that corefers with nothing is a class of its own. A span that only one
annotator marked is missing for the other, but remains a member of the first one's classes.

An annotator may draw two mentions on one extent, in different chains, such as “they” of two people.
The metrics of resolvers take the first in the file, as the CoNLL scorer does. Elsewhere such an
extent is compared by itself, by all of its chains, and is in nobody's chains.
"""

from collections import defaultdict
from functools import cached_property

import numpy

from brat_iaa.corpus.problem import Problem
from brat_iaa.layers.difference import Mark
from brat_iaa.layers.drawn_items import DifferenceRows, DrawnItems
from brat_iaa.measures.coreference import NO_CLASS, TwoAnnotators, joined_items
from brat_iaa.measures.distinct import distinct, packed

ALONE = "alone"
# Number of other mentions that represent a mention's chain in a list.
_SHOWN = 3


class ChainItems(DrawnItems):
    """The mentions of a Batch; items are places, in text order.

    rows    mentions x annotators: row of the first such span in the annotator's SpanColumns, or -1
    chains  mentions x annotators: number of the annotator's chain, NO_CLASS if it is no mention;
            chains of different annotators, and documents, have different numbers, also where
            they are equal; those of one annotator are in the order of their first mentions
    sizes   number of mentions of each chain
    twice   {(mention, annotator): [frozenset of the other mentions of each chain, ...]} of those in
            several chains
    lines   {(document, annotator): [record of a line with an end that is no mention]} of the files
            with lines about coreference
    """

    labelled = False

    def __init__(self, batch, layer):
        self.layer, settings = layer, layer.settings
        spans, types = batch.spans, settings.types
        wanted = [types is None or name in types for name in spans.types]
        # Of several things on one extent each is a mention, and not the trigger of several events.
        chosen = numpy.array([*wanted, False], dtype=bool)[spans.type] & (spans.identity >= 0)
        if types is None:
            roots = numpy.array([*(name == batch.tables[0].root for name in spans.types), False])
            # Nothing at the offsets of a root token is a mention.
            chosen &= ~numpy.isin(batch.place, batch.place[roots[spans.type]])
        places = distinct(batch.target[chosen])
        size, annotators = len(places), len(batch.annotators)
        of_place = numpy.full(len(batch.places.start), -1, dtype=numpy.int64)
        of_place[places] = numpy.arange(size)
        # A cell is a mention of an annotator: one annotator's behind the other's.
        mention = numpy.where(spans.identity < 0, -1, of_place[batch.target])
        cell = numpy.where(mention < 0, -1, packed(spans.annotator, size, mention))
        rows = numpy.full(size * annotators + 1, -1, dtype=numpy.int64)
        rows[cell[chosen][::-1]] = spans.row[chosen][::-1]
        cell[rows[cell] < 0] = -1
        joins, self.lines = _lines(batch, settings.relations, cell)
        marked = numpy.flatnonzero(rows >= 0)
        # Of each span the first of its chain; of cells without one a number of their own.
        root = joined_items(*joins, len(cell))
        linked = numpy.unique(joins)
        of_cell = len(cell) + numpy.arange(len(rows))
        of_cell[cell[linked[::-1]]] = root[linked[::-1]]
        _, first, chain = numpy.unique(of_cell[marked], return_index=True, return_inverse=True)
        chain = numpy.argsort(numpy.argsort(first))[chain.reshape(-1)]
        self.twice = _in_two_chains(cell[linked], root[linked], size)
        chains = numpy.full(len(rows), NO_CLASS, dtype=numpy.int64)
        chains[marked] = chain
        self.chains, rows = (cells[:-1].reshape(annotators, size).T for cells in (chains, rows))
        self.sizes = numpy.bincount(chain, minlength=1)
        self._members = (marked % max(size, 1))[numpy.argsort(chain, kind="stable")]
        self._start = numpy.append(0, numpy.cumsum(self.sizes))
        self._pairs: dict = {}
        super().__init__(batch, rows, places, numpy.zeros(size, dtype=numpy.int64), [""])

    @cached_property
    def told_apart(self):
        """Of each mention whether somebody has it in several chains: booleans."""
        return numpy.isin(numpy.arange(len(self.rows)), [mention for mention, _ in self.twice])

    @cached_property
    def classes(self) -> tuple:
        """(chains, sizes) without the mentions that somebody has in several chains."""
        if not self.twice:
            return self.chains, self.sizes
        chains = numpy.where(self.told_apart[:, None], NO_CLASS, self.chains)
        return chains, numpy.bincount(chains[chains != NO_CLASS], minlength=len(self.sizes))

    @cached_property
    def equal(self):
        """The same as chains, with one number for equal chains, whoever's they are."""
        chains, sizes = self.classes
        numbers_equal = chains.copy()
        for column in range(1, numbers_equal.shape[1]):
            for earlier in range(column):
                both = numpy.flatnonzero((chains[:, [column, earlier]] != NO_CLASS).all(axis=1))
                first_chain, other = chains[both, column], chains[both, earlier]
                key = first_chain * len(sizes) + other
                _, first, index, number = numpy.unique(key, True, True, True)
                same = (sizes[first_chain[first]] == number) & (sizes[other[first]] == number)
                rows = both[same[index.reshape(-1)]]
                numbers_equal[rows, column] = numpy.minimum(
                    numbers_equal[rows, column], numbers_equal[rows, earlier]
                )
        numbers: dict = {}
        for mention in numpy.flatnonzero(self.told_apart).tolist():
            for column in numpy.flatnonzero(self.rows[mention] >= 0).tolist():
                value = mention, frozenset(map(self._compared, self._chains_of(mention, column)))
                number = len(sizes) + numbers.setdefault(value, len(numbers))
                numbers_equal[mention, column] = number
        return numbers_equal

    def _compared(self, others):
        return frozenset(other for other in others if not self.told_apart[other])

    def _chains_of(self, mention, column) -> list:
        """Of each chain of an annotator's mention the other mentions."""
        if (mention, column) in self.twice:
            return self.twice[mention, column]
        return [frozenset(self.mentions_of(self.chains[mention, column]).tolist()) - {mention}]

    def mentions_of(self, chain):
        """The mentions of a chain, in text order."""
        return self._members[self._start[chain] : self._start[chain + 1]]

    @cached_property
    def words(self) -> list:
        """The words of each mention."""
        fragments, tables = (
            map(self.batch.fragments.__getitem__, self.place.tolist()),
            self.batch.tables,
        )
        return [
            " ".join([tables[document].text[start:end] for start, end in pieces])
            for document, pieces in zip(self.item_document.tolist(), fragments)
        ]

    def others(self, item, column) -> str:
        """The first other mentions of the chain of an annotator's mention, as text."""
        if (item, column) in self.twice:
            return " and ".join(self._in_words(sorted(of)) for of in self.twice[item, column])
        members = self.mentions_of(self.chains[item, column])
        return self._in_words([other for other in members.tolist() if other != item])

    def _in_words(self, others):
        return in_words([self.words[other] for other in others[:_SHOWN]], len(others))

    def of_pair(self, first, second) -> TwoAnnotators:
        """What two annotators (columns) have in the documents that both have begun."""
        if (first, second) not in self._pairs:
            both = self.compared(first, second)
            key, response = (
                numpy.where(both, self.chains[:, side], NO_CLASS) for side in (first, second)
            )
            self._pairs[first, second] = TwoAnnotators(key, response, self.item_document)
        return self._pairs[first, second]

    def about(self, difference):
        return [] if difference.kind == "chain" else [(difference.fragments, False)]

    def stands_on(self, difference):
        """See DrawnItems: mentions of one annotator, where chains differ in these alone."""
        if difference.kind != "chain":
            return super().stands_on(difference)
        sides = [self.annotators.index(name) for name in difference.annotators]
        chains = [self._chains_of(difference.first, side) for side in sides]
        everything = (frozenset().union(*of_side) for of_side in chains)
        of_one = frozenset.symmetric_difference(*everything)
        if any((self.rows[mention, sides] >= 0).all() for mention in of_one):
            return []
        if len({frozenset(chain - of_one for chain in of_side) for of_side in chains}) > 1:
            return []
        return [(self.fragments(mention), False) for mention in sorted(of_one)]

    def labels_of(self, found):
        """See DrawnItems; the others of a chain are the label of its mentions."""
        return [
            [self.others(item, side) if item >= 0 else "" for item in of_side.tolist()]
            for of_side, side in found.items
        ]

    def confusion(self):
        """Chains have no labels to confuse."""
        return {}

    def mark(self, item, column, table, kind="", other=None):
        """See DrawnItems; its label are the other mentions of its chain."""
        span = table.span(self.annotators[column], int(self.rows[item, column]))
        others = frozenset().union(*self._chains_of(item, column))
        members = tuple(map(self.fragments, sorted(others)))
        return Mark(self.others(item, column), span.id, span.line, members=members)

    def differences(self, first, second) -> DifferenceRows:
        """On which mentions two annotators (columns) differ."""
        drawn, equal = self.rows[:, [first, second]] >= 0, self.equal[:, [first, second]]
        differ = numpy.flatnonzero(self.compared(first, second) & (equal[:, 0] != equal[:, 1]))
        one_drew, other = drawn[differ].T
        return DifferenceRows.of((first, second), [
            ("chain", differ[one_drew & other], differ[one_drew & other]),
            ("extra-span", differ[one_drew & ~other], None),
            ("missing-span", None, differ[~one_drew]),
        ])  # fmt: skip

    def found_wrong(self):
        problems, types = [], self.layer.settings.relations
        for (document, column), outside in self.lines.items():
            if outside:
                message = (
                    f"{len(outside)} lines about coreference name a span that is no mention by the "
                    f"setting types, the first a {outside[0].type} in line {outside[0].line}. That "
                    "span is excluded from the chain."
                )
                about = self.file(document, column), outside[0].line, "chain-outside-mentions"
                problems.append(((document, 0, column), Problem(*about, message)))
        drawn = self.in_documents(self.rows >= 0)
        without = drawn > 0
        for file in self.lines:
            without[file] = False
        some = (self.begun & ~without).any(axis=1)
        for document, column in numpy.argwhere(without & some[:, None]).tolist():
            named = "No * line" if types is None else f"No line of the type {' or '.join(types)}"
            message = (
                f"{named} says that two mentions corefer, and others drew some. All "
                f"{drawn[document, column]} mentions count as alone. Perhaps the document is not "
                "done."
            )
            about = self.file(document, column), None, "no-chains"
            problems.append(((document, 1, column), Problem(*about, message)))
        return problems


def _lines(batch, relations, cell):
    """((spans, spans to which lines join them), lines as in ChainItems).

    cell  of each span, -1 if it is no mention
    """
    joins, lines = [numpy.zeros(0, dtype=numpy.int64)], {}
    for number, (document, annotator, annotations) in enumerate(batch.files):
        said = [
            (equiv, equiv.members)
            for equiv in annotations.equivs
            if relations is None or equiv.type in relations
        ]
        if relations is not None and not {*annotations.relation_columns.types}.isdisjoint(
            relations
        ):
            said += [
                (relation, [id for _, id in relation.args])
                for relation in annotations.relations
                if relation.type in relations
            ]
        rows = batch.rows_of(number) if said else {}
        for line, ids in said:
            members = numpy.array([rows[id] for id in ids], dtype=numpy.int64)
            mentions = members[cell[members] >= 0]
            outside = lines.setdefault((document, annotator), [])
            outside += [line] if len(mentions) < len(members) else []
            # Each is joined to the one before.
            joins.append(numpy.stack([mentions[1:], mentions[:-1]], axis=1).reshape(-1))
    return numpy.concatenate(joins).reshape(-1, 2).T, lines


def _in_two_chains(cell, root, size) -> dict:
    """ChainItems.twice.

    cell, root  of each span in a chain, in the order of files: its cell, the first of its chain
    size        number of mentions
    """
    chains, mentions_of = {}, {}
    _, first = numpy.unique(numpy.stack([cell, root]), axis=1, return_index=True)
    for at in numpy.sort(first).tolist():
        chains.setdefault(int(cell[at]), []).append(int(root[at]))
        mentions_of.setdefault(int(root[at]), set()).add(int(cell[at]) % size)
    twice = {}
    for of_cell, roots in chains.items():
        mention = of_cell % size
        linked = [frozenset(mentions_of[each] - {mention}) for each in roots]
        if len(linked) > 1:
            twice[mention, of_cell // size] = linked
    return twice


def united(mentions, groups) -> dict:
    """{mention: frozenset of its class}, of mentions that stand together in lists."""
    number = {mention: index for index, mention in enumerate(mentions)}
    joins = [(number[a], number[b]) for group in groups for a, b in zip(group, group[1:])]
    first, second = numpy.array(joins, dtype=numpy.int64).reshape(-1, 2).T
    root = joined_items(first, second, len(number))
    members = defaultdict(list)
    for mention, root_of in zip(number, root.tolist()):
        members[root_of].append(mention)
    return {
        mention: members_of_root
        for members_of_root in map(frozenset, members.values())
        for mention in members_of_root
    }


def in_words(first: list, number: int) -> str:
    """A chain by the words of its first other mentions, at most three; number: of all others."""
    shown = ", ".join(first[:_SHOWN])
    return (shown + (f" … ({number})" if number > _SHOWN else "")) or ALONE
