"""What a document's page shows of labels, below the words, and of chains, in the text."""

from collections import Counter
from typing import NamedTuple, Optional

from brat_iaa.formats.display_names import absent
from brat_iaa.layers.labels import NO_LABEL
from brat_iaa.web.formatting import labels_of

# Kinds of colours that chains are told apart by; the number beside each says the rest.
COLOURS = 7


class LabelCell(NamedTuple):
    """One span with what both annotators say of it; number: of the first disagreement on it on the
    page, or None.
    """

    text: str
    values: tuple
    number: Optional[int]


class Piece(NamedTuple):
    """A piece of running text.

    opens    [(number of the chain or None, whether the annotators differ on the mention)] of
             mentions beginning here
    closes   how many mentions end after it
    colour   of the innermost mention's chain, from 1; 0 outside of chains, None outside of mentions
    differs  whether the annotators differ on that mention
    """

    text: str
    opens: tuple
    closes: int
    colour: Optional[int]
    differs: bool


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
    cells = {}
    for item in items.items:
        labels = [labels_of(item.values, annotator) for annotator in pair]
        # Where nobody gave a label there is nothing to say.
        if {*labels} - {None, NO_LABEL, "no label"}:
            number = numbers.get(item.token.fragments)
            # Where this is no disagreement, another layer says that only one drew the span.
            other = labels[0] or labels[1] if number is None else absent("missing-span")
            values = tuple(label or other for label in labels)
            cell = LabelCell(item.token.text, values, number)
            cells.setdefault(item.token.sentence, []).append(cell)
    return cells


def chain_texts(items, table, sentences, pair, found):
    """[(sentence, pieces of the first annotator, pieces of the second)]

    items  Mentions
    found  [(number on the page, Disagreement)] of the layer and pair
    """
    differing = {item.token.fragments for _, item in found}
    numbers = _chain_numbers(items, pair)
    marked = [
        [
            (fragment, numbers[annotator].get(classes), items.tokens[place].fragments in differing)
            for place, classes in items.classes.get(annotator, {}).items()
            for fragment in items.tokens[place].fragments
        ]
        for annotator in pair
    ]
    return [
        (sentence, *(_pieces(table.text, sentence.start, sentence.end, own) for own in marked))
        for sentence in sentences
    ]


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


def _pieces(text, start, end, marked):
    """The text of a sentence as Pieces, cut where a mention begins or ends.

    marked  [((start, end), number of the chain or None, whether the annotators differ)]
    """
    own = sorted(
        (mark for mark in marked if start <= mark[0][0] < end),
        key=lambda mark: (mark[0][0], -mark[0][1]),
    )
    cuts = sorted({start, end, *(min(edge, end) for (edges, _, _) in own for edge in edges)})
    pieces = []
    for left, right in zip(cuts, cuts[1:]):
        inside = [mark for mark in own if mark[0][0] <= left and right <= min(mark[0][1], end)]
        number, differs = inside[-1][1:] if inside else (None, False)
        pieces.append(
            Piece(
                text[left:right],
                tuple(mark[1:] for mark in inside if mark[0][0] == left),
                sum(min(mark[0][1], end) == right for mark in inside),
                None if not inside else 0 if number is None else (number - 1) % COLOURS + 1,
                differs,
            )
        )
    return pieces
