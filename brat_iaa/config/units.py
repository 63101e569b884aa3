"""Whether the spans of a project are tokens, with dependencies between them, or were drawn by its
annotators.

Tokens are given, so they are the same for all annotators: what one has, the other has, too. What
people draw differs in boundaries. Both cover any share of a text, if only some of it is annotated.
"""

from itertools import combinations

import numpy

from brat_iaa.corpus.inventory import offset_numbers
from brat_iaa.corpus.line_columns import columns_in_a_row, numbers_of_files
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


def units_of(documents, everything, settings) -> tuple:
    """(whether spans of ParallelDocuments are tokens, a sentence on what was guessed, on which
    figures, and how to overrule it; "" where it is no guess).

    everything  Inventory of all of them
    settings    DependencySettings
    """
    if settings.units != "guess":
        return settings.units == "tokens", ""
    if any(hasattr(document.text, "sent_ids") for document in documents):
        return True, ""  # TextOfTreebanks
    if not everything.relations:
        return False, ""
    if 2 * everything.named[settings.root] > everything.spans[settings.root]:
        # brat's converter writes the word ROOT before each sentence; a plant's root is none
        return True, _guessed(True, "brat's converter wrote ROOT before each sentence")
    every = _spans(documents, everything)
    number = sum(len(start) for _, start, _ in every)
    if not number:
        return False, ""
    covered = sum(int((end - start).sum()) for _, start, end in every)
    covered /= max(_characters_of_lines(documents, every), 1)
    same = fewer = 0
    for first, second in combinations(every, 2):
        of_both = numpy.concatenate(row_numbers(first, second))
        same += len(of_both) - len(distinct(of_both))
        of_each = (
            numpy.bincount(numbers[0], minlength=len(documents)) for numbers in (first, second)
        )
        fewer += int(numpy.minimum(*of_each).sum())
    # Of the spans of those who have fewer in a document, the share that others have, too.
    alike = same / fewer if fewer else None
    # A relation may begin or end at a span of several words.
    heads = sum(everything.relations.values()) / sum(everything.spans.values())
    tokens = (alike is None or alike >= _ALIKE) and (
        covered >= _COVER
        or (covered >= _COVER_AT_LEAST and heads >= _WITH_HEAD and _adjoin(documents, *every[0]))
        or (alike is not None and alike >= _SAME and fewer >= _MANY and heads >= _NEARLY_ALL)
    )
    of_two = "" if alike is None else f"are {alike:.0%} alike in two annotators, "
    return tokens, _guessed(
        tokens,
        f"those of one word {of_two}cover {covered:.0%} of their lines, and have {heads:.2f} "
        "relations each",
    )


def _guessed(tokens, why):
    what, option = (
        ("tokens", "--spans") if tokens else ("drawn by annotators, no tokens", "--tokens")
    )
    return f"Spans taken for {what}: {why}. If that is wrong: {option}".replace("%", " %")


def _adjoin(documents, document, start, end):
    """Whether words seldom stand between spans of an annotator and the next."""
    same = numpy.flatnonzero(document[1:] == document[:-1])[:_LOOKED_AT]
    between = [
        documents[number].text[last:first]
        for number, last, first in zip(
            document[same].tolist(), end[same].tolist(), start[same + 1].tolist()
        )
    ]
    with_word = sum("\n" not in text and any(map(str.isalnum, text)) for text in between)
    return with_word <= _WITH_WORD * len(between)


def _spans(documents, everything):
    """[(document, start, end)] of each annotator: arrays of the different spans that hardly have a
    blank inside, by document and offset.
    """
    names: dict = {}
    files = [
        (number, names.setdefault(name, len(names)), annotations)
        for number, document in enumerate(documents)
        for name, annotations in document.annotations.items()
    ]
    columns, begin = columns_in_a_row([file for *_, file in files], "spans")
    numbers = numbers_of_files(files, begin)
    of_one_word = [
        everything.with_blank[name] <= _WITH_BLANK * everything.spans[name]
        for name in columns.types
    ]
    chosen = numpy.flatnonzero(numpy.array([*of_one_word, False], dtype=bool)[columns.type])
    document, annotator, offset = (column[chosen] for column in (*numbers, offset_numbers(columns)))
    order = numpy.lexsort((offset, document, annotator))
    rows = numpy.stack([annotator[order], document[order], offset[order]])
    rows = rows[:, numpy.append(True, (rows[:, 1:] != rows[:, :-1]).any(axis=0))[: len(order)]]
    bounds = numpy.searchsorted(rows[0], numpy.arange(1 + len(names)))
    return [
        (document, offset >> 32, offset & 0xFFFFFFFF)
        for _, document, offset in (rows[:, a:b] for a, b in zip(bounds, bounds[1:]))
    ]


def _characters_of_lines(documents, every):
    """Number of characters except white space of the lines in which spans of each begin."""
    texts = [document.text for document in documents]
    lines = [[text] if isinstance(text, TextOfFields) else text.split("\n") for text in texts]
    # What stands behind a text is in a line of its own.
    size = numpy.array(
        [size for of_file in lines for size in (*map(number_of_characters, of_file), 0)]
    )
    ends = numpy.cumsum([len(line) + 1 for of_file in lines for line in (*of_file, "")])
    first, number = numpy.cumsum([0, *map(len, texts)]), 0
    for document, start, _ in every:
        # A text has a character more than its lines and their ends, and one stands behind it.
        length = numpy.diff(first)[document]
        begin = first[document] + 2 * document
        start = begin + numpy.minimum(start, length + 1)
        number += int(size[distinct(numpy.searchsorted(ends, start, side="right"))].sum())
    return number
