"""A simulation as text, rows and a plot."""

import csv
import io
from html import escape

from brat_iaa.report.disagreements import safe_cell
from brat_iaa.report.tables import figure
from brat_iaa.simulation import FIGURES, KIND_MEANINGS, KINDS, PROBABILITIES, Point

# Okabe & Ito, darkened; each measure has a dash of its own too.
_LINES = {"UAA": ("#0060a0", ""), "LAA": ("#b34700", "7 3"), "LOA": ("#00704f", "2 3")}
_LEFT, _TOP, _WIDTH, _HEIGHT, _GAP = 48, 48, 250, 240, 84


def sentences(simulation):
    """What the project's own figures mean, a sentence each."""
    return [
        f"Your {own.measure} {own.statistic} {figure(own.value)} is "
        + (
            "below what any share of random labels and heads gives."
            if own.p is None
            else f"what p = {figure(own.p, 2)} of random labels and heads would give."
        )
        for own in simulation.own
    ]


def to_text(simulation):
    """Tables, one for each kind of error, and the sentences."""
    lines = [
        f"Scores of {simulation.annotator}'s trees against the same trees with random errors "
        f"(mean of {simulation.repetitions}, seed {simulation.seed})"
    ]
    values = {point[:4]: point.value for point in simulation.points}
    for kind in KINDS:
        lines += ["", KIND_MEANINGS[kind][0].upper() + KIND_MEANINGS[kind][1:]]
        lines.append("  p   " + "".join(f"{measure + ' ' + statistic:>11}" for measure, statistic in FIGURES))
        for p in PROBABILITIES:
            lines.append(f"{p:5.1f} " + "".join(f"{figure(values[(kind, *name, p)]):>11}" for name in FIGURES))
    return "\n".join(lines + [""] + sentences(simulation)) + "\n"


def to_dict(simulation):
    return {
        "annotator": simulation.annotator,
        "repetitions": simulation.repetitions,
        "seed": simulation.seed,
        "points": [point._asdict() for point in simulation.points],
        "own": [own._asdict() for own in simulation.own],
        "sentences": sentences(simulation),
    }


def to_csv(simulation):
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(Point._fields)
    writer.writerows([safe_cell(cell) for cell in point] for point in simulation.points)
    return out.getvalue()


def to_svg(simulation):
    """A panel for each statistic: curves over p for random labels and heads, the project's figures as rings on them."""
    panels = ("exact", "alpha")
    width, height = _LEFT + len(panels) * (_WIDTH + _GAP), _TOP + _HEIGHT + 50
    summary = " ".join(sentences(simulation))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
        f' role="img" font-family="sans-serif" font-size="12" fill="#1b1d21"><title>Agreement with random errors</title>'
        f"<desc>{escape(summary)}</desc>"
        f'<rect width="{width}" height="{height}" fill="#fff"/>'
    ]
    for number, statistic in enumerate(panels):
        parts += _panel(simulation, statistic, _LEFT + number * (_WIDTH + _GAP))
    return "".join(parts) + "</svg>\n"


def _panel(simulation, statistic, left):
    curves = {
        measure: [
            (point.p, point.value) for point in simulation.points
            if (point.kind, point.measure, point.statistic) == ("both", measure, statistic) and point.value is not None
        ]
        for measure in _LINES
    }
    lowest = min([0] + [value for curve in curves.values() for _, value in curve])

    def x(p):
        return left + p * _WIDTH

    def y(value):
        return _TOP + (1 - value) / (1 - lowest) * _HEIGHT

    parts = [f'<text x="{left}" y="{_TOP - 18}" font-weight="bold">{statistic}</text>']
    for step in range(0, 11, 2):
        at = step / 10
        parts.append(
            f'<path d="M{left} {y(at):.1f}H{left + _WIDTH}" stroke="#e6e8ec"/>'
            f'<text x="{left - 6}" y="{y(at) + 4:.1f}" text-anchor="end">{at:.1f}</text>'
            f'<text x="{x(at):.1f}" y="{_TOP + _HEIGHT + 18}" text-anchor="middle">{at:.1f}</text>'
        )
    parts.append(
        f'<text x="{x(0.5):.1f}" y="{_TOP + _HEIGHT + 38}" text-anchor="middle">'
        "p: share of random labels and heads</text>"
    )
    # Labels at the ends of curves are kept a line apart, from the axis upwards.
    ends = sorted(((y(curve[-1][1]), measure) for measure, curve in curves.items() if curve), reverse=True)
    last = _TOP + _HEIGHT + 14.0
    for end, measure in ends:
        colour, dash = _LINES[measure]
        last = min(end + 4, last - 14)
        path = "L".join(f"{x(p):.1f} {y(value):.1f}" for p, value in curves[measure])
        parts.append(
            f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2" stroke-dasharray="{dash or "none"}"/>'
            f'<text x="{left + _WIDTH + 6}" y="{last:.1f}" fill="{colour}">{measure}</text>'
        )
    for own in simulation.own:
        if own.statistic == statistic and own.p is not None:
            colour, _ = _LINES[own.measure]
            name = f"{own.measure} {figure(own.value)}: p = {figure(own.p, 2)}"
            parts.append(
                f'<circle cx="{x(own.p):.1f}" cy="{y(own.value):.1f}" r="5" fill="#fff" stroke="{colour}" '
                f'stroke-width="2"><title>{name}</title></circle>'
            )
    return parts
