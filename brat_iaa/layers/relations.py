"""Discourse relations: start, target, type and connective, matched between annotators.

Source of the definition: Mírovský, Mladová & Zikánová 2010. In brat a relation
is an event whose trigger is the connective, or a relation (or event) with the
connective in an attribute or note. The connective's tokens are:

- of a trigger, and of spans that the attribute or note names by id (T3 T5),
  the characters that are marked, blanks left out: two connectives have a
  token in common if they overlap;
- else the words of the attribute or note, each in the sentences of both ends,
  so that the same word elsewhere in the text is another connective.

Parents and children are those of the dependency layer: an arc of either
annotator of the pair counts. The list of disagreements follows the strict
matching; relations that it leaves over and that share a connective are one
disagreement, "nodes", instead of a missing and an extra relation.
"""

from collections import defaultdict
from itertools import combinations
from typing import NamedTuple

from brat_iaa.corpus.standoff import Problem
from brat_iaa.layers.disagreement import Disagreement, End, Mark
from brat_iaa.layers.layer_document import LayerDocument
from brat_iaa.layers.locator import Locator
from brat_iaa.measures.relations import WAYS, DiscourseRelation, compare, match


class DrawnRelation(NamedTuple):
    """One relation of one annotator.

    relation   DiscourseRelation
    sentence   number of the sentence in which it starts, from 1
    id, line   of the event or relation in the .ann
    span       the Span at which it is shown: its trigger, else its start
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
    """

    drawn: dict
    matched: dict
    sentences: int


def layer_document(document, table, layer):
    """LayerDocument of one document; items: DiscourseRelations."""
    places, equal = Locator(table), layer.settings.connectives == "equal"
    drawn, neighbours, problems, matched, found = {}, {}, [], {}, []
    for annotator in table.annotators:
        reader = _RelationReader(document, annotator, layer.settings, places)
        drawn[annotator] = tuple(reader.relations())
        neighbours[annotator] = _neighbours(table, annotator, {own.id for own in drawn[annotator]})
        problems += reader.problems
    for pair in combinations(table.annotators, 2):
        first, second = ([own.relation for own in drawn[annotator]] for annotator in pair)
        tree = _together(neighbours[pair[0]], neighbours[pair[1]])
        matched[pair] = {way: match(first, second, way, tree, equal) for way in WAYS}
        lister = _Lister(table, layer, places, pair, [drawn[annotator] for annotator in pair])
        found += lister.disagreements(matched[pair]["strict"], equal)
    return LayerDocument(
        DiscourseRelations(drawn, matched, len(table.sentences)), tuple(found), (), tuple(problems)
    )


def _neighbours(table, annotator, relations):
    """{place: places of its parents and children}. A discourse relation is no dependency; the root
    is no parent.
    """
    around = defaultdict(set)
    for arcs in table.arcs[annotator].values():
        for arc in arcs:
            head, dependent = table.tokens[arc.head], table.tokens[arc.dependent]
            if arc.id not in relations and not head.is_root:
                around[head.fragments].add(dependent.fragments)
                around[dependent.fragments].add(head.fragments)
    return around


def _together(first, second):
    return {
        place: first.get(place, set()) | second.get(place, set()) for place in {*first, *second}
    }


