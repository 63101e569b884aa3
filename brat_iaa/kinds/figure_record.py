"""What is known of a figure: its names, what it means, where it is explained, how papers say it."""

from typing import NamedTuple, Optional

# What is corrected for chance, by what tables call the correction.
CHANCE = {
    "alpha": "disagreement",
    "kappa": "agreement",
    "AC1": "agreement",
    "AC2": "agreement",
}


class Measure(NamedTuple):
    """A measure in whatever kind of layer it is.

    name       where it stands without a statistic
    corrected  what tables call its correction for chance, in CHANCE; "" without one
    """

    name: str
    corrected: str


class Statistic(NamedTuple):
    """A statistic in whatever measure it is.

    name     where it stands without a measure
    title    in titles of tables of phases
    meaning  of the sets of arcs of tokens, in a few words; "" elsewhere
    guide    paragraph of the guide on it, of the sets of arcs of tokens; "": it is none of them
    works    short names of its works, of these
    """

    name: str
    title: str
    meaning: str
    guide: str
    works: tuple


class Distance(NamedTuple):
    """A similarity of sets that alpha takes as distance.

    help   how the help of settings calls it
    paper  how papers call it
    works  short names of its works
    """

    help: str
    paper: str
    works: tuple


class FigureRecord(NamedTuple):
    """All that is said of a figure of a kind of layer: legends, heads of columns, the paragraph for
    a paper and links to the guide are made of it. No part has a default, so none is forgotten.

    measure, statistic  as in scores
    name      in tables
    short     in the header of narrow columns; None: as name
    meaning   what it is, without an article; works are cited behind it. "": its name says it
    unit      what its items are, a noun; "": nothing that a reader could count
    guide     TOPIC#ANCHOR of the paragraph that explains it
    works     short names of its works
    reported  whether papers report it
    narrow    its place where there is room for a few figures only, the leading one is 1; 0: none
    """

    kind: str
    measure: str
    statistic: str
    name: str
    short: Optional[str]
    meaning: str
    unit: str
    guide: str
    works: tuple
    reported: bool
    narrow: int

    @property
    def key(self):
        """(measure, statistic)"""
        return self.measure, self.statistic


class Further(NamedTuple):
    """Figures that are computed where the setting also names them.

    words    what they are, for the help of the setting
    figures  tuple of FigureRecord; those that tables show follow the usual ones in narrow
    """

    words: str
    figures: tuple
