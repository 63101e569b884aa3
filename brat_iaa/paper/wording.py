"""What a paper says of each kind of layer beside its figures."""

from typing import NamedTuple

from brat_iaa.config import DEPENDENCIES

_OF_SPANS = (("f1", "exact"), ("alpha", "nominal"), ("alpha", "masi"))


class Wording(NamedTuple):
    """What a paper says of a kind of layer.

    items       what the items and values are; dependencies have sentences of their own
    reworded    what a setting changes in these words:
                {(setting, its value): [(words, words instead)]}
    coarse      keys of the figures with coarse labels that are reported
    by_measure  whether the table has a column for the measures, and one for the statistics
    """

    items: str = ""
    reworded: dict = {}
    coarse: tuple = _OF_SPANS
    by_measure: bool = False


WORDING = {
    DEPENDENCIES: Wording(
        coarse=(("LAA", "masi"), ("LOA", "masi"), ("LAA", "alpha")),
        by_measure=True,
    ),
    "labels": Wording(
        items=(
            "the item is a span that at least two annotators drew, identified by document and "
            "character offsets; its value is its label"
        ),
        reworded={
            ("carried", True): [
                (
                    "F1 of the spans with the same first and last character and the same label",
                    "F1 of the labels on spans that both annotators drew with the same first and "
                    "last character",
                ),
            ],
            ("set", "yes"): [
                ("its value is its label", "its value is the set of its labels"),
                ("share of equal labels", "share of equal sets of labels"),
                ("and the same label", "and a label in common, counted for each label"),
            ],
        },
    ),
    "trees": Wording(
        items="the item is the sentence; its value is its tree",
    ),
    "chains": Wording(
        items=(
            "the item is a mention that at least two annotators marked, identified by document and "
            "character offsets; its value is the set of the mentions that it corefers with"
        ),
    ),
    "relations": Wording(
        items=(
            "relations, with a start, a target, a type and a connective, are matched one to one "
            "between two annotators (Mírovský et al., 2010); the item is a matched relation, its "
            "value is its type"
        ),
        reworded={
            ("direction", "any"): [
                ("the same start and target", "the same two ends, whichever of them is the start"),
            ],
            ("connectives", "equal"): [("a connective in common", "the same connective")],
        },
    ),
    "entity-relations": Wording(
        items="the item is a relation that any annotator drew, with its two spans and its type",
    ),
    "events": Wording(
        items=(
            "the item is an event that any annotator drew, with its trigger, its type and its "
            "arguments"
        ),
    ),
}
