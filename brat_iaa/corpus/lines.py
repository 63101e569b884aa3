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
_OFFSETS = re.compile(r"-?[0-9]+ -?[0-9]+")
# Where brat ends a line, too; and lines whose type ends for brat at any blank, as a no-break space.
LINE_ENDS = "\v\f\x1c\x1d\x1e\x85\u2028\u2029"
_ANY_BLANK = "*MN#"


class LineError(Exception):
    """Why a line cannot be used.

    code        stable short id
    message     sentences for the user
    incomplete  whether the line may have been truncated
    record      the record that can be used all the same, or None
    """

    def __init__(self, code, message, incomplete=False, record=None):
        super().__init__(message)
        self.code = code
        self.message = message
        self.incomplete = incomplete
        self.record = record


def read_line(line: str, number: int, text: Optional[str]):
    """The record on a line that is not blank. Raises LineError.

    line    without its line end
    number  of the line, from 1
    text    of the document, for the span texts; None: they are what the line says
    """
    read = _READERS.get(line[0])
    if read is None:
        raise LineError(
            "unknown-line",
            f"No kind of annotation begins with {quoted(line[0])}: lines begin with T, R, E, *, A, "
            "M, N or #.",
        )
    id, tab, rest = line.partition("\t")
    if not tab:
        if " " in line:
            message = f"There is no tab in {quoted(line)}: the id is followed by a tab."
            raise LineError("spaces-for-tabs", message)
        raise LineError("nothing-after-id", f"Nothing follows the id {quoted(id)}.", True)
    if line[0] == "*":
        if id != "*":
            message = f"A line that begins with * has no id, found {quoted(id)}."
            raise LineError("unknown-line", message)
    elif not _ID.match(id):
        raise LineError(
            "id-without-number",
            f"The id {quoted(id)} has no number: letters, then digits are expected, such as "
            f"{line[0]}1.",
        )
    head, _, tail = rest.partition("\t")
    type = head.partition(" ")[0]
    whole = line[0] not in _ANY_BLANK or type.split() in ([], [type])
    if not whole or not set(type).isdisjoint(LINE_ENDS):
        message = f"{id} has the type {quoted(type)}: a type contains neither blank nor line end."
        raise LineError("blank-in-type", message)
    return read(id, head, tail, number, text)


