"""Phrase structure as trees: nested spans of a sentence, words dropped.

Source of the definition: Skjærholt 2014, section 5. Spans on the same offsets
nest in the order of the file, the first is the outer one. There is no
artificial root; the size of a tree is the number of its leaves.
"""

import re
from collections import defaultdict
from typing import NamedTuple

from brat_iaa.layers.layer_document import LayerDocument, excluded_sentences
from brat_iaa.measures.tree_edit import Forest

_NOT_NESTED = (
    "in {number} of {of} sentences phrases overlap without nesting, have gaps or go beyond "
    "the sentence {sentences}"
)


class PhraseTree(NamedTuple):
    """One sentence as one annotator sees it.

    brackets  frozenset of (start, end, label)
    forest    Forest of the spans
    leaves    frozenset of the offsets at which its leaves start, see _leaves
    """

    brackets: frozenset
    forest: Forest
    leaves: frozenset

    @property
    def size(self):
        """Number of leaves."""
        return len(self.leaves)

    @property
    def drawn(self):
        """Whether the annotator drew a phrase in it."""
        return bool(self.brackets)


def layer_document(document, table, layer):
    """LayerDocument of one document; items: {sentence number: {annotator: PhraseTree}}.

    A sentence in which an annotator's phrases overlap without nesting, have gaps or go beyond the
    sentence is no tree; it is left out for all annotators.
    """
    types = layer.settings.types
    by_sentence = {
        annotator: _spans_by_sentence(document.annotations[annotator], table.sentences, types)
        for annotator in table.annotators
    }
    trees, bad = {}, []
    for sentence in table.sentences:
        own = {
            annotator: found.get(sentence.number, []) for annotator, found in by_sentence.items()
        }
        if all(_nested(spans, sentence) for spans in own.values()):
            trees[sentence.number] = {
                annotator: _tree(spans, sentence, document.text) for annotator, spans in own.items()
            }
        else:
            bad.append(sentence.number)
    return LayerDocument(items=trees, excluded=excluded_sentences(table, bad, _NOT_NESTED))


def _spans_by_sentence(annotations, sentences, types):
    """{sentence number: spans in the order of the file} of the phrases that begin in it."""
    found = defaultdict(list)
    for span in sorted(annotations.spans.values(), key=lambda span: span.line):
        if types is None or span.type in types:
            number = max((s.number for s in sentences if s.start <= span.start), default=None)
            found[number].append(span)
    return found


def _nested(spans, sentence):
    for place, one in enumerate(spans):
        if len(one.fragments) > 1 or one.end > sentence.end:
            return False
        for other in spans[:place]:
            if (
                one.start < other.start < one.end < other.end
                or other.start < one.start < other.end < one.end
            ):
                return False
    return True


def _tree(spans, sentence, text):
    brackets = frozenset((span.start, span.end, span.type) for span in spans)
    return PhraseTree(brackets, _forest(spans), _leaves(spans, sentence, text))


def _leaves(spans, sentence, text):
    """Offsets at which the leaves start: the sentence is cut at blanks and at the edges of spans.

    So each innermost span on one word is a leaf, also where no blank parts it from the next, as
    with "dogs" and "." in "dogs."; what no span covers counts one for each piece between blanks,
    and so do the words of an innermost span that has several.
    """
    edges = {edge for span in spans for edge in (span.start, span.end)}
    words = [
        (sentence.start + word.start(), sentence.start + word.end())
        for word in re.finditer(r"\S+", text[sentence.start : sentence.end])
    ]
    inside = {edge for start, end in words for edge in range(start + 1, end) if edge in edges}
    return frozenset(inside.union(start for start, _ in words))


def _forest(spans):
    """Postorder of the spans by nesting."""
    # Outer before inner; sorting keeps the order of the file for equal offsets.
    ordered = sorted(spans, key=lambda span: (span.start, -span.end))
    labels, leftmost, open_spans = [], [], []

    def close():
        span, first = open_spans.pop()
        labels.append(span.type)
        leftmost.append(first)

    for span in ordered:
        while open_spans and not _holds(open_spans[-1][0], span):
            close()
        open_spans.append((span, len(labels)))
    while open_spans:
        close()
    return Forest(tuple(labels), tuple(leftmost))


def _holds(outer, inner):
    return outer.start <= inner.start and inner.end <= outer.end
