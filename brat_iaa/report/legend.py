"""What figures are, in the words of their records: below tables and in the paragraph of a paper."""

from brat_iaa.config import DEPENDENCIES
from brat_iaa.figures import ARC_MEASURES, FIGURES, GRID_NOTE, STATISTICS, chance_of, further_keys
from brat_iaa.kinds import KINDS
from brat_iaa.paper.works import WORKS
from brat_iaa.scores.score_table import same_pairs

_CHANCE = (
    "Corrected for chance (1 is perfect, 0 is chance): alpha, by observed and expected "
    "disagreement; kappa, AC1 and AC2, by agreement."
)


def cited(meaning, works, before) -> str:
    """Words with their works behind them, but for those that were cited before.

    works   their short names
    before  set of short names, to which these are added
    """
    new = [WORKS[name].cited for name in works if name not in before]
    before.update(works)
    return f"{meaning} ({'; '.join(new)})" if new else meaning


def reworded(text, layer) -> str:
    """The words of a kind of layer in those of the settings of a ScoreIndex."""
    changes = KINDS[layer.kind].paper.reworded if layer.kind in KINDS else {}
    for (setting, value), instead in changes.items():
        own = layer.on_shared_spans if setting == "shared" else getattr(layer.settings, setting)
        if own == value:
            for words, others in instead:
                text = text.replace(words, others)
    return text


def legend(layer, keys) -> list:
    """Sentences on what some figures of a ScoreIndex are."""
    further = further_keys(layer.kind)
    in_grid = [key for key in keys if layer.kind in _GRIDS and key not in further]
    keys = [key for key in keys if key not in in_grid]
    lines, before = _GRIDS[layer.kind](layer, in_grid) if in_grid else [], set()
    every = [FIGURES[own] for own in ((layer.kind, *key) for key in keys) if own in FIGURES]
    lines += [
        f"{record.name}: {cited(reworded(record.meaning, layer), record.works, before)}."
        for record in every
        if record.meaning
    ]
    corrected = any(chance_of(measure)[0] for measure, _ in keys)
    return lines + [_CHANCE] * (corrected and _CHANCE not in lines)


def _of_dependencies(layer, keys):
    """Measures, then statistics: tables have these in rows, and those in columns."""
    before: set = set()
    lines = ["; ".join(f"{measure}: {meaning}" for measure, meaning in ARC_MEASURES.items()) + "."]
    statistics = dict.fromkeys(statistic for _, statistic in keys)
    lines += [
        f"{own.name}: {cited(own.meaning, own.works, before)}."
        for own in map(STATISTICS.get, statistics)
    ]
    if len(layer.agreement.annotators) > 2:
        lines.append(f"All but alpha: {of_pairs(layer)}.")
    if layer.agreement.pooled_layers[layer.name].at_most_one_head:
        lines.append(
            "Every token has at most one head: exact match is UAS, LAS and label accuracy of "
            "parsing."
        )
    return lines + [_CHANCE] * any(name.startswith("alpha") for name in statistics)


def _of_relations(layer, keys):
    items = sorted({layer.overall[key].items for key in layer.main if key in layer.overall})
    notes = [GRID_NOTE]
    if layer.settings.direction == "any":
        notes.append("Ends are the same whichever is the start (direction = any).")
    if items:
        counted = ", ".join(map(str, items))
        notes.append(f"Relations: {counted} of all pairs of annotators together.")
    return notes


def of_pairs(layer) -> str:
    """How the figures of more than two annotators are made of those of pairs."""
    if same_pairs(layer.agreement.pooled_layers[layer.name].begun):
        return "mean over pairs of annotators"
    return "over all items, each with the mean over its pairs, as documents have different pairs"


_GRIDS = {DEPENDENCIES: _of_dependencies, "relations": _of_relations}
