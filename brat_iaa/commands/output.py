"""How commands print: tables for readers, JSON for programs, talk on standard error."""

import json
import sys

from brat_iaa.report import latex, markdown, terminal, text


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


def say(line):
    """Say something that is no result."""
    print(terminal.printable(line), file=sys.stderr, flush=True)


def _shows_unicode():
    """A terminal with a narrow encoding gets escapes, which are JSON all the same."""
    return not sys.stdout.isatty() or (sys.stdout.encoding or "").lower().startswith("utf")
