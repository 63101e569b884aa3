"""Reads one file of CoNLL-U, CoNLL-X or CoNLL-2009 as columns of its words.

CoNLL-U: https://universaldependencies.org/format.html. CoNLL-X has the same ten columns, CoNLL-2009
others, which are put in their places.
"""

import codecs
import hashlib
import re
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import accumulate, chain
from typing import NamedTuple, Optional

from brat_iaa.corpus.conllu_files import FEWEST_COLUMNS
from brat_iaa.corpus.problem import Problem, quoted

_COLUMNS = 10
# Columns of CoNLL-2009 (ID FORM LEMMA PLEMMA POS PPOS FEAT PFEAT HEAD PHEAD DEPREL ...) in the
# order of CoNLL-U; it has a single part of speech, and neither DEPS nor MISC.
_OF_2009 = (0, 1, 2, 4, None, 6, 8, 10, None, None)
_FEWEST_OF_2009 = 12
# Python refuses to read numbers of thousands of digits.
_MWT = re.compile(r"([0-9]{1,9})-([0-9]{1,9})")
_EMPTY_NODE = re.compile(r"[0-9]+\.[0-9]+")
_COMMENT = re.compile(r"#\s*(sent_id|text)\s*=\s*(.*)")
# Keys of MISC about characters, not about language.
_SPACING = {
    *("SpaceAfter", "SpacesAfter", "SpacesBefore", "SpacesInToken", "TokenRange"),
    *("start_char", "end_char"),
}
ESCAPES = {"\\s": " ", "\\t": "\t", "\\n": "\n", "\\r": "\r", "\\p": "|", "\\\\": "\\"}
_ESCAPED = re.compile(r"\\[stnrp\\]")
# Ways from a word through empty nodes, and places in a sentence that are tried for its first word:
# treebanks need a few, and a file may be made to need more than there is time for.
_MOST_WAYS, _MOST_PLACES = 100, 100
# Cells that are read once.
_CELLS = 10_000


class MultiWord(NamedTuple):
    """A token of several words, such as French du. first, last: of its words in the sentence, from
    0.
    """

    first: int
    last: int
    form: str
    misc: str
    line: int


class Word(NamedTuple):
    """Cells as written, but for head: a number of the sentence's words from 1, 0 the root, -1 none.
    line is that of the file, from 1.
    """

    form: str
    lemma: str
    upos: str
    xpos: str
    feats: str
    head: int
    deprel: str
    deps: str
    misc: str
    line: int


@dataclass
class TreebankSentence:
    """A sentence of a file.

    line      number of its first line
    sent_id   or None
    words     list of Word
    multiword  list of MultiWord
    empty     {ID of an empty node: its DEPS}
    text      with one blank between words that are not joined
    bounds    [(start, end) of each word in the text]; words of one token have those of the token
    """

    line: int
    sent_id: Optional[str]
    words: list = field(default_factory=list)
    multiword: list = field(default_factory=list)
    empty: dict = field(default_factory=dict)
    text: str = ""
    bounds: list = field(default_factory=list)


@dataclass
class Treebank:
    """The sentences of a file of CoNLL-U, its problems, and its digest."""

    sentences: list
    problems: tuple
    sha256: bytes

    @cached_property
    def more_in_deps(self) -> bool:
        """Whether DEPS has other arcs than HEAD and DEPREL."""
        return any(
            word.deps not in ("_", "", f"{word.head}:{word.deprel}")
            for sentence in self.sentences
            for word in sentence.words
        )


def read_treebank(data: bytes, file: str) -> Treebank:
    """The Treebank of a file's content. Never fails: what cannot be used is a problem.

    file  name of the file, for problems
    """
    problems: list = []

    def problem(line, code, message, unread=""):
        problems.append(Problem(file, line, code, message, unread))

    about, begun, rows, sentences = {}, 0, [], []
    for number, line in enumerate(chain(_decoded(data, problem).split("\n"), ("",)), 1):
        if line and not line.isspace():
            begun = begun or number
            if line[0] != "#":
                rows.append((number, line))
            elif match := _COMMENT.match(line):
                about.setdefault(match[1], match[2].rstrip())
            continue
        sentence = TreebankSentence(begun, about.get("sent_id"))
        _add_words(sentence, rows, problem)
        if sentence.words:
            _add_text(sentence, about.get("text"), problem)
            sentences.append(sentence)
        about, begun, rows = {}, 0, []
    problems.sort(key=lambda problem: problem.line)
    return Treebank(sentences, tuple(problems), hashlib.sha256(data).digest())


