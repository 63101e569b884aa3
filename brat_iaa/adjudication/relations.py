"""Decisions on relations: arcs to a token, and relations that begin at a span."""

from itertools import product

from brat_iaa.adjudication.edits import NotSettled
from brat_iaa.adjudication.settler import Settler, relation_notes


class RelationSettler(Settler):
    """Settles relations: those of a scope become one annotator's, and no others."""

    def _relations(self, file, scope):
        """[(what value() says of it, Relation)] of an AnnotatorFile."""
        raise NotImplementedError

    def _end(self, edit, id):
        """What a LayerEdit writes in place of the id of an end in its source."""
        raise NotImplementedError

    def value(self, file, scope):
        return sorted({value for value, _ in self._relations(file, scope)})

    def ids(self, file, scope):
        return tuple(record.id for _, record in self._relations(file, scope))

    def _take(self, edit, document, scope):
        """Of equal ones the draft keeps the first."""
        wanted = dict(self._relations(edit.source, scope))
        for value, record in self._relations(edit.file, scope):
            if wanted.pop(value, None) is None:
                edit.remove(record.id)
        for record in wanted.values():
            ends = tuple((role, self._end(edit, id)) for role, id in record.args)
            edit.add("R", record._replace(args=ends))


class TokenArcs(RelationSettler):
    """The places of dependencies in DraftFiles; a scope is the fragments of a token, a value is
    (label, head's fragments).
    """

    changes_others = False

    def hosts(self, place, scope):
        """The draft's notes on arcs stand at their token."""
        return {("arc", scope)}

    def is_there(self, file, scope):
        """Whether the DraftFile has the token."""
        return scope in file.tokens

    def _relations(self, file, scope):
        return file.arcs.get(scope, ())

    def ids(self, file, scope):
        """brat's ids of the arcs and the token."""
        tokens = tuple(span.id for span in file.tokens.get(scope, ()))
        return super().ids(file, scope) + tokens

    def settled(self, file, document, scope, source, clear):
        """The same, if the DraftFile has the token."""
        if scope not in file.tokens:
            raise NotSettled("The draft has no such token. Decide this one in brat.")
        return super().settled(file, document, scope, source, clear)

    def _end(self, edit, id):
        """brat's id of a token in the draft, or of its event: brat takes no reference to the span
        of an event.
        """
        span = edit.source.annotations.span_of(id)
        there = edit.file.tokens.get(span.offsets)
        if not there:
            raise NotSettled("The draft lacks the token of a head. Decide this one in brat.")
        token = next((token for token in there if token.type == span.type), there[0])
        return edit.file.events_of.get(token.id, token.id)


class SpanRelations(RelationSettler):
    """The places of a layer of relations in DraftFiles; a value is (type, ends, roles). Labels come
    with an end that the draft lacks.
    """

    def scope(self, place):
        """(fragments at which relations begin, or None; pairs of ends) that are decided here."""
        marks = (mark for pair in place.disagreements for mark in pair.arcs if mark)
        ends = {tuple(end.fragments for end in mark.ends) for mark in marks}
        return place.token.fragments, tuple(sorted(ends))

    def scope_of_echo(self, place):
        """Only the pairs of ends: others that begin at the same span follow from nothing here."""
        return None, self.scope(place)[1]

    def hosts(self, place, scope):
        """(kind, fragments) of the draft's notes on it: they stand at dependents."""
        hosts, head = set(), self._agreement.config.dependencies.head
        for name in place.values:
            for (type, ends, roles), _ in self._relations(self._file(place.document, name), scope):
                if type not in self._symmetric:
                    ends = ends[:1] if roles[1] == head else ends[1:]
                hosts |= {*product(relation_notes(self._agreement), ends)}
        return hosts

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

    @property
    def _symmetric(self):
        return self.layer.settings.symmetric or ()

    def _read(self, file):
        """[((type, fragments of both ends, roles), Relation)]; the ends in the order of their
        roles, of a symmetric relation in that of the text.
        """
        relations = []
        for record in file.annotations.relations:
            if self.counts_type(record.type):
                roles, ids = zip(*sorted(record.args))
                ends = [file.annotations.span_of(id).offsets for id in ids]
                ends = sorted(ends) if record.type in self._symmetric else ends
                relations.append(((record.type, tuple(ends), roles), record))
        return relations

    def _relations(self, file, scope):
        start, pairs = scope
        return [
            (value, record)
            for value, record in self._view(file)
            for ends in [value[1]]
            if ends[0] == start or ends in pairs or ends[::-1] in pairs
        ]
