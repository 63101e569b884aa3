"""Parts of the guide that are made of what the code declares: settings, columns, kinds, works.

A text has a line <!-- NAME --> where the part of this name belongs.
"""

import re
import unicodedata
from importlib import import_module

from brat_iaa.config import SECTIONS
from brat_iaa.figures import FIGURES
from brat_iaa.kinds import DIFFERENCES, KINDS
from brat_iaa.paper.works import TOOL, WORKS

_MARK = re.compile(r"^<!-- (\w+) -->$", re.MULTILINE)
_SCORES = {
    "layer": "name of the layer; `gold` and `gold/NAME` for figures about the gold standard",
    "measure": "such as `LAA`",
    "statistic": "such as `masi`",
    "annotators": "whose values were compared; for `gcm` in this direction",
    "document": "document, empty for the project",
    "label": "label, empty for all",
    "sentence": "number of the sentence, from 1",
    "value": "the figure; empty if undefined",
    "observed": "observed agreement; of alpha, observed disagreement",
    "expected": "expected agreement; of alpha, expected disagreement",
    "items": "how many items counted",
    "missing": "items that only one of them annotated",
    "low": "lower end of the 95% interval",
    "high": "upper end",
    "no_interval": "why there is no interval",
    "undefined": "why there is no value",
    "signature": "all settings, to cite with the figure",
    "design_effect": "variance with documents drawn over variance with sentences drawn",
    "units": "sentences (or documents) that have items of the figure",
    "standard_error": "standard error of the figure, behind the interval",
    "uncounted": "lines of these annotators that could not be read and are in no figure",
    "differing": "in how many of `units` annotators differ",
    "degrees": "degrees of freedom of Student's t, behind the interval",
    "compared": "annotators who share a document with another one",
    "group": "group of documents, empty for other figures",
}
_WHERE = {
    "layer": "name of the layer",
    "document": "document",
    "sentence": "number of the sentence, from 1",
    "token": "the words",
    "start": "first character, from 0",
    "end": "character behind the last",
}
_PLACES = {
    **_WHERE,
    "kinds": "kinds of disagreement",
    "with_it": "its consequences, by layer",
    "annotator": "one row for each",
    "group": "annotators with the same number gave the same value",
    "value": "what this annotator has",
    "token_id": "brat id of the token",
    "ids": "brat ids of what was drawn",
    "lines": "their lines in the file",
    "file": "the `.ann` file",
    "link": "address in brat, with `--brat-url`",
}
_CHANGES = {
    "status": "what became of it",
    **_WHERE,
    "kinds_before": "in what they differed",
    "before": "what each had",
    "kinds_after": "in what they differ",
    "after": "what each has",
    "changed": "who has another value",
    "pairs": "what became of it for each pair",
}


def completed(text) -> str:
    """A text of the guide with its generated parts."""
    return _MARK.sub(lambda mark: _PARTS[mark[1]]().strip("\n"), text)


def _settings():
    """A heading, a sentence and a table of settings for each section of iaa.conf."""
    return "\n".join(
        f"### `[{section.name}]`\n\n{section.help}\n\n"
        + _table("setting", "default", "what it says", rows=map(_setting, section.settings))
        for section in SECTIONS
    )


def _setting(setting):
    allowed = setting.choices or ()
    words = setting.help.replace("*", "`*`")  # any text, and no mark
    words += _listed("Allowed", allowed if len(allowed) > 1 else ())
    words += _listed("Example", filter(None, [setting.example]))
    words += _listed("Option", [f"--{setting.key.replace('_', '-')}"] * setting.option)
    return f"`{setting.key}`", f"`{setting.default}`" if setting.default else "", words


def _listed(what, values):
    """Such as " Allowed: `in`, `out`."; "" without values."""
    values = ", ".join(f"`{value}`" for value in values)
    return f" {what}: {values}." if values else ""


def _columns(meanings):
    rows = ((f"`{name}`", meaning) for name, meaning in meanings.items())
    return _table("column", "what it holds", rows=rows)


def _layers():
    """A row for each kind of layer, with the topic on its first figure."""
    topics = {}
    for figure in FIGURES.values():
        topics.setdefault(figure.kind, figure.guide.partition("#")[0])
    helps = {section.name.partition(" ")[2]: section.help for section in SECTIONS}
    rows = ((f"`{kind}`", helps[kind], f"[{topics[kind]}]({topics[kind]}.md)") for kind in KINDS)
    return _table("kind", "what it compares", "explained in", rows=rows)


def _kinds():
    rows = ((f"`{name}`", kind.meaning) for name, kind in DIFFERENCES.items())
    return _table("kind", "what it means", rows=rows)


def _sources():
    rows = ((name, _work(WORKS[name])) for name in WORKS if name != TOOL)
    return _table("name", "work", rows=rows)


def _work(work):
    """Such as “Fleiss, 1971: *Measuring Nominal Scale Agreement among Many Raters*”."""
    title = re.search(r"^  title = \{(.+)\},$", work.bibtex, re.MULTILINE)[1]
    return _plain(f"{work.cited}: *{title}*")


_ACCENTS = {"'": "\u0301", '"': "\u0308", "v ": "\u030c"}


def _plain(latex):
    r"""Text without LaTeX's marks: {\v r} is ř."""
    accented = re.sub(r"\{\\(['\"]|v )(\w)\}", lambda m: m[2] + _ACCENTS[m[1]], latex)
    return unicodedata.normalize("NFC", re.sub(r"[{}\\]", "", accented))


def _published():
    """A heading for each paper, with a row for each of its tables."""
    papers = import_module("brat_iaa.published.papers").PAPERS.values()
    return "\n".join(
        f"## {_plain(WORKS[paper.name].cited)}: `--as {paper.name}`\n\n"
        + _table(
            "table", "place", "what it holds", "what it needs",
            rows=((table.number, table.place, table.title.replace("*", "`*`"), table.needs)
                  for table in paper.tables),
        )
        for paper in papers
    )  # fmt: skip


def _table(*header, rows):
    lines = [header, ["---"] * len(header), *rows]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


_PARTS = {
    "settings": _settings,
    "scores": lambda: _columns(_SCORES),
    "places": lambda: _columns(_PLACES),
    "changes": lambda: _columns(_CHANGES),
    "kinds": _kinds,
    "layers": _layers,
    "published": _published,
    "sources": _sources,
}
