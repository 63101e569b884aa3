"""What a study is: its options, and the tables that it returns for a project."""

import csv
import io
from pathlib import Path
from typing import Any, Callable, NamedTuple, Optional

from brat_iaa.corpus.files import inside, read_stable, why_unreadable
from brat_iaa.errors import ConfigError
from brat_iaa.formats.picture import Drawing
from brat_iaa.formats.tables import Table
from brat_iaa.kinds.declaration import as_text
from brat_iaa.spelling import nearest


class StudiedProject(NamedTuple):
    """What a study may ask of a project.

    root         its directory
    agreement    function that returns its Agreement
    directories  function of (names of directories, Layers, names of documents or None) that returns
                 the Agreement of these as annotators, whatever else they are
    reader       function that returns (ProjectReader of all annotators' texts, Config)
    phases       function of (numbers of two snapshots, or None for the last two) that returns
                 (their names, their Differences, unit of the intervals); None without such
    links        BratLinks, or None
    progress     function of (text, done, total), or None
    """

    root: Any
    agreement: Callable
    directories: Callable
    reader: Callable
    phases: Callable
    links: Any = None
    progress: Optional[Callable] = None


def project_at(
    root, overrides=None, agreement=None, progress=None, done=None, **further
) -> StudiedProject:
    """The StudiedProject of a directory.

    overrides  settings that replace those of iaa.conf
    agreement  function that returns its Agreement; None: of the files as they are
    done       as of a ProjectReader
    further    phases and links
    """
    from brat_iaa import study as of_project
    from brat_iaa.access.visible import Part
    from brat_iaa.config import load
    from brat_iaa.corpus.project_reader import ProjectReader

    def directories(names, layers, documents=None):
        part = Part(
            told=frozenset(names), annotators=tuple(names), layers=layers, documents=documents
        )
        return of_project.Study(root, overrides, part=part, done=done).agreement()

    def reader():
        config = load(root, overrides)
        return ProjectReader(root, config, config.excluded_dirs, own_texts=True, done=done), config

    further.setdefault("phases", lambda numbers: None)
    agreement = agreement or of_project.Study(root, overrides, progress, done=done).agreement
    return StudiedProject(root, agreement, directories, reader, progress=progress, **further)


class Report(NamedTuple):
    """What a study found.

    said     sentences above the tables
    tables   list of Table, to read
    rows     Table with every figure, for programs
    picture  Drawing, or None
    """

    said: list
    tables: list
    rows: Table
    picture: Optional[Drawing] = None

    def to_dict(self) -> dict:
        """All of it as what JSON can hold."""
        return {
            "said": self.said,
            "rows": self.rows.dicts(),
            "tables": [
                {
                    "title": table.title,
                    "rows": [
                        {name: _plain(value) for name, value in row.items()}
                        for row in table.dicts()
                    ],
                    "notes": list(table.notes),
                    "signatures": list(table.signatures),
                }
                for table in self.tables
            ],
        }


def _plain(value):
    """A value of a table as JSON can hold it: of a score its figure."""
    value = getattr(value, "value", value)
    return None if value != value else value


class NamedStudy(NamedTuple):
    """A study.

    name          as in commands and addresses
    title         of its page
    help          what it does, as a sentence
    options       class of its options, a Settings
    tables        function of (StudiedProject, options) that returns a Report; raises ProjectError
                  where there is nothing to study, and ConfigError for options that cannot be
    reads_files   whether it reads other files than those of annotators
    links         whether tables have addresses in brat
    command_only  names of the options that pages do not offer: files of the computer
    """

    name: str
    title: str
    help: str
    options: type
    tables: Callable
    reads_files: bool = False
    links: bool = False
    command_only: tuple = ()


def directories_of(project, names, layers, documents=None):
    """The Agreement of named directories of a StudiedProject. Raises ConfigError if one is not
    there.
    """
    agreement = project.directories(names, layers, documents)
    for problem in agreement.problems:
        if problem.code == "no-directory" and problem.file in names:
            raise ConfigError(f"{problem.file}: {problem.message}")
    return agreement