def _span(id, head, tail, number, text):
    type, _, offsets = head.partition(" ")
    if not type:
        raise _missing_type(id, head)
    if not offsets.strip():
        if _OFFSETS.match(tail):
            raise _tab_after_type(id, type)
        raise LineError("missing-offsets", f"{id} has a type but no offsets.", incomplete=True)
    try:
        written = tuple([_fragment(id, part) for part in offsets.split(";")])
        for start, end in written:
            if start < 0 or end < 0:
                message = f"{id} has the offsets {start} {end}: the first character is 0."
                raise LineError("negative-offset", message)
            if start > end:
                message = f"{id} starts at {start}, after its end {end}."
                raise LineError("start-after-end", message)
            if text is not None and end > len(text):
                message = f"{id} ends at {end}, but the text has {len(text)} characters."
                raise LineError("offset-beyond-text", message)
    except LineError as fault:
        fault.incomplete = not tail
        raise
    fragments = written if len(written) == 1 else _in_text_order(written)
    if text is None:
        marked = tail if fragments == written else _field_in_text_order(written, tail)
    else:
        marked = " ".join([text[start:end] for start, end in fragments])
    span = Span(id, intern(type), fragments, marked, number)
    if len(fragments) == len(written) and tail == marked and tail:
        return span
    if not tail.strip() and (marked or text is None):
        read = f" It is read as {quoted(marked)}, as brat does." if marked else ""
        raise LineError(
            "missing-text",
            f"{id} has no text after its offsets.{read}",
            incomplete=True,
            record=span,
        )
    if len(fragments) < len(written):
        raise LineError(
            "overlapping-fragments",
            f"{id} has overlapping parts: {_shown(written)}. What they cover together counts: "
            f"{_shown(fragments)}.",
            record=span,
        )
    pieces = () if text is None else [text[start:end] for start, end in written]
    if text is not None and tail != " ".join(pieces) and not says(tail, pieces):
        raise LineError(
            "text-mismatch",
            f"{id} marks the characters {_shown(fragments)}, where the text has {quoted(marked)}, "
            f"but the line says {quoted(tail)}. The offsets count. If they are wrong, either the "
            "text was changed after the annotation, or they do not count characters.",
            incomplete=marked.startswith(tail),
            record=span,
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
    """The fragments sorted, those that overlap as one."""
    fragments = []
    for start, end in sorted(written):
        if fragments and start < fragments[-1][1]:
            fragments[-1] = fragments[-1][0], max(end, fragments[-1][1])
        else:
            fragments.append((start, end))
    return tuple(fragments)


def _fragment(id, offsets):
    first, _, last = offsets.partition(" ")
    try:
        return int(first), int(last)
    except ValueError:
        pass
    words = offsets.split()
    if len(words) > 2 and _OFFSETS.fullmatch(" ".join(words[-2:])):
        blank = quoted(" ".join(words[:-2]))
        message = f"{id} has {blank} between type and offsets: a type contains no blank."
        raise LineError("blank-in-type", message)
    if len(words) > 2 and _OFFSETS.fullmatch(" ".join(words[:2])):
        rest = quoted(" ".join(words[2:]))
        message = f"{id} has {rest} right after its offsets: offsets are followed by a tab."
        raise LineError("spaces-for-tabs", message)
    raise LineError(
        "offset-not-a-number",
        f'{id} has the offsets {quoted(offsets)}: "start end" in whole numbers is expected, with '
        '";" between the parts of a discontinuous span.',
    )


def _relation(id, head, tail, number, text):
    type, words = _type_and_words(id, head)
    if not words and ":" in tail:
        raise _tab_after_type(id, type)
    if len(words) > 2 and ":" not in words[0] and all(":" in word for word in words[-2:]):
        blank = quoted(" ".join(word for word in words if ":" not in word))
        message = f"{id} has {blank} after its type: a type contains no blank."
        raise LineError("blank-in-type", message)
    args = tuple([_argument(id, word) for word in words])
    if len(args) < 2:
        count = "one argument" if args else "no arguments"
        message = f"{id} has {count}: a relation has two, such as Arg1:T1 Arg2:T2."
        raise LineError("missing-argument", message, incomplete=True)
    if len(args) > 2:
        message = f"{id} has {len(args)} arguments: a relation has two."
        raise LineError("too-many-arguments", message)
    if args[0][0] == args[1][0]:
        role = quoted(args[0][0])
        message = f"{id} has the role {role} twice: the two roles of a relation differ."
        raise LineError("same-role-twice", message)
    return Relation(id, type, args, number)


def _event(id, head, tail, number, text):
    first, words = _type_and_words(id, head)
    type, colon, trigger = first.rpartition(":")
    if not colon or not _ID.match(trigger):
        message = f"{id} begins with {quoted(first)}: Type:Trigger is expected, such as Reason:T1."
        raise LineError("event-without-trigger", message, incomplete=not words)
    if not type:
        raise _missing_type(id, head)
    args = tuple([_argument(id, word) for word in words])
    return Event(id, intern(type), trigger, args, number)


def _argument(id, word):
    role, colon, target = word.partition(":")
    if role and _ID.match(target) and ":" not in target:
        return intern(role), target
    raise LineError(
        "malformed-argument" if colon else "argument-without-colon",
        f"{id} has the argument {quoted(word)}: Role:Id is expected, such as Arg1:T1.",
        incomplete=":" not in target,
    )


def _equiv(id, head, tail, number, text):
    type, members = _type_and_words("The line", head)
    if len(members) < 2:
        what = "one thing only" if members else "nothing"
        message = f"The line * names {what}: two or more that are the same are expected."
        raise LineError("missing-argument", message, incomplete=True)
    return Equiv(type, tuple(members), number)


def _attribute(id, head, tail, number, text):
    type, words = _type_and_words(id, head, 1)
    target = _target(id, words)
    return Attribute(id, type, target, words[1] if len(words) > 1 else None, number)


def _normalization(id, head, tail, number, text):
    type, words = _type_and_words(id, head, 1)
    target = _target(id, words)
    reference = words[1] if len(words) > 1 else ""
    database, colon, entry = reference.partition(":")
    if not (database and colon and entry):
        message = f"{id} refers to the entry {quoted(reference)}: Database:Entry is expected."
        raise LineError("malformed-reference", message, incomplete=True)
    # brat writes one more tab into the line whenever it opens a document.
    return Normalization(id, type, target, reference, tail.lstrip("\t"), number)


def _note(id, head, tail, number, text):
    type, words = _type_and_words(id, head, 1)
    target = words[0] if words and words[0].startswith("sent:") else _target(id, words)
    if len(words) > 1:
        message = f"{id} has {quoted(words[1])} after {target}: the text of a note follows a tab."
        raise LineError("spaces-for-tabs", message)
    return Note(id, type, target, tail, number)


def _type_and_words(id, head, splits=-1):
    """(type, list of the other words, split at most so many times)"""
    type, _, rest = head.partition(" ")
    if not type:
        raise _missing_type(id, head)
    return intern(type), rest.strip().split(None, splits)


def _target(id, words):
    if not words or not _ID.match(words[0]):
        raise LineError(
            "missing-target",
            f"{id} does not say which annotation it belongs to: an id such as T1 is expected"
            + (f", found {quoted(words[0])}." if words else "."),
            incomplete=True,
        )
    return words[0]


def _missing_type(id, head):
    before = f" before {quoted(head.strip())}" if head.strip() else ""
    return LineError("missing-type", f"{id} has no type{before}.", incomplete=not head)


def _tab_after_type(id, type):
    message = f"{id} has a tab after its type {quoted(type)}: a blank is expected there."
    return LineError("tab-after-type", message)


_READERS = {
    "T": _span,
    "R": _relation,
    "E": _event,
    "*": _equiv,
    "A": _attribute,
    "M": _attribute,
    "N": _normalization,
    "#": _note,
}


def unread_line(line: str) -> str:
    """What kind of line it is, as in Problem.unread."""
    return line[0] if line[0] in _READERS else "?"
