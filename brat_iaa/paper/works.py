"""The works that figures name, as texts cite them and as BibTeX, from works.bib."""

import re
from pathlib import Path
from typing import NamedTuple

from brat_iaa import __version__

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


def bibliography(names):
    """The works of these short names as BibTeX, in order, each once."""
    return "\n\n".join(WORKS[name].bibtex for name in dict.fromkeys(names))
