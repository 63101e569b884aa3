"""brat's annotation.conf: the types it declares, and which relation types are symmetric.

Read as brat does (server/src/projectconfig.py): the nearest file upwards counts, lines of a section
are types with arguments, an indented type may inherit the arguments of the one above. Macros are
not expanded.
"""

import os
import re
import stat
from pathlib import Path
from typing import NamedTuple

from brat_iaa.kinds.figure_names import MOST_LEVELS

FILE_NAME = "annotation.conf"
# The files in brat's distribution have up to 20 kB.
_MOST_BYTES = 1_000_000
_SECTION = "relations"
_SECTIONS = "entities", "relations", "events", "attributes"
_OF_SPANS = "entities", "events"
_KIND = "<REL-TYPE>:"
_INHERITED = "<INHERIT>"
# Symmetric by default: brat takes it for an equivalence.
_ALWAYS = "Equiv"


def symmetric_types(directory, top=None) -> frozenset:
    """Names of the symmetric relation types: frozenset of str.

    directory  of documents; the annotation.conf in it counts, else the nearest above it
    top        the last directory to look in, such as the project's: figures may only depend on
               files that go into snapshots; None: no limit
    Lines that cannot be parsed are ignored; without a file there is no such type.
    """
    return frozenset(_symmetric(_nearest(directory, top) or ""))


def type_names(directory):
    """{section, such as "entities": frozenset of the types in it}; None without a file.

    directory  as in symmetric_types()
    """
    text = _nearest(directory)
    if text is None:
        return None
    names = {name: set() for name in _SECTIONS}
    for section, _, name, _ in _lines(text):
        names[section].add(name)
    return {section: frozenset(types) for section, types in names.items()}


class Hierarchy(NamedTuple):
    """Tuples of (type, the types that it stands below, the uppermost first, and itself).

    spans      types of spans and events
    relations  types of relations
    """

    spans: tuple = ()
    relations: tuple = ()

    def levels(self, spans, relations=()):
        """Yield (number, function of a type of spans, the same of relations), which return the type
        at a level, for all levels between the uppermost and the last.

        spans, relations  types whose levels count, used or not: a document has the same levels
                          whatever the others have; None: all
        """
        depths = [
            len(path)
            for paths, wanted in zip(self, (spans, relations))
            for type, path in paths
            if wanted is None or type in wanted
        ]
        for number in range(1, min(max(depths, default=0), 1 + MOST_LEVELS)):
            at_level = ({type: path[:number][-1] for type, path in paths} for paths in self)
            yield (number, *((lambda type, of=of: of.get(type, type)) for of in at_level))


def hierarchy(directory, top=None) -> Hierarchy:
    """The Hierarchy; directory, top: as in symmetric_types()"""
    paths, above = {}, {}
    for section, indent, name, _ in _lines(_nearest(directory, top) or ""):
        of = section in _OF_SPANS, section == _SECTION
        if any(of):
            above[section, indent] = (*above.get((section, indent - 1), ()), name)
            paths.setdefault((*of, name), above[section, indent])
    return Hierarchy(*(
        tuple(sorted((name, path) for (*kind, name), path in paths.items() if kind[number]))
        for number in (0, 1)
    ))  # fmt: skip


def _nearest(directory, top=None):
    """Text of the annotation.conf that counts, see symmetric_types(); None without one."""
    lowest = Path(os.path.abspath(directory))
    above_top = None if top is None else Path(os.path.abspath(top)).parent
    for folder in (lowest, *lowest.parents):
        if folder == above_top:
            break
        text = _read(folder / FILE_NAME)
        if text is not None:
            return text
    return None


def _read(path):
    """The beginning of a file as text; None if it is no readable regular file."""
    try:
        # O_NONBLOCK: opening a named pipe would wait for a writer.
        with open(os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                return None
            return file.read(_MOST_BYTES).decode("utf-8", "replace")
    except (OSError, ValueError):
        return None


def _symmetric(text):
    """Yield the symmetric types, in the order of the lines."""
    above: dict = {}
    for section, indent, name, arguments in _lines(text):
        if section == _SECTION:
            kinds = [part for part in arguments if part.startswith(_KIND)]
            inherited = _INHERITED in arguments and above.get(indent - 1, False)
            above[indent] = inherited or any(
                "symmetric" in part[len(_KIND) :].split("-") for part in kinds
            )
            if name and (above[indent] or name == _ALWAYS and not kinds):
                yield name


def _lines(text):
    """Yield (section, indent, type, its arguments) of the types, in the order of the lines."""
    section = ""
    for line in text.split("\n"):
        content = line.strip()
        if content.startswith("[") and content.endswith("]"):
            section = content[1:-1]
        elif section in _SECTIONS and content and content[0] not in "#<" and set(content) != {"-"}:
            yield (section, len(line) - len(line.lstrip()), *_type_and_arguments(content))


def _type_and_arguments(content):
    """(type as brat writes it, its arguments) of a line."""
    names, *rest = content.split(None, 1)
    if "\t" in content and any(len(part.split()) > 1 for part in "".join(rest).split(",")):
        # Before brat 1.3 names could contain blanks, and were followed by a tab.
        names, *rest = content.split("\t", 1)
    name = next((part.strip() for part in names.split("|") if part.strip()), "")
    arguments = [part.strip() for part in "".join(rest).split(",")]
    return re.sub(r"[^a-zA-Z0-9_-]", "_", name.removeprefix("!")), arguments
