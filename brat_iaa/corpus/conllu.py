"""Reads one file of CoNLL-U, CoNLL-X or CoNLL-2009 as columns of its words.

CoNLL-U: https://universaldependencies.org/format.html. CoNLL-X has the same ten columns, CoNLL-2009
others, which are put in their places.
"""

import codecs
import hashlib
import re
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import NamedTuple, Optional

import numpy

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


class MultiWord(NamedTuple):
    """A token of several words, such as French du. first, last: of its words, in the file."""

    first: int
    last: int
    form: str


@dataclass
class Treebank:
    """The words of a file of CoNLL-U, sentence by sentence.

    form, lemma, upos, xpos, feats, deprel, deps, misc   lists: of each word, as written
    head        of each word: its head, counted in the sentence from 1; 0 the root, -1 none
    line        number of its line, from 1
    first       number of each sentence's first word, and the number of all words
    sent_id     of each sentence, or None
    surface     text of each sentence, with one blank between words that are not joined
    start, end  of each word in the text of its sentence; words of one token have those of the token
    multiword   {sentence: list of MultiWord}
    empty       {sentence: {ID of an empty node: its DEPS}}
    lines       number of the first line of each sentence
    problems    tuple of Problem
    sha256      digest of the file
    """

    form: list
    lemma: list
    upos: list
    xpos: list
    feats: list
    head: numpy.ndarray
    deprel: list
    deps: list
    misc: list
    line: numpy.ndarray
    first: list
    sent_id: list
    lines: list
    multiword: dict
    empty: dict
    problems: tuple
    sha256: bytes
    surface: list
    start: Optional[numpy.ndarray] = None
    end: Optional[numpy.ndarray] = None

    @cached_property
    def more_in_deps(self) -> bool:
        """Whether DEPS has other arcs than HEAD and DEPREL."""
        return any(
            cell not in ("_", "", f"{head}:{label}")
            for cell, head, label in zip(self.deps, self.head.tolist(), self.deprel)
        )


def read_treebank(data: bytes, file: str) -> Treebank:
    """The Treebank of a file's content. Never fails: what cannot be used is a problem.

    file  name of the file, for problems
    """
    treebank = _Reader(file).read(data)
    _add_surface(treebank, file)
    return treebank


