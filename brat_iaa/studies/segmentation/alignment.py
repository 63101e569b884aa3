"""Which words two annotators' versions of one text have in common, and what agrees on them.

Words are aligned by their characters, whatever the blanks; those of a token that stands for several
by their forms. The figures are those of the shared tasks on parsing (Zeman et al. 2018; Bouma et
al. 2021), as udtools computes them, but for one thing: where the other file has several words just
before such a token, and this one has one, udtools 0.2.9 passes over the first of them only, and
aligns the rest with words of the token if their forms are the same. They are other characters.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy

from brat_iaa.corpus import conllu
from brat_iaa.exchange.names import decoded
from brat_iaa.measures.estimate import Ratios, ratios_of_sentences

ROOT = -1
SHARE, F1 = "aligned", "f1"
FIGURES = {
    **dict.fromkeys(("Tokens", "Words", "Sentences"), F1),
    **dict.fromkeys(("UAA", "LAA", "LOA"), SHARE),
    **dict.fromkeys(("UAS", "LAS", "CLAS", "MLAS", "ELAS", "EULAS"), F1),
}
# What the shared tasks compare of FEATS.
_UNIVERSAL = set(
    "PronType NumType Poss Reflex Foreign Abbr Gender Animacy Number Case Definite Degree VerbForm "
    "Mood Tense Aspect Voice Evident Polarity Person Polite".split()
)
_CONTENT = set(
    "nsubj obj iobj csubj ccomp xcomp obl vocative expl dislocated advcl advmod discourse nmod "
    "appos nummod acl amod conj fixed flat compound list parataxis orphan goeswith reparandum root "
    "dep".split()
)
_FUNCTION = set("aux cop mark det clf case cc".split())


class Word(NamedTuple):
    """A word.

    start, end  of its token in the characters of the text
    form        in small letters
    several     whether the token stands for several words
    arcs        [(index of a head, or ROOT, label)]
    tags        (UPOS, universal features); in brat the type of the span
    deps        the same as arcs, of DEPS; in brat those of arcs
    gaps        (start, end) of the characters in it that are not its own
    """

    start: int
    end: int
    form: str
    several: bool
    arcs: list
    tags: tuple
    deps: list
    gaps: tuple = ()

    @property
    def place(self):
        return self.start, self.end, self.gaps


@dataclass
class SegmentedText:
    """One annotator's version of a text.

    characters  without blanks
    tokens, sentences  (start, end) of each in these
    words       list of Word
    """

    characters: str = ""
    tokens: list = field(default_factory=list)
    sentences: list = field(default_factory=list)
    words: list = field(default_factory=list)

    @cached_property
    def function_words(self):
        """{index of a word: [(index of a function word below it, its label)]}"""
        below = defaultdict(list)
        for index, word in enumerate(self.words):
            for head, label in word.arcs:
                if _universal(label) in _FUNCTION and head != ROOT:
                    below[head].append((index, _universal(label)))
        return below


class Agreeing(NamedTuple):
    """How many agree: of two texts with so many each, or of so many aligned words.

    Each is an array over stretches of the texts, in which sentences begin and end for both.
    """

    agree: numpy.ndarray
    first: numpy.ndarray
    second: numpy.ndarray
    aligned: numpy.ndarray

    @property
    def ratios(self) -> Ratios:
        """Of the share of aligned words, or of F1."""
        both = self.first + self.second
        return ratios_of_sentences(
            self.agree * numpy.where(both > 0, 2.0, 1.0), both + self.aligned
        )

    @property
    def items(self) -> numpy.ndarray:
        """Number of the aligned words, or of what either has."""
        return self.aligned + self.first + self.second - self.agree * (self.aligned == 0)


def segmented(treebank) -> SegmentedText:
    """The SegmentedText of a Treebank."""
    result, pieces, at = SegmentedText(), [], 0
    for number, (first, after) in enumerate(zip(treebank.first, treebank.first[1:])):
        empty = treebank.empty.get(number, {})
        begin, units = at, {unit.first: unit for unit in treebank.multiword.get(number, ())}
        word = first
        while word < after:
            unit = units.get(word)
            last = word if unit is None else unit.last
            signs = "".join((treebank.form[word] if unit is None else unit.form).split())
            pieces.append(signs)
            token = at, at + len(signs)
            result.tokens.append(token)
            result.words += (
                _word(treebank, word_number, range(first, after), token, unit is not None, empty)
                for word_number in range(word, last + 1)
            )
            at, word = token[1], last + 1
        result.sentences.append((begin, at))
    result.characters = "".join(pieces)
    return result


def _word(treebank, word, sentence, token, several, empty):
    feats = [part for part in treebank.feats[word].split("|") if part.split("=")[0] in _UNIVERSAL]
    basic, deps = (
        [(head + sentence.start - 1 if head else ROOT, label) for head, label in arcs
         if 0 <= head <= len(sentence)]
        for arcs in (
            [(int(treebank.head[word]), treebank.deprel[word])],
            conllu.enhanced(treebank.deps[word], empty) or [],
        )
    )  # fmt: skip
    return Word(
        *token, treebank.form[word].lower(), several, basic,
        (treebank.upos[word], tuple(sorted(feats))), deps,
    )  # fmt: skip


def drawn(table, annotator) -> SegmentedText:
    """The SegmentedText of an annotator in a DependencyTable: tokens that this one has."""
    signs = numpy.array([not sign.isspace() for sign in table.text] + [False])
    for token in table.tokens:
        if token.is_root:
            signs[token.start : token.end] = False
    place = numpy.cumsum(signs) - signs
    drawn_here = [token for token in table.tokens if annotator in token.types and not token.is_root]
    at = {token.index: number for number, token in enumerate(drawn_here)}
    at.update((token.index, ROOT) for token in table.tokens if token.is_root)
    result = SegmentedText("".join(sign for sign, kept in zip(table.text, signs) if kept))
    for token in drawn_here:
        bounds = [(int(place[start]), int(place[end])) for start, end in token.fragments]
        gaps = tuple(
            (end, start) for (_, end), (start, _) in zip(bounds, bounds[1:]) if end < start
        )
        arcs = table.arcs[annotator].get(token.index, ())
        arcs = [(at[arc.head], decoded(arc.label)) for arc in arcs if arc.head in at]
        result.words.append(Word(
            bounds[0][0], bounds[-1][1], token.text.lower(), False, arcs, token.types[annotator],
            arcs, gaps,
        ))  # fmt: skip
    result.tokens = [word.place for word in result.words]
    ranges = (place[[sentence.start, sentence.end]].tolist() for sentence in table.sentences)
    result.sentences = [(start, end) for start, end in ranges if start < end]
    return result


def ends_of_all(texts) -> numpy.ndarray:
    """Where sentences of all of some SegmentedTexts end, the end of the text included."""
    common = set.intersection(*({end for _, end in text.sentences} for text in texts))
    return numpy.array(sorted({*common, len(texts[0].characters)}))


def aligned(first, second) -> list:
    """[(word of the first SegmentedText, word of the second)]: their indices, in order."""
    covered, joined = numpy.zeros((2, len(first.characters) + 1), dtype=bool)
    for word in (*first.words, *second.words):
        if word.several:
            covered[word.start : word.end] = joined[word.start + 1 : word.end] = True
    # Tokens of several words, those that share a character as one: a number for each.
    stretch = (numpy.cumsum(covered & ~joined) * covered).tolist()
    sides = []
    for text in (first, second):
        inside: dict = defaultdict(list)
        at: dict = {}
        for index, word in enumerate(text.words):
            stretch_number = stretch[word.start]
            if stretch_number and stretch_number == stretch[max(word.start, word.end - 1)]:
                inside[stretch_number].append(index)
            else:
                at[word.place] = index
        sides.append((inside, at))
    (inside, at), (others_inside, others_at) = sides
    pairs = [(index, others_at[place]) for place, index in at.items() if place in others_at]
    for stretch_number, indices in inside.items():
        pairs += _common(indices, others_inside.get(stretch_number, ()), first.words, second.words)
    return sorted(pairs)


def _common(indices, others, words, other_words):
    """Pairs of a longest common subsequence of forms."""
    rows, columns = len(indices), len(others)
    longest = [[0] * (columns + 1) for _ in range(rows + 1)]
    equal = [[words[i].form == other_words[j].form for j in others] for i in indices]
    for i in reversed(range(rows)):
        for j in reversed(range(columns)):
            both = longest[i + 1][j + 1] + 1 if equal[i][j] else 0
            longest[i][j] = max(both, longest[i + 1][j], longest[i][j + 1])
    i = j = 0
    while i < rows and j < columns:
        if equal[i][j]:
            yield indices[i], others[j]
            i, j = i + 1, j + 1
        elif longest[i][j] == longest[i + 1][j]:
            i += 1
        else:
            j += 1


def agreeing(first, second, ends) -> dict:
    """{figure: Agreeing} of two SegmentedTexts with the same characters.

    ends  of the stretches, such as ends_of_all() of both
    """
    pairs, texts = aligned(first, second), (first, second)
    same = {right: left for left, right in pairs}

    def head_in_first(side, head):
        """A head as the first text has it; below ROOT, and so equal to none, if it has it not."""
        return head if side == 0 or head == ROOT else same.get(head, ROOT - 1 - head)

    def tallied(agree, left, right, of=()):
        """The Agreeing of the first characters of what agrees, of all, and of aligned words."""
        starts = (numpy.array([*offsets], dtype=int) for offsets in (agree, left, right, of))
        last = len(ends) - 1
        return Agreeing(*(
            numpy.bincount(
                numpy.minimum(numpy.searchsorted(ends, offsets, "right"), last), minlength=last + 1
            )
            for offsets in starts
        ))  # fmt: skip

    def of_ranges(left, right):
        return tallied(*([bounds[0] for bounds in of] for of in ({*left} & {*right}, left, right)))

    def of_words(value, counts=lambda word: True):
        left, right = ([token.start for token in text.words if counts(token)] for text in texts)
        of = [pair for pair in pairs if counts(first.words[pair[0]])]
        agree = [
            first.words[pair[0]].start
            for pair in of if value(0, pair[0]) == value(1, pair[1])
        ]  # fmt: skip
        starts = [first.words[i].start for i, _ in of]
        return tallied(agree, left, right), tallied(agree, (), (), starts)

    def arcs(side, number, name=_universal, of="arcs"):
        attached = getattr(texts[side].words[number], of)
        return sorted([(head_in_first(side, head), name(label)) for head, label in attached])

    def heads(side, number):
        return [head for head, _ in arcs(side, number, str)]

    def labels(side, number):
        return sorted([label for _, label in texts[side].words[number].arcs])

    def with_function_words(side, number):
        text = texts[side]
        return arcs(side, number), text.words[number].tags, [
            (head_in_first(side, index), label, text.words[index].tags)
            for index, label in text.function_words[number]
        ]  # fmt: skip

    def of_deps(name):
        """Arcs of both, each once: udtools counts those twice that differ below the colon."""
        agree = []
        for i, j in pairs:
            of_first, other = (Counter(arcs(*word, name, "deps")) for word in ((0, i), (1, j)))
            agree += [first.words[i].start] * sum((of_first & other).values())
        return tallied(
            agree,
            *([of_text.start for of_text in text.words for _ in of_text.deps] for text in texts),
        )

    uas, uaa = of_words(heads)
    _, laa = of_words(lambda side, number: arcs(side, number, str))
    return {
        "Tokens": of_ranges(first.tokens, second.tokens),
        "Words": tallied(
            [first.words[i].start for i, _ in pairs],
            *([of_text.start for of_text in text.words] for text in texts),
        ),
        "Sentences": of_ranges(first.sentences, second.sentences),
        "UAA": uaa, "LAA": laa, "LOA": of_words(labels)[1], "UAS": uas, "LAS": of_words(arcs)[0],
        "CLAS": of_words(arcs, _is_content)[0],
        "MLAS": of_words(with_function_words, _is_content)[0],
        "ELAS": of_deps(str), "EULAS": of_deps(_universal_path),
    }  # fmt: skip


def _is_content(word):
    return any(_universal(label) in _CONTENT for _, label in word.arcs)


def _universal(label):
    return label.partition(":")[0]


def _universal_path(label):
    return tuple(map(_universal, label.split(">")))