def _decoded(data, problem):
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        message = (
            f"A byte of this line is 0x{data[error.start]:02X}, which is not UTF-8. Such bytes "
            "are read as �. Save the file as UTF-8."
        )
        problem(data.count(b"\n", 0, error.start) + 1, "not-utf8", message)
        text = data.decode("utf-8", "replace")
    text = text.replace("\r\n", "\n")
    return text if "\n" in text else text.replace("\r", "\n")


def _add_words(sentence, rows, problem):
    """Add words, tokens and empty nodes."""
    words, heads, multiword = sentence.words, [], []
    for line, written in rows:
        cells = _cells(line, written, problem)
        if cells is None:
            continue
        id, expected = cells[0], str(len(words) + 1)
        if id == expected:
            form, lemma, upos, xpos, feats, head, deprel, deps, misc = cells[1:]
            heads.append(head)
            known = head.isascii() and head.isdigit() and len(head) < 9
            head = int(head) if known else -1
            words.append(Word(form, lemma, upos, xpos, feats, head, deprel, deps, misc, line))
        elif span := _MWT.fullmatch(id):
            first, last = int(span[1]) - 1, int(span[2]) - 1
            if first == len(words) < last:
                multiword.append(MultiWord(first, last, cells[1], cells[9], line))
            else:
                message = (
                    f"{quoted(id)} is a token of several words. It is expected before the "
                    "first of them, and to have two or more. It is excluded; its words count."
                )
                problem(line, "multiword-token", message)
        elif _EMPTY_NODE.fullmatch(id):
            sentence.empty[id] = cells[8]
        else:
            message = (
                f"The ID is {quoted(id)}; {expected} is expected, as words count from 1 in "
                "each sentence."
            )
            problem(line, "word-id", message, "T")
    end, size = 0, len(words)
    for whole in multiword:
        if whole.first >= end and whole.last < size:
            sentence.multiword.append(whole)
            end = whole.last + 1
        else:
            message = (
                "Not all words of this token follow it in the sentence, or they are those of "
                "another one. It is excluded; the words there are count."
            )
            problem(whole.line, "multiword-token", message)
    empty = sentence.empty
    if empty and any(enhanced(word.deps, empty) is None for word in words):
        message = (
            "DEPS leads through the empty nodes of this sentence in more than "
            f"{_MOST_WAYS} ways. Arcs through them are excluded."
        )
        problem(rows[0][0], "empty-nodes", message, "R")
        sentence.empty = {}
    for number, (word, written) in enumerate(zip(words, heads)):
        if word.head > size or (word.head < 0 and written not in ("_", "")):
            message = (
                f"HEAD is {quoted(written)}; expected is the ID of a word of this sentence, of "
                f"which there are {size}, 0 for the root, or _."
            )
            problem(word.line, "head", message, f"R {word.deprel}")
            words[number] = word._replace(head=-1)


def _cells(line, written, problem):
    """The ten columns of a line; None if there are too few."""
    cells = written.split("\t")
    if len(cells) == _COLUMNS:
        return cells
    if len(cells) == 1:
        cells = written.split()
    if len(cells) >= _FEWEST_OF_2009:
        return ["_" if place is None else cells[place] for place in _OF_2009]
    if len(cells) >= FEWEST_COLUMNS:
        return (cells + ["_", "_"])[:_COLUMNS]
    message = (
        f"Found {len(cells)} columns, separated by tabs; expected {_COLUMNS}: ID, FORM, LEMMA, "
        "UPOS, XPOS, FEATS, HEAD, DEPREL, DEPS and MISC. Labels of tokens in columns, such as BIO, "
        "are not read: write them as .ann files, a line a span."
    )
    problem(line, "columns", message, "T")
    return None


