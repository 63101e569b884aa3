"""Commands about the work of annotators: adjudicate, time."""

import argparse

from brat_iaa.adjudication import RULES
from brat_iaa.cli.options import add_settings, command_of
from brat_iaa.commands import work as commands

_READING = ("text", "markdown", "latex", "json")


def add(choose):
    """Add the commands to the parsers of commands."""
    _adjudicate(choose)
    _time(choose)


def _adjudicate(choose):
    command = command_of(
        choose, "adjudicate", commands.adjudicate, "write a draft of the gold: what annotators agree on, and notes at the rest"
    )
    command.add_argument("--to", metavar="DIR", required=True, help="a new directory, in none of the annotators'")
    command.add_argument(
        "--rule", choices=RULES, default="unanimous", help="whose agreement counts: of all who did the document, or of more than half"
    )
    command.add_argument(
        "--no-names", action="store_true", help="leave annotators' names out of the notes (default: with names)"
    )
    command.add_argument("--format", choices=_READING, default="text", help="form of the counts that are printed")
    add_settings(command)


def _time(choose):
    command = command_of(
        choose, "time", commands.time, "estimate the time of annotation from brat's log, and compare it with disagreement"
    )
    command.add_argument("--log", metavar="FILE", help="brat's annotation log (default: the one that tools.conf names)")
    command.add_argument(
        "--collection", metavar="PATH", help="the project's collection in brat, e.g. /team/project/ (default: the directory's name)"
    )
    command.add_argument(
        "--idle", metavar="SECONDS", type=_seconds, default=120.0, help="longest pause between two actions that counts as work"
    )
    command.add_argument("--format", choices=(*_READING, "csv"), default="text", help="form of what is printed")
    add_settings(command)


def _seconds(text):
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < 1e6:
        raise argparse.ArgumentTypeError(f"found “{text}”, expected a number of seconds above 0")
    return number
