"""Discourse relations: start, target, type and connective, matched between annotators.

Source of the definition: Mírovský, Mladová & Zikánová 2010. In brat a relation is an event whose
trigger is the connective, or a relation (or event) with the connective in an attribute or note.
The tokens of a connective are:

- of a trigger, and of spans that the attribute or note names by id (T3 T5), the marked characters
  except blanks: two connectives have a token in common if they overlap;
- else the words of the attribute or note, each in the sentences of both ends, so that the same
  word elsewhere in the text is another connective.

Parents and children are those of the dependency layer, by an arc of either annotator of the pair.
The list of disagreements follows the strict matching; of the relations that are left, two with a
common connective are one disagreement, "nodes", instead of a missing and an extra relation.
"""

from collections import defaultdict
from functools import cached_property
from typing import NamedTuple

import numpy

from brat_iaa.corpus.problem import Problem
from brat_iaa.layers.difference import DIFFERENCE_NAMES, Mark, unordered
from brat_iaa.layers.drawn_items import DifferenceRows, DrawnItems
from brat_iaa.layers.layer_document import duplicate, nothing_drawn
from brat_iaa.measures.relations import WAYS, DiscourseRelation, compare, match

# A matching of what differs in its ends.
_MOVED = "moved"
# Of which the spans differ on which relations stand.
_OF_ENDS = [kind for kind in DIFFERENCE_NAMES if unordered(kind) in ("missing-relation", "nodes")]


class DrawnRelation(NamedTuple):
    """One relation of one annotator.

    relation   DiscourseRelation
    id, line   of the event or relation in the .ann
    span       the Span at which it is listed: its trigger, else its start
    words      its connective as written
    ids        of what is listed there, of the start and of the target
    """

    relation: DiscourseRelation
    id: str
    line: int
    span: object
    words: str
    ids: tuple


