"""Candidates: does a model, or a new annotator, represent the annotators as well as each of them
represents the others? The test is that of alternative_annotator.py, layer by layer.
"""

from dataclasses import dataclass
from typing import NamedTuple, Optional

import numpy

from brat_iaa.config.settings import directory_names
from brat_iaa.errors import ConfigError, ProjectError
from brat_iaa.formats.cells import count, enumerated, figure, unread_notes
from brat_iaa.formats.tables import (
    COUNT,
    RATE,
    SCORE,
    SENTENCE,
    TEXT,
    ColumnType,
    Table,
    for_programs,
    text_or,
)
from brat_iaa.kinds import KINDS
from brat_iaa.kinds.declaration import Settings, names, text
from brat_iaa.layers.item_values import item_values
from brat_iaa.measures.estimate import by_sentence, mean
from brat_iaa.report.notes import uncounted_sentence
from brat_iaa.scores.builder import NO_FIGURE, EstimatedFigure, ScoreBuilder
from brat_iaa.studies.alternative_annotator import (
    FALSE_DISCOVERIES,
    PASSES,
    ScaleSimilarity,
    SetSimilarity,
    comparisons,
    rejected,
    t_by_items,
    t_by_units,
)
from brat_iaa.studies.not_worse import (
    MARGIN_FIELDS,
    comparisons_within,
    margin_rows,
    margin_table,
)
from brat_iaa.studies.study import NamedStudy, Report, chosen_layers, directories_of, number

# Annotators, and items of each, that the test needs, and what a candidate's lower cost is worth, by
# who the annotators are (Calderon, Reichart & Dror 2025).
FEWEST_HUMANS, FEWEST_ITEMS = 3, 30
EPSILONS = {"experts": 0.2, "skilled annotators": 0.15, "crowd workers": 0.1}
WHAT = (
    "The alternative annotator test (Calderon, Reichart & Dror 2025): a candidate passes if it is "
    "like the other annotators as much as one of them is, against at least half of them."
)
FIELDS = ("layer", "candidate", "annotator", "items", "advantage", "low", "high", "p",
          "wins", "p_by_units", "wins_by_units", "winning_rate", "passes", "winning_rate_by_units",
          "passes_by_units", "reason")  # fmt: skip
_YES = ColumnType("l", lambda value: {True: "yes", False: "no", None: "–"}[value])
_P = ColumnType("r", lambda p: "–" if p is None else "<.001" if p < 0.001 else figure(p))


def _share(text):
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1:
        raise ConfigError("expected a number from 0 to 1, such as .15.")
    return value


@dataclass(frozen=True)
class CandidateOptions(Settings):
    """Who is tested."""

    candidate: tuple = names(
        (), parse=directory_names, value="NAMES", example="gpt, parser",
        help="Directories of the candidates, separated by commas. They count as annotators in no "
        "figure of this study.",
    )  # fmt: skip
    epsilon: float = text(
        EPSILONS["skilled annotators"], parse=_share, value="E",
        help="What a candidate's lower cost is worth: .2 where annotators are experts, .15 "
        "skilled, .1 crowd workers. Choose it before you see the figures.",
    )  # fmt: skip
    margin: Optional[float] = text(
        None, parse=number(0, 1, ".02"), value="M",
        help="Also say whether the candidate agrees with the annotators, and with the gold, not "
        "worse than they do by more than M, such as .02. Default: not asked.",
    )  # fmt: skip
    layer: Optional[str] = text(None, value="NAME", help="Only this layer. Default: all.")


class AgainstHuman(NamedTuple):
    """The candidate against one annotator.

    items      that both have
    advantage  EstimatedFigure: the share on which the candidate is as good or better
    by_items   probability of the data if the candidate is worse by epsilon, items drawn one by one
    by_units   the same, sentences or documents drawn as wholes; None with too few
    wins, wins_by_units  whether that is rejected, all annotators together
    """

    annotator: str
    items: int
    advantage: EstimatedFigure
    by_items: float
    by_units: Optional[float]
    wins: bool
    wins_by_units: Optional[bool]


