"""Planning: how much more to annotate for an interval of some width, and to tell phases apart.

With n sentences of the same kind in place of S each influence is S / n as large and there are n / S
as many (measures.estimate), so that

    se(n)^2 = (S - 1) / (n - 1)  se(S)^2        nu(n) = (n - 1) / (S - 1)  nu(S)

The interval at n is that of the one estimator, with the same figure, this standard error and
Student's t with these degrees of freedom, on its own scale. It is what is to be expected: the next
sentences may differ more, or less.

To tell a change of the disagreement, the ratio r, from none, its interval on log r must leave out
0. If r is the true ratio, that happens with a probability of POWER if (Cohen 1988, Statistical
power analysis for the behavioral sciences, chapter 2, with t for the normal quantile of the level)

    (t + z) se_log(n) <= |log r|        z: the normal quantile of POWER
"""

from dataclasses import dataclass
from math import ceil, log, sqrt
from typing import NamedTuple, Optional

import numpy

from brat_iaa.errors import ConfigError, ProjectError, Undefined
from brat_iaa.figures import figure_name, figure_of_layer, statistic_name
from brat_iaa.formats.cells import ENOUGH_TREES, MUCH, count, figure, interval_unit, unread_notes
from brat_iaa.formats.tables import COUNT, FIGURE, TEXT, Table
from brat_iaa.kinds import leading_first
from brat_iaa.kinds.declaration import Settings, text
from brat_iaa.measures.estimate import CORRECTED, SHARE
from brat_iaa.measures.intervals import Spread, bounds
from brat_iaa.measures.score import FEWEST, Score
from brat_iaa.measures.student import t_quantile
from brat_iaa.scores import MEASURES
from brat_iaa.scores.index import ScoreIndex
from brat_iaa.scores.score_table import EVERYTHING
from brat_iaa.spelling import nearest
from brat_iaa.studies.study import NamedStudy, Report, chosen_layers, number

POWER = 0.8
_POWER_QUANTILE = 0.8416212335729143
# Beyond this number of units nobody annotates.
MOST = 10**7
_ALL_ALIKE = 1e-12
NO_INTERVAL = "there is no interval to start from"
NOBODY_DIFFERS = "nobody differs yet, so nothing tells how much sentences vary"
NEVER_AGREE = "nobody agrees yet, so nothing tells how much sentences vary"
ALL_ALIKE = "all sentences have the same share, so nothing tells how much they vary"
OUT_OF_REACH = "more than ten million would be needed"
NOBODY_DIFFERS_IN_ONE = "nobody differs in one of them, so nothing tells how much sentences vary"
NO_CHANGE = "the two do not differ at all"
# With fewer units a prediction is rough, with still fewer too low: tests/benchmarks/sample_size.py
ROUGH, TOO_LOW = 30, 15
_ABOUT = ("layer", "measure", "statistic")
NOTE = (
    "± is half the width of the 95% interval. Numbers are what is to be expected if what follows "
    "is like what is there, annotated by as many: the next sentences may differ more, or less."
)


def _two_numbers(text):
    numbers = text.replace(",", " ").split()
    plain = all(one.isascii() and one.isdigit() and len(one) < 10 and int(one) for one in numbers)
    if len(numbers) != 2 or not plain:
        raise ConfigError("expected the numbers of two snapshots, such as 1 2.")
    return tuple(map(int, numbers))


@dataclass(frozen=True)
class PlanningOptions(Settings):
    """What is planned."""

    width: float = text(
        0.01, parse=number(0, 1, ".01"), value="NUMBER",
        help="Wanted half width of the 95% interval: the figure, give or take this.",
    )  # fmt: skip
    layer: Optional[str] = text(None, value="NAME", help="Only this layer. Default: all.")
    measure: Optional[str] = text(
        None, value="NAME",
        help="Measure, such as LAA or kappa. Default: the main figures of each layer.",
    )  # fmt: skip
    phases: Optional[tuple] = text(
        None, parse=_two_numbers, value="NUMBERS",
        help="Numbers of two snapshots, such as 1,2: also what it takes to tell them apart. "
        "Default: the last two, if there are two.",
    )  # fmt: skip


