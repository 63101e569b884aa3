"""Tables that show the first rows, and say how many more there are."""

from brat_iaa.report.first_rows import first_rows


def test_what_is_not_shown_is_counted():
    rows = [(str(number),) for number in range(5)]
    table = first_rows("title", "l", ("n",), rows, "numbers", ["first"], shown=3)
    assert table.rows == (("0",), ("1",), ("2",))
    assert table.notes == ("first", "2 more numbers: see --format json or csv.")
    assert first_rows("title", "l", ("n",), rows, "numbers").notes == ()
