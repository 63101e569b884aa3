"""Decisions on relations between spans: those that begin at a span become one annotator's."""

from brat_iaa.adjudication.draft_notes import RELATION_NOTES
from brat_iaa.adjudication.relation_settler import RelationSettler
from brat_iaa.layers.entity_relations import relation_of


class SpanRelations(RelationSettler):
    """The places of a layer of relations in DraftFiles; a value is (type, ends, roles). Labels come
    with an end that the draft lacks.
    """

    def scope(self, place):
        """(fragments at which relations begin, other pairs of ends) that are decided at a Place."""
        marks = (mark for pair in place.disagreements for mark in pair.arcs if mark)
        ends = {tuple(end.fragments for end in mark.ends) for mark in marks}
        return place.token.fragments, tuple(sorted(ends))

    def hosts(self, place, scope):
        """(kind, fragments) of the draft's notes on it: they stand at dependents."""
        return {
            (kind, fragments)
            for kind in RELATION_NOTES
            for name in place.values
            for relation in self._drawn(place.document, name)
            if _is_in(scope, relation)
            for fragments in self._dependents(relation)
        }

    def _dependents(self, relation):
        if relation.symmetric:
            return relation.offsets
        second_is_head = relation.roles[1] == self._agreement.config.dependencies.head
        return relation.offsets[:1] if second_is_head else relation.offsets[1:]

    def value_of(self, place, scope, name):
        """What an annotator has at a Place, as value() gives it."""
        drawn = self._drawn(place.document, name)
        return sorted({_value(relation) for relation in drawn if _is_in(scope, relation)})

    def _drawn(self, document, name):
        return self._items(document).drawn[name]

    def _end(self, edit, id):
        """brat's id of an end; a span that the draft lacks is added as the annotator drew it."""
        span = edit.source.annotations.span_of(id)
        ids = edit.ids_at(span.offsets)
        several = len(edit.source.spans_at[span.offsets]) > 1
        if not ids or (several and span.type not in ids.values()):
            edit.add_spans([span])
        end = edit.reference(span.offsets, span.type)
        edit.refuse_event(id, end)
        return end

    def _read(self, file):
        """[(EntityRelation, Relation)]"""
        return [
            (relation_of(record, file.annotations, self.layer.settings), record)
            for record in file.annotations.relations
            if self.counts_type(record.type)
        ]

    def _relations(self, file, scope):
        return [
            (_value(relation), record)
            for relation, record in self._view(file)
            if _is_in(scope, relation)
        ]


def _is_in(scope, relation):
    start, pairs = scope
    first, second = relation.offsets
    return first == start or (first, second) in pairs or (second, first) in pairs


def _value(relation):
    return relation.type, relation.offsets, relation.roles
