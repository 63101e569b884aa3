"""Labels of spans: the value of a span is the set of labels that an annotator gave it.

Labels are span types, attributes, notes or normalizations. In layers with one label for each span
(set = no) the value is a set of one. Spans are matched by document and character offsets, never by
brat ids.

A span that only one annotator drew has no value of the other: it counts in the F1 of spans with
their labels, and is missing in the agreement on labels.
"""

import re
from collections import Counter
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

import numpy

from brat_iaa.corpus.inventory import labels_of_records
from brat_iaa.corpus.problem import Problem
from brat_iaa.corpus.project import Excluded
from brat_iaa.layers.columns import MISSING
from brat_iaa.layers.disagreement import End, Mark
from brat_iaa.layers.label_columns import label_columns, labelled_spans, near_elements
from brat_iaa.layers.layer_document import LayerDocument
from brat_iaa.layers.locator import Locator
from brat_iaa.layers.matched_elements import match_elements
from brat_iaa.layers.pair_disagreements import PairDisagreements
from brat_iaa.layers.pieces import document_pieces
from brat_iaa.layers.tokens import Token
from brat_iaa.measures.gamma import Continuum
from brat_iaa.measures.span_overlap import matched_spans

# The label of a span without one, where each span has one label; in brackets, as "none" may be a
# label itself.
NO_LABEL = "(none)"


class LabelItem(NamedTuple):
    """One span of the text.

    token    the document's Token with these offsets; if there is none, one with the index -1
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
    disorders   {annotators: Disorder, or Undefined with the reason}, as far as computed
    """

    def __init__(self, table, layer, spans, given, columns):
        self.annotators, self.columns, self.given = table.annotators, columns, given
        self._table, self._settings, self._spans = table, layer.settings, spans
        self.disorders: dict = {}

    @cached_property
    def items(self):
        """Tuple of LabelItem, in text order."""
        locator, items = Locator(self._table), []
        for fragments in sorted(set().union(*self.given.values())):
            drawn_by = [name for name in self.annotators if fragments in self.given[name]]
            token = locator.token(
                fragments, {name: self._spans[name][fragments] for name in drawn_by}
            )
            values = {
                name: compared(self.given[name][fragments], self._settings) for name in drawn_by
            }
            items.append(LabelItem(token, values))
        return tuple(items)

    @cached_property
    def pieces(self):
        """Pieces of the spans, by the rows of columns."""
        table = self._table
        fragments = sorted(set().union(*self.given.values()))
        return document_pieces(fragments, table.sentences, len(table.text))

    def continuum(self, annotators) -> Continuum:
        """The spans of some annotators as units; each label of a span is one, unless it is a set.

        A span of several parts reaches from the start of the first to the end of the last.
        """
        units = [
            [
                (min(fragments)[0], max(end for _, end in fragments), label)
                for fragments, labels in self.given[name].items()
                for label in _labels_of_units(labels, self._settings)
            ]
            for name in annotators
        ]
        drawn = [[unit for unit in own if unit[0] < unit[1]] for own in units]
        return Continuum(drawn, len(self._table.text))

    @cached_property
    def labelled(self):
        """MatchedElements: each span with each of its labels."""
        elements = {name: labelled_spans(labels) for name, labels in self.given.items()}
        sentence_of = Locator(self._table).sentence
        return match_elements(elements, sentence_of, len(self._table.sentences))


def layer_document(document, table, layer) -> LayerDocument:
    """LayerDocument of one document; items: a LabelTable.

    Raises ConfigError if the setting value does not say where labels are.
    """
    labels_of, annotations = reader(layer), document.annotations
    locator, items = Locator(table), set(table.items)
    # Root tokens, and punctuation if it does not count.
    left_out = {token.fragments for token in table.tokens if token.index not in items}
    spans, given = {}, {}
    for annotator in table.annotators:
        spans[annotator], given[annotator] = _labelled(
            annotations[annotator], left_out, layer.settings.types, labels_of
        )
    near = {
        pair: near_elements(*(given[name] for name in pair))
        for pair in combinations(table.annotators, 2)
    }
    columns = label_columns(given, near, locator.sentence)
    disagreements, confusion = [], {}
    for pair, elements in near.items():
        collected = PairDisagreements(table, layer, pair, locator, spans)
        first, second = (given[name] for name in pair)
        for kind, *offsets in _differences(first, second, elements):
            # At the span that begins first; of two, at the shorter one.
            marks = [
                None if fragments is None else _mark(spans[name], given[name], fragments, kind)
                for name, fragments in zip(pair, offsets)
            ]
            collected.add(kind, min(filter(None, offsets)), marks)
        confusion[pair] = _confusion(columns, pair, collected.disagreements)
        disagreements += collected.in_order()
    several = {
        annotator: [
            fragments
            for fragments in sorted(labels)
            if compared(labels[fragments], layer.settings) is None
        ]
        for annotator, labels in given.items()
    }
    return LayerDocument(
        items=LabelTable(table, layer, spans, given, columns),
        disagreements=tuple(disagreements),
        excluded=tuple(
            Excluded(
                table.document,
                (annotator,),
                f"{layer.name}: the labels of spans with several labels where one is expected "
                f"({len(offsets)}). For sets of labels, set = yes in [layer {layer.name}]",
            )
            for annotator, offsets in several.items()
            if offsets
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
                bool(columns.labels),
            )
        ),
        confusion=confusion,
    )


