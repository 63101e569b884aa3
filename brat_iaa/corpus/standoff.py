"""Reads one .ann file of brat: each line becomes a record or a problem.

Offsets are characters (Unicode code points) of the text with its original line ends, as in brat.
"""

import codecs
import hashlib

from brat_iaa import collector
from brat_iaa.corpus.dangling_references import dangling
from brat_iaa.corpus.lines import LineError, read_line, unread_line
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
from brat_iaa.corpus.texts import counted_text, doubtful, how_counted

# Problems of lines whose offsets may count the characters of the text in another way.
_COUNTED = ("text-mismatch", "offset-beyond-text")

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


def read_annotations(data: bytes, text, file: str, own_text=None) -> Annotations:
    """Read the bytes of an .ann file. Never fails: what cannot be used is a problem.

    data      content of the file
    text      of the document, with its original line ends; None if nobody has it
    file      name of the file, for problems
    own_text  the .txt beside the file; None: it is the text of the document
    """
    return read_files([(data, text, file, own_text)])[0]


def read_files(files: list) -> list:
    """Annotations of several .ann files; files: tuples of the arguments of read_annotations()."""
    with collector.paused():
        counted, found = [], []
        for data, text, _, own_text in files:
            own = text if own_text is None else own_text
            certain = text is None or not doubtful(data, own)
            counted.append((certain, own if certain else counted_text(data, own)))
        whole = [number for number, (_, own) in enumerate(counted) if own is not None]
        plain = dict(zip(whole, read_plain(
            [(files[number][0], counted[number][1], files[number][2]) for number in whole]
        )))  # fmt: skip
        for number, (file, about) in enumerate(zip(files, counted)):
            found.append(_checked(file, *about, plain.get(number)))
        return found


def _checked(file_of, certain, counted, plain):
    """The Annotations of a file, with offsets in the text of its document.

    file_of   tuple of the arguments of read_annotations()
    certain   whether offsets are taken to count the characters of the own text, None: as yet
    counted   text whose characters they count
    plain     the Annotations if they were read by this, or None
    """
    data, text, file, own_text = file_of
    if text is None:
        return _read(data, None, file)
    own_text = text if own_text is None else own_text
    annotations = plain or _read(data, counted, file)
    if certain and any(problem.code in _COUNTED for problem in annotations.problems):
        counted = counted_text(data, own_text)
        if counted != own_text:
            annotations = read_plain([(data, counted, file)])[0] or _read(data, counted, file)
    if counted != own_text:
        message = (
            f"Offsets count {how_counted(counted, own_text)}: in this way most text fields are "
            "what they mark, and in this way they are read. brat shows them elsewhere."
        )
        problem = Problem(file, None, "counting", message)
        annotations = annotations.with_problems((problem, *annotations.problems))
    return annotations.moved(counted, text)


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
    for number, line in enumerate(lines, 1):
        if not line or line.isspace():
            continue
        try:
            record = read_line(line, number, text)
        except LineError as fault:
            record, code, message = fault.record, fault.code, fault.message
            if fault.incomplete and number == cut:
                # Offsets are complete if something follows them.
                record = record if code == "text-mismatch" else None
                code = "truncated-text" if record else "truncated-line"
                message = f"The file seems to end in the middle of this line. {message}"
            unread = "" if record else unread_line(line)
            problems.append(Problem(file, number, code, message, unread))
            if record is None:
                continue
        if line[0] == "*":
            equivs.append(record)
        else:
            first = stores[line[0]].setdefault(record.id, record)
            if first is not record:
                message = (
                    f"The id {quoted(record.id)} is taken by line {first.line} already; line "
                    f"{number} is not used."
                )
                # Of a line that stands there twice nothing is lost.
                same = first == record._replace(line=first.line)
                unread = "" if same else f"{line[0]} {record.type}"
                problems.append(Problem(file, number, "duplicate-id", message, unread))
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


def _decoded_lines(data, file, problems):
    """The lines, without line ends; lines that are not UTF-8 are reported and left blank.

    Only newline ends a line: the other characters at which splitlines() breaks occur in texts.
    """
    if data.startswith(codecs.BOM_UTF8):
        data = data[len(codecs.BOM_UTF8) :]
        message = (
            "The file begins with a byte order mark, which keeps brat from reading the first "
            "line; it is read here. Save the file as UTF-8 without byte order mark."
        )
        problems.append(Problem(file, 1, "byte-order-mark", message))
    try:
        lines = data.decode("utf-8").split("\n")
    except UnicodeDecodeError:
        lines = []
        for number, line in enumerate(data.split(b"\n"), 1):
            try:
                lines.append(line.decode("utf-8"))
            except UnicodeDecodeError as error:
                lines.append("")
                byte = f"Byte {error.start + 1} of this line is 0x{line[error.start]:02X}"
                message = f"{byte}, which is not UTF-8."
                unread = unread_line(line.decode("utf-8", "replace"))
                problems.append(Problem(file, number, "not-utf8", message, unread))
    if b"\r" in data:
        lines = [line[:-1] if line.endswith("\r") else line for line in lines]
    return lines
