"""Labels of spans: a span's value is the set of labels that an annotator gave it.

Labels are span types, attributes, notes or normalisations. In layers with one
label for each span (set = no) the value is a set of one. Spans are matched by
document and character offsets, never by brat ids.

A span that only one annotator drew has no value of the other: it counts in the
F1 of spans with their labels, and is missing in the agreement on labels.
"""

import re
from collections import Counter
from itertools import combinations
from typing import NamedTuple

from brat_iaa.corpus.project import Excluded
from brat_iaa.corpus.standoff import Problem
from brat_iaa.disagreements import End, Mark
from brat_iaa.errors import ConfigError
from brat_iaa.layers.drawn import Drawn
from brat_iaa.layers.drawn import drawn as matched_elements
from brat_iaa.layers.listing import Listing
from brat_iaa.layers.part import LayerPart
from brat_iaa.layers.places import Places
from brat_iaa.layers.tokens import Token
from brat_iaa.measures.element_matching import Element
from brat_iaa.measures.span_overlap import matched_spans

# The label of a span that was drawn and given none, where every span has one label; brackets, as
# “none” can be a label itself.
NO_LABEL = "(none)"


class LabelItem(NamedTuple):
    """One span of the text.

    token    the document's Token on these offsets; where there is none, one with the index -1
    values   {annotator: frozenset of labels, None if they are several where one is allowed}, for
             the annotators who drew the span
    """

    token: Token
    values: dict


class LabelTable(NamedTuple):
    """One document.

    annotators    those who have begun it
    items         tuple of LabelItem, in text order
    overlapping   {pair: (frozenset of item numbers of the first, of the second)}: spans matched
                  one to one with a span of the other that shares a character
    labelled      Drawn: each span with each of its labels
    """

    annotators: tuple
    items: tuple
    overlapping: dict
    labelled: Drawn


class _Drawn(NamedTuple):
    """What one annotator drew on some offsets: the span written first, and all labels."""

    span: object
    labels: frozenset


def document_part(document, table, layer):
    """LayerPart of one document; items: a LabelTable.

    Raises ConfigError if the setting value does not say where labels stand.
    """
    labels_of = _reader(layer)
    drawn = {
        annotator: _drawn(document.annotations[annotator], table, layer.settings, labels_of)
        for annotator in table.annotators
    }
    places = Places(table)
    items = _items(places, drawn, layer.settings)
    pairs = tuple(combinations(table.annotators, 2))
    labelled = matched_elements(
        {annotator: _elements(own) for annotator, own in drawn.items()}, places.sentence, len(table.sentences)
    )
    several = {
        annotator: [
            drawn[annotator][item.token.fragments]
            for item in items
            if item.values.get(annotator, ()) is None
        ]
        for annotator in table.annotators
    }
    somebody = any(one.labels for own in drawn.values() for one in own.values())
    listed = {
        pair: _Lister(table, layer, places, pair, drawn, labelled).disagreements() for pair in pairs
    }
    return LayerPart(
        items=LabelTable(table.annotators, items, {pair: _overlapping(items, pair) for pair in pairs}, labelled),
        disagreements=tuple(found for own in listed.values() for found in own),
        excluded=tuple(
            Excluded(
                table.document,
                (annotator,),
                f"{layer.name}: the labels of spans with several labels where one is expected ({len(own)}). "
                f"For sets of labels, set = yes in [layer {layer.name}]",
            )
            for annotator, own in several.items()
            if own
        ),
        problems=tuple(
            problem
            for annotator in table.annotators
            for problem in _problems(
                table.files[annotator], drawn[annotator], several[annotator], layer, somebody
            )
        ),
        confusion={pair: _confusion([drawn[one] for one in pair], listed[pair]) for pair in pairs},
    )


