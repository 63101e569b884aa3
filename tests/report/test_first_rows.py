"""Tables that show the first rows, and say how many more there are."""

from brat_iaa.report.first_rows import SHOWN_ROWS, first_rows


def test_what_is_not_shown_is_counted():
    rows = [(str(number),) for number in range(SHOWN_ROWS + 2)]
    table = first_rows("title", "l", ("n",), rows, "numbers", ["first"])
    assert table.rows == tuple(rows[:-2])
    assert table.notes == ("first", "2 more numbers: see --format json or csv.")
    assert first_rows("title", "l", ("n",), rows[:-2], "numbers").notes == ()
