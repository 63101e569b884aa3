"""Large files of spans and relations are read as arrays, exactly as line by line."""

from random import Random

import numpy
import pytest
from cases import each
from random_standoff import broken, random_standoff

from brat_iaa.corpus import plain_files, standoff
from brat_iaa.corpus.inventory import inventory
from brat_iaa.corpus.line_columns import NAMES, columns_in_a_row
from brat_iaa.corpus.plain_annotations import PlainAnnotations
from brat_iaa.corpus.standoff import read_annotations

TEXT = "he sees her"
LINES = ["T1\tX 0 2\the", "T2\tX 3 7\tsees", "R1\tsubj Arg1:T2 Arg2:T1\t"]


def read_plain(data, text, name):
    (found,) = plain_files.read_plain([(data, text, name)])
    return found


@pytest.fixture(autouse=True)
def every_file_is_large(monkeypatch):
    monkeypatch.setattr(standoff, "_LARGE", 0)


@pytest.fixture
def by_line(monkeypatch):
    """Function that reads line by line."""

    def read(data, text):
        with monkeypatch.context() as changed:
            changed.setattr(standoff, "_read_plain", lambda files: [None] * len(files))
            return read_annotations(data, text, "file.ann")

    return read


def parts(annotations):
    """Everything that is asked of Annotations; of arrays also their kind."""
    columns = [
        (own.dtype, own.tolist()) if isinstance(own, numpy.ndarray) else own
        for own in (*annotations.span_columns, *annotations.relation_columns)
    ]
    problems = [one for one in annotations.problems if one.code != "duplicate-span"]
    facts = [
        annotations.spanned, annotations.drew_more, annotations.noted, inventory([annotations]),
        annotations.digest("type"), problems, annotations.sha256,
    ]  # fmt: skip
    records = [
        list(annotations.spans.items()), annotations.relations, annotations.events,
        annotations.equivs, annotations.attributes, annotations.normalizations, annotations.notes,
    ]  # fmt: skip
    return columns, facts, repr(records), annotations.without_problems.problems


@pytest.mark.parametrize("seed", range(2))
def test_as_line_by_line_whatever_the_file(seed, by_line):
    random, plain = Random(seed), 0
    for _ in range(120):
        text, content = random_standoff(random, random.choice((0, 0, 0.02, 0.1)))
        data = (broken(random, content) if random.random() < 0.5 else content).encode()
        found = read_annotations(data, text, "file.ann")
        plain += isinstance(found, PlainAnnotations)
        assert parts(found) == parts(by_line(data, text))
    assert 15 < plain < 118


@pytest.mark.system
@pytest.mark.parametrize("seed", range(1))
def test_bytes_that_are_no_text(seed, by_line):
    random = Random(seed)
    for _ in range(120):
        text, content = random_standoff(random)
        data = bytearray(content.encode())
        data[random.randrange(len(data))] = random.randrange(256)
        found = read_annotations(bytes(data), text, "file.ann")
        assert parts(found) == parts(by_line(bytes(data), text))


def test_spans_and_relations_as_brat_writes_them():
    found = read_plain(("\n".join(LINES) + "\n").encode(), TEXT, "file.ann")
    assert list(found.spans) == ["T1", "T2"] and found.spans["T2"].text == "sees"
    assert found.relations == (("R1", "subj", (("Arg1", "T2"), ("Arg2", "T1")), 3),)
    assert found.without_problems is found


@each("line", [
        "T3\tX 8 12\ther", "T3\tX 8 11;0 1\ther h", "T3\tX 0 2;8 11\the her",
        "T03\tX 8 11\ther", "T2\tX 8 11\ther", "TX3\tX 8 11\ther", "T3\tX 8 11", "T3\tX 8 8\t",
        "T3\tX +8 11\ther", "T3\tX 8 11 \ther", "T3\t 8 11\ther",
        "T3\tX 8 9999999999\ther", "T3 X 8 11\ther", "R1\tobj Arg1:T2 Arg2:T1",
        "R2\tobj Arg1:T2 Arg2:T9", "R2\tobj Arg1:T2 Arg2:T01", "R2\tobj Arg1:T2 Arg1:T1",
        "R2\tobj Arg1:T2 :T1", "R2\tobj Arg1:T2 Arg2:T1 Arg3:T1", "R2\tobj Arg1:T2", "R2",
        "R2\tobj Arg1:T2 Arg2:T1:T2", "R2\tobj Arg1:T2 Arg2:T1\r\r", "R2\tobj Ä:T2 Arg2:T1", "", " ",
        "#1\tAnnotatorNotes T1\tno", "E1\tX:T1", "*\tEquiv T1 T2", "X1\tX 0 2\the",
    ])  # fmt: skip
