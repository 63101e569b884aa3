"""Pieces of text in messages, with everything invisible made visible."""

_NAMES = {
    "\n": "\\n",
    "\r": "\\r",
    "\t": "\\t",
    "\ufeff": "<BOM>",
}
_LONGEST = 60


def visible(text):
    """The text with line ends, tabs and other unprintable characters spelled out."""
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() else _NAMES.get(char) or "<U+%04X>" % ord(char) for char in text
    )


def quoted(text):
    """The text in double quotes, visible, cut to about 60 characters."""
    if len(text) > _LONGEST:
        return '"%s…"' % visible(text[:_LONGEST])
    return '"%s"' % visible(text)
