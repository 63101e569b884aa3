"""What is the same in all layers whose places are settled in the draft's lines."""

from brat_iaa.adjudication.draft_file import DISPUTED, AnnotatorFile
from brat_iaa.adjudication.layer_edit import LayerEdit


class Settler:
    """Settles the places of one layer in DraftFiles.

    A scope is what is decided at a Place, a value what somebody has there: sorted tuples, as JSON
    holds them. A host is (kind, fragments) of what a note of the draft is about.

    layer         Layer
    agreement     Agreement of all annotators
    other_layers  layer_edit.OtherLayers
    """

    # Whether a decision can change what the draft has at other places.
    changes_others = True

    def __init__(self, layer, agreement, other_layers):
        self.layer, self._agreement, self._other_layers = layer, agreement, other_layers
        self._files: dict = {}

    def _file(self, document, name):
        """The AnnotatorFile of an annotator, as it was compared."""
        if (document, name) not in self._files:
            table, settings = self._agreement.tables[document], self._agreement.config.dependencies
            file = AnnotatorFile(table.annotations[name], table.text, settings)
            self._files[document, name] = file
        return self._files[document, name]

    def _view(self, file):
        """What an AnnotatorFile has of the layer, read once."""
        if self.layer not in file.views:
            file.views[self.layer] = self._read(file)
        return file.views[self.layer]

    def _read(self, file):
        raise NotImplementedError

    def spans(self, file, fragments):
        """[Span] of the layer there in an AnnotatorFile."""
        return [span for span in file.spans_at.get(fragments, ()) if self.counts_type(span.type)]

    def counts(self, place):
        """Whether a Place is decided in this layer."""
        return True

    def counts_type(self, type):
        """Whether spans, relations or events of this type are compared."""
        types = self.layer.settings.types
        return types is None or type in types

    def scope(self, place):
        """What is decided at a Place: fragments of the item."""
        return place.token.fragments

    def scope_of_echo(self, place):
        """The same where all that differs at a Place follows from another one."""
        return self.scope(place)

    def ends(self, disagreement):
        """Fragments of the spans that are joined by what differs."""
        return {end.fragments for mark in disagreement.arcs if mark for end in mark.ends}

    def hosts(self, place, scope):
        """Set of the hosts of the draft's notes on a Place."""
        raise NotImplementedError

    def is_there(self, file, scope):
        """Whether the DraftFile has what is decided on."""
        return True

    def state(self, file, place, scope, cleared):
        """DISPUTED or MAJORITY where the DraftFile has a note on a Place, else "".

        cleared  {(document, host): state} of notes that decisions took away, which count, too
        """
        states = {
            held[key]
            for host in self.hosts(place, scope)
            for held, key in ((file.hosts, host), (cleared, (place.document, host)))
            if key in held
        }
        return DISPUTED if DISPUTED in states else next(iter(states), "")

    def value(self, file, scope):
        """What an AnnotatorFile has."""
        raise NotImplementedError

    def value_of(self, place, scope, name):
        """What an annotator has at a Place, as value() gives it."""
        return self.value(self._file(place.document, name), scope)

    def ids(self, file, scope):
        """brat's ids of that in a DraftFile, for links."""
        raise NotImplementedError

    def also(self, document, value):
        """{fragments: its value} of other items that a value is about, too"""
        return {}

    def settled(self, file, document, scope, source, clear):
        """The Edit with which the DraftFile has what the DraftFile source has.

        clear  hosts of the draft's notes that go

        Raises NotSettled.
        """
        edit = LayerEdit(file, source, self._other_layers)
        edit.clear(clear)
        if source is not file:
            self._take(edit, document, scope)
        return edit.edit()

    def _take(self, edit, document, scope):
        """Collect the changes of settled() in a LayerEdit."""
        raise NotImplementedError


def all_are_arcs(agreement):
    """Whether all relations count as dependencies."""
    return agreement.dependencies is not None and agreement.config.dependencies.labels is None


def relation_notes(agreement):
    """What notes of a draft call relations: arcs, too, where it takes all for dependencies."""
    return ("relation", "arc") if agreement.config.dependencies.labels is None else ("relation",)
