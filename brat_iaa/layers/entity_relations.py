"""Relations between spans: R lines with a type and two ends in their roles.

An end is a span with its type; an end that is an event is its trigger. Two relations match exactly
if type, roles and both ends (offsets of all fragments, span type) are equal; they match by overlap
if their ends share a character each and have the same types. Relations of a symmetric type match
either way round.

Sources: Hripcsak & Rothschild 2005; overlap as in brateval (Verspoor et al. 2013).
"""

from collections import Counter
from itertools import combinations
from typing import NamedTuple

from brat_iaa.layers.disagreement import Mark
from brat_iaa.layers.layer_document import LayerDocument, duplicate, nothing_drawn_by_some
from brat_iaa.layers.locator import Locator
from brat_iaa.layers.matched_elements import match_elements
from brat_iaa.layers.pair_disagreements import PairDisagreements, first_spans
from brat_iaa.layers.relation_pairs import differing
from brat_iaa.measures.element_matching import Element, unmatched


class EntityRelation(NamedTuple):
    """One relation of one annotator.

    roles      names of both roles, sorted: Arg1, Arg2
    ends       of both roles, in this order: (span type, ((start, end), ...)); in text order if
               the relation is symmetric
    symmetric  whether it means the same in both directions
    id, line   in the .ann
    """

    type: str
    roles: tuple
    ends: tuple
    symmetric: bool
    id: str
    line: int

    @property
    def offsets(self):
        """The fragments of both ends."""
        return tuple(fragments for _, fragments in self.ends)

    @property
    def unordered(self):
        """The fragments of both ends in text order."""
        return tuple(sorted(self.offsets))

    @property
    def element(self):
        """The Element to be matched."""
        ends = tuple(sorted(self.ends)) if self.symmetric else self.ends
        types, offsets = zip(*ends)
        turnable = self.symmetric and types[0] == types[1]
        return Element(
            key=(self.type, self.roles, ends),
            label=self.type,
            loose=(self.type, self.roles, types),
            spans=offsets,
            turned=offsets[::-1] if turnable else (),
            source=self,
        )


def layer_document(document, table, layer) -> LayerDocument:
    """LayerDocument of one document; items: MatchedElements."""
    locator, problems, relations = Locator(table), [], {}
    for annotator in table.annotators:
        relations[annotator], duplicates = _relations(
            document.annotations[annotator], table.files[annotator], layer.settings
        )
        problems += duplicates
    items = match_elements(
        {name: [relation.element for relation in drawn] for name, drawn in relations.items()},
        locator.sentence,
        len(table.sentences),
    )
    spans = {name: first_spans(document.annotations[name]) for name in table.annotators}
    disagreements, confusion = [], {}
    for pair in combinations(table.annotators, 2):
        first, second = (relations[annotator] for annotator in pair)
        exact = items.matched[pair]["exact"]
        confusion[pair] = Counter((first[i].type, second[j].type) for i, j in exact)
        left = unmatched(first, second, exact)
        collected = PairDisagreements(table, layer, pair, locator, spans)
        for kind, *indexes in differing(*left):
            sides = [None if index is None else side[index] for side, index in zip(left, indexes)]
            start = min(relation.offsets[0] for relation in sides if relation)
            collected.add(kind, start, _marks(kind, sides, locator))
            left_type, right_type = (relation.type if relation else "" for relation in sides)
            confusion[pair][left_type, right_type] += 1
        disagreements += collected.in_order()
    problems += nothing_drawn_by_some(relations, table, "relation", "no-relations")
    return LayerDocument(
        items,
        tuple(disagreements),
        problems=tuple(problems),
        confusion={pair: dict(counts) for pair, counts in confusion.items()},
    )


def _relations(annotations, file, settings):
    """(list of distinct EntityRelations, Problems) of one annotator."""
    distinct, problems = {}, []
    for record in annotations.relations:
        if settings.types is None or record.type in settings.types:
            relation = relation_of(record, annotations, settings)
            first = distinct.setdefault(relation.element.key, relation)
            if first is not relation:
                problems.append(duplicate(file, record, first, "duplicate-relation"))
    return list(distinct.values()), problems


def relation_of(record, annotations, settings) -> EntityRelation:
    """The EntityRelation of a Relation in Annotations. settings: EntityRelationSettings"""
    roles, ids = zip(*sorted(record.args))
    ends = [(span.type, span.offsets) for span in map(annotations.span_of, ids)]
    symmetric = record.type in (settings.symmetric or ())
    if symmetric:
        ends.sort(key=lambda end: end[::-1])
    return EntityRelation(record.type, roles, tuple(ends), symmetric, record.id, record.line)


def _marks(kind, sides, locator):
    for relation, other in zip(sides, sides[::-1]):
        if relation is None:
            yield None
            continue
        label = relation.type
        if kind == "role":
            label += f" ({', '.join(relation.roles)})"
        ends = locator.ends(*relation.offsets)
        if kind == "ends":
            ends = tuple(
                shown._replace(text=f"{shown.text} ({end[0]})")
                if end[1] in other.offsets and end not in other.ends
                else shown
                for shown, end in zip(ends, relation.ends)
            )
        yield Mark(label, relation.id, relation.line, ends)
