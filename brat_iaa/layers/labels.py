"""Labels of spans: a span's value is the set of labels that an annotator gave it.

Labels are span types, attributes, notes or normalisations. In layers with one
label for each span (set = no) the value is a set of one. Spans are matched by
document and character offsets, never by brat ids.

A span that only one annotator drew has no value of the other: it counts in the
F1 of spans with their labels, and is missing in the agreement on labels.
"""

import re
from collections import Counter
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

import numpy

from brat_iaa.corpus.project import Excluded
from brat_iaa.corpus.standoff import Problem
from brat_iaa.layers.columns import MISSING
from brat_iaa.layers.disagreement import End, Mark
from brat_iaa.layers.label_columns import label_columns, labelled_spans, near_elements
from brat_iaa.layers.layer_document import LayerDocument
from brat_iaa.layers.locator import Locator
from brat_iaa.layers.matched_elements import drawn as matched_elements
from brat_iaa.layers.pair_disagreements import PairDisagreements
from brat_iaa.layers.tokens import Token
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


class LabelTable:
    """One document.

    annotators  those who have begun it
    columns     LabelColumns
    given       {annotator: {fragments: frozenset of labels}}
    """

    def __init__(self, table, layer, spans, given, columns):
        self.annotators, self.columns, self.given = table.annotators, columns, given
        self._table, self._settings, self._spans = table, layer.settings, spans

    @cached_property
    def items(self):
        """Tuple of LabelItem, in text order."""
        places, found = Locator(self._table), []
        for fragments in sorted(set().union(*self.given.values())):
            by = {name: own[fragments] for name, own in self.given.items() if fragments in own}
            token = places.token(fragments, {name: self._spans[name][fragments] for name in by})
            values = {name: compared(labels, self._settings) for name, labels in by.items()}
            found.append(LabelItem(token, values))
        return tuple(found)

    @cached_property
    def labelled(self):
        """MatchedElements: each span with each of its labels."""
        elements = {name: labelled_spans(own) for name, own in self.given.items()}
        places = Locator(self._table)
        return matched_elements(elements, places.sentence, len(self._table.sentences))


def layer_document(document, table, layer):
    """LayerDocument of one document; items: a LabelTable.

    Raises ConfigError if the setting value does not say where labels stand.
    """
    labels_of, annotations = _reader(layer), document.annotations
    places, items = Locator(table), set(table.items)
    # Root tokens, and punctuation if it does not count.
    left_out = {token.fragments for token in table.tokens if token.index not in items}
    spans, given = {}, {}
    for annotator in table.annotators:
        spans[annotator], given[annotator] = _drawn(
            annotations[annotator], left_out, layer.settings.types, labels_of
        )
    near = {
        pair: near_elements(*(given[name] for name in pair))
        for pair in combinations(table.annotators, 2)
    }
    columns = label_columns(given, near, places.sentence)
    several = {
        annotator: [
            fragments
            for fragments in sorted(own)
            if compared(own[fragments], layer.settings) is None
        ]
        for annotator, own in given.items()
    }
    somebody = bool(columns.labels)
    listed = {
        pair: _Lister(table, layer, places, pair, spans, given, own).disagreements()
        for pair, own in near.items()
    }
    return LayerDocument(
        items=LabelTable(table, layer, spans, given, columns),
        disagreements=tuple(found for own in listed.values() for found in own),
        excluded=tuple(
            Excluded(
                table.document,
                (annotator,),
                f"{layer.name}: the labels of spans with several labels where one is "
                f"expected ({len(own)}). "
                f"For sets of labels, set = yes in [layer {layer.name}]",
            )
            for annotator, own in several.items()
            if own
        ),
        problems=tuple(
            problem
            for annotator in table.annotators
            for problem in _problems(
                table.files[annotator],
                spans[annotator],
                given[annotator],
                several[annotator],
                layer,
                somebody,
            )
        ),
        confusion={pair: _confusion(columns, pair, own) for pair, own in listed.items()},
    )


def _reader(layer):
    """Function of Annotations that returns pairs of span and label, as the setting value says."""
    place, _, name = map(str.strip, layer.settings.value.partition(":"))
    many = layer.settings.set == "yes"
    if place == "type":
        return lambda annotations: [(span, span.type) for span in annotations.spans.values()]
    if place == "attribute":
        return lambda annotations: [
            (annotations.span_of(found.target), found.type if found.value is None else found.value)
            for found in annotations.attributes
            if found.type == name
        ]
    if place == "normalization":
        return lambda annotations: [
            (annotations.span_of(found.target), found.reference.partition(":")[2])
            for found in annotations.normalizations
            if found.reference.partition(":")[0] == name
        ]
    if place == "notes":
        return lambda annotations: [
            (annotations.span_of(found.target), found.text.strip())
            for found in annotations.notes
            if found.type == name and found.text.strip()
        ]
    pattern = re.compile(name)
    return lambda annotations: [
        (annotations.span_of(found.target), label)
        for found in annotations.notes
        for label in _labels_in(pattern.search(found.text), many)
    ]