class _Reader:
    """Reads the lines of one file."""

    def __init__(self, file):
        self._file = file
        self._problems = []
        self._rows, self._row_lines = [], []
        self._first, self._ids, self._texts, self._lines = [], [], [], []
        self._multiword, self._empty = {}, {}

    def read(self, data):
        text = self._decoded(data)
        about, begun, rows = {}, 0, []
        for number, line in enumerate(chain(text.split("\n"), ("",)), 1):
            if line and not line.isspace():
                begun = begun or number
                if line[0] == "#":
                    match = _COMMENT.match(line)
                    if match:
                        about.setdefault(match[1], match[2].rstrip())
                else:
                    rows.append((number, line))
                continue
            if rows:
                self._sentence(rows, about, begun)
            about, begun, rows = {}, 0, []
        columns = [list(column) for column in zip(*self._rows)] or [[] for _ in range(_COLUMNS)]
        treebank = Treebank(
            *columns[1:6], self._heads(columns[6]), *columns[7:],
            numpy.array(self._row_lines, dtype=numpy.int32), [*self._first, len(self._rows)],
            self._ids, self._lines, self._multiword, self._empty, (),
            hashlib.sha256(data).digest(), self._texts,
        )  # fmt: skip
        treebank.problems = tuple(self._problems)
        return treebank

    def _decoded(self, data):
        if data.startswith(codecs.BOM_UTF8):
            data = data[len(codecs.BOM_UTF8) :]
        try:
            text = data.decode()
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            message = (
                f"A byte of this line is 0x{data[error.start]:02X}, which is not UTF-8. Such bytes "
                "are read as �. Save the file as UTF-8."
            )
            self._problem(line, "not-utf8", message)
            text = data.decode("utf-8", "replace")
        return text.replace("\r\n", "\n")

    def _problem(self, line, code, message, unread=""):
        self._problems.append(Problem(self._file, line, code, message, unread))

    def _sentence(self, rows, about, begun):
        before, number = len(self._rows), len(self._first)
        words, ids = 0, {}
        for line, written in rows:
            cells = self._cells(line, written)
            if cells is None:
                continue
            id = cells[0]
            if id == str(words + 1):
                words += 1
                ids[id] = line
                self._rows.append(cells)
                self._row_lines.append(line)
            elif span := _MWT.fullmatch(id):
                first, last = int(span[1]) - 1, int(span[2]) - 1
                whole = MultiWord(before + first, before + last, cells[1])
                if first == words < last:
                    self._multiword.setdefault(number, []).append((whole, cells[9], line))
                else:
                    message = (
                        f"{quoted(id)} is a token of several words. It is expected before the "
                        "first of them, and to have two or more. It is excluded; its words count."
                    )
                    self._problem(line, "multiword-token", message)
            elif _EMPTY_NODE.fullmatch(id):
                self._empty.setdefault(number, {})[id] = cells[8]
            else:
                message = (
                    f"The ID is {quoted(id)}; {words + 1} is expected, as words count from 1 in "
                    "each sentence."
                )
                self._problem(line, "word-id", message, "T")
        if words:
            self._first.append(before)
            self._ids.append(about.get("sent_id"))
            self._texts.append(about.get("text"))
            self._lines.append(begun)
            self._check_multiword(number)
            self._check_empty(number, self._rows[before:], rows[0][0])
        else:
            self._multiword.pop(number, None)
            self._empty.pop(number, None)

    def _check_multiword(self, number):
        kept, end = [], 0
        for whole, misc, line in self._multiword.pop(number, ()):
            if whole.first >= end and whole.last < len(self._rows):
                kept.append((whole, misc))
                end = whole.last + 1
            else:
                message = (
                    "Not all words of this token follow it in the sentence, or they are those of "
                    "another one. It is excluded; the words there are count."
                )
                self._problem(line, "multiword-token", message)
        if kept:
            self._multiword[number] = kept

    def _check_empty(self, number, rows, line):
        empty = self._empty.get(number)
        if empty and any(enhanced(cells[8], empty) is None for cells in rows):
            message = (
                "DEPS leads through the empty nodes of this sentence in more than "
                f"{_MOST_WAYS} ways. Arcs through them are excluded."
            )
            self._problem(line, "empty-nodes", message, "R")
            self._empty[number] = {}

    def _cells(self, line, written):
        """The ten columns of a line; None if there are too few."""
        cells = written.split("\t")
        if len(cells) == _COLUMNS:
            return cells
        if len(cells) == 1:
            cells = written.split()
        if len(cells) >= _FEWEST_OF_2009:
            return ["_" if place is None else cells[place] for place in _OF_2009]
        if len(cells) >= _COLUMNS - 2:
            return (cells + ["_", "_"])[:_COLUMNS]
        message = (
            f"Found {len(cells)} columns, separated by tabs; expected {_COLUMNS}: ID, FORM, LEMMA, "
            "UPOS, XPOS, FEATS, HEAD, DEPREL, DEPS and MISC."
        )
        self._problem(line, "columns", message, "T")
        return None

    def _heads(self, column):
        head = numpy.array(
            [int(cell) if cell.isascii() and cell.isdigit() and len(cell) < 9 else -1
             for cell in column], dtype=numpy.int64,
        )  # fmt: skip
        first = numpy.array([*self._first, len(column)], dtype=numpy.int64)
        size = numpy.repeat(numpy.diff(first), numpy.diff(first))
        wrong = head > size
        # Rows without a number are few, or all of them are blank.
        none = numpy.flatnonzero(head < 0)
        others = [row for row in none.tolist() if column[row] not in ("_", "")]
        for row in sorted([*others, *numpy.flatnonzero(wrong).tolist()]):
            message = (
                f"HEAD is {quoted(column[row])}; expected is the ID of a word of this sentence, of "
                f"which there are {size[row]}, 0 for the root, or _."
            )
            self._problem(self._row_lines[row], "head", message, f"R {self._rows[row][7]}")
        head[wrong] = -1
        return head


