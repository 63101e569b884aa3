"""Reads one .ann file of brat: each line becomes a record or a problem.

Offsets are characters (Unicode code points) of the text with its original line ends, as in brat.
"""

import codecs
import hashlib
from collections import defaultdict

from brat_iaa.corpus.annotations import Annotations
from brat_iaa.corpus.drafts import is_note
from brat_iaa.corpus.lines import LineError, read_line, unread_line
from brat_iaa.corpus.plain_files import read_plain
from brat_iaa.corpus.problem import Problem, quoted
from brat_iaa.corpus.texts import counting

_UTF_16 = codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE
# Problems of lines whose offsets may count the characters of the text in another way.
_COUNTED = ("text-mismatch", "offsets")


def read_annotations(data: bytes, text, file: str, own_text=None) -> Annotations:
    """Read the bytes of an .ann file. Never fails: what cannot be used is a problem.

    data      content of the file
    text      of the document, with its original line ends; None if nobody has it
    file      name of the file, for problems
    own_text  the .txt beside the file; None: it is the text of the document
    """
    made = _made(_as_utf8(data), text, file, own_text)
    if not data.startswith(_UTF_16):
        return made
    message = "The file is UTF-16, which brat cannot read; it is read here. Save it as UTF-8."
    return made.with_problems((Problem(file, 1, "utf-16", message), *made.problems))


def _as_utf8(data):
    """The bytes of a file with newlines and as UTF-8, where it is UTF-16, or each line ends in a
    carriage return.
    """
    if data.startswith(_UTF_16):
        data = data.decode("utf-16", "replace").encode()
    return data.replace(b"\r", b"\n") if b"\r" in data and b"\n" not in data else data


def _made(data, text, file, own_text):
    if text is None:
        return _read(data, None, file)
    own_text = text if own_text is None else own_text
    plain = read_plain(data, own_text)
    if plain is not None:
        return plain.moved(own_text, text)
    annotations, way = _read(data, own_text, file), None
    if any(problem.code in _COUNTED for problem in annotations.problems):
        way = counting(data, own_text)
    if way is not None:
        words, to = way
        message = (
            f"Offsets count {words}: in this way most text fields are what they mark, and in this "
            "way they are read. brat shows them elsewhere."
        )
        annotations = _read(data, own_text, file, to)
        counted = Problem(file, None, "counting", message)
        annotations = annotations.with_problems((counted, *annotations.problems))
    annotations = annotations.moved(own_text, text)
    again = [*_drawn_again(annotations, file)]
    return annotations.with_problems((*annotations.problems, *again)) if again else annotations


def _drawn_again(annotations, file):
    """Yield a Problem of the spans, of the attributes, ... that stand in a file twice. Of relations
    and events the layers tell in which they are compared.
    """
    spans, first, lines_of = annotations.spans, {}, defaultdict(set)
    same = {id: first.setdefault((span.type, span.fragments), id) for id, span in spans.items()}
    apart = {event.trigger for event in annotations.events.values()}
    for number, equiv in enumerate(annotations.equivs):
        for id in equiv.members:
            lines_of[id].add(number)
    for id, other in same.items():
        of_both = lines_of.get(id, set()), lines_of.get(other, set())
        if all(of_both) and of_both[0].isdisjoint(of_both[1]):
            apart.add(id)  # a mention of two chains
    if any(problem.unread[:1] == "E" for problem in annotations.problems):
        apart.update(spans)  # a span may be the trigger of an event that could not be read

    def target(record):
        return same.get(record.target, record.target)

    records = [
        *(("span", span, (span.type, span.fragments))
          for id, span in spans.items() if id not in apart),
        *(("attribute", each, (each.type, target(each), each.value))
          for each in annotations.attributes),
        *(("normalization", each, (target(each), each.reference))
          for each in annotations.normalizations),
        *(("note", each, (each.type, target(each), each.text)) for each in annotations.notes),
        *(("chain", each, (each.type, frozenset(same.get(id, id) for id in each.members)))
          for each in annotations.equivs),
    ]  # fmt: skip
    known: dict = {}
    again: dict = {}
    for kind, each, key in records:
        before = known.setdefault((kind, key), each)
        if before is not each:
            again.setdefault(kind, []).append((each, before))
    for kind, pairs in again.items():
        each, before = pairs[0]
        message = (
            f"{kind.capitalize()}s that say the same as one before: {len(pairs)}, the first in "
            f"line {each.line} as line {before.line}. They count once. Delete one of each."
        )
        yield Problem(file, each.line, f"duplicate-{kind}", message)