def half_widths(score, at) -> numpy.ndarray:
    """Half the width of the interval to be expected with other numbers of units.

    score  the figure as it is, with the attributes value, standard_error, units, degrees and
           expected of a Score
    at     numbers of units: array of numbers from FEWEST

    Raises Undefined, with the reason, where units do not vary.
    """
    corrected, at = score.expected is not None, numpy.asarray(at)
    if score.value == 1:
        raise Undefined(NOBODY_DIFFERS)
    if score.value == 0 and not corrected:
        raise Undefined(NEVER_AGREE)
    if score.standard_error < _ALL_ALIKE:
        raise Undefined(ALL_ALIKE)
    alike = numpy.full(at.shape, float(score.value))
    more = (at - 1) / (score.units - 1)
    error = float(score.standard_error) / numpy.sqrt(more)
    spread = Spread(at, at, error, _degrees(score, more), alike)
    scale = CORRECTED if corrected else SHARE
    low, high = bounds(alike, spread, scale, numpy.ones(at.shape))
    return (high - low) / 2


def _degrees(figure, more):
    """Degrees of freedom with so many times more units, less one."""
    return numpy.maximum(figure.degrees * more, 1)


def units_for_width(score, width) -> int:
    """The smallest number of units, from FEWEST, whose half width is at most `width`.

    Raises Undefined, with the reason, where units do not vary, and beyond MOST.
    """
    return _smallest(lambda number: half_widths(score, [number])[0] <= width)


def units_to_tell(change) -> int:
    """The smallest number of units that tell a change from none with a probability of POWER.

    change  with the attributes ratio, ratio_interval, units and degrees of a Difference

    Raises Undefined, with the reason.
    """
    interval: tuple = change.ratio_interval or (None, None)
    ratio, (low, high) = change.ratio, interval
    if ratio == 0 or high is None and low is not None:
        raise Undefined(NOBODY_DIFFERS_IN_ONE)
    if ratio is not None and abs(log(ratio)) < _ALL_ALIKE:
        raise Undefined(NO_CHANGE)
    if None in (ratio, low, high):
        raise Undefined(NO_INTERVAL)
    error = log(high / low) / 2 / float(t_quantile(change.degrees))

    def enough(number):
        more = (number - 1) / (change.units - 1)
        t = float(t_quantile(_degrees(change, more)))
        return (t + _POWER_QUANTILE) * error / sqrt(more) <= abs(log(ratio))

    return _smallest(enough)


def _smallest(enough):
    """The smallest number from FEWEST for which enough(number), which stays true from there on."""
    low, high = FEWEST - 1, FEWEST
    while not enough(high):
        low, high = high, 2 * high
        if high > MOST:
            raise Undefined(OUT_OF_REACH)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


class Need(NamedTuple):
    """What one figure needs.

    score      the Score as it is
    name       of the figure: "LAA"
    width      wanted half width
    half       half the width of the interval as it is; None if there is none
    annotated  number of sentences (or documents) that were compared so far
    needed     number of them for the wanted width, all together; None if undefined
    undefined  why there is no number, or None
    """

    score: Score
    name: str
    width: float
    half: Optional[float]
    annotated: int
    needed: Optional[int]
    undefined: Optional[str]

    @property
    def unit(self) -> str:
        """ "sentences" or "documents" """
        return interval_unit(self.score)

    @property
    def more(self) -> Optional[int]:
        """How many more of them to annotate; None if undefined."""
        return None if self.needed is None else max(0, self.needed - self.annotated)


