"""All topics of the guide, in the order of its contents."""

import functools
import re
from pathlib import Path
from typing import NamedTuple

from brat_iaa import islands
from brat_iaa.config import SECTIONS
from brat_iaa.errors import BratIaaError
from brat_iaa.guide.markup import (
    Heading,
    MarkupError,
    Paragraph,
    TextSpan,
    TextTable,
    anchor_of,
    blocks,
    words,
)

_HEADER = tuple((TextSpan("text", word),) for word in ("setting", "default", "what it says"))


def _settings():
    """Blocks: a heading, a sentence and a table of settings for each section of iaa.conf."""
    blocks = []
    for section in SECTIONS:
        title = f"[{section.name}]"
        blocks.append(Heading(2, (TextSpan("code", title),), anchor_of(title)))
        blocks.append(Paragraph((TextSpan("text", section.help),)))
        rows = tuple(map(_row, section.settings))
        blocks.append(TextTable(_HEADER, rows, (False, False, False)))
    return blocks


def _row(setting):
    allowed = setting.choices or ()
    words = [TextSpan("text", setting.help)]
    words += _listed("Allowed", allowed if len(allowed) > 1 else ())
    words += _listed("Example", filter(None, [setting.example]))
    words += _listed("Option", [f"--{setting.key.replace('_', '-')}"] * setting.option)
    default = (TextSpan("code", setting.default),) if setting.default else ()
    return (TextSpan("code", setting.key),), default, tuple(words)


def _listed(what, values):
    """Spans such as " Allowed: in, out."; none without values."""
    spans = []
    for number, value in enumerate(values):
        spans += [TextSpan("text", ", " if number else f" {what}: "), TextSpan("code", value)]
    return [*spans, TextSpan("text", ".")] if spans else []


_TEXTS = Path(__file__).parent / "texts"

# Names of topics are names of files; what was renamed here changes addresses.
_WITHOUT_ISLANDS = {
    "Start": "start example glossary trouble",
    "Your project": "lead project layers access phases review adjudication",
    "Agreement": "reading intervals places missing",
    "Measures": "dependencies masi exact gcm alpha trees spans labels unitizing scales "
    "coarse chains discourse relations events gold anchoring",
    "Studies": "",
    "Figures of papers": "ragheb skjaerholt passonneau mirovsky berzak",
    "On a server": "deploy standalone cgi proxy large trust",
    "Reference": "commands settings formats python limits sources",
}


def _groups():
    """((heading, names of topics), ...)"""
    groups = {title: names.split() for title, names in _WITHOUT_ISLANDS.items()}
    for island in islands.ISLANDS:
        names = next((names for names in groups.values() if island.after in names), None)
        if names is None:
            groups["Studies"] += island.topics
        else:
            place = names.index(island.after) + 1
            names[place:place] = island.topics
    return tuple((title, tuple(names)) for title, names in groups.items() if names)


GROUPS = _groups()
NAMES = tuple(name for _, names in GROUPS for name in names)
_LINK = re.compile(r"\[(?P<words>[^]]+)\]\((?P<topic>\w+)\.md[^)\s]*\)")
# Functions that return the blocks which follow the text of a topic.
_GENERATED = {"settings": _settings}


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


def path_of(name) -> Path:
    """The file of a topic's text."""
    return islands.topics().get(name, _TEXTS / f"{name}.md")


@functools.cache
def topic(name):
    """The Topic of a name. Raises UnknownTopic."""
    if name not in NAMES:
        raise UnknownTopic(f"There is no topic “{name}”.")
    # A link to a topic of an island that is not there is its words.
    text = _LINK.sub(
        lambda link: link[0] if link["topic"] in NAMES else link["words"],
        path_of(name).read_text("utf-8"),
    )
    try:
        parsed = (*blocks(text), *_GENERATED.get(name, tuple)())
    except MarkupError as error:
        raise MarkupError(f"{name}.md: {error}") from None
    title, first = parsed[:2]
    assert isinstance(title, Heading) and isinstance(first, Paragraph), name
    return Topic(name, words(title.spans), words(first.spans), parsed)


def anchors(name):
    """The anchors of all headings of a topic."""
    return [block.anchor for block in topic(name).blocks if isinstance(block, Heading)]


def section(name, anchor):
    """Tuple of the blocks below a heading of a topic, with it, down to the next of its level.

    Raises UnknownTopic.
    """
    parsed = topic(name).blocks
    headings = [(n, block) for n, block in enumerate(parsed) if isinstance(block, Heading)]
    for start, heading in headings:
        if heading.anchor == anchor:
            ends = (n for n, other in headings if n > start and other.level <= heading.level)
            return parsed[start : next(ends, len(parsed))]
    raise UnknownTopic(f"The topic “{name}” has no section “{anchor}”.")