def _read(data, text, file, to=None):
    problems = []
    lines = _decoded_lines(data, file, problems)
    # Without a final newline the last line may be truncated.
    cut = len(lines) if lines[-1] else None
    spans, relations, events = {}, {}, {}
    attributes, normalizations, notes = {}, {}, {}
    equivs = []
    stores = {
        "T": spans, "R": relations, "E": events, "A": attributes, "M": attributes,
        "N": normalizations, "#": notes,
    }  # fmt: skip
    for number, line in enumerate(lines, 1):
        if not line or line.isspace() or line[0] == "#" and is_note(line):
            continue
        try:
            record = read_line(line, number, text, to)
        except LineError as fault:
            record, code, message = fault.record, fault.code, fault.message
            if number == cut and (record is None or code == "missing-text"):
                # Offsets are complete if something follows them.
                record, code = None, "truncated-line"
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
    records = spans, relations, events, equivs, attributes, normalizations, notes
    # Who found nothing may say so in a note, which then has nothing to be on.
    alone = notes and not problems and not any(records[:-1])
    for broken in () if alone else _dangling(*records):
        problems.append(Problem(file, *broken))
    problems.sort(key=lambda problem: problem.line)
    return Annotations(
        spans=spans, relations=tuple(relations.values()), events=events, equivs=tuple(equivs),
        attributes=tuple(attributes.values()), normalizations=tuple(normalizations.values()),
        notes=tuple(notes.values()), problems=tuple(problems),
        sha256=hashlib.sha256(data).digest(),
    )  # fmt: skip


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


def _dangling(spans, relations, events, equivs, attributes, normalizations, notes):
    """Remove the records that refer to nothing; return [(line, code, message, unread)] of Problems.

    All arguments are {id: record}, except equivs, a list of records.
    """
    problems = []
    _drop_events(spans, events, problems)
    ends = {**spans, **events} if events else spans

    def is_whole(record, targets, expected, *there):
        missing = [id for id in targets if not any(id in records for records in there)]
        if missing:
            problems.append(_fault(record, missing[0], expected))
        return not missing

    for id, relation in list(relations.items()):
        if not is_whole(relation, [end for _, end in relation.args], "span or event", ends):
            del relations[id]
    equivs[:] = [each for each in equivs if is_whole(each, each.members, "span or event", ends)]
    there, expected = [ends, relations], "span, event or relation"
    for records in (attributes, normalizations, notes):
        if records is notes:
            there, expected = [*there, attributes, normalizations], "annotation"
        for id, record in list(records.items()):
            on_sentence = record.target.startswith("sent:")
            if not on_sentence and not is_whole(record, [record.target], expected, *there):
                del records[id]
    return problems


def _drop_events(spans, events, problems):
    """Remove events without a trigger of their type, and events that refer to removed ones."""
    users = {}
    for event in events.values():
        for _, id in event.args:
            users.setdefault(id, []).append(event)
    dropped = []
    for event in events.values():
        trigger = spans.get(event.trigger)
        missing = [id for _, id in event.args if id not in spans and id not in events]
        if trigger is None:
            message = (
                f"{event.id} has the trigger {quoted(event.trigger)}, but no usable span has that "
                "id."
            )
            problems.append((event.line, "event-without-trigger", message, _unread(event)))
        elif trigger.type != event.type:
            message = (
                f"{event.id} is of type {quoted(event.type)}, but its trigger {event.trigger} is "
                f"of type {quoted(trigger.type)}: both are expected to be the same."
            )
            problems.append((event.line, "trigger-type", message, _unread(event)))
        elif missing:
            problems.append(_fault(event, missing[0], "span or event"))
        else:
            continue
        dropped.append(event.id)
    for id in dropped:
        del events[id]
    while dropped:
        lost = dropped.pop()
        for event in users.get(lost, ()):
            if event.id in events and events[event.id] is event:
                del events[event.id]
                dropped.append(event.id)
                problems.append(_fault(event, lost, "span or event"))


def _fault(record, target, expected):
    name = getattr(record, "id", "The line *")
    message = (
        f"{name} refers to {quoted(target)}, but no usable {expected} in this file has that id."
    )
    return record.line, "dangling-reference", message, _unread(record)


def _unread(record):
    return f"{getattr(record, 'id', '*')[0]} {record.type}"
