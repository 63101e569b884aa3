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
from brat_iaa.layers.item_values import MISSING, ItemValues, item_values
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
from brat_iaa.studies.study import NamedStudy, Report, chosen_layers

# Annotators, and items of each, that the test needs, and what a candidate's lower cost is worth, by
# who the annotators are (Calderon, Reichart & Dror 2025).
FEWEST_HUMANS, FEWEST_ITEMS = 3, 30
EPSILONS = {"experts": 0.2, "skilled annotators": 0.15, "crowd workers": 0.1}
WHAT = (
    "The alternative annotator test (Calderon, Reichart & Dror 2025): a candidate passes if it is "
    "like the other annotators as much as one of them is, against at least half of them."
)
FIELDS = ("layer", "candidate", "label", "annotator", "items", "advantage", "low", "high", "p",
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
    """What the test says of some items.

    label      of which they are; None: all
    humans     list of AgainstHuman, of annotators with enough items
    advantage  EstimatedFigure: the mean of theirs
    reason     why there is no result, or None
    items      number of items, of whichever annotator
    """

    label: Optional[str]
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
    values     ItemValues: of the humans, then of the candidate
    documents  {name of a document: its text}, those that the candidate has; lacking: of how many
               others it has nothing
    whole      Verdict of all items; labels: list of Verdict, one for each label
    unread     list of Uncounted: lines of the candidate that could not be read
    signature  of the settings
    """

    layer: str
    candidate: str
    values: ItemValues
    documents: dict
    lacking: int
    whole: Verdict
    labels: list
    unread: list
    signature: str


def tables(project, options) -> Report:
    """What the test says of each candidate in each layer."""
    agreement, trials = project.agreement(), []
    refused: list = []
    if not options.candidate:
        raise ProjectError(f"{agreement.project}: name the candidates, directories of the project.")
    humans = tuple(name for name in agreement.annotators if name not in options.candidate)
    if humans != agreement.annotators:
        agreement = project.directories(humans, agreement.layers, None)
    for layer in chosen_layers(agreement.layers, options.layer):
        if not KINDS[layer.kind].listed:
            words = KINDS[layer.kind].words
            refused.append((layer.name, "", f"{words} have no values of single items"))
            continue
        for name in options.candidate:
            made = _trial(project, agreement, humans, layer, name, options)
            if isinstance(made, Trial) and not made.whole.reason:
                trials.append(made)
            else:
                reason = made.whole.reason if isinstance(made, Trial) else made
                refused.append((layer.name, name, reason))
    if not trials:
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
    made = _tables(trials, unit, project.links)
    columns = [TEXT("layer"), text_or("all")("candidate"), SENTENCE("reason")]
    made.append(Table("Not tested", columns, refused))
    return Report(said, [table for table in made if table.records], _rows(trials, refused))


def _trial(project, agreement, humans, layer, name, options):
    """The Trial of a candidate in a Layer; why there is none where it cannot be compared."""
    try:
        beside = project.directories((*humans, name), agreement.layers, None)
    except ProjectError as error:
        return str(error).rstrip(".")
    parts = beside.parts.get(layer.name, {})
    has = [each for each in parts if name in beside.tables[each].annotators]
    if not has:
        return "the candidate has none of the documents"
    values = item_values(layer, {each: parts[each] for each in has}, beside.tables, (*humans, name))
    codes, candidate = values.codes[:, :-1], values.codes[:, -1]
    order = getattr(layer.settings, "order", None)
    similarity = ScaleSimilarity(values.values, order) if order else SetSimilarity(values.values)
    against = comparisons(similarity, codes, candidate)
    documents = agreement.config.unit == "documents"
    unit = values.document[values.sentence] if documents else values.sentence
    builder = ScoreBuilder(agreement.config, layer, data=agreement.data_of(layer))

    def verdict(label, chosen):
        of_chosen = [comparison.of_items(chosen) for comparison in against]
        return _verdict(label, of_chosen, values, unit, options.epsilon, builder)

    whole = verdict(None, numpy.ones(len(values.items), dtype=bool))
    labels = _items_of_labels(values) if not whole.reason else ()
    of_labels = _corrected([verdict(*of_label) for of_label in labels])
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
        layer.name, name, values, {each: beside.tables[each] for each in has},
        len(agreement.parts[layer.name]) - len(has), whole, of_labels, unread, score.signature,
    )  # fmt: skip


def _verdict(label, against, values, unit, epsilon, builder):
    """The Verdict of the Advantages of some items."""
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
        return Verdict(label, [], NO_FIGURE, reason, items)
    (advantage,) = builder.figures(mean(estimates), values.document)
    (corrected,) = _corrected([Verdict(label, humans, advantage, None, items)])
    return corrected


def _corrected(results):
    """The Verdicts with what is won, all their tests corrected together."""
    tested = [human for result in results for human in result.humans]
    wins = iter(rejected([human.by_items for human in tested]))
    p_values = [human.by_units for human in tested if human.by_units is not None]
    by_units = iter(rejected(p_values))
    return [
        result._replace(humans=[
            human._replace(
                wins=next(wins),
                wins_by_units=None if human.by_units is None else next(by_units),
            )
            for human in result.humans
        ])
        for result in results
    ]  # fmt: skip


def _items_of_labels(values):
    """Yield (label, booleans): whether an annotator or the candidate gave an item the label."""
    for label in sorted(set().union(*values.labels)):
        has = numpy.array([label in value for value in values.labels] + [False], dtype=bool)
        yield label, has[values.codes].any(axis=1)


def against_all(codes):
    """Numbers of the items where the last column, the candidate, differs from all others, who
    agree.
    """
    humans, candidate = codes[:, :-1], codes[:, -1]
    largest = humans.max(axis=1, initial=MISSING)
    alike = ((humans == largest[:, None]) | (humans == MISSING)).all(axis=1)
    several = (humans != MISSING).sum(axis=1) >= 2
    rows = several & alike & (candidate != MISSING) & (candidate != largest)
    return numpy.flatnonzero(rows).tolist()


def _tables(trials, unit, links):
    """Each layer with its candidates beside each other, then each candidate."""
    made = []
    for layer in dict.fromkeys(trial.layer for trial in trials):
        of_layer = [trial for trial in trials if trial.layer == layer]
        made.append(_side_by_side(of_layer, unit))
        for trial in of_layer:
            title = f"{layer}, {trial.candidate}"
            made += [
                table._replace(title=f"{title}: {table.title}")
                for table in (_humans(trial, unit), _labels(trial, unit), _places(trial, links))
            ]
    return made


def _verdict_columns(unit, passes):
    return [
        COUNT("items"), SCORE("advantage"), RATE("winning rate"), _YES(passes),
        RATE(f"winning rate by {unit}"), _YES(f"{passes} by {unit}"),
    ]  # fmt: skip


def _side_by_side(of_layer, unit):
    best_first = sorted(of_layer, key=lambda trial: -trial.whole.advantage.value)
    rows = [(trial.candidate, *trial.whole.figures) for trial in best_first]
    notes = [
        "advantage: how probable it is that the candidate is as good as an annotator, or better; "
        "the mean over the annotators. Compare candidates by it.",
        "winning rate: share of the annotators against whom the candidate wins; it passes with "
        ".50 or more.",
        f"Items of one sentence depend on each other, so read the test by {unit}, which draws "
        f"{unit} as wholes; the paper's own draws items one by one.",
    ]
    if any(trial.whole.rate(True) is None for trial in of_layer):
        notes.append(f"–: fewer than 10 {unit} of an annotator, too few for a test by {unit}.")
    if len({trial.whole.items for trial in of_layer}) > 1:
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
    columns = [TEXT("candidate"), *_verdict_columns(unit, "passes")]
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
    tested = trial.whole.humans
    few = {*trial.values.annotators[:-1]} - {human.annotator for human in tested}
    if few:
        notes.append(f"Fewer than {FEWEST_ITEMS} items, excluded: {enumerated(sorted(few))}.")
    rows = [
        (
            human.annotator, human.items, human.advantage, human.by_items, human.wins,
            human.by_units, human.wins_by_units,
        )
        for human in tested
    ]  # fmt: skip
    return Table("against each annotator", columns, rows, tuple(notes))


def _labels(trial, unit):
    tested = [verdict for verdict in trial.labels if not verdict.reason]
    tested.sort(key=lambda each: (each.advantage.value, each.label))
    notes = ["Items to which an annotator or the candidate gave the label; all tests of this "
             "table are corrected together."]  # fmt: skip
    few = [verdict.label for verdict in trial.labels if verdict.reason]
    if few:
        notes.append(f"Fewer than {FEWEST_ITEMS} items of each annotator: {enumerated(few)}.")
    rows = [(verdict.label, *verdict.figures) for verdict in tested]
    columns = [TEXT("label"), *_verdict_columns(unit, "may replace")]
    return Table("by label", columns, rows, tuple(notes))


def _places(trial, links):
    """The items at which the candidate differs from all annotators, who agree."""
    values, rows = trial.values, []
    for number in against_all(values.codes):
        item, codes = values.items[number], values.codes[number]
        name, code = next(
            (name, code) for name, code in zip(values.annotators, codes.tolist()) if code != MISSING
        )
        table = trial.documents[item.document]
        said = (_in_words(table.text, values.values[each]) for each in (code, codes[-1]))
        focus = [f"{start}~{end}" for start, end in item.fragments if start < end]
        link = links and links.file(table.files[name], focus)
        rows.append((item.document, item.sentence, item.text, *said, link))
    columns = [TEXT("document"), COUNT("sentence"), TEXT("text"), TEXT("annotators")]
    columns += [TEXT("candidate"), TEXT("link" if links else None, "link")]
    notes = (f"{count(len(rows), 'item')}: look at them before you read the figures.",)
    title = "where it differs from all annotators, who agree"
    return Table(title, columns, rows, notes).truncated("items", where="--format json")


def _in_words(text, value):
    words = []
    for label, where in sorted(value):
        ends = " → ".join(" ".join(text[start:end] for start, end in piece) for piece in where)
        words.append(f"{label} ({ends})" if ends and label else label or ends)
    return ", ".join(words) or "nothing"


def _rows(trials, refused):
    """For programs: of each candidate all items together, then each annotator; then the same of
    each label, and what could not be tested.
    """
    rows: list = []
    for trial in trials:
        for verdict in (trial.whole, *trial.labels):
            about = {"layer": trial.layer, "candidate": trial.candidate, "label": verdict.label}
            rows.append({**about, "items": verdict.items, "reason": verdict.reason})
            if not verdict.reason:
                names = FIELDS[FIELDS.index("winning_rate") : FIELDS.index("reason")]
                rows[-1].update(_bounds(verdict.advantage), **dict(zip(names, verdict.figures[2:])))
            rows += [
                {
                    **about, **_bounds(human.advantage), "annotator": human.annotator,
                    "items": human.items, "p": human.by_items, "wins": human.wins,
                    "p_by_units": human.by_units, "wins_by_units": human.wins_by_units,
                }
                for human in verdict.humans
            ]  # fmt: skip
    rows += [
        {"layer": layer, "candidate": name or None, "reason": reason}
        for layer, name, reason in refused
    ]
    table = for_programs(rows, FIELDS)
    return table._replace(records=list(table.records))


def _bounds(estimated):
    low, high = estimated.interval or (None, None)
    return {"advantage": estimated.value, "low": low, "high": high}


STUDY = NamedStudy(
    "candidates", "Can a model replace an annotator?",
    "Test whether a candidate, such as a model, can take the place of an annotator.",
    CandidateOptions, tables, links=True,
)  # fmt: skip
