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
    for (section, key), value in _values(_lines(_split_mark(text)[1])).items():
        values = sections.setdefault(section, {})
        if key is not None:
            parts = (part.strip().rstrip(",").rstrip() for part in value.split("\n"))
            values[key] = ", ".join(filter(None, parts)) if "\n" in value else value
    return sections


def _split_mark(text):
    return ("\ufeff", text[1:]) if text.startswith("\ufeff") else ("", text)


def _with(text, section, key, value, path):
    """The text with another value of one setting; None: without it."""
    rows, lines = _rows(text), _lines(text)
    sections = (line.section for line in lines if line.section is not None)
    same = [name for name in sections if name.split() == section.split()]
    section = same[0] if same else section
    before = _values(lines)
    wanted = {name: old for name, old in before.items() if name != (section, key)}
    if value is not None:
        value = "\n".join(filter(None, map(str.strip, re.split("[\r\n]+", value))))
        wanted.update({(section, None): "", (section, key): value})
    if wanted == before:
        return text
    if not same or (section, key) not in before:
        _check_names(section, key, path)
    end = re.search("[\r\n]*$", rows[0]).group() or "\n"
    numbers = [n for n, line in enumerate(lines) if (line.section, line.key) == (section, key)]
    new = [_comment_of(row) if n in numbers else row for n, row in enumerate(rows)]
    if value is None:
        if _values(_lines("".join(new))) != wanted:
            new[numbers[0]] += end  # otherwise the line below would continue the value above
    elif numbers:
        new[numbers[0]] = _replaced(rows[numbers[0]], value, end)
    else:
        if not same:
            new = _rows(_ended(new, end) + (end if text else "") + f"[{section}]{end}")
            lines = _lines("".join(new))
        number = _place(new, lines, section, key)
        row = _replaced(f"{_indent(new, lines, number)}{key} = {end}", value, end)
        new = [_ended(new[:number], end), row, *new[number:]]
    text = "".join(new)
    if _values(_lines(text)) != wanted:
        raise ConfigError(
            f"{path}: [{section}] {key} = {value}: cannot be written, as # and ; begin a comment."
        )
    return text


def _check_names(section, key, path):
    if _values(lines_of(f"[{section}]\n{key} =")) != {(section, None): "", (section, key): ""}:
        raise ConfigError(
            f"{path}: [{section}] {key}: cannot be written. Expected the name of a section "
            "and of a setting."
        )


def _plain(text):
    return re.sub("\r\n?", "\n", text)


def _lines(text):
    return list(lines_of(_plain(text)))


def _rows(text):
    return re.split(r"(?<=\n)|(?<=\r)(?!\n)", text)


def _values(lines):
    """{(section, key): value} of the settings, and {(section, None): ""} of the sections."""
    values = {}
    for line in lines:
        name = line.section, line.key
        if line.begins or line.key is not None:
            values[name] = f"{values.get(name, '')}\n{line.value or ''}".strip()
    return values


def _parts(row):
    """(setting, comment, line end) of a row; each may be empty."""
    line = row.rstrip("\r\n")
    setting = without_comment(line)
    return setting, line[len(setting) :], row[len(line) :]


def _comment_of(row):
    """What is left of a row without its setting: the comment if there is one, else nothing."""
    _, comment, end = _parts(row)
    return f"{_margin(row)}{comment}{end}" if comment else ""


def _margin(row):
    return row[: len(row) - len(row.lstrip())]


def _replaced(row, value, end):
    """The row of a setting with another value, which continues on further rows if it has several
    lines.
    """
    setting, comment, last = _parts(row)
    before, blank, old = re.match(r"([^=]*=)(\s*)(.*)", setting).groups()
    after = old[len(old.rstrip()) :]
    first, *further = value.split("\n")
    line = before + (((old and blank) or " ") + first if first else "")
    line = f"{line}{after or ' '}{comment}" if comment else line.rstrip()
    return end.join([line, *(f"{_margin(row)}  {more}" for more in further)]) + last


def _ended(rows, end):
    text = "".join(rows)
    return text if not text or text[-1] in "\r\n" else text + end


def _place(rows, lines, section, key):
    """Number of the row before which a setting is inserted that its section does not have yet."""
    numbers = [n for n, line in enumerate(lines) if line.section == section]
    # What follows a header that is a comment itself explains another section.
    ours = takewhile(lambda n: not re.match(r"\s*[#;]\s*\[", rows[n]), numbers)
    shown = [n for n in ours if re.match(rf"\s*[#;]\s*{re.escape(key)}\s*=", rows[n])]
    filled = [n for n in numbers if lines[n].key is not None]
    return (shown or filled or numbers[:1])[-1] + 1


def _indent(rows, lines, number):
    """Indentation with which a row neither continues the value above nor is continued below."""
    if number < len(rows) and without_comment(rows[number]).strip():
        return _margin(rows[number])
    above = lines[number - 1]
    if above.key is None:
        return ""
    return _margin(rows[next(n for n, line in enumerate(lines) if line[:2] == above[:2])])


_MOST = 20
_LINE = re.compile(rf"{re.escape(FILE_NAME)}, line (\d+): ")


class WrongLine(NamedTuple):
    """Why a line cannot be used. number: from 1, 0 where it is of no line; text: what is in it"""

    number: int
    text: str
    message: str


def errors_in(text):
    """List of the WrongLines of a text with \\n at the ends of its lines, at most 20; [] if it can
    be used. The messages are those of the command line.
    """
    rows, wrong = text.split("\n"), []
    while len(wrong) < _MOST:
        try:
            parse("\n".join(rows), FILE_NAME)
        except ConfigError as error:
            where = _LINE.match(str(error))
            if where is None:
                wrong.append(WrongLine(0, "", str(error)))
                break
            number = int(where[1])
            message = str(error)[where.end() :]
            wrong.append(WrongLine(number, rows[number - 1].strip(), message))
            _leave_out(rows, number - 1)
        else:
            break
    return sorted(wrong)


def _leave_out(rows, number):
    """Empty a setting; of a header, or the kind of a layer, its whole section."""
    lines = list(lines_of("\n".join(rows)))
    is_header = [line.begins and line.key is None for line in lines]
    last = number + 1
    if is_header[number] or lines[number].key == "kind":
        while number and not is_header[number]:
            number -= 1
        while last < len(rows) and not is_header[last]:
            last += 1
    else:
        while last < len(rows) and lines[last].key is not None and not lines[last].begins:
            last += 1
    rows[number:last] = [""] * (last - number)


def differences(before, after):
    """[[section, key, from, to]] between the texts of two iaa.conf. Key "": the section itself,
    "there" or "removed"; from and to are None where the setting is not written.
    """
    old, new = ({name: values for name, values in written(text).items() if name}
                for text in (before, after))  # fmt: skip
    changes = []
    for section in dict.fromkeys([*old, *new]):
        if section not in new:
            changes.append([section, "", "there", "removed"])
        elif section not in old and not new[section]:
            changes.append([section, "", None, "there"])
        else:
            values, others = old.get(section, {}), new[section]
            keys = dict.fromkeys([*values, *others])
            steps = ([section, key, values.get(key), others.get(key)] for key in keys)
            changes += [step for step in steps if step[2] != step[3]]
    return changes
