"""One figure in two states of a project, or in two groups of its documents."""

from typing import NamedTuple, Optional

from brat_iaa.measures.intervals import direction
from brat_iaa.measures.score import FEWEST

Interval = Optional[tuple[float, Optional[float]]]


class Difference(NamedTuple):
    """One figure before and after, or in a first and a second group of documents.

    layer, measure, statistic, annotators  as in Score
    before, after   the figures; None where undefined
    no_interval     why there are no intervals, or None
    interval        (low, high), 95%, of the difference of groups; None if there is none
    ratio_interval  (low, high), 95%, of the ratio; high is None where nobody differed before;
                    None if there is none
    sentences       number of sentences that a pair compared in both states
    units           number of units of the intervals: sentences, or documents
    degrees         degrees of freedom of the ratio's
    differing       in how many of the units somebody differs, before or after
    items           (earlier, later) number of items in these sentences
    margin          by how much worse it may be, where that is asked; else None
    bounds          (low, high), 90%, of the difference, where there is a margin; None if there is
                    no interval
    """

    layer: str
    measure: str
    statistic: str
    annotators: tuple[str, ...]
    before: Optional[float]
    after: Optional[float]
    no_interval: Optional[str] = None
    interval: Interval = None
    ratio_interval: Interval = None
    sentences: int = 0
    units: int = 0
    degrees: float = 0.0
    differing: int = 0
    items: tuple[int, ...] = ()
    margin: Optional[float] = None
    bounds: Optional[tuple[float, float]] = None

    @property
    def difference(self) -> Optional[float]:
        """after - before; None if one of them is undefined."""
        return None if self.before is None or self.after is None else self.after - self.before

    @property
    def ratio(self) -> Optional[float]:
        """What is left of the disagreement, (1 - after) / (1 - before); None if one is undefined,
        or nobody differed before.
        """
        if self.before in (None, 1) or self.after is None:
            return None
        return (1 - self.after) / (1 - self.before)

    @property
    def clear(self) -> str:
        """Direction of a clear change, "up" or "down": its interval leaves out 1; else ""."""
        return direction(*(self.ratio_interval or (None, None)))

    @property
    def not_worse(self) -> Optional[bool]:
        """Whether it is shown that it is not worse by more than the margin; None without one."""
        if self.margin is None:
            return None
        return self.bounds is not None and self.bounds[0] > -self.margin

    @property
    def equivalent(self) -> Optional[bool]:
        """Whether it is shown that it is neither worse nor better by more than the margin."""
        if self.margin is None or self.bounds is None:
            return self.not_worse
        return self.not_worse and self.bounds[1] < self.margin

    @property
    def rough(self) -> bool:
        """Whether few sentences, or documents, hold the disagreement."""
        return self.ratio_interval is not None and self.differing < FEWEST
