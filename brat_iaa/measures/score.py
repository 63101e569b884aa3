"""A score: a figure with all that is needed to read, cite and recompute it."""

from typing import NamedTuple, Optional

# Of intervals, in per cent.
LEVEL = 95
# Sentences or documents that an interval needs.
FEWEST = 10
# Why some figures have none.
TOO_WIDE = "the interval would be wider than half of the scale"
ALL_THE_SAME = (
    "no sentence changes it, as where one annotator gave all items the same value, so nothing says "
    "how far it varies"
)


class Score(NamedTuple):
    """One figure.

    layer       name of the layer, e.g. "dependencies"
    measure     "UAA", "LAA" or "LOA" for dependencies
    statistic   "masi", "masi-full", "exact", "gcm", "gcm-f1", "alpha", ...
    annotators  whose values were compared; for the directed "gcm" the first one's elements are
                the denominator
    document, label, sentence   the part of the project that it is about; None: all of it
    value       the figure; None if undefined
    observed    observed agreement (alpha: disagreement); None if undefined. Of a mean over pairs
                the mean of theirs, as is expected
    expected    expected agreement of kappa, expected disagreement of alpha; else None
    items       number of items
    missing     number of items that only one of the annotators annotated (Fleiss' kappa: not all
                of them did), so they were left out; None for labels and sentences
    interval    (low, high) of the 95% interval, or None
    no_interval why there is no interval, or None
    undefined   why there is no value, or None
    signature   the settings, e.g. "LAA|masi:RD13|pairs:3|items:604|..."
    design_effect  variance with documents drawn / variance with sentences drawn; None if unknown:
                no interval, a single document, or a score saved by an older version
    uncounted   number of lines of these annotators that could not be read, so that the figure does
                not know of them
    units, differing, standard_error, degrees   behind the interval: the number of sentences (or
                documents) that have items of the figure, in how many of them somebody differs, the
                standard error, and the degrees of freedom of Student's t; None without interval, or
                saved by an older version
    compared    those of the annotators who have a document in it that another of them has, too
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
    units: Optional[int] = None
    standard_error: Optional[float] = None
    uncounted: int = 0
    differing: Optional[int] = None
    degrees: Optional[float] = None
    compared: tuple[str, ...] = ()

    @property
    def whole(self):
        """Whether it is about the whole project, not a document, label or sentence."""
        return self.document is self.label is self.sentence is None

    def without_value(self, reason: str) -> "Score":
        """The same Score, undefined for this reason."""
        return self._replace(
            value=None,
            observed=None,
            expected=None,
            interval=None,
            no_interval="no value",
            undefined=reason,
            design_effect=None,
            units=None,
            standard_error=None,
            differing=None,
            degrees=None,
        )