class Verdict(NamedTuple):
    """What the test says of a candidate in a layer.

    humans     list of AgainstHuman, of annotators with enough items
    advantage  EstimatedFigure: the mean of theirs
    reason     why there is no result, or None
    items      number of items, of whichever annotator
    """

    humans: list
    advantage: EstimatedFigure
    reason: Optional[str]
    items: int

    @property
    def figures(self) -> tuple:
        """(items, advantage, rate and whether it passes, by items, then by units)"""
        by_units = self.rate(True), self.passes(True)
        return self.items, self.advantage, self.rate(), self.passes(), *by_units

    def rate(self, by_units=False) -> Optional[float]:
        """The winning rate."""
        wins = self._wins(by_units)
        return None if not wins or None in wins else sum(wins) / len(wins)

    def passes(self, by_units=False) -> Optional[bool]:
        """Whether the candidate passes; None if nobody knows."""
        wins = self._wins(by_units)
        return None if not wins or None in wins else sum(wins) >= PASSES * len(wins)

    def _wins(self, by_units):
        return [human.wins_by_units if by_units else human.wins for human in self.humans]


class Trial(NamedTuple):
    """One candidate in one layer.

    layer, candidate  names
    annotators names of the humans
    lacking    of how many documents the candidate has nothing
    verdict    Verdict
    unread     list of Uncounted: lines of the candidate that could not be read
    signature  of the settings
    """

    layer: str
    candidate: str
    annotators: tuple
    lacking: int
    verdict: Verdict
    unread: list
    signature: str


def tables(project, options) -> Report:
    """What the test says of each candidate in each layer."""
    agreement, trials = project.agreement(), []
    refused: list = []
    if not options.candidate:
        raise ProjectError(f"{agreement.project}: name the candidates, directories of the project.")
    humans = tuple(name for name in agreement.annotators if name not in options.candidate)
    config, layers = agreement.config, chosen_layers(agreement.layers, options.layer)
    with_gold = options.margin is not None and config.gold and humans
    if len(humans) < 2 and not with_gold:
        one = f"only one annotator ({humans[0]})" if humans else "no annotator"
        are = "is the candidate" if len(options.candidate) == 1 else "are the candidates"
        raise ConfigError(
            f"If {enumerated(options.candidate)} {are}, {one} is left. The test needs "
            f"{FEWEST_HUMANS}."
        )
    within: list = []
    if options.margin is not None:
        for name in options.candidate:
            within += comparisons_within(
                project, layers, humans, name, options.margin, config, refused
            )  # fmt: skip
    if len(humans) < 2:
        refused.append(("", "", f"the test needs {FEWEST_HUMANS} annotators"))
        layers = []
    elif humans != agreement.annotators:
        agreement = directories_of(project, humans, agreement.layers)
        layers = chosen_layers(agreement.layers, options.layer)
    for layer in layers:
        if not KINDS[layer.kind].listed:
            words = KINDS[layer.kind].words
            refused.append((layer.name, "", f"{words} have no values of single items"))
            continue
        for name in options.candidate:
            made = _trial(project, agreement, humans, layer, name, options)
            if isinstance(made, Trial) and not made.verdict.reason:
                trials.append(made)
            else:
                reason = made.verdict.reason if isinstance(made, Trial) else made
                refused.append((layer.name, name, reason))
    if not (trials or within):
        reasons = dict.fromkeys(f"{' '.join(filter(None, row[:2]))}: {row[2]}." for row in refused)
        why = " ".join(reasons)
        raise ProjectError(f"{agreement.project}: no candidate can be tested. {why}")
    epsilons = enumerated(f"{figure(value, 2)} for {name}" for name, value in EPSILONS.items())
    said = [
        f"{agreement.project}: {', '.join(humans)}",
        WHAT,
        f"epsilon {figure(options.epsilon, 2)}: what a candidate's lower cost is worth. "
        f"Choose it before you see the figures: {epsilons}.",
    ]
    unit = agreement.config.unit
    made = _tables(trials, unit)
    for layer in dict.fromkeys(row[-1].layer for row in within):
        made.append(margin_table(layer, [row for row in within if row[-1].layer == layer]))
    columns = [text_or("all")("layer"), text_or("all")("candidate"), SENTENCE("reason")]
    made.append(Table("Not tested", columns, refused))
    return Report(said, [table for table in made if table.records], _rows(trials, refused, within))


