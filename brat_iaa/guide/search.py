"""Search of the guide: its sections that hold all words of a question."""

import functools
from typing import NamedTuple

from brat_iaa.guide.markup import Code, Heading, List, Paragraph, TextTable, words
from brat_iaa.guide.topics import NAMES, topic

# Sections that are listed, and characters that are shown before and after the first word.
MOST = 40
_BEFORE, _AFTER = 40, 120


class GuideSection(NamedTuple):
    """A section of a topic.

    name     of the topic
    title    of the topic
    heading  of the section
    anchor   of the heading
    text     of all blocks below it, in one line
    """

    name: str
    title: str
    heading: str
    anchor: str
    text: str


@functools.cache
def sections() -> tuple:
    """All GuideSections, in the order of the guide."""
    result = []
    for name in NAMES:
        for block in topic(name).blocks:
            if isinstance(block, Heading):
                heading = words(block.spans)
                result.append(GuideSection(name, topic(name).title, heading, block.anchor, ""))
            else:
                text = f"{result[-1].text} {_text(block)}".strip()
                result[-1] = result[-1]._replace(text=text)
    return tuple(result)


def _text(block):
    if isinstance(block, Paragraph):
        return words(block.spans)
    if isinstance(block, List):
        return " ".join(map(words, block.items))
    if isinstance(block, Code):
        return " ".join(block.text.split())
    assert isinstance(block, TextTable)
    return " ".join(words(cell) for row in (block.header, *block.rows) for cell in row)


def search(question: str) -> list:
    """List of (GuideSection, excerpt) of the sections that hold all words.

    Those that have a word in their heading come first.
    """
    wanted = question.casefold().split()
    if not wanted:
        return []
    hits = []
    for section in sections():
        whole = f"{section.title} {section.heading} {section.text}".casefold()
        if all(word in whole for word in wanted):
            named = sum(word in f"{section.title} {section.heading}".casefold() for word in wanted)
            # A section of exactly this name before all others.
            named += section.heading.casefold().split() == wanted
            hits.append((-named, section))
    hits.sort(key=lambda row: row[0])
    return [(section, _excerpt(section.text, wanted)) for _, section in hits[:MOST]]


def _excerpt(text, wanted):
    places = (text.casefold().find(word) for word in wanted)
    first = min((place for place in places if place >= 0), default=0)
    begin, end = max(first - _BEFORE, 0), first + _AFTER
    return "…" * (begin > 0) + text[begin:end].strip() + "…" * (end < len(text))
