"""What a paper reports of a layer, and the works to cite, by their short names."""

import re
from pathlib import Path
from typing import NamedTuple

from brat_iaa import __version__
from brat_iaa.figures import FIGURES, figures_of
from brat_iaa.formats.cells import count


def reported(layer):
    """The Scores of a ScoreIndex that a paper reports, over all annotators."""
    return list(in_words(layer))


def in_words(layer):
    """{Score: what the figure is, in words}"""
    return {
        layer.overall[record.key]: with_citations(record.paper, record.works)
        for record in figures_of(layer.kind)
        if record.paper and record.key in layer.overall
    }


def counted(layer, score):
    """ "46 items", or in what else the figure counts; "" for what nobody could count."""
    unit = FIGURES[layer.kind, score.measure, score.statistic].unit
    noun = re.match(r"\w*", unit)[0]
    return count(score.items, noun) + unit[len(noun) :] if unit else ""


def is_mean(score):
    """Whether a Score is a mean over pairs of annotators, by its signature."""
    return "pairs" in signed(score)


def signed(score):
    """{name: value} of a signature."""
    return dict(part.partition(":")[::2] for part in score.signature.split("|"))


_NAMED = re.compile(r"(?<![A-Za-z0-9])([A-Z]{2}\d{2}|[A-Z][a-z]+\d{4})(?![A-Za-z0-9])")
TOOL, BRAT = "brat-agreement", "Stenetorp2012"
# In works.bib: a comment, how texts cite the work, and the entry with its short name.
_ENTRY = re.compile(r"% (.+)\n(@\w+\{([\w-]+),\n(?:  .+\n)+\})")


class CitedWork(NamedTuple):
    """A work: how a text refers to it, and its BibTeX entry."""

    cited: str
    bibtex: str


def _read() -> dict:
    text = Path(__file__).with_name("works.bib").read_text("utf-8").replace("VERSION", __version__)
    return {name: CitedWork(cited, bibtex) for cited, bibtex, name in _ENTRY.findall(text)}


# {short name: CitedWork}
WORKS = _read()


def named_in(signatures):
    """The short names of the works that signatures name, each once, in order."""
    names = (name for signature in signatures for name in _NAMED.findall(signature))
    return list(dict.fromkeys(name for name in names if name in WORKS))


def cited_in(text):
    """The short names of the works that a text cites: (Cohen, 1960), Passonneau (2004)."""
    names = {name: work.cited.rpartition(", ") for name, work in WORKS.items()}
    return [
        name
        for name, (authors, _, year) in names.items()
        if f"{authors}, {year}" in text or f"{authors} ({year})" in text
    ]


def cite(name):
    """ "(Krippendorff, 2004)" """
    return f"({WORKS[name].cited})"


def with_citations(text, works):
    """A text in which {0} and {0:by} cite the first of some works: (Cohen, 1960), Cohen (1960)."""
    for number, name in enumerate(works):
        authors, _, year = WORKS[name].cited.rpartition(", ")
        text = text.replace(f"{{{number}}}", cite(name))
        text = text.replace(f"{{{number}:by}}", f"{authors} ({year})")
    return text


def bibliography(names):
    """The works of these short names as BibTeX, in order, each once."""
    return "\n\n".join(WORKS[name].bibtex for name in dict.fromkeys(names))
