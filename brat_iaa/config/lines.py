"""The lines of iaa.conf: sections, “key = value”, comments."""

import re
from math import inf
from typing import NamedTuple, Optional

from brat_iaa.errors import ConfigError


class Line(NamedTuple):
    """What a line of iaa.conf holds.

    section  name of the section to which it belongs, None above the first
    key      key of the setting that begins or continues here; None of others
    value    what it holds of the value; None where the line is not “key = value”
    begins   whether a section or setting begins here
    """

    section: str
    key: Optional[str] = None
    value: Optional[str] = ""
    begins: bool = False


def lines_of(text):
    """Iterator of Line, of each line of a text, as Python's configparser reads them: an indented
    line continues the value right above it; # and ; begin a comment at the beginning of a line and
    after a blank.
    """
    section, key, margin = None, None, 0
    for line in text.split("\n"):
        content = without_comment(line).strip()
        indent = len(line) - len(line.lstrip())
        if not content:
            margin = inf
            yield Line(section)
        elif key is not None and indent > margin:
            yield Line(section, key, content)
        else:
            margin, header = indent, re.match(r"\[(.+)\]", content)
            if header:
                section, key = header.group(1), None
                yield Line(section, begins=True)
            else:
                key, equals, value = map(str.strip, content.partition("="))
                yield Line(section, key, value if key and equals else None, True)


def without_comment(line):
    """A line up to the comment in it."""
    return re.split(r"(?:^|(?<=\s))[#;]", line, maxsplit=1)[0]


class Where(NamedTuple):
    """A line of a file, as messages name it."""

    path: str
    line: int

    def __str__(self):
        return f"{self.path}, line {self.line}"


class FileSection(NamedTuple):
    """A section of the file. values: {key: (Where, text)}"""

    where: Where
    values: dict


def sections_of(text, path):
    """{name: FileSection} of a text. Raises ConfigError, naming path and line."""
    sections = {}
    for number, (line, content) in enumerate(zip(lines_of(text), text.split("\n")), 1):
        where, content = Where(path, number), content.strip()
        values = sections[line.section].values if line.section in sections else {}
        if not line.begins:
            if line.key is not None:
                first, value = values[line.key]
                values[line.key] = first, f"{value}\n{line.value}".strip()
        elif line.section is None:
            raise ConfigError(
                f"{where}: “{content}” stands in no section. Expected a line above it such as "
                "[project]."
            )
        elif line.key is None:
            if line.section in sections:
                raise ConfigError(
                    f"{where}: the section [{line.section}] is there already, at line "
                    f"{sections[line.section].where.line}. Put all its settings below one of them."
                )
            sections[line.section] = FileSection(where, {})
        elif line.value is None:
            raise ConfigError(
                f"{where}: found “{content}”, expected “key = value”, “[section]”, or “#” and a "
                "comment."
            )
        elif line.key in values:
            raise ConfigError(
                f"{where}: “{line.key}” is set already, at line {values[line.key][0].line}. Delete "
                "one of the two lines."
            )
        else:
            values[line.key] = where, line.value
    return sections
