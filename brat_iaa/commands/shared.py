"""How commands read a project and print: tables for readers, JSON for programs, talk on standard error."""

import json
import sys
from contextlib import contextmanager, nullcontext

from brat_iaa.cluster import executor_of
from brat_iaa.processes import Processes, processors
from brat_iaa.report import latex, markdown, terminal, text
from brat_iaa.study import Study


def write_tables(form, summary, tables):
    """Print tables below lines of summary; form is text, markdown or latex."""
    if form == "text":
        print(text.to_text(summary, tables))
    else:
        write = {"markdown": markdown.to_markdown, "latex": latex.to_latex}[form]
        terminal.write_for_programs(write(summary, tables) + "\n")


def print_json(data):
    """Print what JSON can hold."""
    terminal.write_for_programs(json.dumps(data, ensure_ascii=not _shows_unicode(), indent=1, allow_nan=False) + "\n")


def overrides_of(options):
    """Settings given as options, to replace those of iaa.conf."""
    return {name[len("setting_") :]: value for name, value in vars(options).items() if name.startswith("setting_")}


@contextmanager
def study_of(options):
    """The Study of the project; says on a terminal how far it is, and wipes that at the end."""
    progress = terminal.Progress()
    try:
        with _processes() as processes, _cluster(options) as cluster:
            yield Study(
                options.directory, overrides_of(options), progress, processes=processes,
                cluster=cluster,
            )  # fmt: skip
    finally:
        progress.finish()


def _processes():
    """A context: the processors of this machine, if it has several."""
    return Processes() if processors() > 1 else nullcontext()


def _cluster(options):
    """A context: the cluster that an option names, or None."""
    address = getattr(options, "cluster", None)
    return executor_of(address) if address else nullcontext()


def say(line):
    """Say something that is no result."""
    print(terminal.printable(line), file=sys.stderr, flush=True)


def _shows_unicode():
    """A terminal with a narrow encoding gets escapes, which are JSON all the same."""
    return not sys.stdout.isatty() or (sys.stdout.encoding or "").lower().startswith("utf")
