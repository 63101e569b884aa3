"""Pictures of studies: curves in panels, with a mark on each where the project is."""

from itertools import cycle
from math import log10
from typing import NamedTuple, Optional

from brat_iaa.formats.cells import figure
from brat_iaa.formats.picture import STROKES, Dot, Drawing, Stroke, Text
from brat_iaa.report.charts import names_apart

_LEFT, _TOP, _HEIGHT, _BOTTOM = 58, 48, 260, 54


class StudyCurve(NamedTuple):
    """points: [(x, y)]; at: (x, y, words) of the mark on it, or None"""

    name: str
    points: list
    at: Optional[tuple] = None


class CurvePanel(NamedTuple):
    """title above, words below; x from 0 to right, y from bottom to top in steps; level: (y, words)
    of a line across, or None; whole: whether x counts something
    """

    title: str
    words: str
    curves: list
    right: float
    bottom: float
    top: float
    step: float
    level: Optional[tuple] = None
    whole: bool = False


def drawing(title, words, panels, width=250) -> Drawing:
    """The Drawing of some CurvePanels beside each other."""
    longest = max((len(curve.name) for panel in panels for curve in panel.curves), default=0)
    across = width + 24 + 7 * max(longest, 8)
    marks = [
        mark
        for number, panel in enumerate(panels)
        for mark in _panel(panel, _LEFT + number * (across + 30), width)
    ]
    height = _TOP + _HEIGHT + _BOTTOM
    return Drawing(title, words, _LEFT + len(panels) * (across + 30), height, marks)


def _panel(panel, left, width):
    def x(value):
        return left + value / panel.right * width

    def y(value):
        return _TOP + (panel.top - value) / (panel.top - panel.bottom) * _HEIGHT

    yield Text(left, _TOP - 18, panel.title, bold=True)
    for number in range(1 + int((panel.top - panel.bottom) / panel.step + 1e-9)):
        tick = panel.top - number * panel.step
        yield Stroke([(left, y(tick)), (left + width, y(tick))], "grid")
        yield Text(left - 8, y(tick) + 4, figure(tick) if abs(tick) > 1e-9 else "0", "end")
    between = max(round_up(panel.right / 6), 1) if panel.whole else panel.right / 5
    for number in range(int(panel.right / between + 1e-9) + 1):
        at = number * between
        shown = str(int(at)) if panel.whole else f"{at:.1f}"
        yield Text(x(at), _TOP + _HEIGHT + 18, shown, "middle")
    yield Text(left + width / 2, _TOP + _HEIGHT + 40, panel.words, "middle")
    if panel.level:
        at, words = panel.level
        yield Stroke([(left, y(at)), (left + width, y(at))], "ink", 1, "1 3")
        yield Text(left, y(at) - 5, words)
    ends = {}
    for curve, (tone, dash) in zip(panel.curves, cycle(STROKES)):
        points = [(x(at), y(value)) for at, value in curve.points if value <= panel.top]
        if points:
            yield Stroke(points, tone, 2, dash)
            ends[curve.name] = points[-1][1], tone
        if curve.at:
            at, value, said = curve.at
            yield Dot(x(at), y(value), 5, tone, True, title=said)
    named = names_apart([(end, name) for name, (end, _) in ends.items()], _TOP + _HEIGHT + 14.0)
    for height, name in named:
        yield Text(left + width + 6, height, name, tone=ends[name][1])


def round_up(number):
    """The next of 1, 2, 4, 5, 8 and 10 times a power of ten."""
    power = 10 ** (int(log10(number) // 1) if number > 0 else 0)
    return next(step * power for step in (1, 2, 4, 5, 8, 10) if step * power >= number * (1 - 1e-9))
