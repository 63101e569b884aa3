"""Changes and checks the text of an iaa.conf. Whatever is not changed in it stays to the byte."""

import re
from itertools import takewhile
from typing import NamedTuple

from brat_iaa.config.lines import lines_of, without_comment
from brat_iaa.config.reading import parse
from brat_iaa.config.settings import FILE_NAME
from brat_iaa.errors import ConfigError


def changed(text, changes, path=FILE_NAME):
    """The text of an iaa.conf after changes. All other lines stay as they are, to the byte, and so
    do the comments of changed lines.

    text     as in the file, with any line ends
    changes  {section: {key: text of the value, or None to delete the setting}}. A new setting
             stands below the comment that shows its default (#key = value), else at the end of its
             section; a new section at the end of the file.
    path     named in errors
    Raises ConfigError, as parse() does, if the new text is not valid, or does not hold the values.
    """
    mark, text = _split_mark(text)
    for section, values in changes.items():
        for key, value in values.items():
            text = _with(text, section, key, value, path)
    parse(_plain(text), path)
    return mark + text


def written(text):
    """{section: {key: text of the value}} of an iaa.conf, in its order; lists are on one line."""
    sections = {}
    for (section, key), value in _values(_split_mark(text)[1]).items():
        values = sections.setdefault(section, {})
        if key is not None:
            parts = (part.strip().rstrip(",").rstrip() for part in value.split("\n"))
            values[key] = ", ".join(filter(None, parts)) if "\n" in value else value
    return sections


def _split_mark(text):
    return ("\ufeff", text[1:]) if text.startswith("\ufeff") else ("", text)


def _with(text, section, key, value, path):
    """The text with another value of one setting; None: without it."""
    rows, lines, before = _rows(text), _lines(text), _values(text)
    same = [name for name, _ in before if name and name.split() == section.split()]
    section = (*same, section)[0]
    wanted = {name: old for name, old in before.items() if name != (section, key)}
    if value is not None:
        value = "\n".join(filter(None, map(str.strip, re.split("[\r\n]+", value))))
        wanted.update({(section, None): "", (section, key): value})
    if wanted == before:
        return text
    end = re.search("[\r\n]*$", rows[0]).group() or "\n"
    numbers = [n for n, line in enumerate(lines) if (line.section, line.key) == (section, key)]
    if value is None:
        new = [_comment_of(row) if n in numbers else row for n, row in enumerate(rows)]
        if _values("".join(new)) != wanted:
            new[numbers[0]] += end  # otherwise the line below would continue the value above
    else:
        if not same:
            rows = _rows(_ended(text, end) + (end if text else "") + f"[{section}]{end}")
            lines = _lines("".join(rows))
        at, margin = _place(rows, lines, section, key)
        comments = [_comment_of(rows[n]) for n in numbers]
        comment = comments[0].strip() if numbers else ""
        if numbers:
            at, margin = numbers[0], _margin(rows[numbers[0]])
        first, *more = f"{key} = {value}".rstrip().split("\n")
        first += f"  {comment}" if comment else ""
        row = "".join(f"{margin}{line}{end}" for line in (first, *(f"  {line}" for line in more)))
        above = _ended("".join(rows[:at]), end)
        others = [row for n, row in enumerate(rows) if n >= at and n not in numbers]
        new = [above, row, *comments[1:], *others]
    text = "".join(new)
    if _values(text) != wanted:
        raise ConfigError(
            f"{path}: [{section}] {key} = {value}: cannot be written, as # and ; begin a comment."
        )
    return text


def _plain(text):
    return re.sub("\r\n?", "\n", text)


def _lines(text):
    return list(lines_of(_plain(text)))


def _rows(text):
    return re.split(r"(?<=\n)|(?<=\r)(?!\n)", text)


def _values(text):
    """{(section, key): value} of the settings, and {(section, None): ""} of the sections."""
    values = {}
    for line in _lines(text):
        name = line.section, line.key
        if line.begins or line.key is not None:
            values[name] = f"{values.get(name, '')}\n{line.value or ''}".strip()
    return values


def _comment_of(row):
    """What is left of a row without its setting: the comment if there is one, else nothing."""
    line = row.rstrip("\r\n")
    comment = line[len(without_comment(line)) :]
    return f"{_margin(row)}{comment}{row[len(line) :]}" if comment else ""


def _margin(row):
    return row[: len(row) - len(row.lstrip())]


def _ended(text, end):
    return text if not text or text[-1] in "\r\n" else text + end


def _place(rows, lines, section, key):
    """(number of the row before which a setting is inserted that its section does not have yet, the
    blanks before it).
    """
    numbers = [n for n, line in enumerate(lines) if line.section == section]
    # What follows a header that is a comment itself explains another section.
    ours = takewhile(lambda n: not re.match(r"\s*[#;]\s*\[", rows[n]), numbers)
    shown = [n for n in ours if re.match(rf"\s*[#;]\s*{re.escape(key)}\s*=", rows[n])]
    filled = [n for n in numbers if lines[n].key is not None]
    margin = _margin(rows[filled[0]]) if filled else ""
    return (shown or filled or numbers[:1] or [len(rows) - 1])[-1] + 1, margin


_LINE = re.compile(rf"{re.escape(FILE_NAME)}, line (\d+): ")


class WrongLine(NamedTuple):
    """Why a line cannot be used. number: from 1, 0 where it is of no line; text: what is in it"""

    number: int
    text: str
    message: str


def errors_in(text):
    """[WrongLine] of the first line that cannot be used; [] if all can. The message is that of the
    command line; lines of the text end in \\n.
    """
    try:
        parse(text, FILE_NAME)
    except ConfigError as error:
        where = _LINE.match(str(error))
        if where is None:
            return [WrongLine(0, "", str(error))]
        number = int(where[1])
        return [WrongLine(number, text.split("\n")[number - 1].strip(), str(error)[where.end() :])]
    return []


def differences(before, after):
    """[[section, key, from, to]] between the texts of two iaa.conf. Key "": the section itself,
    "there" or "removed"; from and to are None where the setting is not written.
    """
    old, new = ({name: values for name, values in written(text).items() if name}
                for text in (before, after))  # fmt: skip
    changes = []
    for section in dict.fromkeys([*old, *new]):
        values, others = old.get(section, {}), new.get(section, {})
        if section not in new:
            changes.append([section, "", "there", "removed"])
        elif section not in old and not others:
            changes.append([section, "", None, "there"])
        else:
            keys = dict.fromkeys([*values, *others])
            steps = ([section, key, values.get(key), others.get(key)] for key in keys)
            changes += [step for step in steps if step[2] != step[3]]
    return changes
