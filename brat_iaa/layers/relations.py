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
from itertools import combinations
from typing import NamedTuple

from brat_iaa.corpus.problem import Problem
from brat_iaa.layers.column_disagreements import footing_of
from brat_iaa.layers.disagreement import Disagreement, Mark, unordered
from brat_iaa.layers.layer_document import LayerDocument, duplicate, nothing_drawn
from brat_iaa.layers.tokens import Locator
from brat_iaa.measures.relations import WAYS, DiscourseRelation, compare, match


class DrawnRelation(NamedTuple):
    """One relation of one annotator.

    relation   DiscourseRelation
    sentence   number of the sentence in which it starts, from 1
    id, line   of the event or relation in the .ann
    span       the Span at which it is listed: its trigger, else its start
    words      its connective as written
    """

    relation: DiscourseRelation
    sentence: int
    id: str
    line: int
    span: object
    words: str


class DiscourseRelations(NamedTuple):
    """The relations of one document.

    drawn      {annotator: tuple of DrawnRelation}
    matched    {pair of annotators: {way: list of (index in the first's, index in the second's)}}
    sentences  number of sentences in the document
    disagreements  tuple of Disagreement
    """

    drawn: dict
    matched: dict
    sentences: int
    disagreements: tuple

    def marks(self, locator) -> dict:
        """See layer_document.DocumentItems; a relation stands at its connective, else its start."""
        marks: dict = {name: defaultdict(list) for name in self.drawn}
        for name, relations in self.drawn.items():
            for drawn in sorted(relations, key=lambda drawn: (drawn.relation[:3], drawn.line)):
                marks[name][drawn.span.offsets].append(_mark(drawn, "", locator))
        return marks


class DiscourseDisagreements(list):
    """Those of several documents; a source of a DisagreementBuilder, as ColumnDisagreements are."""

    # Nothing stands on discourse relations.
    drawn = footing_of([])

    def fragments(self, number) -> tuple:
        """Where the item stands in the text: ((start, end), ...)."""
        return self[number].token.fragments

    @property
    def stands_on(self):
        """The spans on which relations stand that one of two annotators lacks, or drew between
        others.
        """
        spans = []
        for row, disagreement in enumerate(self):
            if unordered(disagreement.kind) in ("missing-relation", "nodes"):
                ends = (end.fragments for ends in disagreement.ends for end in ends)
                spans += [
                    (row, fragments, False) for fragments in {disagreement.token.fragments, *ends}
                ]
        return footing_of(spans)


def layer_document(document, table, layer) -> LayerDocument:
    """LayerDocument of one document; items: DiscourseRelations."""
    locator, settings = Locator(table), layer.settings
    how = settings.connectives == "equal", settings.direction == "counts"
    drawn, neighbours, problems, matched, disagreements = {}, {}, [], {}, []
    for annotator in table.annotators:
        reader = _RelationReader(document, annotator, settings, locator)
        drawn[annotator] = tuple(reader.relations())
        ids = {relation.id for relation in drawn[annotator]}
        neighbours[annotator] = _neighbours(table, annotator, ids)
        problems += reader.problems
    for pair in combinations(table.annotators, 2):
        left, right = (drawn[annotator] for annotator in pair)
        first, second = ([drawn.relation for drawn in side] for side in (left, right))
        of_first, other = (neighbours[annotator] for annotator in pair)
        tree = {at: of_first.get(at, set()) | other.get(at, set()) for at in {*of_first, *other}}
        matched[pair] = {way: match(first, second, way, tree, *how) for way in WAYS}
        disagreements += [
            _disagreement(layer, table, pair, locator, kind, differing)
            for kind, *differing in _differences(left, right, matched[pair]["strict"], *how)
        ]
    return LayerDocument(
        DiscourseRelations(drawn, matched, len(table.sentences), tuple(disagreements)),
        problems=tuple(problems),
    )


def _neighbours(table, annotator, relations):
    """{offsets: offsets of its parents and children}, without discourse relations and root."""
    neighbours = defaultdict(set)
    for arcs in table.arcs[annotator].values():
        for arc in arcs:
            head, dependent = table.tokens[arc.head], table.tokens[arc.dependent]
            if arc.id not in relations and not head.is_root:
                neighbours[head.fragments].add(dependent.fragments)
                neighbours[dependent.fragments].add(head.fragments)
    return neighbours


class _RelationReader:
    """Reads the discourse relations of one annotator's file, and collects problems."""

    def __init__(self, document, annotator, settings, locator):
        self.problems = []
        self._text = document.text
        self._annotations = document.annotations[annotator]
        self._file = document.files[annotator]
        self._settings = settings
        self._locator = locator
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
            sentence=self._locator.sentence(ends[0]),
            id=record.id,
            line=record.line,
            span=span_of(record.id) or span_of(start),
            words=words,
        )

    def _from_words(self, texts, ends):
        """(tokens of the connective, its words) from attributes or notes."""
        words = [word for text in texts for word in text.replace(",", " ").split()]
        spans = [self._annotations.spans.get(word) for word in words]
        if words and all(spans):
            return _characters(spans, self._text), " ".join(span.text for span in spans)
        sentences = {self._locator.sentence(end) for end in ends}
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


def _differences(first, second, strict, equal, directed):
    """Yield (kind, DrawnRelation of the first or None, of the second or None).

    strict           the strict matching: list of pairs of indexes
    equal, directed  see measures.relations.compare
    """
    for i, j in strict:
        same = compare(first[i].relation, second[j].relation, equal, directed)
        if not same.type:
            yield "label", first[i], second[j]
        if not same.connective:
            yield "connective", first[i], second[j]
    left = unmatched(first, second, strict)
    relations = ([drawn.relation for drawn in side] for side in left)
    moved = match(*relations, "connective", None, equal, directed)
    for i, j in moved:
        yield "nodes", left[0][i], left[1][j]
    extra, missing = unmatched(*left, moved)
    yield from (("extra-relation", drawn, None) for drawn in extra)
    yield from (("missing-relation", None, drawn) for drawn in missing)


def unmatched(first, second, pairs) -> list:
    """[elements of first, elements of second] that are in none of the pairs of indexes."""
    left = []
    for side, elements in enumerate((first, second)):
        matched = {pair[side] for pair in pairs}
        left.append([element for i, element in enumerate(elements) if i not in matched])
    return left


def _disagreement(layer, table, pair, locator, kind, differing):
    """The Disagreement of a pair's two DrawnRelations, of which one may be None."""
    # At the first connective of both: other pairs that differ in the relation mostly do so there.
    fragments = min(drawn.span.offsets for drawn in differing if drawn)
    spans = {
        annotator: drawn.span
        for annotator, drawn in zip(pair, differing)
        if drawn and drawn.span.offsets == fragments
    }
    token = locator.token(fragments, spans)
    marks = (drawn and _mark(drawn, kind, locator) for drawn in differing)
    return Disagreement.at(token, table, layer.name, pair, kind, marks)


def _mark(drawn, kind, locator):
    relation, label = drawn.relation, drawn.relation.type
    if kind == "connective":
        label += f": {drawn.words or 'no connective'}"
    return Mark(label, drawn.id, drawn.line, locator.ends(relation.start, relation.target))
