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

from brat_iaa.corpus.line_columns import first_use
from brat_iaa.corpus.problem import Problem
from brat_iaa.layers.difference import DIFFERENCE_NAMES, Mark, unordered
from brat_iaa.layers.drawn_items import DifferenceRows, DrawnItems, ranked
from brat_iaa.layers.layer_document import DocumentItems, duplicate, nothing_drawn
from brat_iaa.measures.distinct import packed
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
    rows       rows in SpanColumns of that span, of the start and of the target
    """

    relation: DiscourseRelation
    id: str
    line: int
    span: object
    words: str
    rows: tuple


class DiscourseItems(DrawnItems):
    """The discourse relations of a Batch. Each of each annotator is an item, by document, then by
    annotator; which are the same for two annotators, a matching says.

    drawn     DrawnRelation of each
    ends      items x 2: places in the batch of start and target
    sentence  of each: where it starts
    """

    def __init__(self, batch, items):
        self._items, self._first, self.drawn, owners = items, {}, [], []
        for number, of_document in enumerate(items):
            for name, drawn in of_document.drawn.items():
                column = batch.annotators.index(name)
                if batch.begun[number, column]:
                    self._first[number, column] = len(self.drawn)
                    self.drawn += drawn
                    owners += [(number, column, row) for row in range(len(drawn))]
        document, annotator, index = numpy.array(owners, dtype=numpy.int64).reshape(-1, 3).T
        spans, width = batch.spans, max(len(batch.annotators), 1)
        key = packed(spans.document, width, spans.annotator) << 32 | spans.row
        order = numpy.argsort(key)
        of_spans = numpy.array([drawn.rows for drawn in self.drawn], dtype=numpy.int64)
        wanted = (packed(document, width, annotator) << 32)[:, None] | of_spans.reshape(-1, 3)
        place, *ends = batch.place[order[numpy.searchsorted(key[order], wanted)]].T
        rows = numpy.full((len(self.drawn), len(batch.annotators)), -1, dtype=numpy.int64)
        rows[numpy.arange(len(rows)), annotator] = index
        type, types = first_use([drawn.relation.type for drawn in self.drawn])
        labels, label = ranked(types, type)
        super().__init__(batch, rows, place, label, labels)
        self.ends = numpy.stack(ends, axis=1)
        self.sentence = batch.sentence_of(batch.places.start[self.ends[:, 0]])

    def matched(self, first, second, way) -> list:
        """[(item of the first, item of the second)] of two annotators (columns)."""
        pair = self.annotators[first], self.annotators[second]
        return [
            (self._first[number, first] + i, self._first[number, second] + j)
            for number in numpy.flatnonzero(self.begun[:, [first, second]].all(axis=1)).tolist()
            for i, j in self._items[number].matched(pair)[way]
        ]

    def same(self, both):
        """What two relations have in common, see measures.relations.compare()."""
        return compare(*(self.drawn[item].relation for item in both), *self._items[0].how)

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
        drawn = self.drawn
        return sorted(
            super().drawn_by(column),
            key=lambda each: (
                self.item_document[each[1]], drawn[each[1]].relation[:3], drawn[each[1]].line,
            ),
        )  # fmt: skip

    def stands_on(self, difference):
        """See DrawnLayer: of relations that one lacks, or drew between others, all their spans."""
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
        drawn = self.drawn[item]
        return f"{drawn.relation.type}: {drawn.words or 'no connective'}"

    def alike(self, first, second):
        """The types of relations with the same ends that two annotators (columns) call alike."""
        strict = self.matched(first, second, "strict")
        return self.label[[both[0] for both in strict if self.same(both).type]]

    def confused(self, found):
        """See DrawnItems; connectives confuse no types."""
        return ~found.of_kind("connective")

    def mark(self, item, column, table, kind="", other=None):
        """See DrawnItems."""
        drawn = self.drawn[item]
        label = self._with_connective(item) if kind == "connective" else drawn.relation.type
        return Mark(label, drawn.id, drawn.line, table.ends(*drawn.relation[:2]))


class DiscourseTable(DocumentItems):
    """The discourse relations of one document.

    how       whether connectives must be equal, whether the direction counts
    drawn     {annotator: tuple of DrawnRelation}
    problems  of their files
    """

    faults = staticmethod(lambda columns, items: (sum((each.problems for each in items), []), []))

    def __init__(self, reader, number, layer):
        super().__init__(reader, number, layer)
        self.how = layer.settings.connectives == "equal", layer.settings.direction == "counts"
        self.drawn, self.problems, self._matched = {}, [], {}
        for annotator in self.table.annotators:
            document = reader.documents[number]
            read = _RelationReader(document, annotator, layer.settings, self.table)
            self.drawn[annotator] = tuple(read.relations())
            self.problems += read.problems

    columns_of_items = staticmethod(lambda items, batch: DiscourseItems(batch, items))

    @cached_property
    def _neighbours(self):
        return {
            name: _neighbours(self.table, name, {relation.id for relation in drawn})
            for name, drawn in self.drawn.items()
        }

    def matched(self, pair) -> dict:
        """{way: [(index in the first's, index in the second's)]} of a pair of annotators; _MOVED:
        of those that are not matched strictly, by their connectives.
        """
        if pair not in self._matched:
            of_first, other = map(self._neighbours.__getitem__, pair)
            tree = {
                at: of_first.get(at, set()) | other.get(at, set()) for at in (*of_first, *other)
            }
            first, second = ([drawn.relation for drawn in self.drawn[name]] for name in pair)
            ways = {way: match(first, second, way, tree, *self.how) for way in WAYS}
            matched = [{both[side] for both in ways["strict"]} for side in (0, 1)]
            left, other = (
                {i: relation for i, relation in enumerate(relations) if i not in of_side}
                for relations, of_side in zip((first, second), matched)
            )
            moved = match([*left.values()], [*other.values()], "connective", None, *self.how)
            ways[_MOVED] = [([*left][i], [*other][j]) for i, j in moved]
            self._matched[pair] = ways
        return self._matched[pair]


def layer_documents(read, layer) -> list:
    """List of LayerDocument, one for each document of a BatchReader; items: DiscourseTables."""
    return DiscourseTable.of_documents(read, layer)


def _neighbours(table, annotator, relations):
    """{offsets: offsets of its parents and children}, without discourse relations and root."""
    neighbours = defaultdict(set)
    for token, arcs in table.arcs[annotator].items():
        for to, arc in arcs:
            head, dependent = table.tokens[to], table.tokens[token]
            if arc.id not in relations and not head.is_root:
                neighbours[head.fragments].add(dependent.fragments)
                neighbours[dependent.fragments].add(head.fragments)
    return neighbours


class _RelationReader:
    """Reads the discourse relations of one annotator's file, and collects problems."""

    def __init__(self, document, annotator, settings, table):
        self.problems = []
        self._text = document.text
        self._annotations = document.annotations[annotator]
        self._row_of = self._annotations.rows_of_spans()
        self._file = document.files[annotator]
        self._settings = settings
        self._table = table
        self._connectives = _written_connectives(self._annotations, settings.connective)

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
            rows=tuple(
                self._row_of[id]
                for id in (record.id if record.id in self._row_of else start, start, target)
            ),
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
