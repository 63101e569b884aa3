"""Whether the spans of a project are tokens, with dependencies between them, or were drawn by its
annotators.

Tokens are given, so they are the same for all annotators: what one has, the other has, too. What
people draw differs in boundaries. Both cover any share of a text, if only some of it is annotated.
"""

from bisect import bisect_right
from collections import Counter
from itertools import accumulate, combinations

from brat_iaa.corpus.texts import TextOfFields, number_of_characters

# Spans are tokens if few of them have a blank inside, they are alike, and they cover most of the
# lines that they stand in, or half of it, hardly a word stands between neighbours, and most of them
# have a head. Many that are all alike and nearly all have a head are tokens whatever they cover.
_WITH_BLANK = 0.2
_ALIKE, _SAME, _MANY = 0.95, 0.995, 30
_COVER, _COVER_AT_LEAST = 0.9, 0.5
_WITH_HEAD, _NEARLY_ALL = 0.5, 0.8
_WITH_WORD, _LOOKED_AT = 0.1, 2000
# Of more spans those of some documents, from all over the project, are looked at.
_MOST_SPANS = 20_000


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
    documents = documents[:: sum(everything.spans.values()) // _MOST_SPANS + 1]
    every, named = _spans(documents, settings.root)
    if named:
        # brat's converter writes the word ROOT before each sentence; a plant's root is none
        return True, _guessed(True, "brat's converter wrote ROOT before each sentence")
    if not any(every):
        return False, ""
    covered = sum(end - start for spans in every for _, start, end in spans)
    covered /= max(_characters_of_lines(documents, every), 1)
    same = fewer = 0
    for first, second in combinations(every, 2):
        same += len(first & second)
        of_each = [Counter(document for document, *_ in spans) for spans in (first, second)]
        fewer += sum((of_each[0] & of_each[1]).values())
    # Of the spans of those who have fewer in a document, the share that others have, too.
    alike = same / fewer if fewer else None
    # A relation may begin or end at a span of several words.
    heads = sum(everything.relations.values()) / sum(everything.spans.values())
    tokens = (alike is None or alike >= _ALIKE) and (
        covered >= _COVER
        or (covered >= _COVER_AT_LEAST and heads >= _WITH_HEAD and _adjoin(documents, every[0]))
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
    return f"Spans taken for {what}: {why}. If that is wrong: {option}"


def _adjoin(documents, spans):
    """Whether words seldom stand between spans of an annotator and the next."""
    spans = sorted(spans)
    neighbours = [
        (one, end, start)
        for (one, _, end), (other, start, _) in zip(spans, spans[1:])
        if one == other
    ][:_LOOKED_AT]
    between = [documents[number].text[last:first] for number, last, first in neighbours]
    with_word = sum("\n" not in text and any(map(str.isalnum, text)) for text in between)
    return with_word <= _WITH_WORD * len(between)


def _spans(documents, root):
    """([{(document, start, end)} of each annotator: the spans of types that hardly have a blank
    inside], whether the words of most spans of the root's type are its name).
    """
    spans, times, with_blank, named = [], Counter(), Counter(), 0
    for number, document in enumerate(documents):
        for name, annotations in document.annotations.items():
            columns = annotations.span_columns
            bounds = zip(*(column.tolist() for column in columns[:3]))
            for row, (start, end, code) in enumerate(bounds):
                type, words = columns.types[code], document.text[start:end]
                spans.append((name, type, (number, start, end)))
                times[type] += 1
                with_blank[type] += " " in words or row in columns.several
                named += type == root == words
    every: dict = {name: set() for name, *_ in spans}
    for name, type, span in spans:
        if with_blank[type] <= _WITH_BLANK * times[type]:
            every[name].add(span)
    return list(every.values()), 2 * named > times[root]


def _characters_of_lines(documents, every):
    """Number of characters except white space of the lines in which spans of each begin."""
    texts = [document.text for document in documents]
    lines = [[text] if isinstance(text, TextOfFields) else text.split("\n") for text in texts]
    ends = [[*accumulate(len(line) + 1 for line in of_text)] for of_text in lines]
    begun = [
        {(document, bisect_right(ends[document], start)) for document, start, _ in spans}
        for spans in every
    ]
    # What stands behind a text is in no line.
    size = {
        (document, line): sum(map(number_of_characters, lines[document][line : line + 1]))
        for document, line in set().union(*begun)
    }
    return sum(size[line] for of_annotator in begun for line in of_annotator)
