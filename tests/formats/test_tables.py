"""Tables: what people see of them, and what programs get."""

import csv
import io

from brat_iaa.formats.tables import (
    COUNT,
    FIGURE,
    INTERVAL,
    SHOWN_ROWS,
    TEXT,
    Table,
    for_programs,
    to_csv,
)


def test_what_is_not_shown_is_counted():
    rows = [(str(number),) for number in range(SHOWN_ROWS + 2)]
    table = Table("title", [TEXT("n")], rows, ("first",)).truncated("numbers")
    assert table.rows == tuple(rows[:-2])
    assert table.notes == ("first", "2 more numbers: see --format json or csv.")
    assert Table("title", [TEXT("n")], rows[:-2]).truncated("numbers").notes == ()
    assert len(table.dicts()) == len(to_csv(table).splitlines()) - 1 == len(rows)


def test_people_and_programs_see_their_columns():
    columns = [TEXT("who"), COUNT(None, "edits"), FIGURE("LAA", ""), INTERVAL(None, "interval")]
    table = Table("title", columns, [("anna", 3, 0.5, (0.25, 1.0)), ("=ben", 0, None, None)])
    assert (table.align, table.header) == ("lr", ("who", "LAA"))
    assert table.rows == (("anna", ".500"), ("=ben", "–"))
    assert table.dicts()[0] == {"who": "anna", "edits": 3, "interval": [0.25, 1.0]}
    assert list(csv.reader(io.StringIO(to_csv(table)))) == [
        ["who", "edits", "low", "high"],
        ["anna", "3", "0.25", "1.0"],
        ["'=ben", "0", "", ""],
    ]


def test_dicts_as_a_table():
    table = for_programs([{"b": 1, "a": None, "c": 2}], ("a", "b"))
    assert to_csv(table) == "a,b\n,1\n"
