"""Which words two files of one text have in common, and what agrees on them.

Words are aligned by their characters, whatever the blanks; those of a token that stands for several
by their forms. The figures are those of the shared tasks on parsing (Zeman et al. 2018; Bouma et
al. 2021), as udtools computes them, but for one thing: where the other file has several words just
before such a token, and this one has one, udtools 0.2.9 passes over the first of them only, and
aligns the rest with words of the token if their forms are the same. They are other characters.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, Optional

from brat_iaa.corpus import conllu

ROOT = -1
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

    start, end  of its token in the characters of the file
    form        in small letters
    several     whether the token stands for several words
    head        index of its head, ROOT, or None
    label       DEPREL; universal: up to the colon
    tags        (UPOS, universal features)
    deps        [(index of a head, label)] of DEPS
    """

    start: int
    end: int
    form: str
    several: bool
    head: Optional[int]
    label: str
    tags: tuple
    deps: list

    @property
    def universal(self):
        return self.label.partition(":")[0]


@dataclass
class SegmentedFile:
    """characters: without blanks; tokens, sentences: (start, end) each; words: list of Word"""

    characters: str = ""
    tokens: list = field(default_factory=list)
    sentences: list = field(default_factory=list)
    words: list = field(default_factory=list)

    @cached_property
    def function_words(self):
        """{index of a word: list of the function words whose head it is}"""
        below = defaultdict(list)
        for index, word in enumerate(self.words):
            if word.universal in _FUNCTION and word.head not in (None, ROOT):
                below[word.head].append(index)
        return below


class Agreeing(NamedTuple):
    """How many agree: of two files with so many each, or of so many aligned words."""

    agree: int
    first: int
    second: int
    aligned: int = 0

    @property
    def value(self):
        """F1, or the share of aligned words; None of nothing."""
        of = self.aligned or (self.first + self.second) / 2
        return self.agree / of if of else None

    def plus(self, other):
        """The same of two documents together."""
        return Agreeing(*map(sum, zip(self, other)))


def segmented(treebank) -> SegmentedFile:
    """The SegmentedFile of a Treebank."""
    found, pieces, at = SegmentedFile(), [], 0
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
            found.tokens.append(token)
            found.words += (
                _word(treebank, own, range(first, after), token, unit is not None, empty)
                for own in range(word, last + 1)
            )
            at, word = token[1], last + 1
        found.sentences.append((begin, at))
    found.characters = "".join(pieces)
    return found


def _word(treebank, word, sentence, token, several, empty):
    head = int(treebank.head[word])
    feats = [part for part in treebank.feats[word].split("|") if part.split("=")[0] in _UNIVERSAL]
    deps = conllu.enhanced(treebank.deps[word], empty) or []
    return Word(
        *token, treebank.form[word].lower(), several, _place(head, sentence), treebank.deprel[word],
        (treebank.upos[word], tuple(sorted(feats))),
        [(_place(own, sentence), label) for own, label in deps if own <= len(sentence)],
    )  # fmt: skip


def _place(head, sentence):
    return ROOT if head == 0 else None if head < 0 else sentence.start + head - 1


def aligned(first, second) -> list:
    """[(word of the first file, word of the second)]: their indices, in order."""
    stretches = _joined(
        [(word.start, word.end) for file in (first, second) for word in file.words if word.several]
    )
    inside = [_by_stretch(file.words, stretches) for file in (first, second)]
    within = [{index for own in of.values() for index in own} for of in inside]
    at = {
        (word.start, word.end): index
        for index, word in enumerate(second.words) if index not in within[1]
    }  # fmt: skip
    pairs = [
        (index, at[word.start, word.end])
        for index, word in enumerate(first.words)
        if index not in within[0] and (word.start, word.end) in at
    ]
    for stretch, own in inside[0].items():
        pairs += _common(own, inside[1].get(stretch, ()), first.words, second.words)
    return sorted(pairs)


def _joined(ranges):
    """Ranges, those that share a character as one."""
    joined: list = []
    for start, end in sorted(set(ranges)):
        if joined and start < joined[-1][1]:
            joined[-1] = joined[-1][0], max(end, joined[-1][1])
        else:
            joined.append((start, end))
    return joined


