"""What is wrong in the text of an iaa.conf, line by line, and what differs between two texts."""

import re
from typing import NamedTuple

from brat_iaa.config.changing import written
from brat_iaa.config.lines import lines_of
from brat_iaa.config.reading import parse
from brat_iaa.config.settings import FILE_NAME
from brat_iaa.errors import ConfigError

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
    rows, found = text.split("\n"), []
    while len(found) < _MOST:
        try:
            parse("\n".join(rows), FILE_NAME)
        except ConfigError as error:
            where = _LINE.match(str(error))
            if where is None:
                found.append(WrongLine(0, "", str(error)))
                break
            number = int(where[1])
            message = str(error)[where.end() :]
            found.append(WrongLine(number, rows[number - 1].strip(), message))
            _leave_out(rows, number - 1)
        else:
            break
    return sorted(found)


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
    found = []
    for section in dict.fromkeys([*old, *new]):
        if section not in new:
            found.append([section, "", "there", "removed"])
        elif section not in old and not new[section]:
            found.append([section, "", None, "there"])
        else:
            values, others = old.get(section, {}), new[section]
            keys = dict.fromkeys([*values, *others])
            steps = ([section, key, values.get(key), others.get(key)] for key in keys)
            found += [step for step in steps if step[2] != step[3]]
    return found