def _trial(project, agreement, humans, layer, name, options):
    """The Trial of a candidate in a Layer; why there is none where it cannot be compared."""
    try:
        beside = directories_of(project, (*humans, name), agreement.layers)
    except ProjectError as error:
        return str(error).rstrip(".")
    parts = beside.parts.get(layer.name, ())
    has = [each for each in parts if name in beside.tables[each].annotators]
    if not has:
        return "the candidate has none of the documents"
    values = item_values(layer, parts.of(has), beside.tables, (*humans, name))
    codes, candidate = values.codes[:, :-1], values.codes[:, -1]
    order = getattr(layer.settings, "order", None)
    similarity = ScaleSimilarity(values.values, order) if order else SetSimilarity(values.values)
    against = comparisons(similarity, codes, candidate)
    documents = agreement.config.unit == "documents"
    unit = values.document[values.sentence] if documents else values.sentence
    builder = ScoreBuilder(agreement.config, layer, data=agreement.data_of(layer))
    verdict = _verdict(against, values, unit, options.epsilon, builder)
    everybody = frozenset((*humans, name))
    unread = beside.data_of(layer).uncounted(layer, everybody)
    unread = [line for line in unread if line.annotator == name]
    lacking = sum(len(line.lines) for line in unread)
    source = (
        f"alt-test:CA25|candidate:{name}|similarity:{'rmse' if order else 'masi:RD13'}"
        f"|epsilon:{options.epsilon:g}|fdr:{FALSE_DISCOVERIES:g},BY01"
        "|by:item"
    ) + (f"|uncounted-of-candidate:{lacking}" if lacking else "")
    score = builder.score(
        "advantage", "rho", humans, source, NO_FIGURE, len(values.items), None, None
    )
    return Trial(
        layer.name, name, humans, len(agreement.parts[layer.name]) - len(has), verdict, unread,
        score.signature,
    )  # fmt: skip


def _verdict(against, values, unit, epsilon, builder):
    """The Verdict of Advantages over all annotators."""
    humans, estimates = [], []
    items = len(set().union(*(comparison.item.tolist() for comparison in against)))
    for name, comparison in zip(values.annotators, against):
        if len(comparison.item) < FEWEST_ITEMS:
            continue
        estimates.append(
            by_sentence(
                comparison.candidate.astype(float), numpy.ones(len(comparison.item)),
                values.sentence[comparison.item], len(values.document),
            ).estimate()
        )  # fmt: skip
        (advantage,) = builder.figures(estimates[-1], values.document)
        humans.append(AgainstHuman(
            name, len(comparison.item), advantage, t_by_items(comparison.difference, epsilon),
            t_by_units(comparison.difference, unit[comparison.item], epsilon), False, None,
        ))  # fmt: skip
    most = max((len(comparison.item) for comparison in against), default=0)
    reason = None
    if len(against) < FEWEST_HUMANS:
        reason = (
            f"it needs {FEWEST_HUMANS} annotators: with two, nothing says which of the two a "
            "candidate should be like"
        )
    elif not most:
        reason = "no item has values of two annotators and of the candidate"
    elif not humans:
        reason = (
            f"it needs {FEWEST_ITEMS} items of an annotator that another annotator and the "
            f"candidate have, too; there are {most}"
        )
    if reason:
        return Verdict([], NO_FIGURE, reason, items)
    (advantage,) = builder.figures(mean(estimates), values.document)
    wins = rejected([human.by_items for human in humans])
    by_units = iter(rejected([human.by_units for human in humans if human.by_units is not None]))
    humans = [
        human._replace(
            wins=won, wins_by_units=None if human.by_units is None else next(by_units)
        )
        for human, won in zip(humans, wins)
    ]  # fmt: skip
    return Verdict(humans, advantage, None, items)


def _tables(trials, unit):
    """Each layer with its candidates beside each other, then each candidate."""
    made = []
    for layer in dict.fromkeys(trial.layer for trial in trials):
        of_layer = [trial for trial in trials if trial.layer == layer]
        made.append(_side_by_side(of_layer, unit))
        for trial in of_layer:
            made.append(_humans(trial, unit))
    return made


