"""The figures of phases side by side: of each the scores of all annotators and of each pair."""

from typing import NamedTuple

from brat_iaa.config import DEPENDENCIES
from brat_iaa.figures import STATISTICS, figure_of_layer, main_keys
from brat_iaa.phases import DIRECTED
from brat_iaa.scores import MEASURES
from brat_iaa.scores.index import leading_keys, main_figures, project_scores

# The figure of sets of labels that other statistics stand in for.
_OF_SETS = ("agreement", "masi")


class PhaseState(NamedTuple):
    """The figures of a project at one time.

    name    shown to readers, e.g. "2: revised"
    layers  tuple of (name, kind)
    scores  of all layers; only those of the whole project are looked at
    """

    name: str
    layers: tuple
    scores: tuple

    def of_layer(self, layer, kind) -> dict:
        """{(measure, statistic): {annotators: Score}} of a layer; of dependencies of any name."""
        names = {
            name
            for name, own in self.layers
            if own == kind and (kind == DEPENDENCIES or name == layer)
        }
        return project_scores(self.scores, names)


class PhaseFigure:
    """A figure of a layer in some states.

    layer, title  name of the layer; what the figure is called
    names     of the states
    rows      {annotators: [Score or None of each state]}: pairs first, and first of all those of
              the latest state
    directed  whether it is about each direction of a pair
    whole     of each state the Score of all annotators, or None
    pairs     {pair, sorted: the same}; {} where there is one only
    """

    def __init__(self, layer, title, names, figures, directed=False):
        self.layer, self.title, self.names, self.directed = layer, title, names, directed
        rows: dict = {}
        for place, scores in reversed([*enumerate(figures)]):
            for annotators, score in scores.items():
                same = (row for row in rows if not directed and sorted(row) == sorted(annotators))
                row = rows.setdefault(next(same, annotators), [None] * len(names))
                row[place] = score
        self.rows = dict(sorted(rows.items(), key=lambda row: len(row[0])))
        self.whole = [
            max(filter(None, scores), key=lambda score: len(score.annotators), default=None)
            for scores in zip(*self.rows.values())
        ] or [None] * len(names)
        pairs = {
            tuple(sorted(annotators)): row
            for annotators, row in self.rows.items()
            if len(annotators) == 2
        }
        self.pairs = pairs if len(pairs) > 1 else {}


def _of_all(figures):
    """{key: Score} of the most annotators."""
    return {key: of_key[max(of_key, key=len)] for key, of_key in figures.items()}


def layers_of(states) -> list:
    """[(name, kind)] of the layers of some PhaseStates, one of dependencies first."""
    layers = dict.fromkeys(layer for state in states for layer in state.layers)
    arcs = [layer for layer in layers if layer[1] == DEPENDENCIES]
    return arcs[-1:] + [layer for layer in layers if layer[1] != DEPENDENCIES]


def phase_figures(states, statistic="masi", leading=False) -> list:
    """List of the PhaseFigures of PhaseStates.

    statistic  of dependencies and sets of labels, in STATISTICS or DIRECTED
    leading    whether only the leading figures are meant, and of dependencies all measures, LAA
               first
    """
    found = []
    for layer, kind in layers_of(states):
        figures = [state.of_layer(layer, kind) for state in states]
        there = dict.fromkeys(key for of_state in figures for key in of_state)
        if kind == DEPENDENCIES:
            ordered = sorted(MEASURES, key=lambda measure: leading and measure != "LAA")
            titles = {
                (measure, statistic): measure
                if leading
                else f"{measure}, {STATISTICS[statistic].title}"
                for measure in ordered
            }
        else:
            # By the latest state with figures of all annotators.
            latest = next((_of_all(of) for of in reversed(figures) if of), {})
            leads = leading_keys(kind, latest)[:1] or main_keys(kind)[:1]
            keys = leads if leading else main_figures(kind, tuple(there))
            chosen = [
                (key[0], statistic)
                if key == _OF_SETS and not leading and (key[0], statistic) in there
                else key
                for key in keys
            ]
            titles = {key: figure_of_layer(layer, *key) for key in chosen}
        names = [state.name for state in states]
        for key, title in titles.items():
            of_states = [of_state.get(key, {}) for of_state in figures]
            found.append(PhaseFigure(layer, title, names, of_states, key[1] in DIRECTED))
    return found
