"""Quotes text in messages, with invisible characters made visible."""

_NAMES = {"\n": "\\n", "\r": "\\r", "\t": "\\t", "\ufeff": "<BOM>"}
_LONGEST = 60


def visible(text: str) -> str:
    """The text with line ends, tabs and other unprintable characters as escapes."""
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() else _NAMES.get(char) or f"<U+{ord(char):04X}>" for char in text
    )


def quoted(text: str) -> str:
    """The text in double quotes, visible, cut to about 60 characters."""
    return f'"{visible(text[:_LONGEST])}{"…" if len(text) > _LONGEST else ""}"'
