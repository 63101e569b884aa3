"""Reads the part of Markdown that the guide is written in.

Blocks, separated by blank lines: headings, paragraphs, lists with "- " or "1. ", tables, and code
between fences. After a fence may stand what the code is: "console" for commands with what they
print, "sh" for commands alone, or "file PATH" for what a file holds. In a line: `code`, *emphasis*,
**strong** and [text](target). Nothing else is known, and everything else is text.
"""

import re
from typing import NamedTuple

_BLANK = re.compile(r"\n(?:[ \t]*\n)+")
_HEADING = re.compile(r"(#{1,3}) (.+)")
_ITEM = re.compile(r"(-|\d+\.) ")
_FENCE = re.compile(r"```(console|sh|file(?: \S+)+|)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_DIVIDER = re.compile(r"\|(?: *:?-+:? *\|)+")
_CELL = re.compile(r"((?:`[^`]*`|[^|`])*)\|")
_INLINE = re.compile(
    r"`(?P<code>[^`]+)`"
    r"|\*\*(?P<strong>[^*]+)\*\*"
    r"|\*(?P<em>[^*\s][^*]*)\*"
    r"|\[(?P<link>[^]]+)\]\((?P<target>[^)\s]+)\)"
)


class MarkupError(ValueError):
    """A text that is not in the part of Markdown that we know."""


class TextSpan(NamedTuple):
    """A piece of a line. kind: "text", "code", "strong", "em" or "link"; target: of a link"""

    kind: str
    text: str
    target: str = ""


class Heading(NamedTuple):
    level: int
    spans: tuple
    anchor: str


class Paragraph(NamedTuple):
    spans: tuple


class List(NamedTuple):
    """items: a tuple of TextSpan each; numbered: whether their order matters"""

    numbered: bool
    items: tuple


class Code(NamedTuple):
    """kind: "", "console", "sh" or "file"; paths: of the files that hold it"""

    kind: str
    paths: tuple
    text: str


class TextTable(NamedTuple):
    """header: cells, each a tuple of TextSpan; rows: of as many cells; right: which are numbers"""

    header: tuple
    rows: tuple
    right: tuple


def blocks(text):
    """List of the blocks of a text. Raises MarkupError."""
    parsed, position = [], 0
    for fence in _FENCE.finditer(text):
        parsed += _between(text[position : fence.start()])
        kind, *paths = fence.group(1).split(" ")
        parsed.append(Code(kind, tuple(paths), fence.group(2).rstrip("\n")))
        position = fence.end()
    parsed += _between(text[position:])
    anchors = [block.anchor for block in parsed if isinstance(block, Heading)]
    for anchor in anchors:
        if anchors.count(anchor) > 1:
            raise MarkupError(f"two headings “{anchor}”")
    return parsed


def spans(text):
    """Tuple of TextSpan of a line. Raises MarkupError for marks that nothing closes."""
    pieces, position = [], 0
    for match in _INLINE.finditer(text):
        pieces.append(TextSpan("text", text[position : match.start()]))
        kind = match.lastgroup if match.lastgroup != "target" else "link"
        pieces.append(TextSpan(kind, match.group(kind), match.group("target") or ""))
        position = match.end()
    pieces.append(TextSpan("text", text[position:]))
    for span in pieces:
        if span.kind != "code" and re.search(r"`|\*|\]\(", span.text):
            raise MarkupError(f"a mark that nothing closes, in “{text}”")
    return tuple(span for span in pieces if span.text)


def words(spans):
    """The plain text of spans."""
    return "".join(span.text for span in spans)


def anchor_of(title):
    """The part of an address behind # that leads to a heading; GitHub makes the same."""
    kept = re.sub(r"[^\w\- ]", "", title.lower())
    return kept.strip().replace(" ", "-")


def section(blocks, anchor):
    """Blocks below a heading, with it, down to the next of its level; () without such a heading."""
    headings = [(n, block) for n, block in enumerate(blocks) if isinstance(block, Heading)]
    for start, heading in headings:
        if heading.anchor == anchor:
            ends = (n for n, other in headings if n > start and other.level <= heading.level)
            return tuple(blocks[start : next(ends, len(blocks))])
    return ()


def _between(text):
    return [_block(part) for part in _BLANK.split(text.strip("\n")) if part.strip()]


def _block(text):
    if "```" in text:
        raise MarkupError(f"a fence that we do not know: {text.splitlines()[0]}")
    if text.startswith("#"):
        heading = _HEADING.fullmatch(text)
        if not heading:
            raise MarkupError(f"no heading: {text}")
        title = spans(heading.group(2))
        return Heading(len(heading.group(1)), title, anchor_of(words(title)))
    if text.startswith("|"):
        return _table(text.split("\n"))
    if _ITEM.match(text):
        return _list(text)
    return Paragraph(spans(_joined(text)))


def _joined(text):
    return " ".join(line.strip() for line in text.split("\n"))


def _list(text):
    numbered = not text.startswith("-")
    items = re.split(r"\n(?=- |\d+\. )", text)
    if any(bool(re.match(r"\d", item)) != numbered for item in items):
        raise MarkupError(f"a list of both forms: {items[0]}")
    return List(numbered, tuple(spans(_joined(_ITEM.sub("", item, count=1))) for item in items))


def _table(lines):
    if len(lines) < 3 or not _DIVIDER.fullmatch(lines[1]):
        raise MarkupError(f"no table: {lines[0]}")
    header, divider, *rows = map(_cells, lines)
    if any(len(row) != len(header) for row in (divider, *rows)):
        raise MarkupError(f"rows of different lengths in the table {lines[0]}")
    right = tuple(words(cell).endswith(":") for cell in divider)
    return TextTable(header, tuple(rows), right)


def _cells(line):
    if not line.startswith("|") or not line.endswith("|"):
        raise MarkupError(f"no row of a table: {line}")
    return tuple(spans(cell.strip()) for cell in _CELL.findall(line[1:]))
