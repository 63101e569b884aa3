"""Ways to measure agreement a second time with other ideas of which labels are alike.

Coarse labels merge labels: distances of 0 or 1. A table of label distances grades them. Both give
figures beside those with all labels, and the share of the disagreement that goes away.

They stay two ways to compute one thing. Coarse labels are given by a rule, which also holds for
labels that nobody listed, and they can be written into files: what the matcher links, LOA among it,
is that of such files, and labels of a set that become one count once. Distances have no such files.
Where neither plays a part, both have the same figures if all distances are 0 or 1, but for AC1: it
depends on the number of labels.
"""

from typing import Callable, NamedTuple, Optional

import numpy

from brat_iaa.config import LabelDistances, coarse_labels

# How measures end: the figure, and the share of the disagreement that goes away.
COARSE, REMOVED = "coarse", "removed"
GRADED, NEAR = "graded", "near"
# {how a figure ends: how the share ends}
SHARES = {COARSE: REMOVED, GRADED: NEAR}


class Grading(NamedTuple):
    """One of these ways.

    name       COARSE or GRADED
    source     in signatures
    label_of   function of a label that returns the coarse one; str for distances
    distances  LabelDistances; None for coarse labels
    """

    name: str
    source: str
    label_of: Callable = str
    distances: Optional[LabelDistances] = None

    def credits(self, labels) -> numpy.ndarray:
        """1 - distance of each two of some labels: floats, labels x labels."""
        if self.distances is None:
            names = numpy.array([self.label_of(label) for label in labels], dtype=object)
            return (names[:, None] == names).astype(float)
        table = numpy.eye(len(labels))
        for pair, credit in self.distances.near(labels).items():
            table[pair] = credit
        return table


def gradings_of(builder) -> list:
    """List of the Gradings that the settings of a ScoreBuilder's layer name."""
    gradings, setting = [], getattr(builder.layer.settings, "coarse", None)
    distances = builder.config.distances_of(builder.layer)
    if setting is not None:
        # Signatures are split at "|".
        source = "coarse:" + setting.replace("|", "¦").replace(" ", "")
        gradings.append(Grading(COARSE, source, coarse_labels(setting)))
    if distances is not None:
        gradings.append(Grading(GRADED, f"distances:{distances.fingerprint}", distances=distances))
    return gradings
