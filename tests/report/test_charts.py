"""Forms of pictures: what is drawn where, and that nothing covers anything."""

import pytest

from brat_iaa.formats.picture import Text, width_of
from brat_iaa.report.charts import DotRow, rows_of_dots


def of_kind(picture, kind):
    return [mark for mark in picture.marks if isinstance(mark, kind)]


def inside(picture):
    """No mark reaches out of the picture, no word into another of its line."""
    lines = {}
    for words in of_kind(picture, Text):
        size = width_of(words.text)
        left = words.x - size * {"start": 0, "middle": 0.5, "end": 1}[words.anchor]
        assert left >= -1 and left + size <= picture.width + 12, words
        lines.setdefault(round(words.y), []).append((left, left + size))
    for own in lines.values():
        own.sort()
        assert all(end <= start + 1 for (_, end), (start, _) in zip(own, own[1:]))


@pytest.mark.parametrize("number", [1, 3, 12, 40])
def test_words_do_not_cover_each_other(number):
    names = [f"a-very-long-label-of-something-{n}-and-more" for n in range(number)]
    rows = [DotRow(name, n / 50, None, "1,234") for n, name in enumerate(names)]
    inside(rows_of_dots("", "", rows))
