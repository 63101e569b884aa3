"""The alternative annotator test of candidates, layer by layer."""

from typing import NamedTuple, Optional

import numpy

from brat_iaa.config import nearest
from brat_iaa.errors import ConfigError, ProjectError
from brat_iaa.kinds import KINDS
from brat_iaa.layers.item_values import MISSING, NOTHING
from brat_iaa.measures.estimate import by_sentence, mean
from brat_iaa.scores.builder import NO_FIGURE, EstimatedFigure, ScoreBuilder
from brat_iaa.studies.candidates import FEWEST_HUMANS, FEWEST_ITEMS
from brat_iaa.studies.candidates.alternative import (
    FALSE_DISCOVERIES,
    ScaleSimilarity,
    SetSimilarity,
    comparisons,
    passes,
    rejected,
    t_by_items,
    t_by_units,
)
from brat_iaa.studies.candidates.power import Power
from brat_iaa.studies.candidates.reading import LayerBesideCandidate, beside

FIGURE = "advantage"
_TOO_FEW_HUMANS = (
    "it needs {0} annotators: with two, nothing says which of the two a candidate should be like"
)
_TOO_FEW_ITEMS = (
    "it needs {0} items of an annotator that another annotator and the candidate have, too; there "
    "are {1}"
)
_NO_SECOND = "no item has values of two annotators and of the candidate"
NOTHING_OF_IT = "the candidate has none of the documents"


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
        return None if not wins or None in wins else passes(wins)

    def _wins(self, by_units):
        return [human.wins_by_units if by_units else human.wins for human in self.humans]


class Trial(NamedTuple):
    """One candidate in one layer.

    layer      Layer
    candidate  its name
    beside     LayerBesideCandidate
    whole      Verdict of all items
    labels     list of Verdict, one for each label
    power      Power; None without a result
    against_all numbers of the items where the candidate differs from all annotators, who agree
    signature  of the settings
    """

    layer: object
    candidate: str
    beside: LayerBesideCandidate
    whole: Verdict
    labels: list
    power: Optional[Power]
    against_all: list
    signature: str


class Trials(NamedTuple):
    """trials: list of Trial; refused: [(layer's name, candidate or "", reason)]"""

    agreement: object
    epsilon: float
    by_token: bool
    trials: list
    refused: list


def trials(agreement, candidates, epsilon, layer=None, by_token=False) -> Trials:
    """The Trials of some candidates.

    candidates  as reading.candidates_of() returns them
    epsilon     what a candidate's lower cost is worth, from 0 to 1
    layer       name of the only layer; None: all
    by_token    whether items of layers of spans are words of the text

    Raises ConfigError for a layer that is not compared, and ProjectError if nothing can be tested.
    """
    names = [compared.name for compared in agreement.layers]
    if layer is not None and layer not in names:
        raise ConfigError(f"--layer {layer}: there is no such layer.{nearest(layer, names)}")
    made, refused = [], []
    for compared in agreement.layers:
        if layer is not None and compared.name != layer:
            continue
        if not KINDS[compared.kind].listed:
            words = KINDS[compared.kind].words
            refused.append((compared.name, "", f"{words} have no values of single items"))
            continue
        for name, read in candidates.items():
            in_words = by_token and KINDS[compared.kind].of_spans and not compared.settings.carried
            model = beside(agreement, compared, name, read, in_words)
            if model is None:
                refused.append((compared.name, name, NOTHING_OF_IT))
                continue
            trial = _trial(agreement, compared, name, model, epsilon, in_words)
            if trial.whole.reason:
                refused.append((compared.name, name, trial.whole.reason))
            else:
                made.append(trial)
    if not made:
        reasons = dict.fromkeys(f"{' '.join(filter(None, row[:2]))}: {row[2]}." for row in refused)
        why = (
            " ".join(reasons)
            or "Name directories of models as candidates in [project] of iaa.conf."
        )
        raise ProjectError(f"{agreement.project}: no candidate can be tested. {why}")
    return Trials(agreement, epsilon, by_token, made, refused)


