"""Reads one .ann file of brat: each line becomes a record or a problem.

Offsets are characters (Unicode code points) of the text with its original line ends, as in brat.
"""

import hashlib
from sys import intern

from brat_iaa import collector
from brat_iaa.corpus.dangling_references import dangling
from brat_iaa.corpus.lines import LineError, read_line
from brat_iaa.corpus.plain_files import read_plain
from brat_iaa.corpus.problem import Problem
from brat_iaa.corpus.quoting import quoted
from brat_iaa.corpus.records import (
    Annotations,
    Attribute,
    Equiv,
    Event,
    Normalization,
    Note,
    Relation,
    Span,
)

__all__ = [
    "Annotations",
    "Attribute",
    "Equiv",
    "Event",
    "Normalization",
    "Note",
    "Problem",
    "Relation",
    "Span",
    "read_annotations",
]

_BOM = b"\xef\xbb\xbf"


def read_annotations(data: bytes, text: str, file: str) -> Annotations:
    """Read the bytes of an .ann file. Never fails: what cannot be used is a problem.

    data  content of the file
    text  of the document, with its original line ends
    file  name of the file, for problems
    """
    with collector.paused():
        return read_plain(data, text) or _read(data, text, file)


def _read(data, text, file):
    problems = []
    lines = _decoded_lines(data, file, problems)
    # Without a final newline the last line may be truncated.
    cut = len(lines) if lines[-1] else None
    spans, relations, events = {}, {}, {}
    attributes, normalizations, notes = {}, {}, {}
    equivs = []
    stores = {
        "T": spans,
        "R": relations,
        "E": events,
        "A": attributes,
        "M": attributes,
        "N": normalizations,
        "#": notes,
    }
    size = len(text)
    new = tuple.__new__
    for number, line in enumerate(lines, 1):
        kind = line[:1]
        # The fast path, for the two kinds that make up most of a file; unusual lines go to
        # read_line below.
        if kind == "T":
            try:
                id, head, written = line.split("\t")
                type, start, end = head.split(" ")
                start = int(start)
                end = int(end)
                if (
                    0 <= start < end <= size
                    and text[start:end] == written
                    and id not in spans
                    and "0" <= id[1:2] <= "9"
                    and type
                ):
                    spans[id] = new(Span, (id, intern(type), ((start, end),), written, number))
                    continue
            except ValueError:
                pass
        elif kind == "R":
            try:
                fields = line.split("\t")
                id = fields[0]
                type, first, second = fields[1].split(" ")
                role1, target1 = first.split(":")
                role2, target2 = second.split(":")
                if (
                    target1 in spans
                    and target2 in spans
                    and id not in relations
                    and role1 != role2
                    and role1
                    and role2
                    and "0" <= id[1:2] <= "9"
                    and type
                ):
                    # Frequent strings are kept only once.
                    ends = (intern(role1), spans[target1].id), (intern(role2), spans[target2].id)
                    relations[id] = new(Relation, (id, intern(type), ends, number))
                    continue
            except (ValueError, IndexError):
                pass
        elif not line or line.isspace():
            continue
        try:
            record = read_line(line, number, text)
        except LineError as fault:
            if fault.incomplete and number == cut:
                problems.append(_cut_off(file, number, fault))
                continue
            problems.append(Problem(file, number, fault.code, fault.message))
            record = fault.record
            if record is None:
                continue
        if kind == "*":
            equivs.append(record)
        elif stores[kind].setdefault(record.id, record) is not record:
            problems.append(_duplicate(file, stores[kind][record.id], record))
    for broken in dangling(spans, relations, events, equivs, attributes, normalizations, notes):
        problems.append(Problem(file, *broken))
    problems.sort(key=lambda problem: problem.line)
    return Annotations(
        spans,
        tuple(relations.values()),
        events,
        tuple(equivs),
        tuple(attributes.values()),
        tuple(normalizations.values()),
        tuple(notes.values()),
        tuple(problems),
        hashlib.sha256(data).digest(),
    )


def _duplicate(file, first, second):
    return Problem(
        file,
        second.line,
        "duplicate-id",
        "The id %s is taken by line %d already; line %d is not used."
        % (quoted(second.id), first.line, second.line),
    )


def _cut_off(file, number, fault):
    return Problem(
        file,
        number,
        "truncated-line",
        "The file seems to end in the middle of this line. " + fault.message,
    )


def _decoded_lines(data, file, problems):
    """The lines, without line ends; lines that are not UTF-8 are reported and left blank.

    Only newline ends a line: the other characters at which splitlines() breaks occur in texts.
    """
    if data.startswith(_BOM):
        data = data[len(_BOM) :]
        problems.append(
            Problem(
                file,
                1,
                "byte-order-mark",
                "The file begins with a byte order mark, which keeps brat from reading the first "
                "line; it is read here. Save the file as UTF-8 without byte order mark.",
            )
        )
    try:
        lines = data.decode("utf-8").split("\n")
    except UnicodeDecodeError:
        lines = []
        for number, line in enumerate(data.split(b"\n"), 1):
            try:
                lines.append(line.decode("utf-8"))
            except UnicodeDecodeError as error:
                lines.append("")
                problems.append(
                    Problem(
                        file,
                        number,
                        "not-utf8",
                        "Byte %d of this line is 0x%02X, which is not UTF-8."
                        % (error.start + 1, line[error.start]),
                    )
                )
    if b"\r" in data:
        lines = [line[:-1] if line.endswith("\r") else line for line in lines]
    return lines
