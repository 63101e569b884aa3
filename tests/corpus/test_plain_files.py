"""Files of spans, relations and attributes are read at once, exactly as line by line."""

from random import Random

import numpy
import pytest
from cases import each
from random_standoff import broken, random_standoff

from brat_iaa.corpus import standoff
from brat_iaa.corpus.inventory import inventory
from brat_iaa.corpus.line_columns import NAMES, columns_in_a_row
from brat_iaa.corpus.standoff import read_annotations

TEXT = "he sees\nher"
LINES = ["T1\tX 0 2\the", "T2\tX 3 7\tsees", "R1\tsubj Arg1:T2 Arg2:T1\t", "A2\tNegated T2"]
KINDS = "spans", "relations", "attributes"


@pytest.fixture
def by_line(monkeypatch):
    """Function that reads line by line."""

    def read(data, text):
        with monkeypatch.context() as changed:
            changed.setattr(standoff, "read_plain", lambda *_: None)
            return read_annotations(data, text, "file.ann")

    return read


def parts(annotations):
    """Everything that is asked of Annotations; of arrays also their kind."""
    columns = [
        (own.dtype, own.tolist()) if isinstance(own, numpy.ndarray) else own
        for kind in KINDS
        for own in columns_in_a_row([annotations], kind)[0]
    ]
    facts = [
        annotations.spanned, annotations.drew_more, annotations.noted, annotations.empty, inventory([annotations]),
        annotations.problems, annotations.sha256, annotations.labelled, annotations.rows_of_spans(),
        annotations.without_problems.problems,
    ]  # fmt: skip
    records = [
        list(annotations.spans.items()), annotations.relations, annotations.events,
        annotations.equivs, annotations.attributes, annotations.normalizations, annotations.notes,
        annotations.as_drawn.relations, annotations.as_drawn.attributes,
    ]  # fmt: skip
    return columns, facts, repr(records)


def is_plain(annotations):
    return "numbers" in vars(annotations)


@pytest.mark.parametrize("seed", range(2))
def test_as_line_by_line_whatever_the_file(seed, by_line):
    random, plain = Random(seed), 0
    for _ in range(50):
        text, content = random_standoff(random, random.choice((0, 0, 0.02, 0.1)))
        data = (broken(random, content) if random.random() < 0.5 else content).encode()
        found = read_annotations(data, text, "file.ann")
        plain += is_plain(found)
        assert parts(found) == parts(by_line(data, text))
        # With other line ends in the text of the document, offsets move.
        others = text.replace("\n", "\r\n")
        moved = read_annotations(data, others, "file.ann", text).spans
        assert repr(moved) == repr(by_line(data, text).moved(text, others).spans)
    assert 4 < plain < 48


@each("line", [
        "T3\tX 8 12\ther", "T3\tX 8 11;0 1\ther h", "T3\tX 0 2;8 11\the her",
        "T03\tX 8 11\ther", "T2\tX 8 11\ther", "TX3\tX 8 11\ther", "T3\tX 8 11", "T3\tX 8 8\t",
        "T3\tX +8 11\ther", "T3\tX 8 11 \ther", "T3\t 8 11\ther", "T3\tX 8 10\ther",
        "T4\tX 1 4\the sees", "T5\tX 3 11\tsees\ther", "T5\tX 3 11\tsees her", "T6\tX 0 5\t",
        "T7\tX 7 8\t ", "T8\tX 0 2\the", "T3\tX\u2028 8 11\ther", "T3\tX\u00a0 8 11\ther",
        "T3\tX 8 9999999999\ther", "T3 X 8 11\ther", "R1\tobj Arg1:T2 Arg2:T1",
        "R2\tobj Arg1:T2 Arg2:T9", "R2\tobj Arg1:T2 Arg2:T01", "R2\tobj Arg1:T2 Arg1:T1",
        "R2\tobj Arg1:T2 :T1", "R2\tobj Arg1:T2 Arg2:T1 Arg3:T1", "R2\tobj Arg1:T2", "R2",
        "R2\tobj Arg1:T2 Arg2:T1:T2", "R2\tobj Arg1:T2 Arg2:T1\r\r", "R2\tobj Ä:T2 Arg2:T1",
        "R2\tobj A\u00a0:T2 Arg2:T1", "", " ", "#1\tAnnotatorNotes T1\tno", "E1\tX:T1",
        "*\tEquiv T1 T2", "X1\tX 0 2\the", "A1\tNegated T9", "A01\tNegated T1",
        "A1\tNegated T1 x y", "A1\tNegated T01", "A1\tNegated R1", "A1\tNegated T1\t",
        "A1\tNegated", "A1\tNegated ", "A1\tConf T1 ", "A1\tConf T1 x\u00a0", "A1\t T1",
        "M1\tNegated T1", "A2\tNegated T1", "A7\tConfidence T1 high",
    ])  # fmt: skip
def test_as_line_by_line_whatever_the_line(line, by_line):
    for end in ("\n", "\r\n", ""):
        data = ("\n".join([*LINES, line]) + end).encode()
        assert parts(read_annotations(data, TEXT, "file.ann")) == parts(by_line(data, TEXT))


@pytest.mark.parametrize("seed", range(3))
def test_files_in_a_row_are_what_they_are_alone(seed, by_line):
    random, files = Random(seed), []
    # Damaged ones are read line by line.
    for _ in range(60):
        text, content = random_standoff(random, random.choice((0, 0, 0.05)))
        data = (broken(random, content) if random.random() < 0.3 else content).encode()
        files.append((data, text, "file.ann"))
    found = [read_annotations(*file) for file in files]
    assert 3 < sum(map(is_plain, found)) < 57
    for own, (data, text, _) in zip(found, files):
        assert parts(own) == parts(by_line(data, text))
    for kind in KINDS:
        columns, begin = columns_in_a_row(found, kind)
        for own, first, last in zip(found, begin.tolist(), begin[1:].tolist()):
            alone, _ = columns_in_a_row([own], kind)
            assert with_names(columns, slice(first, last)) == with_names(
                alone, slice(0, last - first)
            )


def with_names(columns, rows):
    """Rows of columns as lists, with names in the place of their numbers."""
    found = [
        [names[number] if number >= 0 else None for number in column[rows].tolist()]
        for field, column in zip(columns._fields, columns)
        if isinstance(column, numpy.ndarray)
        for names in [getattr(columns, NAMES.get(field, ""), range(10**9))]
    ]
    several = getattr(columns, "several", {})
    return found, [several.get(row) for row in range(rows.start, rows.stop)]
