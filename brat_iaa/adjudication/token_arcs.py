"""Decisions on dependencies: the arcs to a token become one annotator's."""

from brat_iaa.adjudication.edits import NotSettled
from brat_iaa.adjudication.layer_edit import LayerEdit
from brat_iaa.adjudication.settler import Settler


class TokenArcs(Settler):
    """The places of dependencies in DraftFiles; a scope is the fragments of a token."""

    changes_others = False

    def hosts(self, place, scope):
        """The draft's notes on arcs go with their token, and are no others'."""
        return set()

    def is_there(self, file, scope):
        """Whether the DraftFile has the token."""
        return scope in file.tokens

    def state(self, file, place, scope, cleared):
        """Of the draft's note on the arcs of the token."""
        return file.arc_notes.get(scope, "")

    def is_noted(self, file, scope, hosts):
        """Whether the DraftFile has a note on the arcs of the token."""
        return scope in file.arc_notes

    def value(self, file, scope):
        """Sorted (label, head's fragments)."""
        return sorted({(arc.label, arc.head) for arc in file.arcs.get(scope, ())})

    def value_of(self, place, scope, name):
        """What an annotator has at a Place, as value() gives it."""
        elements = place.values[name].elements
        return sorted({(element.label, element.head.fragments) for element in elements})

    def ids(self, file, scope):
        """brat's ids of the arcs and the token."""
        arcs = tuple(arc.record.id for arc in file.arcs.get(scope, ()))
        return arcs + tuple(span.id for span in file.tokens.get(scope, ()))

    def settled(self, file, document, scope, source, clear):
        """The Edit with which the token has the arcs of the DraftFile source and no others: of
        equal ones it keeps the first.
        """
        if scope not in file.tokens:
            raise NotSettled("The draft has no such token. Settle this one in brat.")
        edit = LayerEdit(file, self._beside)
        edit.clear({("arc", scope)})
        wanted = {(arc.label, arc.head): arc.record for arc in source.arcs.get(scope, ())}
        for arc in file.arcs.get(scope, ()):
            if wanted.pop((arc.label, arc.head), None) is None:
                edit.remove(arc.record.id)
        for record in wanted.values():
            ends = ((role, source.annotations.span_of(id)) for role, id in record.args)
            args = tuple((role, _reference(file, span)) for role, span in ends)
            edit.add("R", record._replace(args=args))
        return edit.edit()


def _reference(file, span):
    """brat's id of a token in the DraftFile, or of its event: brat takes no reference to the span
    of an event.
    """
    there = file.tokens.get(span.offsets)
    if not there:
        raise NotSettled("The draft lacks the token of a head. Settle this one in brat.")
    token = next((token for token in there if token.type == span.type), there[0])
    return file.events_of.get(token.id, token.id)
