"""How commands read a project and print: results to standard output, all else to standard error."""

import os
import sys
from collections.abc import Iterable
from contextlib import contextmanager, nullcontext
from pathlib import Path

from brat_iaa.cli.options import READING
from brat_iaa.config import load
from brat_iaa.corpus.named_project import project_at
from brat_iaa.errors import ConfigError
from brat_iaa.formats import terminal
from brat_iaa.spelling import nearest


@contextmanager
def study_of(options, tell=True):
    """The Study of the project; shows progress on a terminal, and clears it at the end.

    tell  whether to say how the files were found to lie
    """
    from brat_iaa.parallel.processes import Processes, processors
    from brat_iaa.phases import done_in
    from brat_iaa.study import Study

    cluster = nullcontext()
    if getattr(options, "cluster", None):
        from brat_iaa.parallel.cluster import executor_of

        cluster = executor_of(options.cluster)
    with terminal.ProgressLine() as progress:
        with Processes() if processors() > 1 else nullcontext() as processes:
            with cluster as executor:
                overrides = overrides_of(options)
                if tell:
                    say(*load(options.directory, overrides).found.lines)
                done = done_in(options.directory, getattr(options, "state_dir", None))
                yield Study(
                    options.directory, overrides, progress, executor=executor or processes,
                    asked=True, done=done,
                )  # fmt: skip


def agreement_of(options):
    """The Agreement of the project."""
    with study_of(options) as study:
        return study.agreement()


def overrides_of(options):
    """Settings given as options, to replace those of iaa.conf."""
    return {
        name[len("setting_") :]: value
        for name, value in vars(options).items()
        if name.startswith("setting_")
    }


def typed_overrides(options):
    """The same, for what computes no Agreement. Raises ConfigError if they name a directory that is
    not there.
    """
    from brat_iaa.corpus.discovery import directories
    from brat_iaa.layers.unused_names import require_directories

    overrides, root = overrides_of(options), Path(options.directory)
    if overrides.get("annotators") or overrides.get("gold"):
        config = load(root, overrides)
        require_directories(overrides, config, directories(root, config.layout), root)
    return overrides


@contextmanager
def naming_project(options):
    """Sets options.directory to the project that options.places names, until the block ends."""
    settings = overrides_of(options)
    with project_at(
        options.places, settings, options.command if options.serves else ""
    ) as directory:
        options.directory = directory
        vars(options).update({f"setting_{key}": value for key, value in settings.items()})
        yield


def database_of(options):
    """The Database of what is kept of the project."""
    from brat_iaa.store.database import Database

    return Database(store_of(options, tell=True))


def store_of(options, tell=False):
    """The path of that database. tell: whether to say that there is another one."""
    from brat_iaa.store.paths import other_stores, project_database_path

    path = project_database_path(options.directory, options.state_dir)
    for folder in other_stores(path) if tell else ():
        say(
            f"What is kept of this project is in {path.parent.parent}; there is more of it in "
            f"{folder}, perhaps what the pages keep. To use that: --state-dir {folder}"
        )
    return path


def account():
    """Who runs the command: the name of the account, or its number if it has none."""
    from getpass import getuser

    try:
        return getuser()
    except (KeyError, OSError):
        return f"account {os.getuid()}"


def collection_of(options):
    """brat's collection of the project; None if the address of brat names it."""
    if options.collection is None and not (options.brat_url or "").partition("#")[2]:
        return f"/{Path(options.directory).resolve().name}/"
    return options.collection


def links_of(options):
    """The BratLinks of the project; None without --brat-url. Raises ConfigError."""
    if options.brat_url is None:
        return None
    from brat_iaa.formats.brat_links import BratLinks

    return BratLinks(options.brat_url, collection_of(options))


def require_known(option, what, value, names):
    """Raise ConfigError unless names hold the value that an option gave, if it gave one."""
    if value is not None and value not in names:
        hint = nearest(value, sorted(filter(None, names)))
        raise ConfigError(f"{option} {value}: there is no such {what}." + hint)


def require_folder(file):
    """Raise ConfigError unless there is a directory for a file, before it takes long to make it."""
    folder = Path(file).parent
    if not folder.is_dir():
        raise ConfigError(f"{file}: there is no directory {folder}. Make it, or name another file.")


def write(form, brief=False, **forms):
    """Print a result in the form that was asked for.

    brief  whether its tables fit a narrow terminal
    forms  {form: function that returns the result in it}. json: what JSON can hold, or an iterator
           of records; tables, for
           each form of READING: (lines for the top, list of Table); others: text, or a Table, as
           CSV
    """
    if form in READING and "tables" in forms:
        from brat_iaa.formats import latex, markdown, text

        how = (terminal.emphasised(), brief) if form == "text" else ()
        to_read = {"text": text.to_text, "markdown": markdown.to_markdown, "latex": latex.to_latex}
        written = to_read[form](*forms["tables"](), *how) + "\n"
    elif form == "json":
        # A terminal with a narrow encoding gets escapes, which are JSON all the same.
        unicode = not sys.stdout.isatty() or (sys.stdout.encoding or "").lower().startswith("utf")
        written = _json_parts(forms["json"](), not unicode)
    else:
        written = forms[form]()
        if not isinstance(written, str):
            from brat_iaa.formats.tables import csv_parts

            written = csv_parts(written)
    if form == "text":
        sys.stdout.write(written)
    else:
        terminal.write_for_programs(written)


def _json_parts(data, ascii_only):
    """Yield JSON with a line for each key, and for each record of a list: Python's fast encoder
    makes no indents, and of many records one is there at a time.
    """
    import json

    encode = json.JSONEncoder(ensure_ascii=ascii_only, allow_nan=False).encode

    def in_lines(value):
        if not isinstance(value, Iterable) or isinstance(value, (str, dict)):
            yield encode(value)
            return
        records = map(encode, value)
        first, second = next(records, None), next(records, None)
        if second is None:
            yield f"[{first or ''}]"
            return
        yield f"[\n  {first},\n  {second}"
        for record in records:
            yield f",\n  {record}"
        yield "\n ]"

    if not isinstance(data, dict):
        yield from in_lines(data)
    else:
        for number, (key, value) in enumerate(data.items()):
            yield f"{',' if number else '{'}\n {encode(key)}: "
            yield from in_lines(value)
        yield "\n}"
    yield "\n"


def say(*lines):
    """Say something that is no result."""
    for line in lines:
        print(terminal.printable(line), file=sys.stderr, flush=True)


def print_line(line):
    """Print a line of result, in which names cannot command the terminal."""
    print(terminal.printable(line))


def say_caveats(agreement, told=False):
    """What a bare figure does not tell, on standard error.

    told  whether what it would be if empty files were counted stands on standard output
    """
    from brat_iaa.report import tables

    say(*tables.left_aside(agreement))
    say(*filter(None, [not told and tables.if_finished(agreement)]))
    caveats = tables.caveats(agreement)
    if caveats:
        say(" ".join(caveats) + " See brat-agreement report.")
