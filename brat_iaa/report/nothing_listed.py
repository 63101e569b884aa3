"""What to say where not one disagreement is listed: what was compared, and what could not be."""

from brat_iaa.kinds import KINDS, listed
from brat_iaa.references.gold_layers import is_gold
from brat_iaa.report.contents import not_compared

_SHOWN_TYPES = 6


def sentences(agreement):
    """Sentences about a project of which no disagreement is listed, but for those with the gold."""
    if any(not is_gold(layer) for layer, _ in agreement.disagreements.places_by_document()):
        return []
    said = no_disagreement(agreement), trees_as_wholes(agreement)
    return [sentence for sentence in said if sentence]


def no_disagreement(agreement):
    """That the layers that list them and were compared have none; None without such a layer."""
    compared = [name for name in listed(agreement.layers) if _values(agreement, name)]
    if not compared:
        return None
    if len(compared) == len(agreement.layers) and not not_compared(agreement):
        return "There is not a single disagreement."
    return f"No disagreement in {' and '.join(compared)}."


def trees_as_wholes(agreement):
    """Whether trees differ: they have figures, but list no disagreements. None without trees."""
    values = {
        layer.name: _values(agreement, layer.name)
        for layer in agreement.layers
        if not KINDS[layer.kind].listed
    }
    compared = [name for name, figures in values.items() if figures]
    differing = [name for name in compared if min(values[name]) < 1]
    if differing:
        return f"Trees are compared as wholes; some{_of(differing)} differ: see their figures."
    return f"All trees{_of(compared)} are the same." if compared else None


def _of(names):
    """Of which layers, where that is not plain."""
    return "" if names == ["trees"] else f" of {' and '.join(names)}"


def nothing_drawn(agreement):
    """That arcs are compared, but there is none; else None."""
    compared = any(layer.arcs for layer in agreement.layers)
    drawn = any(len(table.columns.arcs.head) for table in agreement.tables.values())
    if drawn or not compared:
        return None
    labels = agreement.config.dependencies.labels
    named = ""
    if labels:
        more = ", …" if len(labels) > _SHOWN_TYPES else ""
        named = f" of the types in labels ({', '.join(labels[:_SHOWN_TYPES])}{more})"
    return f"No arc{named} was found, so there are no figures of arcs."


def _values(agreement, layer):
    """The defined figures of a layer about the whole project, of all annotators or a pair."""
    return [
        score.value
        for score in agreement.scores.whole
        if score.layer == layer and score.value is not None
    ]
