"""The part of the guide that follows from declarations: every setting of iaa.conf."""

from itertools import groupby

from brat_iaa.config import SETTINGS
from brat_iaa.guide.markup import Heading, Span, Table, anchor_of

_HEADER = tuple((Span("text", word),) for word in ("setting", "default", "what it says"))


def settings():
    """Blocks: a heading and a table of settings for each section of iaa.conf."""
    found = []
    for section, declared in groupby(SETTINGS, key=lambda setting: setting.section):
        title = f"[{section}]"
        found.append(Heading(2, (Span("code", title),), anchor_of(title)))
        found.append(Table(_HEADER, tuple(map(_row, declared)), (False, False, False)))
    return found


def _row(setting):
    default = (Span("code", setting.default),) if setting.default else ()
    allowed = setting.choices or ()
    words = [Span("text", setting.help)]
    if len(allowed) > 1:
        words.append(Span("text", " Allowed: "))
        for number, one in enumerate(allowed):
            words += [Span("text", ", ")] * (number > 0) + [Span("code", one)]
        words.append(Span("text", "."))
    return ((Span("code", setting.key),), default, tuple(words))
