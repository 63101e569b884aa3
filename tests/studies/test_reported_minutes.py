"""Minutes that annotators reported: sums by phase, minutes per sentence with interval, messages."""

from math import exp, log

import pytest
import slow_intervals as slow

from brat_iaa.studies.timing import read_reported, reported_table


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
        ("A", "t1"): [3, 25] + [11] * 12 + [12.8] * 5, ("B", "t2"): [3, 20] + [8] * 12 + [8.5] * 6,
    }  # fmt: skip
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
