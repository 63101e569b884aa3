"""Figures by the names that a report prints: "LAA", "F1, overlap", "pos/kappa:cohen"."""

import re
from typing import NamedTuple

from brat_iaa.config import is_gold
from brat_iaa.errors import ConfigError
from brat_iaa.figures import figure_name, short_name
from brat_iaa.spelling import likely, nearest


class NamedFigure(NamedTuple):
    """A figure of a layer that an Agreement has. layer: name"""

    layer: str
    measure: str
    statistic: str

    @property
    def key(self) -> tuple:
        """(measure, statistic)"""
        return self[1:]


class UnknownFigure(ConfigError):
    """A name that stands for no figure, or for several.

    reason   what is wrong with it, and which names there are
    example  one that was probably meant, or any that there is
    """

    def __init__(self, reason, example="LAA:alpha"):
        super().__init__(reason)
        self.reason, self.example = reason, example


def named_figure(name, agreement, label=None) -> NamedFigure:
    """The NamedFigure of "LAA", "LAA:alpha" or "pos/kappa". Raises UnknownFigure.

    Without a layer it is of the first that has such a figure, of the label if there is one: of the
    dependencies, then in the order of the report; without a statistic, the first one that reports
    print by the name alone.
    """
    layer, slash, figure = name.rpartition("/")
    layers, dependencies = agreement.layer_names, agreement.dependencies
    names_in = {name: {} for name in layers} | agreement.figures
    if not any(names_in.values()):
        raise UnknownFigure("nothing is compared in this project; brat-agreement report says why.")
    if slash and layer not in layers:
        near = f"{likely(layer, layers) or layers[0]}/{figure}"
        raise UnknownFigure(f"“{layer}” is no layer.{nearest(layer, layers, 'Layers')}", near)
    names_in = {name: _names(figures) for name, figures in names_in.items()}
    asked, first = _plain(figure), layer if slash else dependencies and dependencies.name
    searched = [layer] if slash else dict.fromkeys([*filter(None, [first]), *layers])
    if first and not slash:
        # Figures about the gold are no other name of those between annotators.
        searched = [name for name in searched if not is_gold(name)]
    there = [
        NamedFigure(name, *names_in[name][asked]) for name in searched if asked in names_in[name]
    ]
    with_label = (named for named in there if label in labels_of(named, agreement))
    if there:
        return next(with_label, there[0])
    if not names_in[first or layers[0]] and len(agreement.annotators) < 2:
        alone = ", ".join(agreement.annotators)
        raise UnknownFigure(f"there is no such figure, because only {alone} annotated.")
    keys = dict.fromkeys(key for name in searched for key in names_in[name].values())
    names = dict.fromkeys(short_name(*key) for key in keys)
    # In a list, names with commas are hard to read.
    plain = [name for name in names if "," not in name] or ["F1"]
    meant = likely(figure, [*plain, *names, *(f"{measure}:{of}" for measure, of in keys)])
    known = f" Did you mean “{meant}”?" if meant else f" There are: {', '.join(plain)}, ..."
    example = f"{layer}{slash}{meant or plain[0]}"
    raise UnknownFigure(f"unknown measure “{figure}”.{known}", example)


def labels_of(figure, agreement) -> list:
    """The labels that a NamedFigure is of, sorted."""
    scores = agreement.scores_of_figure(figure.layer, figure.key, labels=(figure.key,))
    return sorted({score.label for score in scores} - {None})


def _names(figures):
    """{a name of a figure: (measure, statistic)}: as in scores, as reports print it, and the
    measure alone.
    """
    names = {
        _plain(f"{measure}:{statistic}"): (measure, statistic) for measure, statistic in figures
    }
    for name_of in (short_name, figure_name, lambda measure, statistic: measure):
        for key in figures:
            names.setdefault(_plain(name_of(*key)), key)
    return names


def _plain(name):
    return re.sub(r"[\s,:]+", " ", name.casefold()).strip()
