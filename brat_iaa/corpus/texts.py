"""The text of a document: the same for all its annotators, whatever its line ends.

Tools that write and move files change line ends and byte order marks, and offsets count characters
of a text as it was at some time. So texts that differ in these only are one text, and offsets are
moved into it.
"""

import os
import re
from typing import Optional

import numpy

from brat_iaa.corpus.problem import quoted

_SHOWN = 15  # characters shown of a difference
BOM = "\ufeff"
_FIELDS = 5000  # of more text fields some, from all over the file, say how offsets count
_LINE_ENDS = str.maketrans("\r\n", "  ")
_SPAN = re.compile(r"^T[^\t\n]*\t[^\t\n ]+ ([0-9]{1,9}) ([0-9]{1,9})\t([^\n]*?)\r?$", re.MULTILINE)


class TextOfFields(str):
    """A text put together from the text fields of spans, where nobody has the text itself."""

    __slots__ = ()

    @classmethod
    def of(cls, annotations):
        """The text of the spans of several annotators."""
        spans = [span for file in annotations for span in file.spans.values()]
        characters = [" "] * max((span.end for span in spans), default=0)
        for span in spans:
            sizes = [end - start for start, end in span.fragments]
            if len(span.text) == sum(sizes) + len(sizes) - 1:
                begin = 0
                for (start, end), size in zip(span.fragments, sizes):
                    characters[start:end] = span.text[begin : begin + size]
                    begin += size + 1
        return cls("".join(characters))


def number_of_characters(text: str) -> int:
    """Number of characters except white space, as far as that is known."""
    return len(text) if isinstance(text, TextOfFields) else sum(map(len, text.split()))


def says(written: str, pieces) -> bool:
    """Whether the text field has the pieces, possibly with more after a blank.

    Line ends inside the span are written as blanks; brat before 1.3 joined the parts of a
    discontinuous span without a blank.
    """
    marked = " ".join(pieces)
    return _begins(written, marked) or any(
        _begins(written, expected)
        for expected in (
            marked.translate(_LINE_ENDS),
            marked.replace("\r\n", " ").translate(_LINE_ENDS),
            "".join(pieces),
            # A CR at the end was read as part of the line end of the .ann.
            marked[:-1] if marked.endswith("\r") else marked,
        )
    )


def _begins(written, expected):
    return written.startswith(expected) and not written[len(expected) : len(expected) + 1].strip()


def essence(text: str) -> str:
    """What texts have in common that differ in a byte order mark and in line ends only."""
    return _with_newlines(text).rstrip("\n")


def _with_newlines(text):
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.lstrip(BOM)


def counting(data: bytes, text: str) -> Optional[tuple]:
    """How offsets in an .ann file count the characters of a text, if otherwise than brat: (in which
    way, in words; for each offset, that of the character, a list). None: as brat, or as well.

    data  content of the .ann
    text  the .txt beside it, as brat reads it: each character counts

    Tried are one or two characters for each line end, with and without a byte order mark, and the
    units of UTF-16, as in Java and JavaScript, and bytes. That counts of which most text fields are
    what the offsets mark.
    """
    fields = _SPAN.findall(data.decode("utf-8", "replace"))
    fields = fields[:: len(fields) // _FIELDS + 1]
    most, best = _fitting(text, numpy.arange(len(text) + 1), fields), None
    for words, to in _ways_of_counting(text):
        if most == len(fields):
            break
        fitting = _fitting(text, to, fields)
        if fitting > most:
            most, best = fitting, (words, to.tolist())
    return best


def _ways_of_counting(text):
    """Yield (in which way, in words; for each offset, that of the character in the text)."""
    single = text.replace("\r\n", "\n")
    candidates = [text]
    for lines in (single, single.replace("\n", "\r\n")):
        unmarked = lines.lstrip(BOM)
        candidates += [lines, unmarked, BOM + unmarked]
    candidates = [*dict.fromkeys(candidates)]
    for unit, size_of in _UNITS.items():
        for candidate in candidates:
            ways, to = _line_ends_counted(candidate, text), moved_offsets(candidate, text)
            if size_of is not None:
                signs = numpy.frombuffer(candidate.encode("utf-32-le", "surrogatepass"), "<u4")
                sizes = size_of(signs)
                if (sizes == 1).all():
                    continue
                to = numpy.append(numpy.repeat(to[:-1], sizes), to[-1])
            yield " and ".join([*ways, *filter(None, [unit])]), to


# {what offsets count instead of characters: function of code points that returns how much they
# count}
_UNITS: dict = {
    "": None,
    "characters above U+FFFF as two, as UTF-16 has them": lambda signs: 1 + (signs > 0xFFFF),
    "bytes of UTF-8": lambda signs: (
        1 + (signs > 0x7F).astype(int) + (signs > 0x7FF) + (signs > 0xFFFF)
    ),
}


def _line_ends_counted(counted, text):
    """In which ways offsets count line ends and the byte order mark of a text, in words."""
    mark = len(BOM) * (counted.startswith(BOM) - text.startswith(BOM))
    ways = {
        -1: ["the byte order mark as none"],
        0: [],
        1: ["one more character at the start, a byte order mark"],
    }[mark]
    if len(counted) - mark != len(text):
        longer = len(counted) - mark > len(text)
        ways.insert(0, f"each line end as {'two characters' if longer else 'one character'}")
    return ways


def _fitting(text, to, fields):
    return sum(_fits(text, to, *field) for field in fields)


def _fits(text, to, start, end, field):
    """Whether a text field is what the offsets mark."""
    first, last = int(start), int(end)
    if max(first, last) >= len(to):
        return False
    marked = text[to[first] : to[last]]
    return marked == field or says(field, [marked])


def moved_offsets(counted: str, text: str) -> numpy.ndarray:
    """For each offset in a text the offset of the same place in another with the same essence."""
    kept, others = kept_in_common(counted), numpy.flatnonzero(kept_in_common(text))
    place = numpy.append(0, numpy.cumsum(kept))
    return numpy.append(others, len(text))[numpy.minimum(place, len(others))]


def kept_in_common(text):
    """Booleans: which characters texts with the same essence have in common."""
    characters = numpy.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")
    kept = numpy.ones(len(characters), dtype=bool)
    kept[1:] = (characters[1:] != ord("\n")) | (characters[:-1] != ord("\r"))
    kept[: len(text) - len(text.lstrip(BOM))] = False
    return kept


def describe_difference(a: str, text_a: str, b: str, text_b: str) -> str:
    """The first difference between the texts of the annotators a and b, in words."""
    text_a, text_b = _with_newlines(text_a), _with_newlines(text_b)
    index = len(os.path.commonprefix((text_a, text_b)))
    line, column = text_a.count("\n", 0, index) + 1, index - text_a.rfind("\n", 0, index)
    has = [
        quoted(text[index : index + _SHOWN]) if text[index:] else "its end"
        for text in (text_a, text_b)
    ]
    return (
        f"the texts of {a} and {b} differ from line {line}, column {column} (character {index}) "
        f"on: {a} has {has[0]} there, {b} has {has[1]}"
    )
