"""Reading .ann files: tests/data/standoff holds one tiny pair of files for each trap."""

import random
from collections import Counter

import pytest
from cases import each
from checkout import TESTS

from brat_iaa.corpus.standoff import read_annotations

DATA = TESTS / "data" / "standoff"

VALID = sorted(path.stem for path in (DATA / "valid").glob("*.ann"))

# file: (line, code, words of the message) for every problem in it
INVALID = {
    "argument-with-two-colons": [(5, "malformed-line", ", expected ")],
    "argument-without-colon": [(5, "malformed-line", ", expected ")],
    "argument-without-id": [(5, "malformed-line", ", expected ")],
    "argument-without-role": [(5, "malformed-line", ", expected ")],
    "attribute-of-nothing": [(5, "dangling-reference", '"T9"')],
    "attribute-of-unusable-event": [
        (5, "dangling-reference", '"E1"'), (6, "event-without-trigger", '"T9"'),
    ],
    "attribute-without-target": [
        (5, "malformed-line", ", expected "), (6, "malformed-line", ", expected "),
    ],
    "blank-before-text": [(1, "malformed-line", ", expected ")],
    "byte-order-mark": [(1, "byte-order-mark", "it is read here")],
    "duplicate-relation": [(6, "duplicate-id", "taken by line 5 already; line 6 is not used")],
    "duplicate-span": [(5, "duplicate-id", "taken by line 2 already; line 5 is not used")],
    "equiv-with-nothing": [(5, "dangling-reference", '"T9"')],
    "equiv-with-number": [(5, "malformed-line", '"*1')],
    "equiv-without-members": [(5, "malformed-line", ", expected ")],
    "event-argument-to-nothing": [(5, "dangling-reference", '"T9"')],
    "event-argument-without-colon": [(5, "malformed-line", ", expected ")],
    "event-trigger-is-no-span": [(6, "event-without-trigger", '"E1"')],
    "event-trigger-missing": [(5, "event-without-trigger", '"T9"')],
    "event-trigger-type": [
        (5, "trigger-type", 'type "Sleep", but its trigger T3 is of type "VERB"')
    ],
    "event-without-trigger": [(5, "malformed-line", "is no type with the id of a trigger")],
    "id-without-number": [(1, "malformed-line", ", expected ")],
    "line-end-in-type": [
        (5, "malformed-line", ", expected "), (6, "malformed-line", ", expected "),
        (7, "malformed-line", ", expected "),
    ],
    "missing-offsets": [(1, "malformed-line", ", expected ")],
    "missing-text": [(1, "missing-text", 'read as "anna"')],
    "negative-end": [(1, "offsets", "there is nothing to mark")],
    "negative-offset": [(1, "offsets", "there is nothing to mark")],
    "no-arguments": [(5, "malformed-line", ", expected ")],
    "no-letter": [(1, "unknown-line", '"1"')],
    "normalization-of-nothing": [(5, "dangling-reference", '"T9"')],
    "normalization-without-entry": [(5, "malformed-line", ", expected ")],
    "not-utf8": [(5, "not-utf8", "Byte 25 of this line is 0xE9")],
    "note-blank-in-type": [(number, "malformed-line", ", expected ") for number in (5, 6, 7)],
    "note-on-nothing": [(5, "dangling-reference", '"T9"')],
    "note-without-number": [(1, "malformed-line", ", expected ")],
    "note-without-tab": [(5, "malformed-line", ", expected ")],
    "nothing-after-id": [(1, "malformed-line", ", expected ")],
    "offset-beyond-text": [(1, "offsets", "there is nothing to mark")],
    "offset-not-a-number": [(1, "malformed-line", ", expected ")],
    "offset-too-long": [(1, "malformed-line", ", expected ")],
    "one-argument": [(5, "malformed-line", ", expected ")],
    "one-offset-only": [(1, "malformed-line", ", expected ")],
    "overlapping-fragments": [(1, "overlapping-fragments", "8 to 14. What they cover")],
    "relation-blank-in-type": [(5, "malformed-line", ", expected ")],
    "relation-tab-after-type": [(5, "malformed-line", ", expected ")],
    "relation-to-nothing": [(5, "dangling-reference", '"T9"')],
    "relation-to-relation": [(6, "dangling-reference", '"R1"')],
    "relation-without-type": [(5, "malformed-line", ", expected ")],
    "same-role-twice": [(5, "malformed-line", ", expected ")],
    "small-letter": [(1, "unknown-line", '"t"')],
    "spaces-for-tabs": [(1, "malformed-line", ", expected ")],
    "span-blank-in-type": [(1, "malformed-line", ", expected ")],
    "span-tab-after-type": [(1, "malformed-line", ", expected ")],
    "span-without-type": [(1, "malformed-line", ", expected ")],
    "start-after-end": [(1, "offsets", "there is nothing to mark")],
    "tab-at-start": [(1, "unknown-line", r'"\t"')],
    "text-counted-in-utf16": [(None, "counting", "count one more character at the start")],
    "text-counted-without-cr": [(None, "counting", "count each line end as one character")],
    "text-goes-on": [(1, "text-mismatch", 'has "anna", but the line says "annas"')],
    "text-mismatch": [(1, "text-mismatch", 'has "anna", but the line says "bens"')],
    "text-too-short": [(1, "text-mismatch", 'has "anna", but the line says "ann"')],
    "three-arguments": [(5, "malformed-line", ", expected ")],
    "truncated-event": [(5, "truncated-line", "in the middle of this line")],
    "truncated-fragments": [(5, "truncated-line", "in the middle of this line")],
    "truncated-id": [(5, "truncated-line", "in the middle of this line")],
    "truncated-note": [(5, "truncated-line", "in the middle of this line")],
    "truncated-offsets": [(5, "truncated-line", "in the middle of this line")],
    "truncated-relation": [(5, "truncated-line", "in the middle of this line")],
    "truncated-span": [(4, "truncated-line", "in the middle of this line")],
    "truncated-text": [(4, "text-mismatch", 'the line says "be"')],
    "unknown-letter": [(1, "unknown-line", '"X"')],
}  # fmt: skip
# The line is used all the same.
READ_ALL_THE_SAME = {
    *(f"duplicate-{kind}" for kind in ("span", "attribute", "normalization", "note", "chain")),
    "byte-order-mark", "missing-text", "overlapping-fragments", "text-mismatch", "truncated-text",
}  # fmt: skip


