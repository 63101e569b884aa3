"""A score: one figure with everything needed to read, cite and recompute it."""

from dataclasses import dataclass, replace
from typing import Optional


@dataclass(frozen=True)
class Score:
    """One figure.

    layer       name of the layer, e.g. "dependencies"
    measure     "UAA", "LAA" or "LOA" for dependencies
    statistic   "masi", "masi-full", "exact", "gcm", "gcm-f1", "alpha", ...
    annotators  whose values were compared; for the directed "gcm" the first
                one's elements are the denominator
    document, label, sentence   None, or the part of the project it is about
    value       the figure; None when undefined
    observed    observed agreement, or for alpha observed disagreement; None when undefined.
                Of a mean over pairs, the mean of theirs; so is expected
    expected    expected disagreement of alpha, expected agreement of kappa; None where chance plays
                no part
    items       number of items that counted
    missing     number of items left out because only one of the annotators annotated them, for
                Fleiss' kappa because not all did; None for a label or sentence, where it is not
                counted
    interval    (low, high) of the 95 % interval, or None
    no_interval why there is no interval, or None
    undefined   why there is no value, or None
    signature   the settings, e.g. "LAA|masi:RD13|pairs:3|items:604|..."
    design_effect  variance with whole documents drawn over that with sentences drawn; None where
                not known: without an interval, within one document, in what older versions kept
    """

    layer: str
    measure: str
    statistic: str
    annotators: tuple[str, ...]
    document: Optional[str]
    label: Optional[str]
    sentence: Optional[int]
    value: Optional[float]
    observed: Optional[float]
    expected: Optional[float]
    items: int
    missing: Optional[int]
    interval: Optional[tuple[float, float]]
    no_interval: Optional[str]
    undefined: Optional[str]
    signature: str
    design_effect: Optional[float] = None

    @property
    def whole(self):
        """Whether it is about the whole project, and not a document, label or sentence."""
        return self.document is self.label is self.sentence is None

    def without_value(self, reason):
        """The Score as one that is undefined for this reason."""
        return replace(
            self,
            value=None,
            observed=None,
            expected=None,
            interval=None,
            no_interval="no value",
            undefined=reason,
            design_effect=None,
        )
