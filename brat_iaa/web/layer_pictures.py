"""What a document's page shows of labels, below the words, and of chains, in the text."""

from collections import Counter
from typing import NamedTuple, Optional

from brat_iaa.formats.display_names import absent
from brat_iaa.layers.labels import NO_LABEL, LabelItem
from brat_iaa.web.formatting import labels_of
from brat_iaa.web.span_pictures import span_pictures


class LabelCell(NamedTuple):
    """One span with what both annotators say of it; number: of the first disagreement on it on the
    page, or None.
    """

    text: str
    values: tuple
    number: Optional[int]


def label_cells(items, pair, found):
    """{sentence number: list of LabelCell}

    items  a LabelTable
    found  [(number on the page, Disagreement)] of the layer and pair
    """
    numbers = {}
    for number, item in found:
        # Spans with different offsets are drawn apart, and have the same disagreement.
        ends = (end.fragments for mark in item.arcs if mark for end in mark.ends)
        for fragments in (item.token.fragments, *ends):
            numbers.setdefault(fragments, number)
    cells: dict = {}
    nothing = absent(items.layer.settings.nothing)
    for item in items.items:
        labels = [labels_of(item.values, annotator) for annotator in pair]
        # Where nobody gave a label there is nothing to say.
        if {*labels} - {None, NO_LABEL, "no label"}:
            number = numbers.get(item.token.fragments)
            # Where this is no disagreement, another layer says that only one drew the span.
            other = labels[0] or labels[1] if number is None else nothing
            values = tuple(label or other for label in labels)
            cell = LabelCell(item.token.text, values, number)
            cells.setdefault(item.token.sentence, []).append(cell)
    return cells


def chain_pictures(items, table, sentences, pair, found):
    """List of the Pictures of sentences with their mentions, labelled by the numbers of chains.

    items  Mentions
    found  [(number on the page, Disagreement)] of the layer and pair
    """
    numbers, labels = _chain_numbers(items, pair), {}
    for annotator in pair:
        for place, chain in items.classes.get(annotator, {}).items():
            number = str(numbers[annotator].get(chain, "alone"))
            labels.setdefault(place, {})[annotator] = {number}
    mentions = [LabelItem(items.tokens[place], labels[place]) for place in sorted(labels)]
    return [*span_pictures(mentions, table, sentences, pair, found).values()]


def _chain_numbers(items, pair):
    """{annotator: {chain: its number}}; the second annotator's chains take the numbers of those
    they share most with.
    """
    first, second = (
        sorted({own for own in items.classes.get(annotator, {}).values() if len(own) > 1}, key=min)
        for annotator in pair
    )
    numbers = {chain: number for number, chain in enumerate(first, 1)}
    shared = Counter(
        {(i, j): len(a & b) for i, a in enumerate(first) for j, b in enumerate(second) if a & b}
    )
    others = {}
    for (i, j), _ in sorted(shared.items(), key=lambda item: (-item[1], item[0])):
        if second[j] not in others and i + 1 not in others.values():
            others[second[j]] = i + 1
    for chain in second:
        others.setdefault(chain, max([len(first), *others.values()]) + 1)
    return {pair[0]: numbers, pair[1]: others}