def pair(path):
    return path.read_bytes(), path.with_suffix(".txt").read_bytes().decode("utf-8")


def read(name):
    data, text = pair(DATA / (name + ".ann"))
    return read_annotations(data, text, "anna/doc.ann")


def lines_used(annotations):
    records = [*annotations.spans.values(), *annotations.events.values()]
    for kind in ("relations", "equivs", "attributes", "normalizations", "notes"):
        records += getattr(annotations, kind)
    return Counter(record.line for record in records)


def assert_nothing_lost(data, annotations):
    """Every line that is not blank is either used once or reported."""
    used = lines_used(annotations)
    data = data if b"\n" in data else data.replace(b"\r", b"\n")
    reported = {}
    for problem in annotations.problems:
        if problem.line is not None:
            reported.setdefault(problem.line, set()).add(problem.code)
    for number, line in enumerate(data.split(b"\n"), 1):
        codes = reported.get(number, set())
        if not line.decode("utf-8", "replace").lstrip("\ufeff").strip():
            assert used[number] == 0
        elif codes - READ_ALL_THE_SAME:
            assert used[number] == 0, (number, line)
        else:
            assert used[number] == 1, (number, line)
    assert set(used) | set(reported) <= set(range(1, data.count(b"\n") + 2))


@pytest.mark.parametrize("name", VALID)
def test_valid_files_have_no_problems(name):
    data, text = pair(DATA / "valid" / (name + ".ann"))
    annotations = read_annotations(data, text, "anna/doc.ann")
    assert {one.code for one in annotations.problems} <= {"duplicate-span"}
    assert_nothing_lost(data, annotations)


@pytest.mark.parametrize("name", sorted(INVALID))
def test_invalid_lines_are_reported(name):
    data, text = pair(DATA / "invalid" / (name + ".ann"))
    annotations = read_annotations(data, text, "anna/doc.ann")
    assert [(problem.line, problem.code) for problem in annotations.problems] == [
        (line, code) for line, code, _ in INVALID[name]
    ]
    for problem, (_, _, words) in zip(annotations.problems, INVALID[name]):
        assert problem.file == "anna/doc.ann"
        assert words in problem.message
        assert problem.message.endswith(".")
    assert_nothing_lost(data, annotations)


@pytest.mark.parametrize(
    "name, fragments, text",
    [
        ("discontinuous-span", ((5, 9), (15, 18)), "anna ben"),
        ("fragments-joined-without-blank", ((5, 9), (15, 18)), "anna ben"), ("touching-fragments", ((5, 9),), "anna"),
        ("null-span", ((10, 10),), ""), ("text-after-span-text", ((5, 9),), "anna"),
        ("line-end-in-span", ((19, 25),), ".\nROOT"), ("crlf-in-span", ((2, 9),), ".\r\nROOT"),
        ("characters-beyond-bmp", ((0, 1),), "\U0001f600"), ("byte-order-mark-in-text", ((1, 5),), "anna"),
        ("line-separator-in-span", ((0, 3),), "a\u2028b"), ("nul-and-long-line", ((0, 3),), "a\0b"),
        ("unordered-fragments", ((5, 9), (15, 18)), "anna ben"),
    ],
)  # fmt: skip
def test_span_text_is_what_the_offsets_mark(name, fragments, text):
    span = read("valid/" + name).spans["T1"]
    assert (span.fragments, span.text) == (fragments, text)
    assert (span.start, span.end) == (fragments[0][0], fragments[-1][1])


