"""What a report says of expected disagreement from a sample, and where one is worth it."""

import re

from brat_iaa.figures import figure_name
from brat_iaa.measures.packing import TOO_MANY
from brat_iaa.scores.gamma import GAMMA
from brat_iaa.scores.tree_pairs import DRAWN, SLOW, number_of_pairs


def sampling_notes(layer):
    """Notes on a ScoreIndex: how far off a sample may be, or that there could be one."""
    if GAMMA in layer.overall:
        return _gamma_notes(layer.overall[GAMMA])
    if layer.kind != "trees":
        return []
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


def _gamma_notes(score):
    """What is said of a Score of gamma."""
    named = re.search(r"\|random-texts:(\d+)\|sampling-se:([^|]+)", score.signature)
    notes = []
    if named:
        notes.append(
            f"Expected disorder of gamma: from {named[1]} random texts, in which spans are "
            f"shifted. Standard error of gamma that comes from it: {float(named[2]):.1g}."
        )
        if score.interval is not None:
            notes.append(f"The interval of gamma draws {score.units} documents, and includes it.")
        else:
            notes.append(f"Gamma has no interval: {score.no_interval}.")
    left_out = int(re.search(r"\|left-out:(\d+)", score.signature)[1])
    if left_out:
        notes.append(f"Documents that gamma leaves out: {left_out}; {TOO_MANY}.")
    return notes
