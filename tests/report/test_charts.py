"""Parts of charts: names at the ends of curves do not cover each other."""

import xml.etree.ElementTree as ET

from brat_iaa.report.charts import centred, chart, curve, grid_line, names_apart


def test_names_are_a_line_apart_from_the_lowest_upwards():
    placed = list(names_apart([(100.0, "b"), (98.0, "a"), (20.0, "c")]))
    assert placed == [(104.0, "b"), (90.0, "a"), (24.0, "c")]
    assert next(names_apart([(100.0, "a")], lowest=90))[0] == 76


def test_a_chart_is_a_picture_with_words_for_those_who_cannot_see_it():
    parts = [grid_line(4, 8, 1.25, "1"), centred(3, 9, "x"), curve([(1, 2), (3, 4)], "#000", "2 3")]
    root = ET.fromstring(chart(9, 10, "title", "a < b", parts, "trend"))
    assert root.get("viewBox") == "0 0 9 10" and root.get("class") == "trend"
    assert [child.text for child in root][:2] == ["title", "a < b"]
    assert root[-1].get("d") == "M1.0 2.0L3.0 4.0"