def test_a_long_chain_of_events_falls_with_its_end():
    count = 3000
    lines = ["T%d\tX 0 1\ta" % n for n in range(1, count + 1)]
    lines += ["E%d\tX:T%d Next:E%d" % (n, n, n + 1) for n in range(1, count)]
    lines += ["E%d\tX:T0" % count]
    annotations = read_annotations("\n".join(lines).encode(), "a", "doc.ann")
    assert annotations.events == {}
    assert len(annotations.problems) == count


@pytest.mark.parametrize(
    "offsets, fragments",
    [
        ("15 18;5 9;10 14", ((5, 9), (10, 14), (15, 18))),
        ("5 9;9 14", ((5, 14),)),  # these touch only
        ("10 14;5 9;8 12", ((5, 14),)),
        ("5 18;10 14", ((5, 18),)),
        ("5 9;5 9", ((5, 9),)),
    ],
)
def test_parts_in_any_order_and_what_overlapping_parts_cover(offsets, fragments):
    text = "ROOT anna sees ben ."
    written = " ".join(text[slice(*map(int, part.split()))] for part in offsets.split(";"))
    annotations = read_annotations(f"T1\tMWE {offsets}\t{written}\n".encode(), text, "doc.ann")
    assert annotations.spans["T1"].fragments == fragments
    overlapping = len(fragments) < offsets.count(";") + 1 and offsets != "5 9;9 14"
    codes = [problem.code for problem in annotations.problems]
    assert codes == ["overlapping-fragments"] * overlapping


def mutated(data, random):
    data = bytearray(data)
    for _ in range(random.randrange(1, 10)):
        place = random.randrange(len(data) + 1)
        what = random.randrange(4)
        if what == 0:
            del data[place : place + random.randrange(1, 9)]
        elif what == 1:
            data[place:place] = bytes(random.randrange(256) for _ in range(3))
        elif what == 2:
            data[place:place] = bytes(random.choice(b"TREAMN*#19\t \n\r:;-") for _ in range(3))
        else:
            start = random.randrange(len(data) + 1)
            data[place:place] = data[start : start + random.randrange(60)]
    return bytes(data)


@each("seed", range(3))
def test_nothing_is_lost_and_nothing_crashes_whatever_the_bytes(seed):
    random_ = random.Random(seed)
    pairs = [pair(path) for path in sorted(DATA.glob("*/*.ann"))]
    for _ in range(250):
        data, text = random_.choice(pairs)
        data = mutated(data, random_)
        annotations = read_annotations(data, text, "doc.ann")
        assert_nothing_lost(data, annotations)
        for relation in annotations.relations:
            assert all(annotations.span_of(id) for _, id in relation.args)
        for span in annotations.spans.values():
            assert span.text == " ".join(text[start:end] for start, end in span.fragments) or (
                span.text.split()
                == " ".join(text[start:end] for start, end in span.fragments).split()
            )


@pytest.mark.parametrize("padding", [0, 2000])
def test_spans_that_are_drawn_a_second_time_are_said_once(padding):
    """Line by line and as arrays; triggers of several events on one place are no such."""
    text = "Foo bar baz\n"
    again = "T1\tX 0 3\tFoo\nT2\tX 0 3\tFoo\nT3\tY 0 3\tFoo\nT4\tX 4 7\tbar\nT5\tX 4 7\tbar\n"
    notes = "".join(f"#{n}\tAnnotatorNotes T1\tx{n}\n" for n in range(padding))
    (problem,) = read_annotations((again + notes).encode(), text, "d.ann").problems
    assert (problem.line, problem.code, problem.unread) == (2, "duplicate-span", "")
    assert problem.message.startswith(
        "Spans that say the same as one before: 2, the first in line 2 as line 1. They count once."
    )
    attributes = "".join(f"A{n}\tX{n} T1\nA{10**6 + n}\tX{n} T1\n" for n in range(1, 4 + padding))
    (problem,) = read_annotations((again[:13] + attributes).encode(), text, "d.ann").problems
    assert (problem.line, problem.code, problem.unread) == (3, "duplicate-attribute", "")
    events = "T1\tX 0 3\tFoo\nE1\tX:T1\nT2\tX 0 3\tFoo\nE2\tX:T2\nT3\tX 0 3;4 7\tFoo bar\n"
    assert not read_annotations(events.encode(), text, "d.ann").problems
