"""What the overview says below its title: what the files hold, what is compared, what is not."""

from brat_iaa.formats.words import KIND_WORDS, meaning, measure_name
from brat_iaa.report.contents import compared_line, found_line, not_compared


def contents(figures):
    """Variables of the overview: found, compared, nothing, not_compared.

    compared  [(layer, kind or None, anchor)]
    nothing   why nothing is compared, None where something is
    """
    agreement = figures.agreement
    return {
        "found": found_line(agreement.found),
        "compared": [
            (
                layer.name,
                None if layer.name == KIND_WORDS[layer.kind] else KIND_WORDS[layer.kind],
                anchor,
            )
            for layer, anchor in _anchors(figures)
        ],
        "nothing": None if agreement.layers else compared_line(agreement),
        "not_compared": not_compared(agreement),
    }


def _anchors(figures):
    """[(Layer, its anchor on the overview, None where it has no section)]"""
    if figures.alone:
        return [(layer, None) for layer in figures.agreement.layers]
    sections = {layer.name: f"layer-{place}" for place, layer in enumerate(figures.others, 1)}
    return [(layer, sections.get(layer.name, "headline")) for layer in figures.agreement.layers]


def meanings(layer):
    """[(measure, what it says)] of the main figures of a ScoreIndex, each once."""
    measures = dict.fromkeys(measure for measure, _ in layer.main)
    known = ((measure_name(measure), meaning(layer.kind, measure)) for measure in measures)
    return [(name, words) for name, words in known if words]
