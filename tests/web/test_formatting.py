"""Figures and counts in words."""

import pytest

from brat_iaa.formats.cells import more
from brat_iaa.formats.tables import Table
from brat_iaa.web.formatting import below_table, count, plural, shade, shade_of_count, signed_figure


@pytest.mark.parametrize(
    "value, expected",
    [(0.9378, ".938"), (1, "1.000"), (0.99999, ">.999"), (-0.25, "−.250"), (0, ".000")],
)
def test_figures(value, expected):
    assert signed_figure(value) == expected


def test_counts_and_shades():
    assert count(1234567) == "1\u202f234\u202f567"
    assert (
        plural(1, "token") == "1\u00a0token" and plural(0, "entry", "entries") == "0\u00a0entries"
    )
    assert (shade(0.199), shade(0.2), shade(0.98)) == ("shade0", "shade1", "shade9")
    assert (shade(-1), shade(0.5), shade(1)) == ("shade0", "shade2", "shade9")
    assert (shade_of_count(0, 9), shade_of_count(1, 10**6), shade_of_count(9, 9)) == (
        "shade0",
        "shade1",
        "shade9",
    )


def test_pages_name_no_options_of_commands():
    notes = (*more(13, "errors"), *more(1, "mentions", "--format json"), *more(2, "", "csv"))
    assert below_table(Table("", (), [], notes)).count(": see this page as JSON.</p>") == 3
