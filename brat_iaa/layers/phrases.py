"""Phrase structure as trees: the nested spans of a sentence, without words.

Source of the definition: Skjærholt 2014, section 2. Spans with the same offsets nest in file
order, the first is the outer one. There is no artificial root; the size of a tree is its number of
leaves.
"""

import re
from collections import defaultdict
from typing import NamedTuple

from brat_iaa.layers.layer_document import LayerDocument, excluded_sentences
from brat_iaa.measures.trees import Forest

_NOT_NESTED = (
    "in {number} of {of} sentences phrases overlap without nesting, have gaps or go beyond "
    "the sentence {sentences}"
)


class PhraseTree(NamedTuple):
    """One sentence of one annotator.

    brackets  frozenset of (start, end, label)
    forest    Forest of the spans
    leaves    frozenset of the offsets at which leaves start, see _leaves
    text      of the sentence, where texts differ; else ""
    """

    brackets: frozenset
    forest: Forest
    leaves: frozenset
    text: str = ""

    @property
    def size(self):
        """Number of leaves."""
        return len(self.leaves)

    @property
    def drawn(self):
        """Whether the annotator drew a phrase in it."""
        return bool(self.brackets)

    def in_words(self):
        """Each phrase with its offsets, the outer before the inner: S 0–9, NP 0–3."""
        ordered = sorted(self.brackets, key=lambda bracket: (bracket[0], -bracket[1], bracket[2]))
        return ", ".join(f"{label} {start}–{end}" for start, end, label in ordered)

    def in_sentence(self, table, number):
        """The same with offsets in the sentence, and its text.

        table, number  ComparedDocument, and number of the sentence in it
        """
        sentence = table.sentences[number - 1]
        start = sentence.start
        return self._replace(
            brackets=frozenset((a - start, b - start, label) for a, b, label in self.brackets),
            leaves=frozenset(leaf - start for leaf in self.leaves),
            text=table.text[start : sentence.end],
        )


def layer_document(document, table, layer) -> LayerDocument:
    """LayerDocument of one document; items: {sentence number: {annotator: PhraseTree}}.

    A sentence is left out for all annotators if some annotator's phrases are no tree: they overlap
    without nesting, have gaps or go beyond the sentence.
    """
    types = layer.settings.types
    by_sentence: dict = {annotator: defaultdict(list) for annotator in table.annotators}
    for annotator, spans in by_sentence.items():
        drawn = document.annotations[annotator].spans.values()
        for span in sorted(drawn, key=lambda span: span.line):
            if types is None or span.type in types:
                begun = (s.number for s in table.sentences if s.start <= span.start)
                spans[max(begun, default=None)].append(span)
    trees, bad = {}, []
    for sentence in table.sentences:
        spans_of = {
            annotator: spans.get(sentence.number, []) for annotator, spans in by_sentence.items()
        }
        if all(_nested(spans, sentence) for spans in spans_of.values()):
            trees[sentence.number] = {
                annotator: PhraseTree(
                    frozenset((span.start, span.end, span.type) for span in spans),
                    _forest(spans),
                    _leaves(spans, sentence, document.text),
                )
                for annotator, spans in spans_of.items()
            }
        else:
            bad.append(sentence.number)
    return LayerDocument(items=trees, excluded=excluded_sentences(table, bad, _NOT_NESTED))


def _nested(spans, sentence):
    for index, span in enumerate(spans):
        if len(span.fragments) > 1 or span.end > sentence.end:
            return False
        for other in spans[:index]:
            if (
                span.start < other.start < span.end < other.end
                or other.start < span.start < other.end < span.end
            ):
                return False
    return True


def _leaves(spans, sentence, text):
    """Offsets at which leaves start: the sentence is cut at blanks and at the edges of spans.

    So each innermost span on one word is a leaf, with or without a blank before the next, as "dogs"
    and "." in "dogs."; each word between spans, or in an innermost span of several words, is one.
    """
    edges = {edge for span in spans for edge in (span.start, span.end)}
    words = [
        (sentence.start + word.start(), sentence.start + word.end())
        for word in re.finditer(r"\S+", text[sentence.start : sentence.end])
    ]
    inside = {edge for start, end in words for edge in range(start + 1, end) if edge in edges}
    return frozenset(inside.union(start for start, _ in words))


def _forest(spans):
    """Forest of nested spans."""
    # Outer before inner; sorting keeps the file order of equal offsets.
    ordered = sorted(spans, key=lambda span: (span.start, -span.end))
    labels, leftmost, open_spans = [], [], []

    def close():
        span, first = open_spans.pop()
        labels.append(span.type)
        leftmost.append(first)

    for span in ordered:
        while open_spans and open_spans[-1][0].end < span.end:
            close()
        open_spans.append((span, len(labels)))
    while open_spans:
        close()
    return Forest(tuple(labels), tuple(leftmost))