def needs(agreement, options) -> list:
    """List of Need of the main figures of each layer. Raises ConfigError for names that no figure
    has.
    """
    width, measure = options.width, options.measure
    chosen, needed = chosen_layers(agreement.layers, options.layer), []
    indexes = agreement.score_indexes
    if measure:
        # Labels have further figures than tables show.
        indexes = [
            ScoreIndex(agreement, layer, lambda kind: EVERYTHING)
            for layer in leading_first(agreement.layers)
        ]
    measures = set()
    for index in indexes:
        if index.name not in [layer.name for layer in chosen]:
            continue
        annotated = _annotated(index)
        measures.update(name for name, _ in index.overall)
        keys = [key for key in index.overall if key[0] == measure] if measure else index.main
        scores = [index.overall[key] for key in keys if key in index.overall]
        needed += [_need(score, width, annotated) for score in scores]
    if not needed:
        hint = nearest(measure, sorted(measures), "There are") if measure else ""
        raise ConfigError(
            f"There is no figure{measure and f' of {measure}' or ''} over all annotators yet.{hint}"
        )
    return needed


def _need(score, width, annotated_of):
    annotated, needed, undefined = annotated_of[interval_unit(score)], None, None
    half = score.interval and (score.interval[1] - score.interval[0]) / 2
    try:
        if half is None:
            raise Undefined(score.undefined or score.no_interval or NO_INTERVAL)
        # What stands in some sentences only will do so.
        needed = ceil(units_for_width(score, width) * annotated / score.units)
    except Undefined as error:
        undefined = str(error)
    return Need(score, _name(score), width, half, annotated, needed, undefined)


def _name(score):
    """Name of a figure; of dependencies MASI is what a measure stands for."""
    if score.measure not in MEASURES:
        return figure_name(score.measure, score.statistic)
    if score.statistic == "masi":
        return score.measure
    return f"{score.measure}, {statistic_name(score.statistic)}"


def _annotated(layer):
    """{unit: how many of them at least two annotators have}"""
    agreement = layer.agreement
    tables = [
        table for name, table in agreement.tables.items() if len(agreement.annotators_of(name)) > 1
    ]
    sentences = sum(len(table.sentence_starts) for table in tables)
    return {"sentences": sentences, "documents": len(tables)}


def telling_sentence(names, differences, unit, options) -> str:
    """What it takes to tell two phases apart, in words: by LAA, or the leading figure of the first
    layer, or as the options say. Raises ConfigError where they have no such figure in common.

    names, differences, unit  as StudiedProject.phases returns them
    """
    candidates = [
        each
        for each in differences
        if options.layer in (None, each.layer)
        and options.measure in (None, each.measure)
        and (each.measure not in MEASURES or each.statistic == "masi")
    ]
    what = f"To tell {names[0]} and {names[1]} apart"
    if not candidates:
        return f"{what}, no number can be given: they have no such figure in common."
    by_laa = (
        each for each in candidates if each.measure == "LAA" and each.layer == candidates[0].layer
    )
    difference = next(by_laa, candidates[0])
    measure = difference.measure
    if measure not in MEASURES:
        measure = figure_of_layer(difference.layer, measure, difference.statistic)
    what += f" by {measure}"
    try:
        needed = units_to_tell(difference)
    except Undefined as error:
        # Of what does not differ at all no more sentences would help.
        reason = (difference.difference and difference.no_interval) or error
        return f"{what}, no number can be given: {reason}."
    power = f"to detect this difference with {POWER:.0%} power"
    what += f" ({figure(difference.before)} and {figure(difference.after)})"
    if needed > difference.units:
        return (
            f"{what}, both phases need about {counted(needed, unit)} {power}; they have "
            f"{difference.units} in common."
        )
    words = f"{what}, the {counted(difference.units, unit)} that both have are enough {power}"
    return words + (f": {needed} would be." if needed < difference.units else ".")


