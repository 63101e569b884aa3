"""Decisions on labels of spans: a span gets the type, attributes, references or notes of one
annotator, or is drawn and taken away as this annotator has it.
"""

from brat_iaa.adjudication.draft_file import KIND_WORDS
from brat_iaa.adjudication.settler import Settler
from brat_iaa.layers.labels import labels_in_note, reader, shown

_DRAWN = ("missing-span", "missing-label", "boundaries", "boundaries+label")


class SpanLabels(Settler):
    """The places of a layer of labels in DraftFiles; a scope is a tuple of fragments of spans."""

    def __init__(self, layer, agreement, other_layers):
        super().__init__(layer, agreement, other_layers)
        self._source, _, self._name = map(str.strip, layer.settings.value.partition(":"))
        self._labels_of = reader(layer)

    @property
    def of_types(self):
        """Whether the labels are the types of the spans."""
        return self._source == "type"

    def counts(self, place):
        return not self._other_layers.spans or "label" in place.kinds

    def scope(self, place):
        """Tuple of the fragments at which something is decided at a Place."""
        if self.layer.settings.items == "documents":
            items = self._items(place.document)
            return tuple(
                sorted({value for name in items.annotators for value in items.labelled(name)})
            )
        marks = (mark for pair in place.disagreements for mark in pair.arcs if mark)
        ends = (end.fragments for mark in marks for end in mark.ends)
        return tuple(sorted({place.token.fragments, *ends}))

    def hosts(self, place, scope):
        kinds = {self.note_kind}
        drawn = not set(_DRAWN).isdisjoint(place.kinds)
        if drawn and not self._other_layers.spans:
            kinds |= {"type", *(other.note_kind for other in self._other_layers.labels)}
        return {(kind, fragments) for kind in kinds for fragments in scope}

    @property
    def note_kind(self):
        """The kind of the draft's notes on its labels."""
        return "type" if self.of_types else KIND_WORDS.get(self._source, "note")

    def value(self, file, scope):
        """Sorted (label, fragments) of the spans in a DraftFile."""
        return sorted(
            (label, fragments)
            for fragments in scope
            if (label := self._view(file).get(fragments)) is not None
        )

    def value_of(self, place, scope, name):
        if self.layer.settings.items == "documents":
            labelled = self._items(place.document).labelled(name).items()
            return sorted((shown(label), at) for at, label in labelled)
        given = self._items(place.document).given[name]
        drawn = (fragments for fragments in scope if fragments in given)
        return sorted((shown(given[fragments]), fragments) for fragments in drawn)

    def _items(self, document):
        """The LabelTable of a document: other tables hold neither attributes nor notes."""
        return self._agreement.parts[self.layer.name][document].items

    def ids(self, file, scope):
        return tuple(span.id for fragments in scope for span in self.spans(file, fragments))

    def _take(self, edit, document, scope):
        for fragments in scope:
            taken = self.spans(edit.source, fragments)
            if self.of_types:
                self._set_types(edit, fragments, document, taken)
            elif not taken:
                for span in self.spans(edit.file, fragments):
                    if span.id in edit.spans:
                        edit.remove_span(span.id)
            elif not edit.ids_at(fragments):
                edit.add_spans(taken)
            else:
                self.set_records(edit, fragments)

    def _set_types(self, edit, fragments, document, taken):
        ids = edit.ids_at(fragments).items()
        there = [(id, type) for id, type in ids if self.counts_type(type)]
        new, is_empty = [], not there
        for span in taken:
            same = next((drawn for drawn in there if drawn[1] == span.type), None)
            if same is None:
                new.append(span)
            else:
                there.remove(same)
        edit.refuse_triggers(new)
        while new and there:
            span = new.pop(0)
            edit.retype(there.pop(0)[0], span.type, span.id in edit.source.events_of)
        for id, _ in there:
            edit.remove_span(id)
        if new and is_empty:
            edit.add_spans(new)
        else:
            for span in new:
                edit.add_span(span)
            for other in self._other_layers.labels if taken else ():
                if other.comes_with(document, fragments):
                    other.set_records(edit, fragments, self)

    def agreed(self, document, fragments):
        """Whether all who drew a span gave it the same labels."""
        given = self._items(document).given.values()
        return len({labels[fragments] for labels in given if fragments in labels}) < 2

    def comes_with(self, document, fragments):
        """Whether the labels of a span follow from its type: all who drew it gave it the same, and
        others none as they gave it another type.
        """
        given = self._items(document).given.values()
        drawn = [labels[fragments] for labels in given if fragments in labels]
        return self._other_layers.spans and 0 < len(drawn) < len(given) and len(set(drawn)) == 1

    def are_in(self, file, fragments):
        """Whether a DraftFile has labels there."""
        return bool(self._records(file, fragments))

    def set_records(self, edit, fragments, of=None):
        """Give the spans there the labels that they have in the source of a LayerEdit.

        of  Settler whose spans in the draft count, if they are not yet those of this layer
        """
        wanted = []
        for record, span in self._records(edit.source, fragments):
            target = edit.reference(fragments, span.type)
            edit.refuse_event(record.target, target)
            label = record._replace(id="", target=target, line=0)
            if label not in wanted:
                wanted.append(label)
        gone = []
        for record, _ in self._records(edit.file, fragments, of):
            label = record._replace(id="", line=0)
            if label in wanted:
                wanted.remove(label)
            else:
                gone.append(record)
        for record in gone:
            there = record.type, record.target
            same = next((label for label in wanted if (label.type, label.target) == there), None)
            if same is not None:
                wanted.remove(same)
            if self._of_notes:
                edit.set_annotator_text(record.id, same.text if same else "")
            elif same is not None:
                edit.rewrite(record.id, same)
            else:
                edit.remove(record.id)
        for label in wanted:
            if self._of_notes:
                edit.set_note(label.type, label.target, label.text)
            else:
                edit.add("A" if self._source == "attribute" else "N", label)

    @property
    def _of_notes(self):
        return self._source in ("note", "notes")

    def _records(self, file, fragments, of=None):
        """[(record, Span)] of the labels there."""
        if self.of_types:
            return []
        about = file.undisputed
        spans = {span.id: span for span in (of or self).spans(file, fragments)}
        records = {
            "attribute": about.attributes, "normalization": about.normalizations,
        }.get(self._source, about.notes)  # fmt: skip
        is_label = {
            "normalization": lambda record: record.reference.partition(":")[0] == self._name,
            "note": lambda note: bool(labels_in_note(note.text, self.layer)),
        }.get(self._source, lambda record: record.type == self._name)
        targets = ((record, about.span_of(record.target)) for record in records)
        return [
            (record, span)
            for record, span in targets
            if span is not None and span.id in spans and is_label(record)
        ]

    def _read(self, file):
        """{fragments: labels as one text} of all spans of a file."""
        given = {place: set() for place in file.spans_at if self.spans(file, place)}
        for span, label in self._labels_of(file.undisputed):
            if span.offsets in given and self.counts_type(span.type):
                given[span.offsets].add(label)
        return {place: shown(labels) for place, labels in given.items()}
