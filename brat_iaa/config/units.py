"""Whether the spans of a project are tokens, with dependencies between them, or were drawn by its
annotators.

Tokens are given, so they are the same for all annotators: what one has, the other has, too. What
people draw differs in boundaries. Both cover any share of a text, if only some of it is annotated.
"""

from itertools import combinations
from typing import NamedTuple, Optional

import numpy

from brat_iaa.corpus.inventory import offset_numbers
from brat_iaa.corpus.texts import TextOfFields, number_of_characters
from brat_iaa.measures.distinct import distinct

# Spans are tokens if few of them have a blank inside, they are alike, and they cover most of the
# lines that they stand in, or half of it and most of them have a head. Many that are all alike and
# nearly all have a head are tokens whatever they cover.
_WITH_BLANK = 0.2
_ALIKE, _SAME, _MANY = 0.95, 0.995, 30
_COVER, _COVER_AT_LEAST = 0.9, 0.5
_WITH_HEAD, _NEARLY_ALL = 0.5, 0.8


class Units(NamedTuple):
    """What the spans are.

    tokens   whether they are tokens
    guessed  whether no setting says it
    root     whether it was guessed from the word ROOT before each sentence; then the figures are
             None, and also where nothing had to be guessed
    alike    of the spans of those who have fewer in a document, the share that others have, too;
             None if no document is by two
    covered  share of the characters of the lines that they stand in
    heads    relations by spans
    """

    tokens: bool
    guessed: bool = True
    root: bool = False
    alike: Optional[float] = None
    covered: Optional[float] = None
    heads: Optional[float] = None

    def sentence(self) -> str:
        """What was decided, on which figures, and how to overrule it; "" where it is no guess."""
        what = "tokens" if self.tokens else "drawn by annotators, no tokens"
        if not self.guessed or (self.covered is None and not self.root):
            return ""
        option = "--spans" if self.tokens else "--tokens"
        if self.root:
            why = "brat's converter wrote ROOT before each sentence"
        else:
            alike = "" if self.alike is None else f"{self.alike:.0%} alike in two annotators, "
            why = f"{alike}{self.covered:.0%} of their lines covered, {self.heads:.2f} relations "
            why += "for each"
        return f"Spans taken for {what}: {why}. If that is wrong: {option}".replace("%", " %")


def units_of(documents, everything, settings) -> Units:
    """The Units of ParallelDocuments.

    everything  Inventory of all of them
    settings    DependencySettings
    """
    if settings.units != "guess":
        return Units(settings.units == "tokens", guessed=False)
    if not everything.relations:
        return Units(False)
    roots = everything.spans.get(settings.root)
    if roots is not None and 2 * roots.named > roots.number:
        # brat's converter writes the word ROOT before each sentence; a plant's root is none
        return Units(True, root=True)
    words = {
        type
        for type, count in everything.spans.items()
        if count.with_blank <= _WITH_BLANK * count.number
    }
    same = fewer = number = characters = lines = 0
    for document in documents:
        every = [_offsets(file, words) for file in document.annotations.values()]
        offsets = [marked for marked in every if len(marked)]
        if not offsets:
            continue
        for first, second in combinations(offsets, 2):
            same += len(numpy.intersect1d(first, second, assume_unique=True))
            fewer += min(len(first), len(second))
        text = document.text
        of_text = [text] if isinstance(text, TextOfFields) else text.split("\n")
        of_lines = [*map(number_of_characters, of_text), 0]
        ends = numpy.cumsum([len(line) + 1 for line in of_text])
        for marked in offsets:
            start, end = marked >> 32, marked & 0xFFFFFFFF
            number += len(marked)
            characters += int((end - start).sum())
            there = distinct(numpy.searchsorted(ends, start, side="right"))
            lines += sum(of_lines[line] for line in there.tolist())
    if not number:
        return Units(False)
    alike, covered = (same / fewer if fewer else None), characters / max(lines, 1)
    heads = sum(everything.relations.values()) / number
    tokens = (alike is None or alike >= _ALIKE) and (
        covered >= _COVER
        or (covered >= _COVER_AT_LEAST and heads >= _WITH_HEAD)
        or (alike is not None and alike >= _SAME and fewer >= _MANY and heads >= _NEARLY_ALL)
    )
    return Units(tokens, True, False, alike, covered, heads)


def _offsets(annotations, types):
    """The different offsets of the spans of some types, sorted; start << 32 | end."""
    columns = annotations.span_columns
    chosen = numpy.array([name in types for name in columns.types], dtype=bool)[columns.type]
    return distinct(offset_numbers(columns)[chosen])
