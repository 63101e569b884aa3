"""How commands read a project and print: tables for readers, JSON for programs, talk on stderr."""

import getpass
import json
import os
import sys
from contextlib import contextmanager, nullcontext
from pathlib import Path

from brat_iaa.config import nearest
from brat_iaa.errors import ConfigError
from brat_iaa.formats import latex, markdown, terminal, text


@contextmanager
def study_of(options):
    """The Study of the project; says on a terminal how far it is, and wipes that at the end."""
    from brat_iaa.parallel.cluster import executor_of
    from brat_iaa.parallel.processes import Processes, processors
    from brat_iaa.study import Study

    address = getattr(options, "cluster", None)
    progress = terminal.Progress()
    try:
        with Processes() if processors() > 1 else nullcontext() as processes:
            with executor_of(address) if address else nullcontext() as cluster:
                overrides = overrides_of(options)
                yield Study(
                    options.directory, overrides, progress, processes=processes, cluster=cluster
                )
    finally:
        progress.finish()


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


def database_of(options):
    """The Database of what is kept of the project."""
    from brat_iaa.store.database import Database
    from brat_iaa.store.paths import project_database_path

    return Database(project_database_path(options.directory, options.state_dir))


def account():
    """Who runs the command: the name of the account, or its number if it has none."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return f"account {os.getuid()}"


def collection_of(options):
    """brat's collection of the project; None if the address of brat names it."""
    if options.collection is None and not (options.brat_url or "").partition("#")[2]:
        return f"/{Path(options.directory).resolve().name}/"
    return options.collection


def require_known(option, what, value, names):
    """Raise ConfigError unless names hold the value that an option gave, if it gave one."""
    if value is not None and value not in names:
        hint = nearest(value, sorted(filter(None, names)))
        raise ConfigError(f"{option} {value}: there is no such {what}." + hint)


def write_tables(form, summary, tables):
    """Print tables below lines of summary; form is text, markdown or latex."""
    if form == "text":
        print(text.to_text(summary, tables))
    else:
        write = {"markdown": markdown.to_markdown, "latex": latex.to_latex}[form]
        terminal.write_for_programs(write(summary, tables) + "\n")


def print_json(data):
    """Print what JSON can hold."""
    # A terminal with a narrow encoding gets escapes, which are JSON all the same.
    unicode = not sys.stdout.isatty() or (sys.stdout.encoding or "").lower().startswith("utf")
    written = json.dumps(data, ensure_ascii=not unicode, indent=1, allow_nan=False)
    terminal.write_for_programs(written + "\n")


def say(*lines):
    """Say something that is no result."""
    for line in lines:
        print(terminal.printable(line), file=sys.stderr, flush=True)


def print_line(line):
    """Print a line of result, in which names cannot command the terminal."""
    print(terminal.printable(line))
