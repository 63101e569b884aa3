"""A plan as sentences, a table, rows for programs, and a picture."""

from math import log10

from brat_iaa.figures import figure_of_layer
from brat_iaa.formats.cells import ENOUGH_TREES, MUCH, count, figure, more, unread_notes
from brat_iaa.formats.picture import STROKES, Dot, Drawing, Stroke, Text
from brat_iaa.formats.tables import COUNT, FIGURE, TEXT, Table
from brat_iaa.scores import MEASURES
from brat_iaa.studies.planning.forecast import curve, last_of
from brat_iaa.studies.planning.sample_size import POWER

LABELS = 15
# With fewer units a prediction is rough, with still fewer too low: tests/benchmarks/sample_size.py
ROUGH, TOO_LOW = 30, 15
_ABOUT = ("layer", "measure", "statistic", "label")
NOTE = (
    "± is half the width of the 95 % interval. Numbers are what is to be expected if what follows "
    "is like what is there, annotated by as many: the next sentences may differ more, or less."
)
_LEFT, _TOP, _WIDTH, _HEIGHT, _RIGHT, _BOTTOM = 58, 20, 520, 240, 90, 52


def sentence(need) -> str:
    """ "LAA is .911 ± .021 (36 sentences). For ± .010, have …" """
    name = need.name if need.score.label is None else f"{need.name} of {need.score.label}"
    if need.half is None:
        return f"{name}: no number can be given: {need.undefined}."
    words = f"{name} is {figure(need.score.value)} ± {figure(need.half)} "
    words += f"({counted(need.annotated, need.unit)}). "
    wanted = f"± {_wanted(need)}"
    if need.needed is None:
        return words + f"For {wanted} no number can be given: {need.undefined}."
    if not need.more:
        return words + f"That is narrow enough for {wanted}."
    return words + (
        f"For {wanted}, have {_by(need.score)} annotate about "
        f"{counted(need.more, need.unit, 'more ')}: {need.needed} in all."
    )


def telling_sentence(telling) -> str:
    """What it takes to tell two phases apart, in words."""
    difference, (first, second) = telling.difference, telling.phases
    layer, measure = difference.layer, difference.measure
    if measure not in MEASURES:
        measure = figure_of_layer(layer, measure, difference.statistic)
    what = f"To tell {first} and {second} apart by {measure}"
    if telling.needed is None:
        return f"{what}, no number can be given: {telling.undefined}."
    chance = f"with a probability of {figure(POWER, 2)}"
    figures = f"{figure(difference.before)} and {figure(difference.after)}"
    if telling.needed <= difference.units:
        enough = counted(difference.units, telling.unit)
        words = f"{what} ({figures}), the {enough} that both have are enough {chance}"
        return words + (
            f": {telling.needed} would be." if telling.needed < difference.units else "."
        )
    return (
        f"{what} ({figures}), both phases need about {counted(telling.needed, telling.unit)} "
        f"{chance}, if the difference is what it seems; they have {difference.units} in common."
    )


def counted(number, unit, before=""):
    """ "1 sentence", "310 more sentences" """
    return count(number, before + unit.removesuffix("s"))


def to_tables(needs, in_full=False) -> list:
    """List of Table: whole layers, then labels. in_full: all labels, not the most frequent"""
    whole = [need for need in needs if need.score.label is None]
    labels = [need for need in needs if need.score.label is not None]
    shown = labels if in_full else labels[:LABELS]
    figures = {(need.score.layer, need.name) for need in shown}
    title = "How much more, by label"
    if len(figures) == 1 and shown:
        title += f" ({shown[0].name})"
    tables = [_table("How much more", whole), _table(title, shown, len(figures) > 1)]
    tables[1] = tables[1].noting(*more(len(labels) - len(shown), "labels"))
    return [table for table in tables if table.records]


def need_table(needs, with_layer=False, with_figure=False) -> Table:
    """A row for each Need; None where there is no number."""
    columns = [TEXT("", ""), *(TEXT(None, name) for name in _ABOUT)]
    columns += [FIGURE("value"), FIGURE("±", "half_width"), TEXT(None, "unit")]
    columns += [COUNT(None, name) for name in ("units", "annotated", "wanted", "needed")]
    columns += [
        COUNT("more"),
        COUNT("in all", ""),
        TEXT(None, "undefined"),
        TEXT(None, "signature"),
    ]
    rows = [
        (
            _row_name(need, with_layer, with_figure),
            *(getattr(need.score, name) for name in (*_ABOUT, "value")),
            *(need.half, need.unit, need.score.units, need.annotated, need.width, need.needed),
            *(need.more, need.needed, need.undefined, need.score.signature),
        )
        for need in needs
    ]
    return Table("How much more", columns, rows)


def to_dict(needs, told=None) -> dict:
    """needs, each with its curve, and what it takes to tell two phases apart."""
    rows = [
        dict(row, curve=[point._asdict() for point in curve(need)])
        for row, need in zip(need_table(needs).dicts(), needs)
    ]
    phases = told and {
        "phases": list(told.phases),
        "layer": told.difference.layer,
        "measure": told.difference.measure,
        "statistic": told.difference.statistic,
        "before": told.difference.before,
        "after": told.difference.after,
        "ratio": told.difference.ratio,
        "interval": told.difference.ratio_interval,
        "unit": told.unit,
        "units": told.difference.units,
        "power": POWER,
        "needed": told.needed,
        "undefined": told.undefined,
    }
    return {"needs": rows, "telling": phases}