def _reader(layer):
    """Function of Annotations that returns pairs of span and label, as the setting value says."""
    place, colon, name = layer.settings.value.partition(":")
    name = name.strip()
    many = layer.settings.set == "yes"
    if place == "type" and not colon:
        return lambda annotations: [(span, span.type) for span in annotations.spans.values()]
    if place == "attribute" and name:
        return lambda annotations: [
            (annotations.span_of(found.target), found.type if found.value is None else found.value)
            for found in annotations.attributes
            if found.type == name
        ]
    if place == "normalization" and name:
        return lambda annotations: [
            (annotations.span_of(found.target), found.reference.partition(":")[2])
            for found in annotations.normalizations
            if found.reference.partition(":")[0] == name
        ]
    if place == "notes" and name:
        return lambda annotations: [
            (annotations.span_of(found.target), found.text.strip())
            for found in annotations.notes
            if found.type == name and found.text.strip()
        ]
    if place == "note" and name:
        pattern = _pattern(name, layer)
        return lambda annotations: [
            (annotations.span_of(found.target), label)
            for found in annotations.notes
            for label in _labels_in(pattern.search(found.text), many)
        ]
    raise ConfigError(
        f"{_setting(layer)}: does not say where the label stands. Allowed: type, attribute:NAME, "
        "normalization:DATABASE, notes:TYPE, note:PATTERN."
    )


def _setting(layer):
    return f"iaa.conf: [layer {layer.name}] value = {layer.settings.value}"


def _pattern(text, layer):
    try:
        pattern = re.compile(text)
    except re.error as error:
        raise ConfigError(
            f"{_setting(layer)}: “{text}” is no regular expression: {error}. Example: note:<(.*)>"
        ) from None
    if pattern.groups != 1:
        raise ConfigError(
            f"{_setting(layer)}: “{text}” has {pattern.groups or 'no'} groups in brackets, expected one, "
            "which is the label. Example: note:<(.*)>. Other brackets are written (?:…)."
        )
    return pattern


def _labels_in(match, many):
    written = (match.group(1) or "") if match else ""
    parts = written.split(",") if many else [written]
    return [part.strip() for part in parts if part.strip()]


def _drawn(annotations, table, settings, labels_of):
    """{fragments: _Drawn} of one annotator's spans that are items."""
    left_out = {token.fragments for token in table.tokens} - {
        table.tokens[index].fragments for index in table.items
    }
    spans, labels = {}, {}
    for span in annotations.spans.values():
        fragments = span.place
        # Root tokens, and punctuation if it does not count.
        if fragments not in left_out and (settings.types is None or span.type in settings.types):
            spans.setdefault(fragments, span)
            labels.setdefault(span.id, (fragments, []))
    found = {fragments: set() for fragments in spans}
    for span, label in labels_of(annotations):
        if span is not None and span.id in labels:
            found[labels[span.id][0]].add(label)
    return {fragments: _Drawn(span, frozenset(found[fragments])) for fragments, span in spans.items()}


def _items(places, drawn, settings):
    items = []
    for fragments in sorted({fragments for own in drawn.values() for fragments in own}):
        by = {annotator: own[fragments] for annotator, own in drawn.items() if fragments in own}
        token = places.token(fragments, {annotator: own.span for annotator, own in by.items()})
        items.append(
            LabelItem(token, {annotator: _value(own.labels, settings) for annotator, own in by.items()})
        )
    return tuple(items)


def _elements(own):
    """Each span with each of its labels."""
    return [
        Element((fragments, label), label, label, (fragments,))
        for fragments in sorted(own)
        for label in sorted(own[fragments].labels)
    ]


def _value(labels, settings):
    if settings.set == "yes" or len(labels) == 1:
        return labels
    return None if labels else frozenset([NO_LABEL])


def _overlapping(items, pair):
    """The spans that both drew, then of the rest the largest matching."""
    both, alone = [], ([], [])
    for number, item in enumerate(items):
        sides = [side for side, annotator in enumerate(pair) if annotator in item.values]
        if len(sides) == 2:
            both.append(number)
        elif sides:
            alone[sides[0]].append(number)
    matched = matched_spans(*([items[number].token.fragments for number in own] for own in alone))
    return (
        frozenset(both + [alone[0][one] for one, _ in matched]),
        frozenset(both + [alone[1][two] for _, two in matched]),
    )


