"""All topics of the guide, in the order of its contents."""

import functools
import re
import textwrap
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from brat_iaa.errors import BratIaaError
from brat_iaa.guide import markup
from brat_iaa.guide.generated import completed
from brat_iaa.guide.markup import Heading, MarkupError, Paragraph, blocks, words

_ITEM = re.compile(r"- |\d+\. ")
_TEXTS = Path(__file__).parent / "texts"
# It is made of the parsers of all commands, which are imported when somebody reads it.
_COMMANDS = "commands"

# Names of topics are names of files; what was renamed here changes addresses.
GROUPS = (
    ("Start", ("start", "glossary")),
    (
        "Leading a project",
        ("lead", "project", "access", "phases", "disagreements", "gold", "studies", "paper"),
    ),
    ("Annotating", ("annotate",)),
    (
        "Measures",
        ("choosing", "dependencies", "labels", "spans", "relations", "chains", "trees",
         "intervals", "papers"),
    ),
    ("On a server", ("install", "operate")),
    ("Reference", ("commands", "files", "trouble")),
)  # fmt: skip
NAMES = tuple(name for _, names in GROUPS for name in names)
# Names that people look up, among them those of former topics, and the section for each.
SECTIONS_BY_NAME = {
    name: target
    for target, names in {
        "access": "blinding hide reveal",
        "gold": "adjudication draft",
        "gold#gold-standard": "reference",
        "annotate#my-disagreements": "review",
        "chains": "coreference",
        "dependencies#example-four-tokens": "example",
        "choosing#what-a-value-means": "reading thresholds",
        "dependencies#uaa-laa-and-loa": "uaa laa loa",
        "dependencies#masi": "masi",
        "dependencies#exact-match": "exact uas las",
        "dependencies#gcm": "gcm",
        "dependencies#krippendorffs-alpha": "alpha krippendorff",
        "disagreements": "places",
        "disagreements#patterns": "patterns gains",
        "files": "formats csv json",
        "files#conll-u": "conllu",
        "files#from-python": "python",
        "files#settings": "settings iaa.conf",
        "install": "deploy",
        "install#a-brat-that-you-start": "standalone serve",
        "install#in-front-of-any-other-brat": "proxy",
        "install#under-a-web-server-cgi": "cgi apache",
        "install#upgrading": "upgrade",
        "intervals#missing-empty-and-undefined": "missing undefined",
        "labels#cohens-kappa": "kappa cohen",
        "labels#fine-and-coarse-labels": "coarse",
        "labels#fleiss-kappa": "fleiss",
        "labels#gwets-ac1": "ac1 gwet",
        "labels#gwets-ac2": "ac2",
        "labels#labels-in-an-order": "scales",
        "operate": "trust",
        "operate#backups": "backup",
        "operate#large-projects": "large",
        "paper#what-to-write": "cite",
        "paper#signatures": "signature",
        "paper#sources": "sources",
        "papers": "berzak mirovsky passonneau ragheb skjaerholt",
        "phases#snapshots": "snapshots",
        "project#layers": "layers",
        "relations#discourse-relations": "discourse",
        "relations#events": "events",
        "spans#f1": "f1",
        "spans#unitizing": "unitizing",
        "studies": "annotators",
        "studies#anchoring": "anchoring",
        "studies#candidates": "candidates",
        "studies#consistency": "consistency",
        "studies#planning": "planning plan",
        "studies#simulation": "simulation simulate",
        "studies#timing": "timing time",
        "studies#variation": "variation",
        "trouble#limits": "limits",
    }.items()
    for name in names.split()
}  # fmt: skip


class UnknownTopic(BratIaaError):
    """A name that no topic has."""


class Topic(NamedTuple):
    """name: as in addresses; title: of its first heading; summary: its first paragraph, as text"""

    name: str
    title: str
    summary: str
    blocks: tuple

    @property
    def headings(self):
        """The Headings of its sections."""
        return [b for b in self.blocks if isinstance(b, Heading) and b.level == 2]


