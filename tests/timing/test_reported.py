"""Minutes that annotators reported: sums by phase, minutes per sentence with interval, messages."""

import csv
import io
import json

import pytest
from small_projects import put

from brat_iaa.cli import main
from brat_iaa.errors import ConfigError
from brat_iaa.timing.reported import FIELDS, read_reported, reported_rows

HEADER = "annotator,document,phase,minutes\n"


@pytest.fixture
def table(tmp_path):
    def write(text):
        path = tmp_path / "minutes.csv"
        path.write_text(text, encoding="utf-8")
        return path

    return write


class Sentences:
    """A table of a document, as far as it is used."""

    def __init__(self, number):
        self.sentences = range(number)


def rows_of(path, **sentences):
    tables = {name: Sentences(number) for name, number in sentences.items()}
    return {
        (row["phase"], row["annotator"]): row for row in reported_rows(read_reported(path, tables))
    }


def test_ragheb_dickinson_2013_table_1(table):
    """Total, average, min and max of documents, and minutes per sentence, by phase."""
    path = table(
        HEADER + "A,t1,one,20\nA,t2,one,10\nB,t1,one,30\nB,t2,one,20\nA,t1,two,5\nA,t1,two,1\n"
    )
    found = rows_of(path, t1=10, t2=5)
    keys = ("documents", "total", "average", "min", "max", "sentences", "per_sentence")
    assert [found["one", "A"][key] for key in keys] == [2, 30, 15, 10, 20, 15, 2]
    assert [found["one", None][key] for key in keys] == [2, 80, 20, 10, 30, 30, 80 / 30]
    assert [found["two", "A"][key] for key in keys] == [1, 6, 6, 6, 6, 10, 0.6]
    assert set(found) == {("one", "A"), ("one", "B"), ("one", None), ("two", "A")}
    assert found["one", "A"]["low"] is None


def test_the_interval_is_symmetric_on_a_log_scale(table):
    """Ten documents of two sentences: se² = 10/9 Σ ((m - 2 x) / 20)²; t(9) = 2.262157."""
    minutes = [3, 5, 4, 4, 6, 2, 4, 5, 3, 4]
    lines = "".join(f"d{number};A;{value}\n" for number, value in enumerate(minutes))
    path = table("document;annotator;minutes\n" + lines)
    row = rows_of(path, **{f"d{number}": 2 for number in range(10)})["", "A"]
    assert row["per_sentence"] == 2
    error = (10 / 9 * sum(((m - 4) / 20) ** 2 for m in minutes)) ** 0.5
    factor = 2.718281828459045 ** (2.262157 * error / 2)
    assert (row["low"], row["high"]) == pytest.approx((2 / factor, 2 * factor), rel=1e-6)


def test_a_document_that_the_project_lacks_counts_in_minutes_only(table):
    found = rows_of(table(HEADER + "A,t1,,10\nA,gone,,7\n"), t1=5)["", "A"]
    assert (found["total"], found["sentences"], found["per_sentence"]) == (17, 5, 2)
    assert rows_of(table(HEADER + "A,gone,,7\n"))["", "A"]["per_sentence"] is None


@pytest.mark.parametrize(
    "text, said",
    [
        ("annotator,minutes\n", "lacks the columns document"),
        ("", "lacks the columns annotator, document, minutes"),
        (HEADER + "A,t1,one\n", "line 2: 3 cells, expected 4"),
        (HEADER + "A,t1,one,ten\n", "line 2: minutes are “ten”"),
        (HEADER + "A,t1,one,-1\n", "minutes are “-1”"),
        (HEADER + "A,t1,one,nan\n", "minutes are “nan”"),
        (HEADER + "\nA,,one,1\n", "line 3: the cell of document is blank"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(table, text, said):
    with pytest.raises(ConfigError, match=said):
        read_reported(table(text), {})


def test_every_form(tmp_path, table, capsys):
    for annotator in ("anna", "ben"):
        put(tmp_path / "project", annotator, "doc", "a b / a b", "0>1:root 1>2:x / 0>1:root")
    path = table(HEADER + "anna,doc,one,3\nben,doc,one,5\nben,other,one,1\n")

    def printed(*options):
        assert main(["time", str(tmp_path / "project"), "--minutes", str(path), *options]) == 0
        return capsys.readouterr().out

    text = printed()
    assert "  one    all                2    9.0      3.0  1.0  5.0          2.00" in text
    assert "Not in the project, so not in minutes per sentence: other." in text
    rows = list(csv.DictReader(io.StringIO(printed("--format", "csv"))))
    assert tuple(rows[0]) == FIELDS and len(rows) == 3
    assert [row["total"] for row in json.loads(printed("--format", "json"))["phases"]] == [3, 6, 9]
    options = ["time", str(tmp_path / "project"), "--minutes", str(path), "--log", "x"]
    assert main(options) == 2
    assert "Give one of them" in capsys.readouterr().err
