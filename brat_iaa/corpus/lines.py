"""Parses one line of an .ann file into a record, or says what is wrong with it.

Accepts what brat's own parser does (server/src/annotation.py); where brat would crash or guess, the
line is an error. References to other lines are checked in standoff.py.
"""

import re
from sys import intern
from typing import Optional

from brat_iaa.corpus.problem import quoted
from brat_iaa.corpus.records import Attribute, Equiv, Event, Normalization, Note, Relation, Span
from brat_iaa.corpus.texts import says

# brat allows any letters, a number and any ending: T1, TX9, T2a, T3.1
_ID = re.compile(r"(?:[A-Za-z]+|#[A-Za-z]*)[0-9]")
# Where brat ends a line, too; and lines whose type ends for brat at any blank, as a no-break space.
LINE_ENDS = "\v\f\x1c\x1d\x1e\x85\u2028\u2029"
_ANY_BLANK = "*MN#"
# What lines look like, by their first letter; arrows are tabs.
_FORMS = {
    "T": "T1→Type 0 4→text, of parts T1→Type 0 4;8 9→text",
    "R": "R1→Type Arg1:T1 Arg2:T2, two arguments in different roles",
    "E": "E1→Type:T1 Role:T2",
    "*": "*→Type T1 T2, with two or more ids",
    "A": "A1→Type T1 or A1→Type T1 Value",
    "M": "M1→Type T1",
    "N": "N1→Type T1 Database:Entry→text",
    "#": "#1→Type T1→text",
}


class LineError(Exception):
    """Why a line cannot be used.

    code     stable short id
    message  sentences for the user
    record   the record that can be used all the same, or None
    """

    def __init__(self, code, message, record=None):
        super().__init__(message)
        self.code, self.message, self.record = code, message, record


class _Malformed(Exception):
    """A line is not what lines of its kind look like; the text says what is wrong, if anything."""


def read_line(line: str, number: int, text: Optional[str], to: Optional[list] = None):
    """The record on a line that is not blank. Raises LineError.

    line    without its line end
    number  of the line, from 1
    text    of the document, for the span texts; None: they are what the line says
    to      for each offset as it is written, that of the character; None: it is the same
    """
    letter = line[0]
    if letter not in _FORMS:
        raise LineError(
            "unknown-line",
            f"No kind of annotation begins with {quoted(letter)}: lines begin with T, R, E, *, A, "
            "M, N or #.",
        )
    try:
        id, tab, rest = line.partition("\t")
        if not tab or (id != "*" if letter == "*" else not _ID.match(id)):
            raise _Malformed("It does not begin with an id and a tab.")
        head, _, tail = rest.partition("\t")
        type, _, words = head.partition(" ")
        whole = letter not in _ANY_BLANK or type.split() == [type]
        if not type or not whole or not set(type).isdisjoint(LINE_ENDS):
            raise _Malformed(f"{quoted(type)} is no type.")
        if letter == "T":
            return _span(id, intern(type), words, tail, number, text, to)
        if letter == "E":
            return _event(id, type, words.split(), number)
        return _READERS[letter](id, intern(type), words, tail, number)
    except _Malformed as why:
        raise LineError(
            "malformed-line",
            f"Found {quoted(line)}, expected {_FORMS[letter]} (arrows are tabs). {why}".rstrip(),
        ) from None