def sentence(need) -> str:
    """ "LAA is .911 ± .021 (36 sentences). For ± .010, have …" """
    if need.half is None:
        return f"{need.name}: no number can be given: {need.undefined}."
    words = f"{need.name} is {figure(need.score.value)} ± {figure(need.half)} "
    words += f"({counted(need.annotated, need.unit)}). "
    wanted = f"± {_wanted(need)}"
    if need.needed is None:
        return words + f"For {wanted} no number can be given: {need.undefined}."
    if not need.more:
        return words + f"That is narrow enough for {wanted}."
    return words + (
        f"For {wanted}, annotate about {counted(need.more, need.unit, 'more ')} with "
        f"{_by(need.score)}: {need.needed} in all."
    )


def counted(number, unit, before=""):
    """ "1 sentence", "310 more sentences" """
    return count(number, before + unit.removesuffix("s"))


def tables(project, options) -> Report:
    """What figures need, as a Report."""
    agreement = project.agreement()
    if not any(index.overall for index in agreement.score_indexes):
        raise ProjectError(f"{agreement.project}: there is no figure over all annotators yet.")
    planned = needs(agreement, options)
    said = [sentence(need) for need in planned[:1]]
    told = project.phases(options.phases)
    if told is not None:
        names_of_both, differences, unit = told
        said.append(telling_sentence(names_of_both, differences, unit, options))
    return Report(said, [_table(planned)], need_table(planned))


def need_table(needs, names=()) -> Table:
    """A row for each Need; None where there is no number. names: of the rows, for readers"""
    columns = [TEXT("", ""), *(TEXT(None, name) for name in _ABOUT)]
    columns += [FIGURE("value"), FIGURE("±", "half_width"), TEXT(None, "unit")]
    columns += [COUNT(None, name) for name in ("units", "annotated", "wanted", "needed")]
    columns += [COUNT("more"), COUNT("in all", "")]
    columns += [TEXT(None, "undefined"), TEXT(None, "signature")]
    rows = [
        (
            name, *(getattr(need.score, about) for about in (*_ABOUT, "value")), need.half,
            need.unit, need.score.units, need.annotated, need.width, need.needed, need.more,
            need.needed, need.undefined, need.score.signature,
        )
        for need, name in zip(needs, names or [""] * len(needs))
    ]  # fmt: skip
    return Table("How much more", columns, rows)


def _table(needs):
    """Table of Needs to read."""
    several = len({need.score.layer for need in needs}) > 1
    names = [f"{need.score.layer * several} {need.name}".strip() for need in needs]
    reasons = {}
    for name, need in zip(names, needs):
        if need.undefined:
            reasons.setdefault(need.undefined, []).append(name)
    notes = [NOTE, *_doubts(needs), *unread_notes(need.score.signature for need in needs)]
    notes += [f"No number: {', '.join(rows)}: {why}." for why, rows in reasons.items()]
    title = f"How much more: {needs[0].unit} for ± {_wanted(needs[0])}"
    return need_table(needs, names)._replace(title=title, notes=tuple(notes))


def _doubts(needs):
    """Sentences on numbers that may be far off."""
    doubts, defined = [], [need.score for need in needs if need.needed is not None]
    effect = max(need.score.design_effect or 0 for need in needs)
    if effect > MUCH and needs[0].unit == "sentences":
        doubts.append(
            f"Agreement varies between documents (design effect {effect:.1f}): "
            "numbers hold for more sentences of these documents. For new documents more are "
            "needed; plan by unit = documents in [intervals]."
        )
    if any(score.units < ROUGH for score in defined):
        doubts.append(
            f"Numbers from fewer than {ROUGH} {needs[0].unit} with items of a figure are rough, "
            f"and rather too low; below {TOO_LOW}, annotate about half as many again."
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
    return "two annotators" if len(score.annotators) == 2 else "the same number of annotators"


STUDY = NamedStudy(
    "planning", "How much more to annotate",
    "Say how many more sentences a narrower interval needs.", PlanningOptions, tables,
)  # fmt: skip