def _side_by_side(of_layer, unit):
    best_first = sorted(of_layer, key=lambda trial: -trial.verdict.advantage.value)
    rows = [(trial.candidate, *trial.verdict.figures) for trial in best_first]
    notes = [
        "advantage: how probable it is that the candidate is as good as an annotator, or better; "
        "the mean over the annotators. Compare candidates by it.",
        "winning rate: share of the annotators against whom the candidate wins; it passes with "
        ".50 or more.",
        f"Items of one sentence depend on each other, so read the test by {unit}, which draws "
        f"{unit} as wholes; the paper's own draws items one by one.",
    ]
    if any(trial.verdict.rate(True) is None for trial in of_layer):
        notes.append(f"–: fewer than 10 {unit} of an annotator, too few for a test by {unit}.")
    if len({trial.verdict.items for trial in of_layer}) > 1:
        notes.append("Candidates have different items: spans that only one drew, or documents.")
    notes += [
        f"{trial.candidate} has nothing in {count(trial.lacking, 'document')}; nothing there is "
        "counted."
        for trial in of_layer
        if trial.lacking
    ]
    notes += unread_notes(trial.signature for trial in of_layer)
    notes += [uncounted_sentence(trial.unread) for trial in of_layer if trial.unread]
    signatures = tuple(trial.signature for trial in of_layer)
    columns = [
        TEXT("candidate"), COUNT("items"), SCORE("advantage"), RATE("winning rate"),
        _YES("passes"), RATE(f"winning rate by {unit}"), _YES(f"passes by {unit}"),
    ]  # fmt: skip
    return Table(f"{of_layer[0].layer}: candidates", columns, rows, tuple(notes), signatures)


def _humans(trial, unit):
    columns = [
        TEXT("annotator"), COUNT("items"), SCORE("advantage"), _P("p"), _YES("wins"),
        _P(f"p by {unit}"), _YES(f"wins by {unit}"),
    ]  # fmt: skip
    notes = [
        "p: probability of such differences, or clearer ones, if the candidate were worse than "
        "the annotator by epsilon."
    ]
    tested = trial.verdict.humans
    few = {*trial.annotators} - {human.annotator for human in tested}
    if few:
        notes.append(f"Fewer than {FEWEST_ITEMS} items, excluded: {enumerated(sorted(few))}.")
    rows = [
        (
            human.annotator, human.items, human.advantage, human.by_items, human.wins,
            human.by_units, human.wins_by_units,
        )
        for human in tested
    ]  # fmt: skip
    title = f"{trial.layer}, {trial.candidate}: against each annotator"
    return Table(title, columns, rows, tuple(notes))


def _rows(trials, refused, within):
    """For programs: of each candidate all annotators together, then each; and what could not be
    tested.
    """
    rows: list = []
    for trial in trials:
        verdict, about = trial.verdict, {"layer": trial.layer, "candidate": trial.candidate}
        names = FIELDS[FIELDS.index("winning_rate") : FIELDS.index("reason")]
        of_all = dict(zip(names, verdict.figures[2:]))
        rows.append({**about, "items": verdict.items, **_bounds(verdict.advantage), **of_all})
        rows += [
            {
                **about, **_bounds(human.advantage), "annotator": human.annotator,
                "items": human.items, "p": human.by_items, "wins": human.wins,
                "p_by_units": human.by_units, "wins_by_units": human.wins_by_units,
            }
            for human in verdict.humans
        ]  # fmt: skip
    rows += [
        {"layer": layer or None, "candidate": name or None, "reason": reason}
        for layer, name, reason in refused
    ]
    rows += margin_rows(within)
    table = for_programs(rows, FIELDS + MARGIN_FIELDS if within else FIELDS)
    return table._replace(records=list(table.records))


def _bounds(estimated):
    low, high = estimated.interval or (None, None)
    return {"advantage": estimated.value, "low": low, "high": high}


STUDY = NamedStudy(
    "candidates", "Can a model replace an annotator?",
    "Test whether a candidate, such as a model, can take the place of an annotator.",
    CandidateOptions, tables,
)  # fmt: skip
