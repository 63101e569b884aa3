"""What a report says of expected disagreement from a sample, and where one is worth it."""

import re

from brat_iaa import islands
from brat_iaa.figures import figure_name
from brat_iaa.scores.tree_pairs import DRAWN, SLOW, number_of_pairs


def sampling_notes(layer):
    """Notes on a ScoreIndex: how far off a sample may be, or that there could be one."""
    if layer.kind != "trees":
        return [note for part in islands.figures(layer.settings) for note in part.notes(layer)]
    errors, drawn = [], 0
    for key, score in layer.overall.items():
        named = re.search(r"\|sampled-pairs:(\d+)\|sampling-se:([^|]+)", score.signature)
        if named:
            drawn = int(named[1])
            errors.append(f"{float(named[2]):.1g} ({figure_name(*key)})")
    if errors:
        return [
            f"Expected disagreement: from {drawn} pairs of trees drawn at random. Standard error "
            f"of alpha that comes from it: {', '.join(errors)}; the intervals include it."
        ]
    pairs = number_of_pairs(layer.agreement.parts[layer.name])
    if pairs > SLOW and layer.settings.expected == "exact":
        return [
            f"Expected disagreement: from all {pairs} pairs of trees. expected = sampled in "
            f"[layer {layer.name}] takes {DRAWN} of them, in a few minutes, and names the standard "
            "error that comes from it."
        ]
    return []
