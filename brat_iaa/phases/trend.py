"""Draws agreement over the phases of a project: a line for each measure, with intervals."""

from html import escape

from brat_iaa.formats.cells import figure, figure_with_interval
from brat_iaa.report.charts import STROKES, centred, chart, curve, grid_line, names_apart

_STYLES = dict(zip(("UAA", "LAA", "LOA"), STROKES))
_LEFT, _TOP, _HEIGHT, _STEP, _RIGHT, _BOTTOM = 46, 16, 220, 150, 64, 44


def trend_of(states, statistic="masi") -> str:
    """SVG of all annotators together over some PhaseStates."""
    curves = {
        measure: [_overall(state, measure, statistic) for state in states] for measure in _STYLES
    }
    return trend([state.name for state in states], curves)


def _overall(state, measure, statistic):
    scores = state.of_dependencies.get((measure, statistic), {}).values()
    return max(scores, key=lambda score: len(score.annotators), default=None)


def trend(names, curves) -> str:
    """SVG of some curves.

    names   of the states, in order
    curves  {measure: [Score or None for each state]}
    No line connects different groups of annotators, or crosses a state without a value.
    """
    width, height = _LEFT + _STEP * len(names) + _RIGHT, _TOP + _HEIGHT + _BOTTOM
    lowest = _lowest(curves)

    def x(state, shift=0):
        return _LEFT + _STEP * (state + 0.5) + shift

    def y(value):
        return _TOP + (1 - value) / (1 - lowest) * _HEIGHT

    parts = [grid_line(_LEFT, width - _RIGHT, y(tick), figure(tick, 2)) for tick in _ticks(lowest)]
    for state, name in enumerate(names):
        shown = name if len(name) < 22 else name[:20] + "…"
        words = f"{escape(shown)}<title>{escape(name)}</title>"
        parts.append(centred(x(state), _TOP + _HEIGHT + 20, words))
    ends = []
    for number, (measure, scores) in enumerate(curves.items()):
        # Beside each other, so that no interval hides another.
        shift = 7 * (number - (len(curves) - 1) / 2)
        pieces = [
            [(x(i, shift), y(scores[i].value), scores[i], names[i]) for i in piece]
            for piece in _pieces(scores)
        ]
        for points in pieces:
            parts += _curve(points, y, *_STYLES[measure])
        if pieces:
            left, top, *_ = pieces[-1][-1]
            ends.append((top, (left, measure)))
    parts += _measure_names(ends)
    return chart(width, height, _title(curves), _in_words(names, curves), parts, "trend")


def _pieces(scores):
    """Lists of the indexes of states that a line joins: neighbours with the same annotators."""
    pieces = []
    for i, score in enumerate(scores):
        if score is not None and score.value is not None:
            if pieces and pieces[-1][-1] == i - 1 and _same_people(scores[i - 1], score):
                pieces[-1].append(i)
            else:
                pieces.append([i])
    return pieces


def _same_people(first, second):
    return sorted(first.annotators) == sorted(second.annotators)


def _curve(points, y, colour, dash):
    if len(points) > 1:
        yield curve([(left, top) for left, top, _, _ in points], colour, dash)
    for left, top, score, name in points:
        if score.interval is not None:
            low, high = (y(bound) for bound in score.interval)
            yield (
                f'<path d="M{left:.1f} {low:.1f}V{high:.1f}" stroke="{colour}" '
                f'stroke-width="1.5" opacity=".6"/>'
            )
        yield (
            f'<circle cx="{left:.1f}" cy="{top:.1f}" r="4" fill="{colour}">'
            f"<title>{escape(f'{score.measure}, {name}: {figure_with_interval(score)}')}</title>"
            "</circle>"
        )


def _measure_names(ends):
    right = max((left for _, (left, _) in ends), default=0)
    for top, (_, measure) in names_apart(ends):
        yield (
            f'<text x="{right + 12:.1f}" y="{top:.1f}" fill="{_STYLES[measure][0]}" '
            f'font-weight="bold">{measure}</text>'
        )


def _lowest(curves):
    """Lower end of the axis: a tenth below all that is drawn, never above .9."""
    values = [
        bound
        for scores in curves.values()
        for score in scores
        if score is not None and score.value is not None
        for bound in (score.value, *(score.interval or ()))
    ]
    tenths = int(10 * min(values, default=0.9) // 1)
    return min(tenths, 9) / 10


def _ticks(lowest):
    tenths = round(10 * (1 - lowest))
    step = 0.05 if tenths <= 3 else 0.1 if tenths <= 6 else 0.2
    number, ticks = 0, []
    while 1 - number * step > lowest - 1e-9:
        ticks.append(round(1 - number * step, 2))
        number += 1
    return ticks


def _title(curves):
    if any(len(_pieces(scores)) > 1 for scores in curves.values()):
        return (
            "Agreement by phase. A line is broken where other annotators are compared, or "
            "a phase has no value."
        )
    return "Agreement by phase"


def _in_words(names, curves):
    sentences, breaks = [], {}
    for measure, scores in curves.items():
        values = ", ".join(
            f"{name} {figure(score.value if score else None)}" for name, score in zip(names, scores)
        )
        sentences.append(f"{measure}: {values}.")
        pieces = _pieces(scores)
        for before, after in zip(pieces, pieces[1:]):
            breaks.setdefault(_break(names, scores, before[-1], after[0]), []).append(measure)
    sentences += [f"Broken, {', '.join(measures)}: {why}." for why, measures in breaks.items()]
    return " ".join(sentences)


def _break(names, scores, before, after):
    """Why the line between two states with values is broken; before, after: their indexes."""
    reasons = []
    if after > before + 1:
        reasons.append(f"no value in {', '.join(names[before + 1 : after])}")
    if not _same_people(scores[before], scores[after]):
        reasons += [
            f"{names[state]} has {', '.join(scores[state].annotators)}" for state in (before, after)
        ]
    return "; ".join(reasons)
