"""The part of the guide that follows from declarations: every setting of iaa.conf."""

from brat_iaa.config import SECTIONS
from brat_iaa.guide.markup import Heading, Paragraph, TextSpan, TextTable, anchor_of

_HEADER = tuple((TextSpan("text", word),) for word in ("setting", "default", "what it says"))


def settings():
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
    words += _said("Allowed", allowed if len(allowed) > 1 else ())
    words += _said("Example", filter(None, [setting.example]))
    words += _said("Option", [f"--{setting.key.replace('_', '-')}"] * setting.option)
    default = (TextSpan("code", setting.default),) if setting.default else ()
    return (TextSpan("code", setting.key),), default, tuple(words)


def _said(what, values):
    """Spans such as " Allowed: in, out."; none without values."""
    spans = []
    for number, value in enumerate(values):
        spans += [TextSpan("text", ", " if number else f" {what}: "), TextSpan("code", value)]
    return [*spans, TextSpan("text", ".")] if spans else []
