"""Commands about snapshots and phases: snapshot, phases, show, export, verify, delete, compare, reviews."""

from brat_iaa.cli.options import add_state, command_of, counting
from brat_iaa.commands import phases as commands
from brat_iaa.phases.changes import STATUSES
from brat_iaa.phases.differences import STATISTICS

_READING = ("text", "markdown", "latex")


def add(choose):
    """Add the commands to the parsers of commands."""
    _snapshot(choose)
    _phases(choose)
    _show(choose)
    _compare(choose)
    _export(choose)
    _verify(choose)
    _delete(choose)
    _reviews(choose)


def _snapshot(choose):
    command = _with_state(choose, "snapshot", commands.snapshot, "freeze the project as it is now, with its figures")
    command.add_argument("--phase", metavar="NAME", help="name of the phase (default: phase in iaa.conf)")
    command.add_argument("--note", metavar="TEXT", default="", help="what to remember of it")
    command.add_argument(
        "--if-changed", action="store_true",
        help="only if a file differs from the last snapshot, for a schedule (default: always)",
    )
    command.add_argument(
        "--if-done", action="store_true",
        help="only if every annotator has declared all documents done, and no snapshot of the phase was taken since; "
        "two that are started at once may both take one (default: always)",
    )


def _phases(choose):
    command = _with_state(choose, "phases", commands.phases, "list the snapshots, with agreement per pair and phase")
    _add_format(command, *_READING, "json", "svg", words="svg is a picture of the trend")
    command.add_argument("--statistic", choices=STATISTICS, default="masi", help="which figure the tables show")


def _show(choose):
    command = _with_state(choose, "show", commands.show, "print the report of a snapshot", number=True)
    _add_format(command, *_READING, "json", "csv")


def _compare(choose):
    command = _with_state(
        choose, "compare", commands.compare, "say by how much agreement differs between two snapshots, and what changed"
    )
    command.add_argument(
        "numbers", metavar="N", nargs="*", type=counting, help="numbers of the two snapshots (default: the last two)"
    )
    _add_format(command, *_READING, "json", "csv")
    command.add_argument(
        "--changes", action="store_true",
        help="list what changed, token by token, as CSV or JSON (default: differences and counts)",
    )
    command.add_argument("--status", choices=STATUSES, help="with --changes: only these (default: all)")


def _export(choose):
    command = _with_state(
        choose, "export", commands.export, "write a snapshot as a collection of brat's, byte for byte", number=True
    )
    command.add_argument("--to", metavar="DIR", required=True, help="a new directory")


def _verify(choose):
    command = _with_state(
        choose, "verify", commands.verify, "check that a snapshot's bytes are whole and its figures come out the same"
    )
    command.add_argument("number", metavar="N", nargs="?", type=counting, help="number of a snapshot (default: all)")


def _delete(choose):
    command = _with_state(choose, "delete", commands.delete, "delete a snapshot's contents; the record stays", number=True)
    command.add_argument("--reason", metavar="TEXT", required=True, help="why; it stays in the record")


def _reviews(choose):
    command = _with_state(
        choose, "reviews", commands.reviews, "list what is left to discuss, or all that annotators have decided"
    )
    command.add_argument("--phase", metavar="NAME", help="which phase (default: phase in iaa.conf; of csv and json all)")
    command.add_argument("--no-names", action="store_true", help="call annotators by numbers (default: with names)")
    command.add_argument(
        "--format", choices=("text", "csv", "json"), default="text",
        help="text is the list for the discussion; csv and json hold every decision",
    )


def _with_state(choose, name, run, summary, number=False):
    command = command_of(choose, name, run, summary)
    if number:
        command.add_argument("number", metavar="N", type=counting, help="number of a snapshot")
    add_state(command)
    return command


def _add_format(command, *forms, words=""):
    help_text = "form of what is printed" + (f"; {words}" if words else "")
    command.add_argument("--format", choices=forms, default="text", help=help_text)