def options_of(study, given):
    """The options of a NamedStudy, from {name: text}, of which blank texts are the default. Raises
    ConfigError.
    """
    values = {}
    for name, setting in study.options.declared.items():
        text = (given.get(name) or "").strip()
        if text:
            try:
                values[name] = setting.parse(text)
            except ConfigError as error:
                raise ConfigError(f"--{name.replace('_', '-')} {text}: {error}") from None
    return study.options(**values)


def given_options(options) -> dict:
    """{name: text} of the options that are not their default."""
    declared = type(options).declared
    texts = {name: str(as_text(getattr(options, name))) for name in declared}
    return {name: text for name, text in texts.items() if text != str(declared[name].default)}


def number(low, high, example) -> Callable:
    """Parser of a number above low and below high."""

    def parse(text):
        try:
            value = float(text)
        except ValueError:
            value = low
        if low < value < high:
            return value
        words = f"between {low:g} and {high:g}" if high < 1e6 else f"above {low:g}"
        raise ConfigError(f"expected a number {words}, such as {example}.")

    return parse


def whole_number(low=0, high=10**9) -> Callable:
    """Parser of a whole number."""

    def parse(text):
        if text.isascii() and text.isdigit() and len(text) < 10 and low <= int(text) <= high:
            return int(text)
        raise ConfigError(f"expected a whole number from {low}.")

    return parse


def chosen_layers(layers, name):
    """Those of some Layers that an option asks for; None: all. Raises ConfigError."""
    require_known("layer", name, [layer.name for layer in layers])
    return [layer for layer in layers if name in (None, layer.name)]


def require_known(option, value, names):
    """Raise ConfigError unless an option that was given names one of some names."""
    if value is not None and value not in names:
        raise ConfigError(f"--{option} {value}: there is no such {option}.{nearest(value, names)}")


def read_rows(option, file, needed, optional=(), root=None, blank=()):
    """Yield ("--option FILE, line N", {column: text, None without such a column}) of each row of a
    table, CSV or tab-separated, that an option names. No cell of a needed column is blank, but for
    those of the columns that may be.

    root   directory that the file must be in; None: it may be anywhere
    blank  names of columns of which cells may be blank

    Raises ConfigError, which names the line, for what is no such table.
    """
    path = Path(root or "", file)
    if root and not inside(str(path.resolve()), str(Path(root).resolve())):
        raise ConfigError(f"{option} {file}: it is outside of the project. Put a copy into it.")
    data = read_stable([path])[path]
    if data is None:
        raise ConfigError(f"{option} {file}: cannot be read: {why_unreadable(path)}.")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ConfigError(
            f"{option} {file}: byte {error.start + 1} is not UTF-8. Save it as UTF-8 text."
        ) from None
    separator = max("\t;,", key=text.partition("\n")[0].count)
    lines = csv.reader(io.StringIO(text, None), delimiter=separator, strict=True)
    try:
        names = [cell.strip().lower() for cell in next(lines, ())]
        lacking = [name for name in needed if name not in names]
        if lacking:
            raise ConfigError(
                f"{option} {file}: the first line lacks the columns {', '.join(lacking)}. Expected "
                f"the names {', '.join((*needed, *optional))}, separated by tabs or commas."
            )
        for cells in lines:
            where = f"{option} {file}, line {lines.line_num}"
            row = dict(zip(names, map(str.strip, cells)))
            if not any(row.values()):
                continue
            if len(cells) < len(names):
                raise ConfigError(f"{where}: {len(cells)} cells, expected {len(names)}.")
            for name in needed:
                if not row[name] and name not in blank:
                    raise ConfigError(f"{where}: the cell of {name} is blank.")
            yield where, {name: row.get(name) for name in (*needed, *optional)}
    except csv.Error as error:
        raise ConfigError(
            f"{option} {file}, line {lines.line_num}: this is no row of a table: {error}."
        ) from None
