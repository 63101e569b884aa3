"""Label distances: how far labels are from each other, from a table that a setting names."""

import hashlib
import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import lcm
from pathlib import Path
from typing import Optional

from brat_iaa.corpus.project_file import read_project_file
from brat_iaa.errors import ConfigError

SETTING = "label_distances"
_EXPECTED = "Expected two labels and a distance from 0 to 1, separated by tabs"
# Hexadecimal digits of a fingerprint, as of data.
_DIGITS = 12


@dataclass(frozen=True)
class LabelDistances:
    """Distances between labels: in [0, 1], symmetric, 0 from a label to itself, 1 unless named.

    named  (((label, label), distance), ...): of each pair, both sorted; distances are Fractions
    """

    named: tuple

    @cached_property
    def _of_pair(self):
        return dict(self.named)

    def of(self, first: str, second: str) -> Fraction:
        """The distance of two labels."""
        if first == second:
            return Fraction(0)
        return self._of_pair.get((min(first, second), max(first, second)), Fraction(1))

    def near(self, labels) -> dict:
        """{(index, index): 1 - distance} of each two of some labels with a distance below 1, in
        both directions.

        labels  sequence of different labels
        """
        number = {label: index for index, label in enumerate(labels)}
        found = {}
        for (first, second), distance in self.named:
            if distance < 1 and first in number and second in number:
                both = number[first], number[second]
                found[both] = found[both[::-1]] = float(1 - distance)
        return found

    @cached_property
    def scale(self) -> int:
        """The smallest number that makes all distances whole."""
        return lcm(*(distance.denominator for _, distance in self.named))

    @cached_property
    def fingerprint(self) -> str:
        """Of what the table says, not of how it is written."""
        rows = "\n".join(f"{first}\t{second}\t{own}" for (first, second), own in self.named)
        return hashlib.sha256(rows.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]


def read_label_distances(root, file: str) -> LabelDistances:
    """The LabelDistances of a table; file: its path below root.

    Raises ConfigError, naming the file, the line, what was found and what is expected.
    """
    text, reason = read_project_file(root, file, SETTING)
    path = str(Path(root) / file)
    if text is None:
        raise ConfigError(f"{path}: {reason}")
    return _parsed(text, path)


# The pages ask for the settings with each request, and tables seldom change.
@lru_cache(maxsize=64)
def _parsed(text, path):
    distances, lines = {}, {}
    for number, line in enumerate(re.split("\r\n|\n|\r", text), 1):
        if not line.strip():
            continue
        cells = [cell.strip() for cell in line.split("\t")]
        pair, reason = _pair(cells)
        if reason is None and pair in lines:
            reason = f"the pair stands in line {lines[pair]} already. Name it once."
        if reason is not None:
            raise ConfigError(f"{path}, line {number}: “{line.strip()}”: {reason}")
        lines[pair], distances[pair] = number, Fraction(cells[2])
    if not distances:
        raise ConfigError(f"{path}: names no pair of labels. {_EXPECTED}.")
    return LabelDistances(tuple(sorted(distances.items())))


def _pair(cells) -> tuple[tuple, Optional[str]]:
    """(the two labels, sorted; what is wrong with the line, or None)."""
    if len(cells) != 3:
        return (), f"has {len(cells)} cell{'' if len(cells) == 1 else 's'}. {_EXPECTED}."
    *labels, distance = cells
    if not all(labels):
        return (), f"a label is blank. {_EXPECTED}."
    if labels[0] == labels[1]:
        return (), "names one label twice. A label has the distance 0 to itself."
    if not re.fullmatch(r"[0-9]+|[0-9]*\.[0-9]+", distance, re.ASCII):
        return (), f"“{distance}” is no distance. Expected a number from 0 to 1, such as .25."
    if not re.fullmatch(r"[0-9]+|[0-9]*\.[0-9]{1,3}", distance, re.ASCII):
        return (), f"“{distance}” has more than three digits after the point. Round it."
    if Fraction(distance) > 1:
        return (), f"{distance} is above 1. Expected a distance from 0 to 1."
    return (min(labels), max(labels)), None
