"""Minutes that annotators reported: sums by phase, minutes per sentence with interval, messages."""

import csv
import io
import json
from math import exp, log

import pytest
import slow_intervals as slow
from small_projects import put

from brat_iaa.cli import main
from brat_iaa.errors import ConfigError
from brat_iaa.studies.timing import read_reported, reported_table

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
        (row["phase"], row["document"], row["annotator"]): row
        for row in reported_table(read_reported(path, tables)).dicts()
    }


PRINTED = ("total", "average", "min", "max")


def test_ragheb_dickinson_2013_table_1(table):
    """A's 224 minutes on the 19 sentences of text 1: 11.8 each; 3 the shortest, 25 the longest. Of
    text 2's 22 sentences B timed 20: 170 minutes, 8.5 each.
    """
    texts = {
        ("A", "t1"): [3, 25] + [11] * 12 + [12.8] * 5,
        ("B", "t2"): [3, 20] + [8] * 12 + [8.5] * 6,
    }
    path = table(
        "annotator,document,phase,sentence,minutes\n"
        + "".join(
            f"{annotator},{text},1,{number},{value}\n"
            for (annotator, text), minutes in texts.items()
            for number, value in enumerate(minutes, 1)
        )
    )
    found = rows_of(path, t1=19, t2=22)
    row = found["1", "t1", "A"]
    assert [round(row[key], 1) for key in PRINTED] == [224, 11.8, 3, 25]
    row = found["1", "t2", "B"]
    assert [round(row[key], 1) for key in PRINTED] == [170, 8.5, 3, 20]
    assert row["sentences"] == 20
    whole = found["1", None, None]
    assert [round(whole[key], 1) for key in PRINTED] == [394, 10.1, 3, 25]
    printed = reported_table(read_reported(path, {"t1": Sentences(19), "t2": Sentences(22)}))
    assert ("1", "t1", "A", "224.0", "11.8", "3.0", "25.0", "19") in printed.rows
    assert "Sentences without minutes, excluded from the average: B t2 2." in printed.notes


def test_without_sentences_the_average_alone_is_known(table):
    path = table(
        HEADER + "A,t1,one,20\nA,t2,one,10\nB,t1,one,30\nB,t2,one,20\nA,t1,two,5\nA,t1,two,1\n"
    )
    found = rows_of(path, t1=10, t2=5)
    keys = ("total", "average", "min", "max", "sentences")
    assert [found["one", "t1", "A"][key] for key in keys] == [20, 2, None, None, 10]
    assert [found["one", None, "A"][key] for key in keys] == [30, 2, None, None, 15]
    assert [found["one", None, None][key] for key in keys] == [80, 80 / 30, None, None, 30]
    assert [found["two", "t1", "A"][key] for key in keys] == [6, 0.6, None, None, 10]
    assert {key for key in found if key[0] == "two"} == {("two", "t1", "A")}
    assert found["one", None, "A"]["low"] is None


def test_the_interval_is_symmetric_on_a_log_scale(table):
    """Ten documents of two sentences; without each the rest by 18."""
    minutes = [3, 5, 4, 4, 6, 2, 4, 5, 3, 4]
    lines = "".join(f"d{number};A;{value}\n" for number, value in enumerate(minutes))
    path = table("document;annotator;minutes\n" + lines)
    row = rows_of(path, **{f"d{number}": 2 for number in range(10)})["", None, "A"]
    assert row["average"] == 2
    changes = [log((40 - m) / 18 / 2) for m in minutes]
    degrees = slow.degrees([(m - 4) / 20 for m in minutes], 10)
    factor = exp(slow.student(degrees) * slow.jackknife(changes, 10))
    assert (row["low"], row["high"]) == pytest.approx((2 / factor, 2 * factor), rel=1e-6)


def test_a_document_that_the_project_lacks_counts_in_minutes_only(table):
    found = rows_of(table(HEADER + "A,t1,,10\nA,gone,,7\n"), t1=5)["", None, "A"]
    assert (found["total"], found["sentences"], found["average"]) == (17, 5, 2)
    assert rows_of(table(HEADER + "A,gone,,7\n"))["", "gone", "A"]["average"] is None


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
        (HEADER.replace("phase", "sentence") + "A,t1,,1\n", "line 2: the cell of sentence is"),
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
        assert (
            main(["study", "timing", str(tmp_path / "project"), "--minutes", str(path), *options])
            == 0
        )
        return capsys.readouterr().out

    text = printed()
    assert "  one    all       all          9.0      2.0    –    –          4" in text
    assert "Not in the project, so not in the average: other." in text
    rows = list(csv.DictReader(io.StringIO(printed("--format", "csv"))))
    columns = "phase document annotator sentences total average min max low high"
    assert list(rows[0]) == columns.split()
    totals = [row["total"] for row in json.loads(printed("--format", "json"))["rows"]]
    assert totals == [3, 5, 8, 1, 1, 3, 6, 9]
    options = ["study", "timing", str(tmp_path / "project"), "--minutes", str(path), "--log", "x"]
    assert main(options) == 2
    assert "Give one of them" in capsys.readouterr().err
