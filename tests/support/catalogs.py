"""Catalogs of translated texts, also of a language in which each letter has an accent."""

import re

ACCENTED = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "áƀçđéƒǥħíĵķłɱñóƥɋřšŧúṽŵẋýžÁɃÇĐÉƑǤĦÍĴĶŁḾÑÓƤɊŘŠŦÚṼŴẊÝŽ",
)
# Placeholders, what stands for a sign, tags of HTML.
_KEPT = re.compile(r"(%\(\w+\)s|%%|&\w+;|<[^>]*>)")


def accented(text):
    """The text as a translation that is told from English at each letter."""
    return "".join(
        part if _KEPT.fullmatch(part) else part.translate(ACCENTED) for part in _KEPT.split(text)
    )


def write_catalog(path, texts):
    """Write a compiled catalog of GNU gettext: {English: translation}."""
    entries = sorted({"": "Content-Type: text/plain; charset=UTF-8\n", **texts}.items())
    keys = [english.encode() for english, _ in entries]
    values = [translation.encode() for _, translation in entries]
    start = 28 + 16 * len(entries)
    index, at = [], start
    for strings in (keys, values):
        for string in strings:
            index += [len(string), at]
            at += len(string) + 1
    head = [0x950412DE, 0, len(entries), 28, 28 + 8 * len(entries), 0, start]
    numbers = b"".join(number.to_bytes(4, "little") for number in head + index)
    path.write_bytes(numbers + b"".join(string + b"\0" for string in keys + values))
