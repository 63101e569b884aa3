"""What is known of a figure: its names, what it means, where it is explained, how papers say it."""

from typing import NamedTuple, Optional

CHANCE_LINE = "corrected for chance: 1 is perfect, 0 is chance"
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
    meaning    in a few words; "" if its name says it
    corrected  what tables call its correction for chance, in CHANCE; "" without one
    """

    name: str
    meaning: str
    corrected: str


class Statistic(NamedTuple):
    """A statistic in whatever measure it is.

    name     where it stands without a measure
    title    in titles of tables of phases
    meaning  on pages, of the sets of arcs of tokens; "" elsewhere
    guide    paragraph of the guide on it, of the sets of arcs of tokens; "": it is none of them
    works    short names of its works, of these
    paper    how papers call the similarity whose mean over tokens it is; {0} and {0:by} cite its
             work; "": they do not report it
    """

    name: str
    title: str
    meaning: str
    guide: str
    works: tuple
    paper: str


class Distance(NamedTuple):
    """A similarity of sets that alpha takes as distance.

    help   how the help of settings calls it
    paper  how papers call it; {0} and {0:by} cite its work
    works  short names of its works
    """

    help: str
    paper: str
    works: tuple


class FigureRecord(NamedTuple):
    """A figure of a kind of layer; no part has a default, so none can be forgotten.

    measure, statistic  as in scores
    name      in tables
    short     in the header of narrow columns; None: as name
    line      what it says, in one short line; "": its meaning says it
    meaning   in a few words, for this kind of layer; None: as its measure's everywhere
    unit      what its items are, the noun first; {of both} stands for the annotators of a pair; "":
              nothing that a reader could count
    guide     TOPIC#ANCHOR of the paragraph that explains it
    works     short names of its works
    paper     what it is, to be followed by its value; {both} stands for the annotators of a pair,
              {0} and {0:by} cite the first of its works; "": papers do not report it
    narrow    its place where there is room for a few figures only, the leading one is 1; 0: none
    """

    kind: str
    measure: str
    statistic: str
    name: str
    short: Optional[str]
    line: str
    meaning: Optional[str]
    unit: str
    guide: str
    works: tuple
    paper: str
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