def _labels_in(match, many):
    written = (match.group(1) or "") if match else ""
    parts = written.split(",") if many else [written]
    return [part.strip() for part in parts if part.strip()]


def _drawn(annotations, left_out, types, labels_of):
    """({fragments: Span that is written first}, {fragments: frozenset of labels}) of one
    annotator.
    """
    spans, places = {}, {}
    for span in annotations.spans.values():
        fragments = span.place
        if fragments not in left_out and (types is None or span.type in types):
            spans.setdefault(fragments, span)
            places[span.id] = fragments
    found = {fragments: set() for fragments in spans}
    for span, label in labels_of(annotations):
        if span is not None and span.id in places:
            found[places[span.id]].add(label)
    return spans, {fragments: frozenset(labels) for fragments, labels in found.items()}


def compared(labels, settings):
    """The value that labels are in the agreement on labels; None: several where one is allowed."""
    if settings.set == "yes" or len(labels) == 1:
        return labels
    return None if labels else frozenset([NO_LABEL])


class _Lister:
    """The disagreements of one pair: spans on the same offsets, then those that overlap, then the
    others.
    """

    def __init__(self, table, layer, places, pair, spans, given, near):
        self._listing = PairDisagreements(table, layer, places, pair, spans)
        self._spans, self._given = ([own[name] for name in pair] for own in (spans, given))
        self._near = near

    def disagreements(self):
        """List of Disagreement in text order."""
        first, second = self._given
        for span in first:
            if span in second and first[span] != second[span]:
                self._add("label", span, span)
        alone = [
            [span for span in own if span not in other]
            for own, other in ((first, second), (second, first))
        ]
        for kind, pairs in (("boundaries", self._same_label(alone)), ("boundaries+label", None)):
            if pairs is None:
                pairs = [(alone[0][i], alone[1][j]) for i, j in matched_spans(*alone)]
            for one, other in pairs:
                self._add(self._kind(kind, one, other), one, other)
            alone = [
                [span for span in own if span not in paired]
                for own, paired in zip(alone, _sides(pairs))
            ]
        for span in alone[0]:
            self._add("extra-span", span, None)
        for span in alone[1]:
            self._add("missing-span", None, span)
        return self._listing.in_order()

    def _kind(self, kind, one, other):
        """Spans to which nobody gave a label have the same."""
        first, second = self._given
        return "boundaries" if first[one] == second[other] else kind

    def _same_label(self, alone):
        """Pairs of overlapping spans with a common label, of those that only one of the two drew
        like this.
        """
        alone, pairs, taken = [set(own) for own in alone], {}, set()
        for (one,), (other,) in ((first.spans, second.spans) for first, second in self._near):
            if one in alone[0] and other in alone[1] and one not in pairs and other not in taken:
                pairs[one] = other
                taken.add(other)
        return list(pairs.items())

    def _add(self, kind, *spans):
        """spans: offsets of the first's, of the second's, None where there is none.

        The disagreement stands at the span that begins first, of these at the shorter one, whoever
        drew it.
        """
        marks = [
            None if place is None else _mark(drawn[place], given[place], kind)
            for drawn, given, place in zip(self._spans, self._given, spans)
        ]
        self._listing.add(kind, min(filter(None, spans)), marks)


def _sides(pairs):
    """The first ones, and the second ones, of some pairs."""
    return {one for one, _ in pairs}, {other for _, other in pairs}


def _confusion(columns, pair, disagreements):
    """{(label of the first, label of the second): spans}; "" where one of them drew no span.

    What both drew alike, and every disagreement.
    """
    first, second = columns.codes[:, [columns.annotators.index(name) for name in pair]].T
    alike = first[(first == second) & (first != MISSING)]
    counts = Counter()
    for code, number in enumerate(numpy.bincount(alike).tolist()):
        if number:
            counts[(shown(columns.values[code]),) * 2] += number
    counts.update(found.labels for found in disagreements)
    return dict(counts)


def _mark(span, labels, kind):
    """What the annotator drew; where the extent differs, with its words and place."""
    ends = (End(span.text, span.place),) if kind.startswith("boundaries") else ()
    return Mark(shown(labels), span.id, span.line, ends)


def shown(labels):
    """The labels of a span in one text."""
    return ", ".join(sorted(labels)) or NO_LABEL


def _problems(file, spans, given, several, layer, somebody):
    """several: fragments, in order; somebody: whether any annotator gave a label in this
    document.
    """
    if several:
        first = spans[several[0]]
        yield Problem(
            file,
            first.line,
            "several-values",
            f"{layer.name}: spans with several labels where one is expected: {len(several)}, first "
            f"“{first.text}”: {shown(given[several[0]])}. Their labels are left out. "
            f"If they are sets of "
            f"labels, write set = yes in [layer {layer.name}]; if they belong to "
            f"different layers, choose "
            "one of them with types or value.",
        )
    if somebody and given and not any(given.values()):
        yield Problem(
            file,
            None,
            "no-labels",
            f"{layer.name}: no span ({len(given)} in all) has a label by value = "
            f"{layer.settings.value}, and "
            "others gave some. They count as labelled with nothing. Perhaps the "
            "document is not done.",
        )