def _span(id, type, offsets, tail, number, text, to):
    try:
        parts = [part.partition(" ") for part in offsets.split(";")]
        written = tuple([(int(start), int(end)) for start, _, end in parts])
    except ValueError:
        raise _Malformed(f"{quoted(offsets)} are no offsets.") from None
    if to is not None:
        # What is written behind the text stays there.
        last = len(to) - 1
        written = tuple(
            [
                tuple([to[min(at, last)] + max(at - last, 0) if at >= 0 else at for at in part])
                for part in written
            ]
        )
    for start, end in written:
        if not 0 <= start <= end or text is not None and end > len(text):
            size = "" if text is None else f" in a text of {len(text)} characters"
            message = f"{id} begins at {start} and ends at {end}{size}: there is nothing to mark."
            raise LineError("offsets", message)
    fragments = written if len(written) == 1 else _in_text_order(written)
    if text is None:
        marked = tail if fragments == written else _field_in_text_order(written, tail)
    else:
        marked = " ".join([text[start:end] for start, end in fragments])
    span = Span(id, type, fragments, marked, number)
    if len(fragments) == len(written) and tail == marked and tail:
        return span
    if not tail.strip() and (marked or text is None):
        read = f" It is read as {quoted(marked)}, as brat does." if marked else ""
        raise LineError("missing-text", f"{id} has no text after its offsets.{read}", span)
    in_order = sorted(written)
    if any(start < end for (_, end), (start, _) in zip(in_order, in_order[1:])):
        raise LineError(
            "overlapping-fragments",
            f"{id} has overlapping parts: {_shown(written)}. What they cover together counts: "
            f"{_shown(fragments)}.",
            span,
        )
    pieces = () if text is None else [text[start:end] for start, end in written]
    if text is not None and tail != " ".join(pieces) and not says(tail, pieces):
        raise LineError(
            "text-mismatch",
            f"{id} marks the characters {_shown(fragments)}, where the text has {quoted(marked)}, "
            f"but the line says {quoted(tail)}. The offsets count. If they are wrong, either the "
            "text was changed after the annotation, or they do not count characters.",
            span,
        )
    return span


def _field_in_text_order(written, field):
    """The text field of a span whose parts are written in another order than that of the text."""
    sizes = [end - start for start, end in written]
    if len(field) != sum(sizes) + len(sizes) - 1:
        return field
    begin = [sum(sizes[:part]) + part for part in range(len(sizes))]
    pieces = [field[first : first + size] for first, size in zip(begin, sizes)]
    return " ".join([piece for _, piece in sorted(zip(written, pieces))])


def _shown(fragments):
    return ", ".join(f"{start} to {end}" for start, end in fragments)


def _in_text_order(written):
    """The fragments sorted, those that overlap or touch as one."""
    fragments = []
    for start, end in sorted(written):
        if fragments and start <= fragments[-1][1]:
            fragments[-1] = fragments[-1][0], max(end, fragments[-1][1])
        else:
            fragments.append((start, end))
    return tuple(fragments)


def _relation(id, type, words, tail, number):
    args = _arguments(words.split())
    if len(args) != 2 or args[0][0] == args[1][0]:
        raise _Malformed()
    return Relation(id, type, args, number)


def _event(id, first, words, number):
    type, _, trigger = first.rpartition(":")
    if not type or not _ID.match(trigger):
        raise _Malformed(f"{quoted(first)} is no type with the id of a trigger.")
    return Event(id, intern(type), trigger, _arguments(words), number)


def _arguments(words):
    split = [word.partition(":") for word in words]
    for word, (role, _, target) in zip(words, split):
        if not role or not _ID.match(target) or ":" in target:
            raise _Malformed(f"{quoted(word)} is no role with an id.")
    return tuple([(intern(role), target) for role, _, target in split])


def _equiv(id, type, words, tail, number):
    members = tuple(words.split())
    if len(members) < 2:
        raise _Malformed()
    return Equiv(type, members, number)


def _attribute(id, type, words, tail, number):
    target, value = _target(words)
    return Attribute(id, type, target, value or None, number)


def _normalization(id, type, words, tail, number):
    target, reference = _target(words)
    database, _, entry = reference.partition(":")
    if not (database and entry):
        raise _Malformed(f"{quoted(reference)} is no entry of a database.")
    # brat writes one more tab into the line whenever it opens a document.
    return Normalization(id, type, target, reference, tail.lstrip("\t"), number)


def _note(id, type, words, tail, number):
    target, more = _target(words, "sent:")
    if more:
        raise _Malformed(f"{quoted(more)} stands before the second tab.")
    return Note(id, type, target, tail, number)


def _target(words, *others):
    """(id of what a line is about, the rest of its words)"""
    target, *more = words.split(None, 1) or [""]
    if not _ID.match(target) and not target.startswith(others):
        raise _Malformed("It does not say which annotation it belongs to.")
    return target, "".join(more).strip()


_READERS = {
    "R": _relation,
    "*": _equiv,
    "A": _attribute,
    "M": _attribute,
    "N": _normalization,
    "#": _note,
}


def unread_line(line: str) -> str:
    """What kind of line it is, as in Problem.unread."""
    return line[0] if line[0] in _FORMS else "?"
