"""Pictures of figures as marks, which pages and files write alike, as SVG.

Tones are Okabe & Ito's, dark enough for text on white; a page's style sheet has those of dark pages
by class. What differs in tone differs in dash or shape, too, so that print in grey says the same.
"""

import unicodedata
from html import escape
from typing import NamedTuple, Union

from brat_iaa.formats.display_names import columns, runs_from_right

TONES = {
    "ink": "#1b1d21",
    "quiet": "#5c636e",
    "grid": "#d9dcdf",
    "paper": "#ffffff",
    "a": "#0060a0",
    "b": "#b34700",
    "c": "#00704f",
    "d": "#6b4c9a",
    "soft": "#9dbad6",
}  # fmt: skip
# Of curves: a tone, and a dash that says the same without colour.
STROKES = (("a", ""), ("b", "7 3"), ("c", "2 3"), ("d", "9 3 2 3"))
FONT = "system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', sans-serif"
SIZE = 12  # of text


class Stroke(NamedTuple):
    """A line through points [(x, y)]. dash: lengths in turn, "" for none"""

    points: list
    tone: str
    width: float = 1.0
    dash: str = ""
    title: str = ""


class Dot(NamedTuple):
    """A circle. hollow: a ring"""

    x: float
    y: float
    radius: float
    tone: str
    hollow: bool = False
    title: str = ""


class Text(NamedTuple):
    """A line of text. anchor: "start", "middle" or "end" of it is at x;
    title: the whole of what is cut; link: the address of what it names, on pages
    """

    x: float
    y: float
    text: str
    anchor: str = "start"
    tone: str = "ink"
    bold: bool = False
    title: str = ""
    link: str = ""


Mark = Union[Stroke, Dot, Text]


class Drawing(NamedTuple):
    """A picture.

    title     in a few words
    sentence  what it shows, for those who cannot see it
    marks     list of Mark, from back to front
    """

    title: str
    sentence: str
    width: float
    height: float
    marks: list


def width_of(text: str, size: float = SIZE) -> float:
    """About how wide a text is."""
    return columns(text) * size * 0.6


def one_line(text: str) -> str:
    """The text without line ends and control characters, which XML cannot hold."""
    return "".join(" " if unicodedata.category(c) in ("Cc", "Zl", "Zp", "Cs") else c for c in text)


def titled(drawing) -> Drawing:
    """The same with its title above it, for files."""
    down = 30

    def moved(mark):
        if isinstance(mark, Stroke):
            return mark._replace(points=[(x, y + down) for x, y in mark.points])
        return mark._replace(y=mark.y + down)

    title = Text(4, 16, drawing.title, bold=True)
    return drawing._replace(
        width=max(drawing.width, width_of(drawing.title) * 1.1 + 8), height=drawing.height + down,
        marks=[title, *map(moved, drawing.marks)],
    )  # fmt: skip


def to_svg(picture, name: str = "", paper: bool = False, aloud: bool = True) -> str:
    """SVG.

    name   further class, for style sheets
    paper  whether it has a white ground, as files have
    aloud  whether screen readers say its sentence; not where the text beside it says the same
    """
    attributes = 'aria-hidden="true" focusable="false"'
    if aloud:
        # What is in an image is no link to screen readers.
        linked = any(getattr(mark, "link", "") for mark in picture.marks)
        attributes = 'role="group"' if linked else 'role="img"'
    width, height = f"{picture.width:.0f}", f"{picture.height:.0f}"
    classes = " ".join(filter(None, ("chart", name)))
    parts = [
        f'<svg class="{classes}" xmlns="http://www.w3.org/2000/svg" width="{width}" '
        f'height="{height}" viewBox="0 0 {width} {height}" {attributes} '
        f'font-family="{escape(FONT)}" font-size="{SIZE}" fill="{TONES["ink"]}">'
    ]
    if aloud:
        parts.append(f"<title>{_text(picture.title)}</title><desc>{_text(picture.sentence)}</desc>")
    if paper:
        parts.append(f'<rect width="{width}" height="{height}" fill="{TONES["paper"]}"/>')
    parts += map(_svg, picture.marks)
    return "".join([*parts, "</svg>"])


def _svg(mark):
    title = f"<title>{_text(mark.title)}</title>" if mark.title else ""
    if isinstance(mark, Stroke):
        points = "L".join(f"{x:.1f} {y:.1f}" for x, y in mark.points)
        dash = f' stroke-dasharray="{mark.dash}"' if mark.dash else ""
        return _element(
            "path", f'd="M{points}" fill="none" {_stroke(mark.tone, mark.width)}{dash}', title
        )
    if isinstance(mark, Dot):
        fill = _fill("paper" if mark.hollow else mark.tone)
        if mark.hollow:
            fill = f'class="f-paper s-{mark.tone}" fill="{TONES["paper"]}" '
            fill += f'stroke="{TONES[mark.tone]}" stroke-width="1.6"'
        place = f'cx="{mark.x:.1f}" cy="{mark.y:.1f}" r="{mark.radius:g}"'
        return _element("circle", f"{place} {fill}", title)
    return _svg_words(mark, title)


def _svg_words(mark, title):
    bold = ' font-weight="bold"' if mark.bold else ""
    anchor, direction = mark.anchor, ""
    if runs_from_right(mark.text):
        # The start of such a text is on its right.
        anchor = {"start": "end", "end": "start"}.get(anchor, anchor)
        direction = ' direction="rtl"'
    place = f'x="{mark.x:.1f}" y="{mark.y:.1f}" text-anchor="{anchor}"'
    words = f"{title}{_text(mark.text)}"
    text = _element("text", f"{place}{direction}{bold} {_fill(mark.tone)}", words)
    return _element("a", f'href="{escape(mark.link)}"', text) if mark.link else text


def _element(name, attributes, content):
    return f"<{name} {attributes}>{content}</{name}>" if content else f"<{name} {attributes}/>"


def _fill(tone):
    return f'class="f-{tone}" fill="{TONES[tone]}"'


def _stroke(tone, width):
    return f'class="s-{tone}" stroke="{TONES[tone]}" stroke-width="{width:g}"'


def _text(text):
    return escape(one_line(text))