def reader(layer):
    """Function of Annotations that returns pairs of Span and label, by the setting value."""
    kind, _, name = map(str.strip, layer.settings.value.partition(":"))
    if kind == "type":
        return lambda annotations: [(span, span.type) for span in annotations.spans.values()]
    if kind != "note":
        return lambda annotations: [
            (annotations.span_of(target), label)
            for source, target, label in labels_of_records(annotations)
            if source == f"{kind}:{name}"
        ]
    pattern, many = re.compile(name), layer.settings.set == "yes"
    return lambda annotations: [
        (annotations.span_of(note.target), label)
        for note in annotations.notes
        for label in _labels_in(pattern.search(note.text), many)
    ]


def _labels_in(match, many):
    written = (match.group(1) or "") if match else ""
    labels = written.split(",") if many else [written]
    return [label.strip() for label in labels if label.strip()]


def _labelled(annotations, left_out, types, labels_of):
    """({fragments: first Span}, {fragments: frozenset of labels}) of one annotator."""
    spans, offsets_of = {}, {}
    for span in annotations.spans.values():
        fragments = span.offsets
        if fragments not in left_out and (types is None or span.type in types):
            spans.setdefault(fragments, span)
            offsets_of[span.id] = fragments
    labels = {fragments: set() for fragments in spans}
    for span, label in labels_of(annotations):
        if span is not None and span.id in offsets_of:
            labels[offsets_of[span.id]].add(label)
    return spans, {fragments: frozenset(own) for fragments, own in labels.items()}


def compared(labels: frozenset, settings):
    """The value in the agreement on labels; None: several labels where one is allowed."""
    if settings.set == "yes" or len(labels) == 1:
        return labels
    return None if labels else frozenset([NO_LABEL])


def _labels_of_units(labels, settings):
    """The labels of the units on a span: texts, all of a set as one text."""
    if settings.set == "yes":
        return [shown(labels)]
    return sorted(labels) or [NO_LABEL]


def _differences(first, second, near):
    """Yield (kind, fragments of the first or None, of the second or None).

    first, second  {fragments: frozenset of labels} of two annotators
    near           see near_elements()
    Spans with equal offsets come first, then those that overlap, then the others.
    """
    for span in first:
        if span in second and first[span] != second[span]:
            yield "label", span, span
    left = [span for span in first if span not in second]
    right = [span for span in second if span not in first]
    pairs = _with_common_label(left, right, near)
    yield from (("boundaries", *pair) for pair in pairs)
    left, right = _without(left, right, pairs)
    pairs = [(left[i], right[j]) for i, j in matched_spans(left, right)]
    for span, other in pairs:
        # Two spans without a label have the same label.
        yield "boundaries" if first[span] == second[other] else "boundaries+label", span, other
    left, right = _without(left, right, pairs)
    yield from (("extra-span", span, None) for span in left)
    yield from (("missing-span", None, span) for span in right)


def _with_common_label(left, right, near):
    """One-to-one pairs of overlapping spans with a common label."""
    left, right, pairs, taken = set(left), set(right), {}, set()
    for (span,), (other,) in ((first.spans, second.spans) for first, second in near):
        if span in left and other in right and span not in pairs and other not in taken:
            pairs[span] = other
            taken.add(other)
    return list(pairs.items())


def _without(left, right, pairs):
    """Lists of the spans of either side that are in none of the pairs."""
    sides = (left, {span for span, _ in pairs}), (right, {span for _, span in pairs})
    return ([span for span in side if span not in paired] for side, paired in sides)


def _confusion(columns, pair, disagreements):
    """{(label of the first, label of the second): spans}; "" if one of them drew no span."""
    first, second = columns.codes[:, [columns.annotators.index(name) for name in pair]].T
    alike = first[(first == second) & (first != MISSING)]
    counts = Counter()
    for code, number in enumerate(numpy.bincount(alike).tolist()):
        if number:
            counts[(shown(columns.values[code]),) * 2] += number
    counts.update(disagreement.labels for disagreement in disagreements)
    return dict(counts)


def _mark(spans, labels, fragments, kind):
    """The Mark of a span; with its words and offsets if they differ."""
    span = spans[fragments]
    ends = (End(span.text, span.offsets),) if kind.startswith("boundaries") else ()
    return Mark(shown(labels[fragments]), span.id, span.line, ends)


def shown(labels) -> str:
    """The labels of a span as one text."""
    return ", ".join(sorted(labels)) or NO_LABEL


def _problems(file, spans, given, several, layer, labels_elsewhere):
    """Problems of one annotator's labels.

    several           fragments of spans with several labels where one is allowed, in text order
    labels_elsewhere  whether any annotator gave a label in this document
    """
    if several:
        first = spans[several[0]]
        yield Problem(
            file,
            first.line,
            "several-values",
            f"{layer.name}: spans with several labels where one is expected: {len(several)}, first "
            f"“{first.text}”: {shown(given[several[0]])}. Their labels are left out. If they are "
            f"sets of labels, write set = yes in [layer {layer.name}]; if they belong to "
            "different layers, choose one of them with types or value.",
        )
    if labels_elsewhere and given and not any(given.values()):
        yield Problem(
            file,
            None,
            "no-labels",
            f"{layer.name}: none of the {len(given)} spans has a label by value = "
            f"{layer.settings.value}, and others gave some. They count as having no label. "
            "Perhaps the document is not done.",
        )