def written(name) -> str:
    """The text of a topic as it is written, without what is generated within it."""
    if name == _COMMANDS:
        return import_module("brat_iaa.cli.descriptions").topic()
    return (_TEXTS / f"{name}.md").read_text("utf-8")


def text_of(name) -> str:
    """The text of a topic."""
    return completed(written(name))


def find(name, anchor=""):
    """(topic, anchor) of what a name stands for: a topic, or one of SECTIONS_BY_NAME. What
    stands for nothing is returned as it is.
    """
    if name in NAMES or name not in SECTIONS_BY_NAME:
        return name, anchor
    topic, _, section = SECTIONS_BY_NAME[name].partition("#")
    return topic, anchor if anchor in anchors(topic) else section


def names_of_sections():
    """Names of sections and former topics, which find() knows beside the topics."""
    return [*SECTIONS_BY_NAME]


def find_link(target):
    """(topic, anchor) of a link in a text, which names a file: NAME.md#ANCHOR."""
    name, _, anchor = target.partition("#")
    return find(name.removesuffix(".md"), anchor)


@functools.cache
def topic(name):
    """The Topic of a name. Raises UnknownTopic."""
    if name not in NAMES:
        raise UnknownTopic(f"There is no topic “{name}”.")
    try:
        parsed = blocks(text_of(name))
    except MarkupError as error:
        raise MarkupError(f"{name}.md: {error}") from None
    title, first = parsed[:2]
    assert isinstance(title, Heading) and isinstance(first, Paragraph), name
    return Topic(name, words(title.spans), words(first.spans), tuple(parsed))


def anchors(name):
    """The anchors of all headings of a topic."""
    return [block.anchor for block in topic(name).blocks if isinstance(block, Heading)]


def section(name, anchor):
    """Tuple of the blocks below a heading of a topic: see markup.section. Raises UnknownTopic."""
    found = markup.section(topic(name).blocks, anchor)
    if not found:
        raise UnknownTopic(f"The topic “{name}” has no section “{anchor}”.")
    return found


class SourceSection(NamedTuple):
    """A section of a text, down to the next heading: level and words of the heading, its anchor,
    and the text of the section as it is written.
    """

    level: int
    heading: str
    anchor: str
    text: str


@functools.cache
def source(name) -> tuple:
    """The SourceSections of a topic. Raises UnknownTopic."""
    headings = (block for block in topic(name).blocks if isinstance(block, Heading))
    found, lines, in_code = [], [], False
    for line in text_of(name).split("\n"):
        in_code ^= line.startswith("```")
        if line.startswith("#") and not in_code:
            heading, lines = next(headings), []
            found.append((heading, lines))
        lines.append(line)
    return tuple(
        SourceSection(heading.level, words(heading.spans), heading.anchor, "\n".join(of_section))
        for heading, of_section in found
    )


def printed(name, anchor="", width=80) -> str:
    """A topic, or one of its sections, for a terminal: as it is written, in lines of at most
    `width` characters; code, tables and long words may be longer. Raises UnknownTopic.
    """
    section(name, anchor) if anchor else topic(name)
    parts, chosen, level = source(name), [], 0
    for part in parts:
        if chosen and part.level <= level:
            break
        if chosen or anchor in ("", part.anchor):
            level = level or part.level
            chosen.append(part.text)
    out, in_code = [], False
    for line in "\n".join(chosen).strip("\n").split("\n"):
        in_code ^= line.startswith("```")
        if in_code or line.startswith(("```", "|", "#")):
            out.append(line)
        else:
            item = _ITEM.match(line)
            indent = " " * len(item[0]) if item else ""
            out += textwrap.wrap(
                line, width, subsequent_indent=indent, break_long_words=False,
                break_on_hyphens=False,
            ) or [""]  # fmt: skip
    return "\n".join(out)