def similarity_of(layer, values):
    """How similar values of a layer are: on its scale if it has one, else as sets, by MASI."""
    order = getattr(layer.settings, "order", None)
    return ScaleSimilarity(values, order) if order else SetSimilarity(values)


def _trial(agreement, layer, name, model, epsilon, by_token):
    values, codes = model.values, model.codes
    similarity = similarity_of(layer, values.values)
    against = comparisons(similarity, codes, model.candidate)
    documents = agreement.config.unit == "documents"
    unit = values.document[values.sentence] if documents else values.sentence
    builder = ScoreBuilder(agreement.config, layer, data=agreement.data_of(layer))

    def result(label, chosen):
        of_chosen = [comparison.of_items(chosen) for comparison in against]
        return _result(label, of_chosen, model, unit, epsilon, builder)

    whole = result(None, numpy.ones(len(values.items), dtype=bool))
    labels, power = [], None
    if not whole.reason:
        labels = _corrected([result(*arguments) for arguments in _items_of_labels(model)])
        drawn = (codes > NOTHING).any(axis=1)
        power = Power(similarity, codes[drawn], unit[drawn])
    how = "rmse" if getattr(layer.settings, "order", None) else "masi:RD13"
    source = "|".join([
        f"alt-test:CA25|candidate:{name}|similarity:{how}|epsilon:{epsilon:g}",
        f"fdr:{FALSE_DISCOVERIES:g},BY01|by:{'word' if by_token else 'item'}",
    ])  # fmt: skip
    lacking = sum(len(line.lines) for line in model.unread)
    source += f"|uncounted-of-candidate:{lacking}" if lacking else ""
    score = builder.score(
        FIGURE, "rho", model.humans, source, NO_FIGURE, len(values.items), None, None
    )
    return Trial(layer, name, model, whole, labels, power, _against_all(model), score.signature)


def _result(label, against, model, unit, epsilon, builder):
    """The Verdict of the Advantages of some items."""
    humans, estimates = [], []
    values, items = (
        model.values,
        len(set().union(*(labelled.item.tolist() for labelled in against))),
    )
    for name, comparison in zip(model.humans, against):
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
    reason = _why_not(model, against, humans)
    if reason:
        return Verdict(label, [], NO_FIGURE, reason, items)
    (advantage,) = builder.figures(mean(estimates), values.document)
    (corrected,) = _corrected([Verdict(label, humans, advantage, None, items)])
    return corrected


def _why_not(model, against, humans):
    if len(model.humans) < FEWEST_HUMANS:
        return _TOO_FEW_HUMANS.format(FEWEST_HUMANS)
    most = max(len(comparison.item) for comparison in against)
    if not most:
        return _NO_SECOND
    return None if humans else _TOO_FEW_ITEMS.format(FEWEST_ITEMS, most)


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


def _items_of_labels(model):
    """Yield (label, booleans): whether an annotator or the candidate gave an item the label."""
    values = model.values
    names = sorted(set().union(*values.labels))
    for label in names:
        has = numpy.array([label in value for value in values.labels] + [False], dtype=bool)
        chosen = has[model.codes].any(axis=1)
        candidate = model.candidate
        chosen[candidate.item[has[candidate.code] & (candidate.probability > 0)]] = True
        yield label, chosen


def likeliest(candidate, items):
    """Of each item the code of the candidate's most probable value, MISSING without one."""
    order = numpy.lexsort((-candidate.code, candidate.probability))
    codes = numpy.full(items, MISSING)
    codes[candidate.item[order]] = candidate.code[order]
    return codes


def _against_all(model):
    codes = model.codes
    given = (codes != MISSING).sum(axis=1)
    largest = codes.max(axis=1, initial=MISSING)
    alike = ((codes == largest[:, None]) | (codes == MISSING)).all(axis=1)
    likely = likeliest(model.candidate, len(codes))
    rows = (given >= 2) & alike & (likely != MISSING) & (likely != largest)
    return numpy.flatnonzero(rows).tolist()