def _add_text(sentence, text, problem):
    """Add the text, and where words stand in it: in `# text` if all words are found there, in
    order; else in a text made of the words.
    """
    tokens = _tokens(sentence)
    pieces = [of.form + ("" if "SpaceAfter=No" in of.misc else " ") for of in tokens]
    starts = [0, *accumulate(map(len, pieces))]
    sentence.text = "".join(pieces).rstrip(" ")
    if text is not None and text != sentence.text:
        in_text = _ranges(tokens, text) or found([token.form for token in tokens], text)
        if in_text is None:
            message = (
                "Of the words of this sentence not all are found in its # text, "
                f"{quoted(text)}, in this order. The sentence is read as its words say."
            )
            problem(sentence.line, "sentence-text", message)
        else:
            starts, sentence.text = in_text, text
    sentence.bounds = [
        (start, start + len(token.form))
        for start, token in zip(starts, tokens)
        for _ in range(token.first, token.last + 1)
    ]


def _tokens(sentence):
    """[MultiWord] of a sentence as it is written; a word alone is one of one word."""
    of_unit, tokens, at = {whole.first: whole for whole in sentence.multiword}, [], 0
    while at < len(sentence.words):
        word = sentence.words[at]
        tokens.append(of_unit.get(at) or MultiWord(at, at, word.form, word.misc, word.line))
        at = tokens[-1].last + 1
    return tokens


def _ranges(tokens, text):
    """Where tokens start by TokenRange in MISC, if all have it and it fits; else None."""
    starts = []
    for token in tokens:
        written = re.search(r"(?:^|\|)TokenRange=([0-9]{1,9}):[0-9]+", token.misc)
        if written is None:
            return None
        starts.append(int(written[1]))
    return moved([token.form for token in tokens], starts, text)


def moved(forms, starts, text):
    """Offsets that count from the beginning of a document in the text of a sentence: the first ones
    at which all forms stand. None: there are none.
    """
    at = -1
    for _ in range(_MOST_PLACES):
        at = text.find(forms[0], at + 1)
        if at < 0:
            break
        here = [start - starts[0] + at for start in starts]
        if all(start >= 0 and text.startswith(form, start) for start, form in zip(here, forms)):
            return here
    return None


def found(forms, text):
    """Where each form begins in a text, one after the other; None unless all are found."""
    starts, at = [], 0
    for form in forms:
        start = text.find(form, at)
        if start < 0:
            return None
        starts.append(start)
        at = start + len(form)
    return starts


@lru_cache(maxsize=_CELLS)
def features(cell: str) -> tuple:
    """((name, value), ...) of FEATS; what has no name makes one value of FEATS."""
    return _pairs(cell, "FEATS", ())


@lru_cache(maxsize=_CELLS)
def further(cell: str) -> tuple:
    """((name, value), ...) of MISC, without what is said there of blanks and offsets."""
    return tuple(
        (name, _ESCAPED.sub(lambda match: ESCAPES[match[0]], value).strip())
        for name, value in _pairs(cell, "MISC", _SPACING)
    )


def _pairs(cell, otherwise, without):
    if cell in ("_", ""):
        return ()
    pairs, unnamed = [], []
    for part in cell.split("|"):
        name, equals, value = part.partition("=")
        if not (equals and name):
            unnamed.append(part)
        elif name not in without and value.strip():
            pairs.append((name, value))
    if any(part.strip() for part in unnamed):
        pairs.append((otherwise, "|".join(unnamed)))
    return tuple(dict.fromkeys(pairs))


def enhanced(cell: str, empty: dict) -> Optional[list]:
    """[(head as a number, label)] of DEPS; the way through empty nodes is one label, conj>nsubj.
    None: there are too many ways.

    empty  {ID of an empty node: its DEPS}, of the sentence

    Source of collapsing: the shared tasks of IWPT 2020 and 2021, and udtools.
    """
    arcs: list = []
    ways: list = [(cell, "", ())] if cell not in ("_", "") else []
    for cell, behind, passed in ways:
        for part in cell.split("|"):
            head, colon, label = part.partition(":")
            label = label + behind
            if head in empty and head not in passed:
                if len(ways) > _MOST_WAYS:
                    return None
                ways.append((empty[head], ">" + label, (*passed, head)))
            elif colon and head.isascii() and head.isdigit() and len(head) < 9:
                arcs.append((int(head), label))
    return list(dict.fromkeys(arcs))