class DiscourseItems(DrawnItems):
    """The discourse relations of a Batch. Each of each annotator is an item, by document, then by
    annotator; which are the same for two annotators, a matching says.

    records   DrawnRelation of each
    ends      items x 2: places in the batch of start and target
    sentence  of each: where it starts
    """

    def __init__(self, batch, layer):
        self.layer, self.records, self._problems = layer, [], []
        how = layer.settings.connectives, layer.settings.direction
        self._how = how[0] == "equal", how[1] == "counts"
        # Of each file numbers of its items; of each document and pair what belongs together.
        self._of_file, self._matched, cells, places = {}, {}, [], []
        for number, (document, column, annotations) in enumerate(batch.files):
            name, table = batch.annotators[column], batch.tables[document]
            reader = _RelationReader(table, annotations, name, layer.settings)
            found, rows = reader.relations(), batch.rows_of(number)
            first = len(self.records)
            self._of_file[document, column] = range(first, first + len(found))
            self._problems += reader.problems
            self.records += found
            cells += [(column, row) for row in range(len(found))]
            places += [[rows[id] for id in drawn.ids] for drawn in found]
        column, row = numpy.array(cells, dtype=numpy.int64).reshape(-1, 2).T
        spans = numpy.array(places, dtype=numpy.int64).reshape(-1, 3)
        place, *ends = batch.place[spans].T
        rows = numpy.full((len(self.records), len(batch.annotators)), -1, dtype=numpy.int64)
        rows[numpy.arange(len(rows)), column] = row
        types = [drawn.relation.type for drawn in self.records]
        labels = sorted({*types})
        label = numpy.array([*map(labels.index, types)], dtype=numpy.int64)
        super().__init__(batch, rows, place, label, labels)
        self.ends = numpy.stack(ends, axis=1)
        self.sentence = batch.sentence_of(batch.places.start[self.ends[:, 0]])

    def faults(self):
        return self._problems, []

    def matched(self, first, second, way) -> list:
        """[(item of the first, item of the second)] of two annotators (columns)."""
        documents = numpy.flatnonzero(self.begun[:, [first, second]].all(axis=1)).tolist()
        return [
            both
            for document in documents
            for both in self._in_document(document, first, second)[way]
        ]

    def _in_document(self, document, *sides) -> dict:
        """{way: [(item of the first, item of the second)]}; _MOVED: of those that are not matched
        strictly, by their connectives.
        """
        if (document, *sides) in self._matched:
            return self._matched[(document, *sides)]
        neighbours = [self._neighbours[document, side] for side in sides]
        tree = {
            at: neighbours[0].get(at, set()) | neighbours[1].get(at, set())
            for of_side in neighbours for at in of_side
        }  # fmt: skip

        def numbered(items, way, tree=None):
            relations = ([self.records[item].relation for item in of_side] for of_side in items)
            pairs = match(*relations, way, tree, *self._how)
            return [(items[0][i], items[1][j]) for i, j in pairs]

        items = [self._of_file[document, side] for side in sides]
        ways = {way: numbered(items, way, tree) for way in WAYS}
        taken = {item for both in ways["strict"] for item in both}
        left = [[item for item in of_side if item not in taken] for of_side in items]
        ways[_MOVED] = numbered(left, "connective")
        self._matched[(document, *sides)] = ways
        return ways

    @cached_property
    def _neighbours(self):
        """Of each file {offsets: offsets of its parents and children}, without discourse relations
        and root.
        """
        neighbours = {}
        for (document, column), items in self._of_file.items():
            table, there = self.batch.tables[document], defaultdict(set)
            relations = {self.records[item].id for item in items}
            for token, arcs in table.arcs[self.annotators[column]].items():
                for to, arc in arcs:
                    head, dependent = table.tokens[to], table.tokens[token]
                    if arc.id not in relations and not head.is_root:
                        there[head.fragments].add(dependent.fragments)
                        there[dependent.fragments].add(head.fragments)
            neighbours[document, column] = there
        return neighbours

    def same(self, both):
        """What two relations have in common, see measures.relations.compare()."""
        return compare(*(self.records[item].relation for item in both), *self._how)

    def differences(self, first, second) -> DifferenceRows:
        """How two annotators (columns) differ: the strict matching decides, then connectives."""
        strict, moved = (self.matched(first, second, way) for way in ("strict", _MOVED))
        matched = {
            "label": [both for both in strict if not self.same(both).type],
            "connective": [both for both in strict if not self.same(both).connective],
            "nodes": moved,
        }
        taken = [item for both in (*strict, *moved) for item in both]
        extra, missing = (numpy.setdiff1d(side, taken) for side in self.alone(first, second))
        return DifferenceRows.of((first, second), [
            *((kind, [i for i, _ in of], [j for _, j in of]) for kind, of in matched.items()),
            ("extra-relation", extra, None),
            ("missing-relation", None, missing),
        ])  # fmt: skip

    def drawn_by(self, column) -> list:
        """See DrawnItems; in each document by their ends and types."""
        drawn = self.records
        return sorted(
            super().drawn_by(column),
            key=lambda each: (
                self.item_document[each[1]], drawn[each[1]].relation[:3], drawn[each[1]].line,
            ),
        )  # fmt: skip

    def stands_on(self, difference):
        """See DrawnItems: of relations that one lacks, or drew between others, all their spans."""
        if difference.kind not in _OF_ENDS:
            return []
        drawn = [item for item in (difference.first, difference.second) if item >= 0]
        ends = [self.batch.fragments[end] for item in drawn for end in self.ends[item]]
        return [(span, False) for span in (difference.fragments, *ends)]

    def labels_of(self, found):
        """See DrawnItems; where connectives differ, with these."""
        labels = super().labels_of(found)
        for row in numpy.flatnonzero(found.of_kind("connective")).tolist():
            for of_side, (items, _) in zip(labels, found.items):
                of_side[row] = self._with_connective(items[row])
        return labels

    def _with_connective(self, item):
        drawn = self.records[item]
        return f"{drawn.relation.type}: {drawn.words or 'no connective'}"

    def alike(self, first, second):
        """The types of relations with the same ends that two annotators (columns) call alike."""
        strict = self.matched(first, second, "strict")
        return self.label[[both[0] for both in strict if self.same(both).type]]

    def confused(self, found):
        """See DrawnItems; connectives confuse no types."""
        return ~found.of_kind("connective")

    def mark(self, item, column, table, kind="", other=None):
        drawn = self.records[item]
        label = self._with_connective(item) if kind == "connective" else drawn.relation.type
        return Mark(label, drawn.id, drawn.line, table.ends(*drawn.relation[:2]))


