"""Parses one line of an .ann file into a record, or says what is wrong with it.

Accepts what brat's own parser does (server/src/annotation.py); where brat would crash or guess, the
line is an error. References to other lines are checked in dangling_references.py.
"""

import re

from brat_iaa.corpus.quoting import quoted
from brat_iaa.corpus.records import Attribute, Equiv, Event, Normalization, Note, Relation, Span

# brat allows any letters, a number and any ending: T1, TX9, T2a, T3.1
_ID = re.compile(r"(?:[A-Za-z]+|#[A-Za-z]*)[0-9]")
_OFFSETS = re.compile(r"-?[0-9]+ -?[0-9]+")
_LINE_ENDS = str.maketrans("\r\n", "  ")


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


def read_line(line: str, number: int, text: str):
    """The record on a line that is not blank. Raises LineError.

    line    without its line end
    number  of the line, from 1
    text    of the document, for the span texts
    """
    read = _READERS.get(line[0])
    if read is None:
        raise LineError(
            "unknown-line",
            "No kind of annotation begins with %s: lines begin with T, R, E, *, A, M, N or #."
            % quoted(line[0]),
        )
    id, tab, rest = line.partition("\t")
    if not tab:
        if " " in line:
            raise LineError(
                "spaces-for-tabs",
                "There is no tab in %s: the id is followed by a tab." % quoted(line),
            )
        raise LineError(
            "nothing-after-id", "Nothing follows the id %s." % quoted(id), incomplete=True
        )
    if line[0] == "*":
        if id != "*":
            raise LineError(
                "unknown-line", "A line that begins with * has no id, found %s." % quoted(id)
            )
    elif not _ID.match(id):
        raise LineError(
            "id-without-number",
            "The id %s has no number: letters, then digits are expected, such as %s1."
            % (quoted(id), line[0]),
        )
    head, _, tail = rest.partition("\t")
    return read(id, head, tail, number, text)


def _span(id, head, tail, number, text):
    type, _, offsets = head.partition(" ")
    if not type:
        raise _missing_type(id, head)
    if not offsets.strip():
        if _OFFSETS.match(tail):
            raise _tab_after_type(id, type)
        raise LineError("missing-offsets", "%s has a type but no offsets." % id, incomplete=True)
    try:
        fragments = tuple(_fragment(id, part) for part in offsets.split(";"))
        _check_fragments(id, fragments, len(text))
    except LineError as fault:
        fault.incomplete = not tail
        raise
    pieces = [text[start:end] for start, end in fragments]
    marked = " ".join(pieces)
    if not tail.strip() and marked:
        raise LineError(
            "missing-text",
            "%s has no text after its offsets. It is read as %s, as brat does."
            % (id, quoted(marked)),
            incomplete=True,
            record=Span(id, type, fragments, marked, number),
        )
    if not _says(tail, pieces):
        raise LineError(
            "text-mismatch",
            "%s marks the characters %s, where the text has %s, but the line says %s. "
            "Either the text was changed after the annotation, or the offsets do not "
            "count characters." % (id, _in_words(fragments), quoted(marked), quoted(tail)),
            incomplete=marked.startswith(tail),
        )
    return Span(id, type, fragments, marked, number)


def _fragment(id, offsets):
    first, _, last = offsets.partition(" ")
    try:
        return int(first), int(last)
    except ValueError:
        pass
    words = offsets.split()
    if len(words) > 2 and _OFFSETS.fullmatch(" ".join(words[-2:])):
        raise LineError(
            "blank-in-type",
            "%s has %s between type and offsets: a type contains no blank."
            % (id, quoted(" ".join(words[:-2]))),
        )
    if len(words) > 2 and _OFFSETS.fullmatch(" ".join(words[:2])):
        raise LineError(
            "spaces-for-tabs",
            "%s has %s right after its offsets: offsets are followed by a tab."
            % (id, quoted(" ".join(words[2:]))),
        )
    raise LineError(
        "offset-not-a-number",
        '%s has the offsets %s: "start end" in whole numbers is expected, '
        'with ";" between the parts of a discontinuous span.' % (id, quoted(offsets)),
    )


def _check_fragments(id, fragments, size):
    before = None
    for start, end in fragments:
        if start < 0 or end < 0:
            raise LineError(
                "negative-offset",
                "%s has the offsets %d %d: the first character is 0." % (id, start, end),
            )
        if start > end:
            raise LineError(
                "start-after-end", "%s starts at %d, after its end %d." % (id, start, end)
            )
        if end > size:
            raise LineError(
                "offset-beyond-text",
                "%s ends at %d, but the text has %d characters." % (id, end, size),
            )
        if before is not None and start < before[0]:
            raise LineError(
                "unordered-fragments",
                (
                    "%s has the part %d %d after the part %d %d: parts are expected in the "
                    "order of the text."
                )
                % ((id, start, end) + before),
            )
        if before is not None and start < before[1]:
            raise LineError(
                "overlapping-fragments",
                "%s has the overlapping parts %d %d and %d %d." % ((id,) + before + (start, end)),
            )
        before = (start, end)


