"""Decisions on relations between spans: those that begin at a span become one annotator's."""

from brat_iaa.adjudication.draft_notes import RELATION_NOTES
from brat_iaa.adjudication.settler import Settler
from brat_iaa.adjudication.span_labels import add_spans, refuse_event
from brat_iaa.layers.entity_relations import relation_of


class SpanRelations(Settler):
    """The places of a layer of relations in DraftFiles. Labels come with an end that the draft
    lacks.
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

    def value(self, file, scope):
        """Sorted (type, ends, roles) of the relations in a DraftFile."""
        return sorted({_key(relation) for relation, _ in self._relations(file, scope)})

    def value_of(self, place, scope, name):
        """What an annotator has at a Place, as value() gives it."""
        drawn = self._drawn(place.document, name)
        return sorted({_key(relation) for relation in drawn if _is_in(scope, relation)})

    def _drawn(self, document, name):
        return [element.source for element in self._items(document).elements[name]]

    def ids(self, file, scope):
        """brat's ids of the relations, for links."""
        return tuple(record.id for _, record in self._relations(file, scope))

    def _take(self, edit, file, document, scope, source):
        wanted = {_key(relation): record for relation, record in self._relations(source, scope)}
        for relation, record in self._relations(file, scope):
            if wanted.pop(_key(relation), None) is None:
                edit.remove(record.id)
        for record in wanted.values():
            ends = tuple((role, self._end(edit, file, source, id)) for role, id in record.args)
            edit.add("R", record._replace(args=ends))

    def _end(self, edit, file, source, id):
        """brat's id of an end; a span that the draft lacks is added as the annotator drew it."""
        span, fragments = source.annotations.span_of(id), source.annotations.span_of(id).offsets
        ids = edit.ids_at(fragments)
        several = len(source.spans_at[fragments]) > 1
        if not ids or (several and span.type not in ids.values()):
            add_spans(edit, file, [span], source, self._beside)
        end = edit.reference(fragments, span.type)
        refuse_event(edit, source, id, end, self._beside)
        return end

    def _relations(self, file, scope):
        """[(EntityRelation, record)] of a scope."""
        if self.layer not in file.views:
            file.views[self.layer] = [
                (relation_of(record, file.annotations, self.layer.settings), record)
                for record in file.annotations.relations
                if self.counts_type(record.type)
            ]
        return [
            (relation, record)
            for relation, record in file.views[self.layer]
            if _is_in(scope, relation)
        ]


def _is_in(scope, relation):
    start, pairs = scope
    first, second = relation.offsets
    return first == start or (first, second) in pairs or (second, first) in pairs


def _key(relation):
    return relation.type, relation.offsets, relation.roles
