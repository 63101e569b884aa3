"""Changes of single lines of an .ann file: all others stay as they are, to the byte.

What it writes is in brat's own form: brat that opens it has nothing to change.
"""

import re
from typing import NamedTuple

from brat_iaa.corpus.records import Attribute, Equiv, Event, Normalization, Relation, Span
from brat_iaa.errors import BratIaaError

# The order in which new lines are written, so that nothing stands before what it refers to.
_ORDER = "TERAMN#*"


class NotSettled(BratIaaError):
    """The decision cannot be written into the file; the text says why, and what to do."""


class Edit(NamedTuple):
    """What was changed.

    data     bytes of the new file
    changes  [[index of the line before, or None, old line or None, new line or None]]
    """

    data: bytes
    changes: list


def edited(data, changes, new):
    """The Edit of a file.

    changes  [line's index, new line or None]
    new      whole lines to add, each behind the last of its kind
    """
    lines = _lines(data)
    result = list(lines)
    for index, text in changes:
        end = "\r" if lines[index].endswith("\r") else ""
        result[index] = None if text is None else text + end
    made = [[index, lines[index], result[index]] for index, _ in changes]
    made += [[None, None, line] for line in new]
    at = {}
    for line in sorted(new, key=_order):
        at.setdefault(_end_of_kind(lines, line), []).append(line)
    for index in sorted(at, reverse=True):
        result[index:index] = at[index]
    return Edit(_joined(result), made)


def followed(data, first, then):
    """The Edit of a file by two in a row. then: an Edit of the file as the first one left it"""
    lines, made = _lines(data), [list(change) for change in first.changes]
    for index, old, new in then.changes:
        earlier = next((change for change in made if index is not None and change[2] == old), None)
        if index is None:
            made.append([None, None, new])
        elif earlier is None:
            made.append([lines.index(old), old, new])
        elif earlier[0] is None and new is None:
            made.remove(earlier)
        else:
            earlier[2] = new
    return Edit(then.data, made)


def free_number(data, kind):
    """Number of the last id of a kind, such as R; higher ones are free."""
    numbers = re.findall(rf"(?<!\w){re.escape(kind)}([0-9]{{1,9}})\b", "\n".join(_lines(data)))
    return max(map(int, numbers), default=0)


def before(data, changes):
    """The bytes of a file before some changes, if they were the last ones."""
    lines = _lines(data)
    for index, _, new in changes:
        if index is None:
            del lines[len(lines) - 1 - lines[::-1].index(new)]
    for index, old, new in sorted(change for change in changes if change[0] is not None):
        if new is None:
            lines.insert(index, old)
        else:
            lines[index] = old
    return "\n".join(lines).encode()


def undone(data, changes):
    """The Edit that takes back the changes of an earlier one. Raises NotSettled if what it wrote is
    there no more.
    """
    lines, made = _lines(data), []
    result, back = list(lines), []
    for index, old, new in changes:
        if new is None:
            back.append((index, old))
            continue
        at = _index(result, new)
        if at is None:
            raise NotSettled("It was changed in brat since. Decide again, or change it in brat.")
        made.append([at, result[at], old])
        result[at] = old
    taken, ids = {line.partition("\t")[0] for line in result if line}, {}
    # Spans before arcs, and both before what stands on them, so that new ids are known.
    for _, old in sorted(back, key=lambda change: _order(change[1])):
        line = _renumbered(old, taken, ids)
        made.append([None, None, line])
        result.insert(_end_of_kind(result, line), line)
    return Edit(_joined(result), made)


def _lines(data):
    try:
        return data.decode("utf-8").split("\n")
    except UnicodeDecodeError as error:
        raise NotSettled(
            f"Byte {error.start} of the draft's file is not UTF-8. Correct the file first."
        ) from None


def _joined(lines):
    left = [line for line in lines if line is not None]
    if left and left[-1] != "":
        left.append("")
    return "\n".join(left).encode()


def _order(line):
    return _ORDER.find(line[:1])


def _end_of_kind(lines, line):
    """Where a new line stands: arcs behind the last arc, else the last event, else the last span;
    events behind the last event, else the last span; spans behind the last span; everything else at
    the end.
    """
    for kind in {"R": "RET", "E": "ET", "T": "T"}.get(line[:1], ""):
        indexes = [index for index, line in enumerate(lines) if line and line.startswith(kind)]
        if indexes:
            return indexes[-1] + 1
    if line[:1] == "T":
        return 0
    filled = [index for index, line in enumerate(lines) if line]
    return filled[-1] + 1 if filled else 0


def _index(lines, line):
    """Index of a line, or None; brat writes one more tab into an N line when it opens a file."""
    if line in lines:
        return lines.index(line)
    if not line.startswith("N"):
        return None
    same = _without_tabs(line)
    indexes = (index for index, other in enumerate(lines) if other and _without_tabs(other) == same)
    return next(indexes, None)


def _without_tabs(line):
    return line.split("\t")[:2], line.rpartition("\t")[2]


def line_of(record):
    """The line of a record."""
    if isinstance(record, Equiv):
        return f"*\t{' '.join((record.type, *record.members))}"
    if isinstance(record, Span):
        offsets = ";".join(f"{start} {end}" for start, end in record.fragments)
        rest = f" {offsets}\t{record.text}"
    elif isinstance(record, (Event, Relation)):
        ends = " ".join(f"{role}:{end}" for role, end in record.args)
        # brat has a blank behind the trigger also where there are no arguments.
        rest = f":{record.trigger} {ends}" if isinstance(record, Event) else f" {ends}\t"
    elif isinstance(record, Attribute):
        rest = f" {record.target}" + ("" if record.value is None else f" {record.value}")
    elif isinstance(record, Normalization):
        rest = f" {record.target} {record.reference}\t{record.text}"
    else:
        rest = f" {record.target}\t{record.text}"
    return f"{record.id}\t{record.type}{rest}"


def _renumbered(line, taken, ids):
    """The line with an id that is free, and with the ids that others were given."""
    id, tab, rest = with_references(line, lambda end: ids.get(end, end)).partition("\t")
    new = id
    if id in taken and id != "*":
        numbers = [int(used[1:]) for used in taken if used[:1] == id[:1] and used[1:].isdigit()]
        new = f"{id[:1]}{max(numbers, default=0) + 1}"
        ids[id] = new
    taken.add(new)
    return f"{new}{tab}{rest}"


def with_references(line, now):
    """The line with other ids in what it refers to; None if something that it is about is gone.

    now  function of an id that returns the one to write, None if it is gone
    """
    id, tab, rest = line.partition("\t")
    head, between, text = rest.partition("\t")
    kind, words = id[:1], head.split(" ")
    if kind in "AMN#" and len(words) > 1 and not words[1].startswith("sent:"):
        words[1] = now(words[1])
    elif kind == "*":
        words[1:] = map(now, words[1:])
    elif kind in "RE":
        first = 1 if kind == "R" else 0
        for number, word in enumerate(words[first:], first):
            role, colon, end = word.partition(":")
            new = now(end) if colon else end
            words[number] = None if new is None else f"{role}{colon}{new}"
    return None if None in words else f"{id}{tab}{' '.join(words)}{between}{text}"