class _RelationReader:
    """Reads the discourse relations of one annotator's file, and collects problems."""

    def __init__(self, table, annotations, annotator, settings):
        self.problems, self._settings, self._table = [], settings, table
        self._text, self._annotations, self._file = table.text, annotations, table.files[annotator]
        self._connectives = _written_connectives(annotations, settings.connective)

    def relations(self):
        """List of distinct DrawnRelations."""
        distinct, without_end, several_ends = {}, [], []
        for record in self._records():
            ends = self._ends(record)
            if ends is None:
                without_end.append(record)
                continue
            start, target, several = ends
            several_ends += [record] if several else []
            drawn = self._drawn(record, start, target)
            first = distinct.setdefault(drawn.relation, drawn)
            if first is not drawn:
                self.problems.append(duplicate(self._file, record, first, "duplicate-relation"))
        if without_end:
            self._problem(
                without_end,
                "relation-without-end",
                "lack an end",
                "They are excluded. Each needs an argument with the role "
                f"{self._settings.start} and one with the role {self._settings.target}. If your "
                "roles have other names, or not every event is a discourse relation, set start, "
                "target and types in iaa.conf.",
            )
        if several_ends:
            self._problem(
                several_ends,
                "relation-with-several-ends",
                "have several arguments of one role",
                "Only the first argument of each role counts.",
            )
        if not distinct:
            self.problems.append(nothing_drawn(self._file, "discourse relation", "no-relations"))
        return list(distinct.values())

    def _problem(self, records, code, fault, effect):
        first = records[0]
        message = (
            f"{len(records)} discourse relations {fault}, the first is {first.id} {first.type}. "
            f"{effect}"
        )
        self.problems.append(Problem(self._file, first.line, code, message))

    def _records(self):
        types, annotations = self._settings.types, self._annotations
        if types is None:
            return list(annotations.events.values())
        records = [*annotations.events.values(), *annotations.relations]
        return [record for record in records if record.type in types]

    def _ends(self, record):
        """(id of the start, id of the target, whether a role has more arguments), or None.

        brat numbers further arguments of a role: Start2.
        """
        by_role = defaultdict(list)
        for role, id in record.args:
            for name in (self._settings.start, self._settings.target):
                if role == name or role.startswith(name) and role[len(name) :].isdigit():
                    by_role[name].append(id)
                    break
        starts, targets = by_role[self._settings.start], by_role[self._settings.target]
        if starts and targets:
            return starts[0], targets[0], len(starts) > 1 or len(targets) > 1
        if record.id in self._annotations.events:
            return None
        # An arc with other roles starts at the end written first, unless that is the target.
        (_, first), (_, second) = record.args
        turned = first in targets or second in starts
        return (second, first, False) if turned else (first, second, False)

    def _drawn(self, record, start, target):
        span_of = self._annotations.span_of
        if self._settings.direction == "any":
            start, target = sorted((start, target), key=lambda id: span_of(id).offsets)
        ends = [span_of(id).offsets for id in (start, target)]
        if self._settings.connective != "trigger":
            connective, words = self._from_words(self._connectives.get(record.id, ()), ends)
        elif record.id in self._annotations.events:
            trigger = span_of(record.id)
            connective, words = _characters([trigger], self._text), trigger.text
        else:
            connective, words = frozenset(), ""
        return DrawnRelation(
            relation=DiscourseRelation(*ends, record.type, connective),
            id=record.id,
            line=record.line,
            span=span_of(record.id) or span_of(start),
            words=words,
            ids=(record.id if record.id in self._annotations.events else start, start, target),
        )

    def _from_words(self, texts, ends):
        """(tokens of the connective, its words) from attributes or notes."""
        words = [word for text in texts for word in text.replace(",", " ").split()]
        spans = [self._annotations.spans.get(word) for word in words]
        if words and all(spans):
            return _characters(spans, self._text), " ".join(span.text for span in spans)
        sentences = {self._table.sentence_of(end) for end in ends}
        tokens = frozenset((sentence, word.casefold()) for sentence in sentences for word in words)
        return tokens, " ".join(words)


def _written_connectives(annotations, source):
    """{id of an event or relation: texts of the attributes or notes with its connective}."""
    texts = defaultdict(list)
    if source.startswith("attribute:"):
        name = source.partition(":")[2].strip()
        for attribute in annotations.attributes:
            if attribute.type == name and attribute.value is not None:
                texts[attribute.target].append(attribute.value)
    elif source == "note":
        for note in annotations.notes:
            texts[note.target].append(note.text)
    return texts


def _characters(spans, text):
    """The marked characters as tokens (offset, ""); blanks are no part of a connective."""
    return frozenset(
        (offset, "")
        for span in spans
        for start, end in span.fragments
        for offset in range(start, end)
        if not text[offset].isspace()
    )