class _RelationReader:
    """Makes relations of one annotator's file; problems: what could not be used."""

    def __init__(self, document, annotator, settings, places):
        self.problems = []
        self._text = document.text
        self._annotations = document.annotations[annotator]
        self._file = document.files[annotator]
        self._settings = settings
        self._places = places
        self._written = _written(self._annotations, settings.connective)

    def relations(self):
        """List of DrawnRelation, each relation once."""
        found, without, several = {}, [], []
        for record in self._records():
            ends = self._ends(record)
            if ends is None:
                without.append(record)
                continue
            start, target, more = ends
            several += [record] if more else []
            drawn = self._drawn(record, start, target)
            known = found.setdefault(drawn.relation, drawn)
            if known is not drawn:
                self._problem(
                    record,
                    "duplicate-relation",
                    f"{record.id} says the same as {known.id}. Counted once. Delete one of them.",
                )
        start, target = self._settings.start, self._settings.target
        if without:
            self._problem(
                without[0],
                "relation-without-end",
                f"{len(without)} discourse relations lack an end, the first is "
                f"{without[0].id} {without[0].type}. "
                f"Left out. Expected an argument with the role {start} and one with "
                f"the role {target}. If yours "
                "have other names, or not every event is a discourse relation, set "
                "start, target and types in iaa.conf.",
            )
        if several:
            self._problem(
                several[0],
                "relation-with-several-ends",
                f"{len(several)} discourse relations have several arguments of one "
                f"role, the first is "
                f"{several[0].id} {several[0].type}. Only the first argument of each role counts.",
            )
        if not found:
            self.problems.append(
                Problem(
                    self._file,
                    None,
                    "no-relations",
                    "There is no discourse relation in this document that can be used. "
                    "All relations of others count as "
                    "not drawn. Check the setting types, or wait until the document is annotated.",
                )
            )
        return list(found.values())

    def _problem(self, record, code, message):
        self.problems.append(Problem(self._file, record.line, code, message))

    def _records(self):
        types, annotations = self._settings.types, self._annotations
        if types is None:
            return list(annotations.events.values())
        records = [*annotations.events.values(), *annotations.relations]
        return [record for record in records if record.type in types]

    def _ends(self, record):
        """(start, target, whether there are more) as ids, or None. brat numbers a role's further
        arguments: Start2.
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
        # Of an arc whose roles have other names, the end written first is the start, unless it is
        # named the target.
        (_, first), (_, second) = record.args
        return (
            (second, first, False)
            if first in targets or second in starts
            else (first, second, False)
        )

    def _drawn(self, record, start, target):
        span_of = self._annotations.span_of
        ends = [span_of(id).place for id in (start, target)]
        if self._settings.connective == "trigger":
            trigger = span_of(record.id) if record.id in self._annotations.events else None
            connective, words = (
                _characters([trigger] if trigger else [], self._text),
                trigger.text if trigger else "",
            )
        else:
            connective, words = self._from_words(self._written.get(record.id, ()), ends)
        return DrawnRelation(
            relation=DiscourseRelation(*ends, record.type, connective),
            sentence=self._places.sentence(ends[0]),
            id=record.id,
            line=record.line,
            span=span_of(record.id) or span_of(start),
            words=words,
        )

    def _from_words(self, texts, ends):
        words = [word for text in texts for word in text.replace(",", " ").split()]
        spans = [self._annotations.spans.get(word) for word in words]
        if words and all(spans):
            return _characters(spans, self._text), " ".join(span.text for span in spans)
        sentences = {self._places.sentence(end) for end in ends}
        return frozenset(
            (sentence, word.casefold()) for sentence in sentences for word in words
        ), " ".join(words)


def _written(annotations, where):
    """{id of an event or relation: the texts that hold its connective}."""
    texts = defaultdict(list)
    if where.startswith("attribute:"):
        name = where.partition(":")[2].strip()
        for attribute in annotations.attributes:
            if attribute.type == name and attribute.value is not None:
                texts[attribute.target].append(attribute.value)
    elif where == "note":
        for note in annotations.notes:
            texts[note.target].append(note.text)
    return texts


def _characters(spans, text):
    """The places of the marked characters; blanks are no part of a connective."""
    return frozenset(
        (place, "")
        for span in spans
        for start, end in span.fragments
        for place in range(start, end)
        if not text[place].isspace()
    )


class _Lister:
    """Makes disagreements of what two annotators drew."""

    def __init__(self, table, layer, places, pair, drawn):
        self._table = table
        self._layer = layer
        self._places = places
        self._pair = pair
        self._drawn = drawn

    def disagreements(self, strict, equal):
        """List of Disagreement: of the strict pairs, then of what is left over."""
        first, second = self._drawn
        found = []
        for i, j in strict:
            same = compare(first[i].relation, second[j].relation, equal)
            if not same.type:
                found.append(self._disagreement("label", first[i], second[j]))
            if not same.connective:
                found.append(self._disagreement("connective", first[i], second[j]))
        left = [
            [
                drawn
                for index, drawn in enumerate(own)
                if index not in {pair[side] for pair in strict}
            ]
            for side, own in enumerate(self._drawn)
        ]
        moved = match(
            *([drawn.relation for drawn in own] for own in left), "connective", None, equal
        )
        found += [self._disagreement("nodes", left[0][i], left[1][j]) for i, j in moved]
        for side, kind in enumerate(("extra-relation", "missing-relation")):
            paired = {pair[side] for pair in moved}
            for index, drawn in enumerate(left[side]):
                if index not in paired:
                    found.append(
                        self._disagreement(kind, *((drawn, None) if side == 0 else (None, drawn)))
                    )
        return found

    def _disagreement(self, kind, *drawn):
        shown = drawn[0] or drawn[1]
        fragments = shown.span.place
        spans = {
            annotator: own.span
            for annotator, own in zip(self._pair, drawn)
            if own and own.span.place == fragments
        }
        token = self._places.token(fragments, spans)
        return Disagreement(
            layer=self._layer.name,
            document=self._table.document,
            sentence=token.sentence,
            token=token,
            annotators=self._pair,
            kind=kind,
            arcs=tuple(
                own and Mark(_label(own, kind), own.id, own.line, self._ends(own.relation))
                for own in drawn
            ),
            heads=(None, None),
            files=tuple(self._table.files[annotator] for annotator in self._pair),
        )

    def _ends(self, relation):
        return tuple(
            End(self._places.words(fragments), fragments)
            for fragments in (relation.start, relation.target)
        )


def _label(drawn, kind):
    """What of the relation the two differ in, in words."""
    if kind == "connective":
        return f"{drawn.relation.type}: {drawn.words or 'no connective'}"
    return drawn.relation.type
