"""Decisions on dependencies: the arcs to a token become one annotator's."""

from brat_iaa.adjudication.edits import NotSettled
from brat_iaa.adjudication.layer_edit import LayerEdit
from brat_iaa.adjudication.relation_settler import RelationSettler


class TokenArcs(RelationSettler):
    """The places of dependencies in DraftFiles; a scope is the fragments of a token, a value is
    (label, head's fragments).
    """

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

    def _relations(self, file, scope):
        return file.arcs.get(scope, ())

    def value_of(self, place, scope, name):
        """What an annotator has at a Place, as value() gives it."""
        elements = place.values[name].elements
        return sorted({(element.label, element.head.fragments) for element in elements})

    def ids(self, file, scope):
        """brat's ids of the arcs and the token."""
        tokens = tuple(span.id for span in file.tokens.get(scope, ()))
        return super().ids(file, scope) + tokens

    def settled(self, file, document, scope, source, clear):
        """The Edit with which the token has the arcs of the DraftFile source, each once."""
        if scope not in file.tokens:
            raise NotSettled("The draft has no such token. Settle this one in brat.")
        edit = LayerEdit(file, source, self._beside)
        edit.clear({("arc", scope)})
        self._take(edit, document, scope)
        return edit.edit()

    def _end(self, edit, id):
        """brat's id of a token in the draft, or of its event: brat takes no reference to the span
        of an event.
        """
        span = edit.source.annotations.span_of(id)
        there = edit.file.tokens.get(span.offsets)
        if not there:
            raise NotSettled("The draft lacks the token of a head. Settle this one in brat.")
        token = next((token for token in there if token.type == span.type), there[0])
        return edit.file.events_of.get(token.id, token.id)
