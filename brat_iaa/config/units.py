"""Whether the spans of a project are tokens, with dependencies between them, or were drawn by its
annotators.

Tokens are given, so they are the same for all annotators: what one has, the other has, too. What
people draw differs in boundaries. Both cover any share of a text, if only some of it is annotated.
"""

from itertools import combinations
from typing import NamedTuple, Optional

import numpy

from brat_iaa.corpus.columns import columns_in_a_row, numbers_of_files
from brat_iaa.corpus.inventory import offset_numbers
from brat_iaa.corpus.texts import TextOfFields, number_of_characters
from brat_iaa.measures.distinct import distinct, row_numbers

# Spans are tokens if few of them have a blank inside, they are alike, and they cover most of the
# lines that they stand in, or half of it, hardly a word stands between neighbours, and most of them
# have a head. Many that are all alike and nearly all have a head are tokens whatever they cover.
_WITH_BLANK = 0.2
_ALIKE, _SAME, _MANY = 0.95, 0.995, 30
_COVER, _COVER_AT_LEAST = 0.9, 0.5
_WITH_HEAD, _NEARLY_ALL = 0.5, 0.8
_WITH_WORD, _LOOKED_AT = 0.1, 2000


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
            alike = "" if self.alike is None else f"are {self.alike:.0%} alike in two annotators, "
            why = f"those of one word {alike}cover {self.covered:.0%} of their lines, and have "
            why += f"{self.heads:.2f} relations each"
        return f"Spans taken for {what}: {why}. If that is wrong: {option}".replace("%", " %")


def units_of(documents, everything, settings) -> Units:
    """The Units of ParallelDocuments.

    everything  Inventory of all of them
    settings    DependencySettings
    """
    if settings.units != "guess":
        return Units(settings.units == "tokens", guessed=False)
    if any(hasattr(document.text, "sent_ids") for document in documents):
        return Units(True, guessed=False)
    if not everything.relations:
        return Units(False)
    if 2 * everything.named[settings.root] > everything.spans[settings.root]:
        # brat's converter writes the word ROOT before each sentence; a plant's root is none
        return Units(True, root=True)
    words = {
        type
        for type, number in everything.spans.items()
        if everything.with_blank[type] <= _WITH_BLANK * number
    }
    every, of_texts = _spans(documents, words), _Lines(documents)
    number = sum(len(spans.start) for spans in every)
    characters = sum(int((spans.end - spans.start).sum()) for spans in every)
    lines = sum(int(of_texts.size[of_texts.of(spans)].sum()) for spans in every)
    same = fewer = 0
    for first, second in combinations(every, 2):
        of_both = numpy.concatenate(row_numbers(first, second))
        same += len(of_both) - len(distinct(of_both))
        fewer += int(
            numpy.minimum(
                *(numpy.bincount(own.document, minlength=len(documents)) for own in (first, second))
            ).sum()
        )
    if not number:
        return Units(False)
    alike, covered = (same / fewer if fewer else None), characters / max(lines, 1)
    # A relation may begin or end at a span of several words.
    heads = sum(everything.relations.values()) / sum(everything.spans.values())
    tokens = (alike is None or alike >= _ALIKE) and (
        covered >= _COVER
        or (covered >= _COVER_AT_LEAST and heads >= _WITH_HEAD and _adjoin(documents, every[0]))
        or (alike is not None and alike >= _SAME and fewer >= _MANY and heads >= _NEARLY_ALL)
    )
    return Units(tokens, True, False, alike, covered, heads)


def _adjoin(documents, spans):
    """Whether words seldom stand between spans, which are _Spans of an annotator, and the next."""
    same = numpy.flatnonzero(spans.document[1:] == spans.document[:-1])[:_LOOKED_AT]
    ends = zip(*(column.tolist() for column in (spans.document[same], spans.end[same])))
    between = [
        documents[document].text[end:start]
        for (document, end), start in zip(ends, spans.start[same + 1].tolist())
    ]
    with_word = sum("\n" not in text and any(map(str.isalnum, text)) for text in between)
    return with_word <= _WITH_WORD * len(between)


class _Spans(NamedTuple):
    """The different spans of an annotator in all documents, by document and offset.

    document    number of each one's document
    start, end  in characters
    """

    document: numpy.ndarray
    start: numpy.ndarray
    end: numpy.ndarray


def _spans(documents, words):
    """_Spans of each annotator; words: the types that count."""
    names: dict = {}
    files = [
        (number, names.setdefault(name, len(names)), annotations)
        for number, document in enumerate(documents)
        for name, annotations in document.annotations.items()
    ]
    columns, begin = columns_in_a_row([file for *_, file in files], "spans")
    numbers = numbers_of_files(files, begin)
    wanted = numpy.array([name in words for name in columns.types] + [False], dtype=bool)
    chosen = numpy.flatnonzero(wanted[columns.type])
    document, annotator, offset = (own[chosen] for own in (*numbers, offset_numbers(columns)))
    order = numpy.lexsort((offset, document, annotator))
    rows = numpy.stack([annotator[order], document[order], offset[order]])
    rows = rows[:, numpy.append(True, (rows[:, 1:] != rows[:, :-1]).any(axis=0))[: len(order)]]
    bounds = numpy.searchsorted(rows[0], numpy.arange(1 + len(names)))
    return [
        _Spans(document, offset >> 32, offset & 0xFFFFFFFF)
        for _, document, offset in (rows[:, a:b] for a, b in zip(bounds, bounds[1:]))
    ]


class _Lines:
    """The lines of the texts of documents.

    size  of each line: number of its characters except white space
    """

    def __init__(self, documents):
        texts = [document.text for document in documents]
        lines = [[text] if isinstance(text, TextOfFields) else text.split("\n") for text in texts]
        # What stands behind a text is in a line of its own.
        self.size = numpy.array(
            [size for own in lines for size in (*map(number_of_characters, own), 0)]
        )
        length = [len(line) + 1 for own in lines for line in (*own, "")]
        self._ends, self._first = numpy.cumsum(length), numpy.cumsum([0, *map(len, texts)])

    def of(self, spans):
        """The different lines in which _Spans begin."""
        # A text has a character more than its lines and their ends, and one stands behind it.
        length = numpy.diff(self._first)[spans.document]
        begin = self._first[spans.document] + 2 * spans.document
        start = begin + numpy.minimum(spans.start, length + 1)
        return distinct(numpy.searchsorted(self._ends, start, side="right"))