def test_whatever_else_is_left_to_the_reader_of_lines(line):
    assert read_plain(("\n".join([*LINES, line]) + "\n").encode(), TEXT, "file.ann") is None


def test_a_text_field_that_is_wrong_costs_its_own_line_only(by_line):
    wrong = ["T3\tX 8 10\ther", "T4\tX 1 4\the sees", "T5\tX 3 11\tsees\ther", "T6\tX 0 5\t"]
    data = "\r\n".join([*LINES, *wrong, ""]).encode()
    found = read_plain(data, TEXT, "file.ann")
    assert [(problem.line, problem.code) for problem in found.problems] == [
        (4, "text-mismatch"), (5, "text-mismatch"), (6, "text-mismatch"), (7, "missing-text"),
    ]  # fmt: skip
    assert [span.text for span in found.spans.values()] == [
        "he", "sees", "he", "e s", "sees her", "he se",
    ]  # fmt: skip
    assert parts(found) == parts(by_line(data, TEXT))


@pytest.mark.parametrize(
    "data", [b"", b"\n", "\n".join(LINES).encode(), b"\xef\xbb\xbfT1\tX 0 2\the\n"]
)
def test_files_that_are_no_plain_ones(data):
    assert read_plain(data, TEXT, "file.ann") is None


def test_small_files_are_read_line_by_line(monkeypatch):
    monkeypatch.setattr(standoff, "_LARGE", 1000)
    data = ("\n".join(LINES) + "\n").encode()
    assert standoff._read_plain([(data, TEXT, "file.ann")]) == [None]


@pytest.mark.parametrize(
    "line",
    [
        "A1\tNegated T9", "A01\tNegated T1", "A1\tNegated T1 x y", "A1\tNegated T01", "A1\tNegated R1",
        "A1\tNegated T1\t", "A1\tNegated", "A1\tNegated ", "A1\tConf T1 ", "A1\tConf T1 x\u00a0",
        "A1\t T1", "M1\tNegated T1", "A2\tNegated T1",
    ],
)  # fmt: skip
def test_attributes_that_are_left_to_the_reader_of_lines(line):
    lines = [*LINES, "A2\tNegated T2", line, ""]
    assert read_plain("\n".join(lines).encode(), TEXT, "file.ann") is None


def test_attributes_of_spans():
    lines = [*LINES, "A2\tNegated T2", "A7\tConfidence T1 high", "A3\tNegated T1", ""]
    found = read_plain("\n".join(lines).encode(), TEXT, "file.ann")
    assert found.attributes == (
        ("A2", "Negated", "T2", None, 4),
        ("A7", "Confidence", "T1", "high", 5),
        ("A3", "Negated", "T1", None, 6),
    )
    assert found.attribute_columns.sources == ("attribute:Negated", "attribute:Confidence")
    counts = inventory([found]).labels
    assert counts["attribute:Confidence"] == {"high": 1}
    assert counts["attribute:Negated"] == {"Negated": 2}
    assert inventory([found]).carriers["attribute:Negated"] == {"X": 2}
    assert found.drew_more and not found.as_drawn.attributes and len(found.as_drawn.spans) == 2


def test_files_read_together_are_what_each_is_alone(by_line):
    random, files = Random(5), []
    for _ in range(200):
        text, content = random_standoff(random, random.choice((0, 0, 0.05)))
        data = (broken(random, content) if random.random() < 0.3 else content).encode()
        files.append((data, text, "file.ann"))
    found = plain_files.read_plain(files)
    assert 30 < sum(own is not None for own in found) < 190
    for own, (data, text, _) in zip(found, files):
        if own is not None:
            assert parts(own)[:3] == parts(by_line(data, text))[:3]


def with_names(columns, rows):
    """Rows of columns as lists, with names in the place of their numbers."""
    found = [
        [names[number] for number in column[rows].tolist()]
        for field, column in zip(columns._fields, columns)
        if isinstance(column, numpy.ndarray)
        for names in [getattr(columns, NAMES.get(field, ""), range(10**9))]
    ]
    several = getattr(columns, "several", {})
    return found, [several.get(row) for row in range(rows.start, rows.stop)]


@pytest.mark.parametrize("seed", range(3))
def test_files_in_a_row_are_what_they_are_alone(seed):
    random = Random(seed)
    # Damaged ones are read line by line, and stand between those that are read at once.
    files = [random_standoff(random, random.choice((0, 0, 0.1))) for _ in range(8)]
    found = standoff.read_files([(data.encode(), text, "a.ann", None) for text, data in files])
    for kind in ("spans", "relations"):
        columns, begin = columns_in_a_row(found, kind)
        for own, first, last in zip(found, begin.tolist(), begin[1:].tolist()):
            alone = own.span_columns if kind == "spans" else own.relation_columns
            assert with_names(columns, slice(first, last)) == with_names(
                alone, slice(0, last - first)
            )