def _table(title, needs, figures=True):
    """Table of some Needs. figures: whether rows name the figure"""
    several = len({need.score.layer for need in needs}) > 1
    table = need_table(needs, several, figures)
    unit = needs[0].unit if needs else "sentences"
    width = _wanted(needs[0]) if needs else ""
    reasons = {}
    for row, need in zip(table.records, needs):
        if need.undefined:
            reasons.setdefault(need.undefined, []).append(row[0])
    notes = [NOTE, *_doubts(needs), *unread_notes(need.score.signature for need in needs)]
    notes += [f"No number: {', '.join(names)}: {why}." for why, names in reasons.items()]
    return table._replace(title=f"{title}: {unit} for ± {width}", notes=tuple(notes))


def _row_name(need, with_layer, with_figure):
    layer, figure_name = need.score.layer * with_layer, need.name * with_figure
    return " ".join(filter(None, (layer, need.score.label, figure_name)))


def _doubts(needs):
    """Sentences on numbers that may be far off."""
    doubts, defined = [], [need.score for need in needs if need.needed is not None]
    effect = max(
        (need.score.design_effect or 0 for need in needs if not need.score.label), default=0
    )
    if effect > MUCH and needs[0].unit == "sentences":
        doubts.append(
            f"Agreement varies between documents (design effect {effect:.1f}): "
            "numbers hold for more sentences of these documents. For new documents more are "
            "needed; plan by unit = documents in [intervals]."
        )
    if any(score.units < TOO_LOW for score in defined):
        doubts.append(
            f"Numbers from fewer than {TOO_LOW} {needs[0].unit} with items of a figure are too "
            "low: half widths predicted from 10 were .76 to .88 of those found, so annotate about "
            "half as many again."
        )
    elif any(score.units < ROUGH for score in defined):
        doubts.append(
            f"Numbers from fewer than {ROUGH} {needs[0].unit} with items of a figure are rough, "
            "and rather too low."
        )
    if any(score.measure == "alpha-plain" and score.units < ENOUGH_TREES for score in defined):
        doubts.append(
            f"That of alpha-plain is too low below {ENOUGH_TREES} sentences: a few of them carry "
            "most of the disagreement."
        )
    return doubts


def _wanted(need):
    """The wanted half width: .010; with more digits where three do not say it."""
    shown = figure(need.width)
    return shown if float(shown) == need.width else f"{need.width:g}".removeprefix("0")


def _by(score):
    return "two annotators" if len(score.annotators) == 2 else "as many annotators as so far"


def picture(needs) -> Drawing:
    """The curves of the first few Needs that have one: half width by sentences annotated,
    with what is there as a dot, and the wanted width as a line.
    """
    chosen = [need for need in needs if need.needed is not None][: len(STROKES)]
    last = max(map(last_of, chosen), default=0)
    chosen = [(need, curve(need, last)) for need in chosen]
    width, height = _LEFT + _WIDTH + _RIGHT, _TOP + _HEIGHT + _BOTTOM
    words = " ".join(sentence(need) for need in needs[: len(STROKES)])
    no_curve = Text(_LEFT, _TOP + 40, "No figure has a curve.")
    marks = [*_plot(chosen)] if chosen else [no_curve]
    return Drawing("How much more to annotate", words, width, height, marks)


def _plot(chosen):
    last = max(points[-1].annotated for _, points in chosen)
    here = [need.half for need, _ in chosen]
    wanted = chosen[0][0].width
    # What a few sentences would give stands above the frame: the eye is for what comes.
    top = _round_up(1.6 * max(*here, wanted))

    def x(number):
        return _LEFT + number / last * _WIDTH

    def y(half):
        return _TOP + (1 - half / top) * _HEIGHT

    for step in range(5):
        half = top * step / 4
        yield Stroke([(_LEFT, y(half)), (_LEFT + _WIDTH, y(half))], "grid")
        yield Text(_LEFT - 8, y(half) + 4, figure(half) if step else "0", "end")
    tick = _round_up(last / 6)
    for number in range(0, int(last) + 1, max(1, int(tick))):
        yield Text(x(number), _TOP + _HEIGHT + 18, str(number), "middle")
    unit = chosen[0][0].unit
    yield Text(x(last / 2), _TOP + _HEIGHT + 40, f"{unit} annotated, all together", "middle")
    yield Stroke([(_LEFT, y(wanted)), (_LEFT + _WIDTH, y(wanted))], "ink", 1, "1 3")
    yield Text(_LEFT + _WIDTH + 6, y(wanted) + 4, f"± {_wanted(chosen[0][0])}")
    names = []
    for (need, points), (tone, dash) in zip(chosen, STROKES):
        shown = [point for point in points if point.half <= top]
        name = " ".join(filter(None, (need.name, need.score.label)))
        yield Stroke([(x(point.annotated), y(point.half)) for point in shown], tone, 2, dash)
        yield Dot(x(need.annotated), y(need.half), 4.5, tone, title=sentence(need))
        names.append((name, tone, dash))
    for row, (name, tone, dash) in enumerate(names):
        y_of_row, left = _TOP + 14 + 18 * row, _LEFT + _WIDTH - 150
        yield Stroke([(left, y_of_row - 4), (left + 26, y_of_row - 4)], tone, 2, dash)
        yield Text(left + 32, y_of_row, name, tone=tone, bold=True)


def _round_up(number):
    """The next of 1, 2, 4, 5, 8 and 10 times a power of ten."""
    power = 10 ** (int(log10(number) // 1) if number > 0 else 0)
    return next(step * power for step in (1, 2, 4, 5, 8, 10) if step * power >= number * (1 - 1e-9))