def _add_surface(treebank, file):
    """Work out the text of each sentence, and where its words stand in it.

    `# text` counts where all words are found in it, in order; else it is made of the words.
    """
    written, treebank.surface, problems = treebank.surface, [], []
    form, first = treebank.form, treebank.first
    sizes = numpy.fromiter(map(len, form), dtype=numpy.int64, count=len(form))
    joined = numpy.fromiter(
        ("SpaceAfter=No" in misc for misc in treebank.misc), dtype=bool, count=len(form)
    )
    # Sentences of plain words at once: each stands behind the one before, and a blank if there is.
    ends = numpy.cumsum(sizes + ~joined)
    begin = ends - sizes - ~joined
    bounds = numpy.array(first, dtype=numpy.int64)
    length = numpy.diff(bounds)
    base = numpy.repeat(begin[bounds[:-1]] if len(form) else begin, length)
    treebank.start = begin - base
    treebank.end = treebank.start + sizes
    blanks = ["" if apart else " " for apart in joined.tolist()]
    pieces = list(map(str.__add__, form, blanks))
    for number, text in enumerate(written):
        here = slice(first[number], first[number + 1])
        units = treebank.multiword.get(number)
        if units is None:
            made = "".join(pieces[here]).rstrip(" ")
            if text is None or text == made:
                treebank.surface.append(made)
                continue
        made = _place(treebank, number, text, units or (), blanks)
        if text is not None and made != text:
            problems.append(Problem(
                file, treebank.lines[number], "sentence-text",
                f"Of the words of this sentence not all are found in its # text, {quoted(text)}, "
                "in this order. The sentence is read as its words say.",
            ))  # fmt: skip
        treebank.surface.append(made)
        if units is not None:
            treebank.multiword[number] = [whole for whole, _ in units]
    treebank.problems = tuple(
        sorted((*treebank.problems, *problems), key=lambda problem: problem.line)
    )


def _place(treebank, number, text, units, blanks):
    """Write where the words of a sentence stand, and return its text."""
    first, after = treebank.first[number : number + 2]
    tokens, word, of_unit = [], first, {whole.first: (whole, misc) for whole, misc in units}
    while word < after:
        if word in of_unit:
            whole, misc = of_unit[word]
            blank = "" if "SpaceAfter=No" in misc else " "
            tokens.append((word, whole.last + 1, whole.form, blank, misc))
            word = whole.last + 1
        else:
            tokens.append((word, word + 1, treebank.form[word], blanks[word], treebank.misc[word]))
            word += 1
    forms = [token[2] for token in tokens]
    starts = None if text is None else _ranges(tokens, text) or found(forms, text)
    if starts is None:
        starts, text, at = [], "", 0
        for _, _, form, blank, _ in tokens:
            starts.append(at)
            at += len(form) + len(blank)
        text = "".join(form + blank for _, _, form, blank, _ in tokens).rstrip(" ")
    for start, (word, after, form, _, _) in zip(starts, tokens):
        treebank.start[word:after], treebank.end[word:after] = start, start + len(form)
    return text


def _ranges(tokens, text):
    """Where tokens start by TokenRange in MISC, if all have it and it fits; else None."""
    starts = []
    for *_, misc in tokens:
        written = re.search(r"(?:^|\|)TokenRange=([0-9]{1,9}):[0-9]+", misc)
        if written is None:
            return None
        starts.append(int(written[1]))
    return moved([token[2] for token in tokens], starts, text)


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


def features(cell: str) -> list:
    """[(name, value)] of FEATS; what has no name makes one value of FEATS."""
    return _pairs(cell, "FEATS", ())


def further(cell: str) -> list:
    """[(name, value)] of MISC, without what is said there of blanks and offsets."""
    return [
        (name, _ESCAPED.sub(lambda match: ESCAPES[match[0]], value).strip())
        for name, value in _pairs(cell, "MISC", _SPACING)
    ]


def _pairs(cell, otherwise, without):
    if cell in ("_", ""):
        return []
    pairs, unnamed = [], []
    for part in cell.split("|"):
        name, equals, value = part.partition("=")
        if not (equals and name):
            unnamed.append(part)
        elif name not in without and value.strip():
            pairs.append((name, value))
    if any(part.strip() for part in unnamed):
        pairs.append((otherwise, "|".join(unnamed)))
    return list(dict.fromkeys(pairs))


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