def _by_stretch(words, stretches):
    """{stretch: indices of the words in it}"""
    found, place = {}, 0
    for index, word in enumerate(words):
        while place < len(stretches) and stretches[place][1] <= word.start:
            place += 1
        if place < len(stretches):
            start, end = stretches[place]
            if start <= word.start and word.end <= end:
                found.setdefault(stretches[place], []).append(index)
    return found


def _common(own, others, words, other_words):
    """Pairs of a longest common subsequence of forms."""
    rows, columns = len(own), len(others)
    longest = [[0] * (columns + 1) for _ in range(rows + 1)]
    equal = [[words[i].form == other_words[j].form for j in others] for i in own]
    for i in reversed(range(rows)):
        for j in reversed(range(columns)):
            both = longest[i + 1][j + 1] + 1 if equal[i][j] else 0
            longest[i][j] = max(both, longest[i + 1][j], longest[i][j + 1])
    i = j = 0
    while i < rows and j < columns:
        if equal[i][j]:
            yield own[i], others[j]
            i, j = i + 1, j + 1
        elif longest[i][j] == longest[i + 1][j]:
            i += 1
        else:
            j += 1


def agreeing(first, second) -> dict:
    """{figure: Agreeing} of two SegmentedFiles with the same characters."""
    pairs = aligned(first, second)
    same = {right: left for left, right in pairs}
    sizes = len(first.words), len(second.words)

    def as_it_is(head):
        return head

    def in_first(head):
        """A head of the second file as the first one has it; equal to none if it has it not."""
        return head if head in (ROOT, None) else same.get(head, "not aligned")

    def of_words(key, counts=lambda word: True):
        left, right = (sum(map(counts, file.words)) for file in (first, second))
        of = [(i, j) for i, j in pairs if counts(first.words[i])]
        agree = sum(key(first, i, as_it_is) == key(second, j, in_first) for i, j in of)
        return Agreeing(agree, left, right), Agreeing(agree, 0, 0, len(of))

    uas, uaa = of_words(lambda file, i, head: head(file.words[i].head))
    las, _ = of_words(lambda file, i, head: _arc(file.words[i], head))
    _, laa = of_words(lambda file, i, head: (head(file.words[i].head), file.words[i].label))
    _, loa = of_words(lambda file, i, head: file.words[i].label)
    clas, _ = of_words(lambda file, i, head: _arc(file.words[i], head), _is_content)
    mlas, _ = of_words(_with_function_words, _is_content)
    return {
        "Tokens": _of_ranges(first.tokens, second.tokens),
        "Words": Agreeing(len(pairs), *sizes),
        "Sentences": _of_ranges(first.sentences, second.sentences),
        "UAA": uaa, "LAA": laa, "LOA": loa, "UAS": uas, "LAS": las, "CLAS": clas, "MLAS": mlas,
        "ELAS": _of_deps(first.words, second.words, pairs, in_first, lambda label: label),
        "EULAS": _of_deps(first.words, second.words, pairs, in_first, _universal_path),
    }  # fmt: skip


def _is_content(word):
    return word.universal in _CONTENT


def _arc(word, head):
    return head(word.head), word.universal


def _with_function_words(file, index, head):
    word, below = file.words[index], file.function_words[index]
    return _arc(word, head), word.tags, [
        (head(own), file.words[own].universal, file.words[own].tags) for own in below
    ]  # fmt: skip


def _of_ranges(first, second):
    return Agreeing(len(set(first) & set(second)), len(first), len(second))


def _of_deps(words, others, pairs, there, name):
    """Arcs that both have, each once: udtools counts those twice that differ below the colon."""
    left, right = (sum(len(word.deps) for word in file) for file in (words, others))
    agree = 0
    for i, j in pairs:
        own = Counter((head, name(label)) for head, label in words[i].deps)
        other = Counter((there(head), name(label)) for head, label in others[j].deps)
        agree += sum((own & other).values())
    return Agreeing(agree, left, right)


def _universal_path(label):
    return tuple(step.partition(":")[0] for step in label.split(">"))
