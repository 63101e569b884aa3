"""Pictures of dots with their intervals: rows below each other, and dots as small as a word."""

from math import floor, log, log10
from typing import NamedTuple, Optional

from brat_iaa.formats.cells import figure
from brat_iaa.formats.display_names import told_apart
from brat_iaa.formats.picture import STROKES, Dot, Drawing, Stroke, Text, width_of

_LINE = 22  # from one row to the next
_PLOT = 250  # width of a plot with rows
_BETWEEN = 14  # between names, plot and what stands beside it


class PlotScale(NamedTuple):
    """Values from low to high on pixels from start to end. by_factor: on a log scale"""

    low: float
    high: float
    start: float
    end: float
    by_factor: bool = False

    def at(self, value):
        """The pixel of a value; outside of the scale, its end."""
        value = min(max(value, self.low), self.high)
        share = (value - self.low) / (self.high - self.low)
        if self.by_factor:
            share = log(value / self.low) / log(self.high / self.low)
        return self.start + share * (self.end - self.start)

    @property
    def ticks(self) -> list:
        """Some round values, three or more where they fit."""
        if self.by_factor:
            steps = (0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1, 1.4, 2, 3, 5, 10, 20)
            shown = [step for step in steps if self.low <= step <= self.high]
            if len(shown) > 2:
                return [tick for tick in shown if len(shown) < 7 or tick in (0.1, 0.3, 1, 3, 10)]
        step = _step(self.high - self.low)
        first = floor(self.low / step + 1 - 1e-9)
        number = floor(self.high / step + 1e-9) - first + 1
        return [round((first + place) * step, 6) + 0.0 for place in range(number)]


def _step(span):
    """A round step of which three to six fit in a span."""
    power = 10 ** floor(log10(span / 3))
    return next(
        factor * power for factor in (5, 2.5, 2, 1) if factor * power <= span / 2.9 or factor == 1
    )


def zoomed(values, start, end) -> PlotScale:
    """The PlotScale of some values, at most 1, with room, and not below 0 if none is."""
    low, high = min(values, default=0), max(values, default=1)
    room = max((high - low) * 0.08, 0.01)
    low, high = max(low - room, min(low, 0)), high + room
    return PlotScale(low, min(high, max(1, low + room)), start, end)


class DotRow(NamedTuple):
    """A row of a picture of dots.

    name      in front of it
    value     None: no dot
    interval  (low, high) or None
    beside    text at the end of the row
    strong    whether it stands for the whole
    filled    whether the dot is; a ring says that it may be chance
    others    further values on its line, as small dots
    heading   whether it is the name of the rows below it
    link      address to which its name leads, on pages
    """

    name: str
    value: Optional[float]
    interval: Optional[tuple]
    beside: str = ""
    strong: bool = False
    filled: bool = True
    others: tuple = ()
    heading: bool = False
    link: str = ""


def rows_of_dots(title, sentence, rows, scale=None, printed=figure, line_at=None, heads=("", "")):
    """Drawing of DotRows below each other on one scale.

    scale    its low, high and by_factor; None: zoomed to what is drawn
    printed  function of a tick
    line_at  a value that is marked, as 1 of ratios
    heads    what stands above the lower and the higher end of the scale
    """
    names = told_apart([row.name for row in rows if not row.heading], 32)
    left = max((width_of(names.get(row.name, "")) for row in rows), default=0) + _BETWEEN
    beside = max((width_of(row.beside) for row in rows), default=0)
    if scale is None:
        drawn = [v for row in rows for v in (row.value, *(row.interval or ()), *row.others)]
        scale = zoomed([v for v in drawn if v is not None], 0, 1)
    scale = scale._replace(start=left, end=left + _PLOT)
    top = _LINE * any(heads)
    marks = _heads(scale, heads) + _axis(scale, top, top + _LINE * len(rows), printed)
    if line_at is not None:
        x = scale.at(line_at)
        marks.append(Stroke([(x, top), (x, top + _LINE * len(rows))], "ink", 1))
    for number, row in enumerate(rows):
        y = top + _LINE * (number + 0.5)
        if row.heading:
            marks.append(Text(0, y + 4, row.name, "start", "ink", True))
            continue
        marks += _dots(row, scale, y, printed)
        shown = names.get(row.name, row.name)
        whole = row.name if shown != row.name else ""
        named = Text(left - _BETWEEN, y + 4, shown, "end", "ink", row.strong, whole, row.link)
        marks.append(named)
        marks.append(Text(scale.end + _BETWEEN, y + 4, row.beside, tone="quiet"))
    width, height = scale.end + _BETWEEN + beside + 4, top + _LINE * len(rows) + 24
    return Drawing(title, sentence, width, height, marks)