def _says(written, pieces):
    """Whether the text field has the pieces, possibly with more after a blank.

    Line ends inside the span are written as blanks; brat before 1.3 joined the parts of a
    discontinuous span without a blank.
    """
    marked = " ".join(pieces)
    return _begins(written, marked) or any(
        _begins(written, expected)
        for expected in (
            marked.translate(_LINE_ENDS),
            marked.replace("\r\n", " ").translate(_LINE_ENDS),
            "".join(pieces),
            # A CR at the end was read as part of the line end of the .ann.
            marked[:-1] if marked.endswith("\r") else marked,
        )
    )


def _begins(written, expected):
    return written.startswith(expected) and not written[len(expected) : len(expected) + 1].strip()


def _in_words(fragments):
    return ", ".join("%d to %d" % fragment for fragment in fragments)


def _relation(id, head, tail, number, text):
    type, words = _type_and_words(id, head)
    if not words and ":" in tail:
        raise _tab_after_type(id, type)
    if len(words) > 2 and ":" not in words[0] and all(":" in word for word in words[-2:]):
        raise LineError(
            "blank-in-type",
            "%s has %s after its type: a type contains no blank."
            % (id, quoted(" ".join(word for word in words if ":" not in word))),
        )
    args = tuple(_argument(id, word) for word in words)
    if len(args) < 2:
        raise LineError(
            "missing-argument",
            "%s has %s: a relation has two, such as Arg1:T1 Arg2:T2."
            % (id, "one argument" if args else "no arguments"),
            incomplete=True,
        )
    if len(args) > 2:
        raise LineError(
            "too-many-arguments", "%s has %d arguments: a relation has two." % (id, len(args))
        )
    if args[0][0] == args[1][0]:
        raise LineError(
            "same-role-twice",
            "%s has the role %s twice: the two roles of a relation differ."
            % (id, quoted(args[0][0])),
        )
    return Relation(id, type, args, number)


def _event(id, head, tail, number, text):
    first, words = _type_and_words(id, head)
    type, colon, trigger = first.rpartition(":")
    if not colon or not _ID.match(trigger):
        raise LineError(
            "event-without-trigger",
            "%s begins with %s: Type:Trigger is expected, such as Reason:T1." % (id, quoted(first)),
            incomplete=not words,
        )
    if not type:
        raise _missing_type(id, head)
    return Event(id, type, trigger, tuple(_argument(id, word) for word in words), number)


def _argument(id, word):
    role, colon, target = word.partition(":")
    if not colon:
        raise LineError(
            "argument-without-colon",
            "%s has the argument %s: Role:Id is expected, such as Arg1:T1." % (id, quoted(word)),
            incomplete=True,
        )
    if not role or not _ID.match(target) or ":" in target:
        raise LineError(
            "malformed-argument",
            "%s has the argument %s: Role:Id is expected, such as Arg1:T1." % (id, quoted(word)),
            incomplete=":" not in target,
        )
    return role, target


def _equiv(id, head, tail, number, text):
    type, members = _type_and_words("The line", head)
    if not members:
        raise LineError(
            "missing-argument", "The line * names nothing that is the same.", incomplete=True
        )
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
        raise LineError(
            "malformed-reference",
            "%s refers to the entry %s: Database:Entry is expected." % (id, quoted(reference)),
            incomplete=True,
        )
    # brat writes one more tab into the line whenever it opens a document.
    return Normalization(id, type, target, reference, tail.lstrip("\t"), number)


def _note(id, head, tail, number, text):
    type, words = _type_and_words(id, head, 1)
    target = words[0] if words and words[0].startswith("sent:") else _target(id, words)
    if len(words) > 1:
        raise LineError(
            "spaces-for-tabs",
            "%s has %s after %s: the text of a note follows a tab."
            % (id, quoted(words[1]), target),
        )
    return Note(id, type, target, tail, number)


def _type_and_words(id, head, splits=-1):
    """(type, list of the other words, split at most so many times)"""
    type, _, rest = head.partition(" ")
    if not type:
        raise _missing_type(id, head)
    return type, rest.strip().split(None, splits)


def _target(id, words):
    if not words or not _ID.match(words[0]):
        raise LineError(
            "missing-target",
            "%s does not say which annotation it belongs to: an id such as T1 is expected%s."
            % (id, ", found %s" % quoted(words[0]) if words else ""),
            incomplete=True,
        )
    return words[0]


def _missing_type(id, head):
    return LineError(
        "missing-type",
        "%s has no type before %s." % (id, quoted(head.strip()))
        if head.strip()
        else "%s has no type." % id,
        incomplete=not head,
    )


def _tab_after_type(id, type):
    return LineError(
        "tab-after-type",
        "%s has a tab after its type %s: a blank is expected there." % (id, quoted(type)),
    )


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