class _Lister:
    """The disagreements of one pair: spans on the same offsets, then those that overlap, then the others."""

    def __init__(self, table, layer, places, pair, drawn, labelled):
        spans = {name: {place: own.span for place, own in drawn[name].items()} for name in pair}
        self._listing = Listing(table, layer, places, pair, spans)
        self._pair = pair
        self._drawn = [drawn[annotator] for annotator in pair]
        self._labelled = labelled

    def disagreements(self):
        """List of Disagreement in text order."""
        first, second = self._drawn
        for span in first:
            if span in second and first[span].labels != second[span].labels:
                self._add("label", span, span)
        alone = [[span for span in own if span not in other] for own, other in ((first, second), (second, first))]
        for kind, pairs in (("boundaries", self._same_label(alone)), ("boundaries+label", None)):
            if pairs is None:
                pairs = [(alone[0][i], alone[1][j]) for i, j in matched_spans(*alone)]
            for one, other in pairs:
                self._add(self._kind(kind, one, other), one, other)
            alone = [[span for span in own if span not in paired] for own, paired in zip(alone, _sides(pairs))]
        for span in alone[0]:
            self._add("extra-span", span, None)
        for span in alone[1]:
            self._add("missing-span", None, span)
        return self._listing.in_order()

    def _kind(self, kind, one, other):
        """Spans to which nobody gave a label have the same."""
        first, second = self._drawn
        return "boundaries" if first[one].labels == second[other].labels else kind

    def _same_label(self, alone):
        """Pairs of overlapping spans with a common label, of those that only one of the two drew like this."""
        elements = [self._labelled.elements[annotator] for annotator in self._pair]
        alone, pairs, taken = [set(own) for own in alone], {}, set()
        for i, j in self._labelled.matched[self._pair]["overlap"]:
            one, other = elements[0][i].spans[0], elements[1][j].spans[0]
            if one in alone[0] and other in alone[1] and one not in pairs and other not in taken:
                pairs[one] = other
                taken.add(other)
        return list(pairs.items())

    def _add(self, kind, *spans):
        """spans: offsets of the first's, of the second's, None where there is none.

        The disagreement stands at the span that begins first, of these at the shorter one, whoever drew it.
        """
        own = [None if span is None else drawn[span] for drawn, span in zip(self._drawn, spans)]
        marks = [mark and _mark(mark, kind) for mark in own]
        self._listing.add(kind, min(filter(None, spans)), marks)


def _sides(pairs):
    """The first ones, and the second ones, of some pairs."""
    return {one for one, _ in pairs}, {other for _, other in pairs}


def _confusion(drawn, disagreements):
    """{(label of the first, label of the second): spans}; "" where one of them drew no span.

    What both drew alike, and every disagreement.
    """
    first, second = drawn
    counts = Counter(
        (shown(own.labels),) * 2
        for span, own in first.items()
        if span in second and second[span].labels == own.labels
    )
    counts.update(found.labels for found in disagreements)
    return dict(counts)


def _mark(own, kind):
    """What the annotator drew; where the extent differs, with its words and place."""
    ends = ()
    if kind.startswith("boundaries"):
        ends = (End(own.span.text, own.span.place),)
    return Mark(shown(own.labels), own.span.id, own.span.line, ends)


def shown(labels):
    """The labels of a span in one text."""
    return ", ".join(sorted(labels)) or NO_LABEL


def _problems(file, drawn, several, layer, somebody):
    """somebody: whether any annotator gave a label in this document."""
    if several:
        first = several[0]
        yield Problem(
            file,
            first.span.line,
            "several-values",
            f"{layer.name}: spans with several labels where one is expected: {len(several)}, first "
            f"“{first.span.text}”: {shown(first.labels)}. Their labels are left out. If they are sets of "
            f"labels, write set = yes in [layer {layer.name}]; if they belong to different layers, choose "
            "one of them with types or value.",
        )
    if somebody and drawn and not any(own.labels for own in drawn.values()):
        yield Problem(
            file,
            None,
            "no-labels",
            f"{layer.name}: no span ({len(drawn)} in all) has a label by value = {layer.settings.value}, and "
            "others gave some. They count as labelled with nothing. Perhaps the document is not done.",
        )