def _heads(scale, heads):
    ends = (scale.start, "start"), (scale.end, "end")
    return [Text(x, 10, words, anchor, "quiet") for (x, anchor), words in zip(ends, heads) if words]


def _axis(scale, top, bottom, printed=figure):
    """Lines at the ticks with their values below, where there is room for them."""
    marks: list = []
    ends = -width_of("0")
    for tick in scale.ticks:
        x, words = scale.at(tick), printed(tick)
        marks.append(Stroke([(x, top), (x, bottom)], "grid"))
        if x - width_of(words) / 2 > ends:
            marks.append(Text(x, bottom + 16, words, "middle", "quiet"))
            ends = x + width_of(words) / 2 + 6
    return marks


def _dots(row, scale, y, printed):
    if row.value is None:
        return [Text(scale.start + 4, y + 4, "undefined", tone="quiet")]
    title = f"{row.name}: {printed(row.value)}"
    marks = [Dot(scale.at(other), y, 2.4, "soft") for other in row.others]
    if row.interval is not None:
        low, high = (scale.high if end is None else end for end in row.interval)
        title += f" [{printed(low)}, {printed(high)}]"
        marks.append(
            Stroke([(scale.at(low), y), (scale.at(high), y)], "a", 2.5 if row.strong else 2)
        )
    return [*marks, Dot(scale.at(row.value), y, 5 if row.strong else 4, "a", not row.filled, title)]


def scale_of(scores) -> PlotScale:
    """The zoomed PlotScale of small_dot()s of some Scores; None among them are left out."""
    defined = [score for score in scores if score is not None and score.value is not None]
    ends = [end for score in defined for end in (score.value, *(score.interval or ()))]
    return zoomed(ends, 5, 115)


def small_dot(score, scale) -> Drawing:
    """A Score with its interval as small as a word, on the scale of its column."""
    marks = [Stroke([(scale.start, 7), (scale.end, 7)], "grid")]
    marks += _dots(DotRow("", score.value, score.interval), scale, 7, figure)
    return Drawing("", "", scale.end + 5, 14, marks)


def small_axis(scale) -> Drawing:
    """The ends of such a scale, for the head of the column."""
    ends = (scale.start, scale.low, "start"), (scale.end, scale.high, "end")
    marks = [
        Text(x, 12, figure(value, 2).replace("-", "−"), anchor, "quiet")
        for x, value, anchor in ends
    ]
    return Drawing("", "", scale.end + 5, 14, marks)


_LEFT = 46


def scatter(title, sentence, points, words, size=(420, 300)) -> Drawing:
    """Drawing of [(series, x, y, title)], x against y, with a tone for each series.

    words  what x is; y is what the series are
    """
    width, height = size
    tones = dict(zip(dict.fromkeys(point[0] for point in points), (name for name, _ in STROKES)))
    across, up = ((x for _, x, _, _ in points), (y for _, _, y, _ in points))
    bottom, right = height - 40, _LEFT + width
    scale, rising = zoomed([*across], _LEFT, right), zoomed([*up], bottom, 10)
    marks = _axis(scale, 10, bottom)
    for tick in rising.ticks:
        marks.append(Stroke([(_LEFT, rising.at(tick)), (right, rising.at(tick))], "grid"))
        marks.append(Text(_LEFT - 6, rising.at(tick) + 4, figure(tick, 2), "end", "quiet"))
    for series, x, y, words_of_point in points:
        tone = tones[series]
        marks.append(Dot(scale.at(x), rising.at(y), 4, tone, tone != "a", words_of_point))
    marks.append(Text((_LEFT + right) / 2, height - 4, words, "middle", "quiet"))
    for number, (series, tone) in enumerate(tones.items()):
        y = 24 + 18 * number
        marks.append(Dot(right + 16, y - 4, 4, tone, tone != "a"))
        marks.append(Text(right + 26, y, series, tone=tone))
    beside = max(map(width_of, tones), default=0) + 34
    return Drawing(title, sentence, right + beside, height, marks)
