"""The part of the guide that follows from declarations: every setting of iaa.conf."""

from brat_iaa import config
from brat_iaa.guide.markup import Heading, Paragraph, Span, Table, anchor_of

_HEADER = tuple((Span("text", word),) for word in ("setting", "default", "what it says"))


def settings():
    """Blocks: a heading, a sentence and a table of settings for each section of iaa.conf."""
    found = []
    for section in config.reference():
        title = f"[{section['section']}]"
        found.append(Heading(2, (Span("code", title),), anchor_of(title)))
        if section["help"]:
            found.append(Paragraph((Span("text", section["help"]),)))
        rows = tuple(map(_row, section["settings"]))
        found += [Table(_HEADER, rows, (False, False, False))] * bool(rows)
    return found


def _row(setting):
    allowed = setting["choices"] or ()
    words = [Span("text", setting["help"])]
    words += _said("Allowed", allowed if len(allowed) > 1 else ())
    words += _said("Example", filter(None, [setting["example"]]))
    words += _said("Option", [f"--{setting['key'].replace('_', '-')}"] * setting["option"])
    default = (Span("code", setting["default"]),) if setting["default"] else ()
    return (Span("code", setting["key"]),), default, tuple(words)


def _said(what, values):
    """Spans such as " Allowed: in, out."; none without values."""
    found = []
    for number, value in enumerate(values):
        found += [Span("text", ", " if number else f" {what}: "), Span("code", value)]
    return [*found, Span("text", ".")] if found else []
