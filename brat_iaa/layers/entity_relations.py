"""Relations between spans: the R lines, each with its type and the two ends in their roles.

An end is a span with its type; of an event its trigger. Two relations match
exactly if type, roles and both ends (offsets of all fragments, span type) are
the same; by overlap if the ends share a character each and have the same types.
Relations of a symmetric type match either way round.

Sources: Hripcsak & Rothschild 2005; overlap as in brateval (Verspoor et al. 2013).
"""

from collections import Counter
from itertools import combinations
from typing import NamedTuple

from brat_iaa.corpus.standoff import Problem
from brat_iaa.layers.disagreement import End, Mark
from brat_iaa.layers.layer_document import LayerDocument
from brat_iaa.layers.locator import Locator
from brat_iaa.layers.matched_elements import drawn
from brat_iaa.layers.pair_disagreements import PairDisagreements, first_spans
from brat_iaa.layers.relation_pairs import differing
from brat_iaa.measures.element_matching import Element


class EntityRelation(NamedTuple):
    """One relation of one annotator.

    roles      names of both roles, sorted: Arg1, Arg2
    ends       of both roles, in this order: (span type, ((start, end), ...)); in the order of the
               text if the relation is symmetric
    symmetric  whether it says the same the other way round
    id, line   in the .ann
    """

    type: str
    roles: tuple
    ends: tuple
    symmetric: bool
    id: str
    line: int

    @property
    def places(self):
        """The fragments of both ends."""
        return tuple(fragments for _, fragments in self.ends)

    @property
    def unordered(self):
        """The fragments of both ends in text order, whatever their roles."""
        return tuple(sorted(self.places))

    @property
    def element(self):
        """The Element to be matched."""
        ends = tuple(sorted(self.ends)) if self.symmetric else self.ends
        types, places = zip(*ends)
        either = self.symmetric and types[0] == types[1]
        return Element(
            key=(self.type, self.roles, ends),
            label=self.type,
            loose=(self.type, self.roles, types),
            spans=places,
            turned=places[::-1] if either else (),
            source=self,
        )


def layer_document(document, table, layer):
    """LayerDocument of one document; items: MatchedElements."""
    places, problems, relations = Locator(table), [], {}
    for annotator in table.annotators:
        relations[annotator], duplicates = _relations(
            document.annotations[annotator], table.files[annotator], layer.settings
        )
        problems += duplicates
    items = drawn(
        {annotator: [one.element for one in own] for annotator, own in relations.items()},
        places.sentence,
        len(table.sentences),
    )
    spans = {name: first_spans(document.annotations[name]) for name in table.annotators}
    found, confusion = [], {}
    for pair in combinations(table.annotators, 2):
        own = [relations[annotator] for annotator in pair]
        exact = items.matched[pair]["exact"]
        left = _left(own, exact)
        types = Counter((own[0][i].type, own[1][j].type) for i, j in exact)
        listing = PairDisagreements(table, layer, places, pair, spans)
        for kind, one, other in differing(*left):
            chosen = [
                None if index is None else side[index] for side, index in zip(left, (one, other))
            ]
            where = min(relation.places[0] for relation in chosen if relation)
            listing.add(kind, where, _marks(kind, chosen, places))
            types[tuple(relation.type if relation else "" for relation in chosen)] += 1
        found += listing.in_order()
        confusion[pair] = dict(types)
    return LayerDocument(
        items,
        tuple(found),
        problems=(*problems, *_without(relations, table)),
        confusion=confusion,
    )


def _relations(annotations, file, settings):
    """(list of EntityRelation, each once; Problems) of one annotator."""
    known, problems = {}, []
    for relation in annotations.relations:
        if settings.types is None or relation.type in settings.types:
            made = _relation(relation, annotations, settings)
            first = known.setdefault(made.element.key, made)
            if first is not made:
                problems.append(
                    Problem(
                        file,
                        relation.line,
                        "duplicate-relation",
                        f"{relation.id} says the same as {first.id}. Counted once. "
                        "Delete one of them.",
                    )
                )
    return list(known.values()), problems


def _relation(relation, annotations, settings):
    roles, ids = zip(*sorted(relation.args))
    spans = [annotations.span_of(id) for id in ids]
    ends = [(span.type, span.place) for span in spans]
    symmetric = relation.type in (settings.symmetric or ())
    if symmetric:
        ends.sort(key=lambda end: end[::-1])
    return EntityRelation(
        type=relation.type,
        roles=roles,
        ends=tuple(ends),
        symmetric=symmetric,
        id=relation.id,
        line=relation.line,
    )


def _left(relations, exact):
    """Lists of those of both annotators that are not exactly matched."""
    left = []
    for side, own in enumerate(relations):
        matched = {pair[side] for pair in exact}
        left.append([one for index, one in enumerate(own) if index not in matched])
    return left


def _marks(kind, chosen, places):
    for relation, other in zip(chosen, chosen[::-1]):
        if relation is None:
            yield None
            continue
        label = relation.type
        if kind == "role":
            label += f" ({', '.join(relation.roles)})"
        ends = tuple(_end(end, other if kind == "ends" else None, places) for end in relation.ends)
        yield Mark(label, relation.id, relation.line, ends)


def _end(end, other, places):
    """End of a relation; with its type where the other annotator's differs in nothing else."""
    span_type, fragments = end
    words = places.words(fragments)
    if other is not None and fragments in other.places and end not in other.ends:
        words += f" ({span_type})"
    return End(words, fragments)


def _without(relations, table):
    """Problems for annotators who drew no relation where others drew some."""
    if any(relations.values()):
        for annotator, own in relations.items():
            if not own:
                yield Problem(
                    table.files[annotator],
                    None,
                    "no-relations",
                    "There is no relation in this document that can be used. All relations of "
                    "others count as not drawn. Check the setting types, or wait until the "
                    "document is annotated.",
                )
