"""What several commands have in common: how a command looks, options, the forms of their values.

What is imported here and on top of the files of commands is imported for every help: choices and
defaults, not what computes or serves. That is imported by the command that runs.
"""

import argparse

from brat_iaa.config import OUTDATED, SETTINGS
from brat_iaa.formats import terminal

DONE, BELOW, USAGE, STOPPED = 0, 1, 2, 130
# Forms of tables to read.
READING = ("text", "markdown", "latex")

EPILOG = """exit codes:
  0    done
  1    check: a figure is below its floor, or undefined; verify --against: something differs
  2    a wrong option, setting or directory, or a file that cannot be used; the message says which
  130  stopped with Ctrl-C
"""


# Commands of earlier versions, and what does their work now.
_REPLACED = {"status": "doctor BRAT_DIR"}


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, and where the help is, instead of all options."""

    def error(self, message):
        said = f"{self.prog}: {terminal.printable(message)}. All options: {self.prog} --help\n"
        self.exit(USAGE, said)

    def _check_value(self, action, value):
        if action.dest == "command" and value in _REPLACED:
            self.error(
                f"{value} is part of another command now. Run: brat-agreement {_REPLACED[value]}"
            )
        super()._check_value(action, value)


def command_of(choose, run, directory="DIR"):
    """A command's parser.

    run        function that does it, of its name; its docstring is the help
    directory  what stands first on its line: "DIR" is the project, anything else the command adds
               itself, "" is nothing
    """
    does = run.__doc__ or ""  # without docstrings, python -OO, it works all the same
    command = choose.add_parser(
        run.__name__,
        usage=" ".join(filter(None, ("%(prog)s", directory, "[options]"))),
        help=does[:1].lower() + does[1:-1],
        description=does,
        epilog=EPILOG,
        formatter_class=_Formatter,
        allow_abbrev=False,
    )
    command.set_defaults(run=run, serves=False)
    if directory == "DIR":
        command.add_argument(
            "directory", metavar="DIR",
            help="the project: a directory with a directory for each annotator",
        )  # fmt: skip
    return command


class _Formatter(argparse.ArgumentDefaultsHelpFormatter, argparse.RawDescriptionHelpFormatter):
    """Shows the default of every option that has one, and the exit codes as written."""

    def _get_help_string(self, action):
        if action.default is None or action.default is False:
            return action.help
        return super()._get_help_string(action)


def add_settings(command, own_seed=False):
    """Add the settings as options. own_seed: the command has a --seed of its own."""
    group = command.add_argument_group(
        "settings",
        'Each replaces the setting of the same name in iaa.conf; "" stands for the default.',
    )
    for setting in SETTINGS:
        if not setting.option:
            continue
        words = setting.help
        if setting.default:
            words += f" Default: iaa.conf, else {setting.default}."
        # Values are checked by config, which names the nearest one.
        group.add_argument(
            f"--{setting.key.replace('_', '-')}", dest=f"setting_{setting.key}",
            metavar=setting.value, help=words.replace("%", "%%"),
        )  # fmt: skip
    for (_, key), reason in OUTDATED.items():
        if not (own_seed and key == "seed"):
            group.add_argument(f"--{key}", action=_Gone, const=reason, help=argparse.SUPPRESS)


class _Gone(argparse.Action):
    """An option of earlier versions: says what to do without it."""

    def __call__(self, parser, namespace, values, option_string=None):
        reason = self.const[0].lower() + self.const[1:]
        parser.error(f"{option_string}: {reason} Leave the option out.")


def add_format(command, *forms, words="form of what is printed"):
    """Add --format. words: what its help says."""
    command.add_argument("--format", choices=forms, default="text", help=words)


def add_links(command):
    """Add --brat-url and --collection of commands that link to brat."""
    group = command.add_argument_group("links into brat")
    group.add_argument(
        "--brat-url", metavar="URL",
        help="address of brat, e.g. http://localhost:8001/ (default: no links)",
    )  # fmt: skip
    group.add_argument(
        "--collection", metavar="PATH",
        help="the project's collection in brat, e.g. /team/project/ (default: what follows # in "
        "the URL, else the directory's name)",
    )  # fmt: skip


def add_cluster(command):
    """Add --cluster of commands that may have much to compute."""
    command.add_argument(
        "--cluster", metavar="tcp://HOST:PORT",
        help="scheduler of a Dask cluster that computes the distances between trees "
        "(default: this machine)",
    )  # fmt: skip


def add_address(command, port, host=True):
    """Add --port, and --host, of commands that serve until they are stopped."""
    command.set_defaults(serves=True)
    if host:
        command.add_argument("--host", default="127.0.0.1", help="address to listen on")
    command.add_argument(
        "--port", type=port_number, metavar="N", default=port,
        help="port to listen on; 0 for any free one",
    )  # fmt: skip


def add_state(command):
    """Add --state-dir of commands about one project."""
    command.add_argument(
        "--state-dir", metavar="DIR",
        help="directory of the snapshots, the one of the server "
        "(default: ~/.local/state/brat-iaa)",
    )  # fmt: skip


def add_guard(command):
    """Add --no-guard of commands that run or change a brat."""
    command.add_argument(
        "--no-guard", action="store_true",
        help="leave brat as it is: it then loses edits when two people work on a document "
        "(default: guarded)",
    )  # fmt: skip


def whole_number(text):
    """A number from 0, of at most nine digits."""
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise argparse.ArgumentTypeError(f"“{text}” is not a whole number")
    return int(text)


def counting(text):
    """A number from 1."""
    number = whole_number(text)
    if number < 1:
        raise argparse.ArgumentTypeError("numbers begin at 1, found 0")
    return number


def port_number(text):
    """A port; 0 for any."""
    number = whole_number(text)
    if number > 65535:
        raise argparse.ArgumentTypeError(f"“{text}” is no port; expected a number from 0 to 65535")
    return number


def two_names(text):
    """(first, second) of “A,B”."""
    parts = tuple(part.strip() for part in text.split(","))
    if len(parts) != 2:
        raise argparse.ArgumentTypeError(
            f"found “{text}”, expected two names separated by a comma, such as A,B"
        )
    return parts
