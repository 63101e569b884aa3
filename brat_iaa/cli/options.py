"""How commands are declared, and the options that several of them have.

    @command(argument("FILE", "the new file"), STATE)
    def backup(options): ...

Its docstring is the help: what it does in a sentence, then a blank line and examples. What is
imported here and on top of the files of commands is imported for every help: choices and defaults,
not what computes or serves. That is imported by the command that runs.
"""

import argparse
import os
import shlex
from typing import Callable, NamedTuple

from brat_iaa.config import SETTINGS
from brat_iaa.formats import terminal
from brat_iaa.spelling import likely, nearest
from brat_iaa.studies import FORMER, NAMES

DONE, BELOW, USAGE, STOPPED = 0, 1, 2, 130
# Forms of tables to read.
READING = ("text", "markdown", "latex")

EPILOG = """exit codes:
  0    done
  1    check: a figure is below its floor, undefined or worse; doctor: something does not work
  2    a wrong option, setting or directory, or a file that cannot be used; the message says which
  130  stopped with Ctrl-C
"""


_MISSING = "the following arguments are required: "  # as argparse says it
# Commands of earlier versions, and what does their work now.
_REPLACED = {
    "status": "doctor BRAT_DIR",
    "adjudicate": "gold draft DIR",
    **{name: f"study {new} DIR" for name, new in FORMER.items() if new in NAMES},
}


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, and where the help is, instead of all options."""

    # Looked up when help is printed: argparse asks the terminal for each option that is added.
    _width = 80

    def _get_formatter(self):
        return self.formatter_class(prog=self.prog, width=self._width)

    def format_help(self):
        from shutil import get_terminal_size

        self._width = get_terminal_size().columns - 2
        return super().format_help()

    def parse_args(self, arguments=None, namespace=None):
        options, unknown = self.parse_known_args(arguments, namespace)
        if unknown:
            (choose,) = (action for action in self._actions if action.dest == "command")
            choose.choices.get(options.command, self).refuse(unknown)
        return options

    def refuse(self, unknown):
        """Say that there are no such options, and which was probably meant."""
        first = next((word for word in unknown if word.startswith("-")), unknown[0])
        name = first.partition("=")[0]
        options = [name for name in self._option_string_actions if name.startswith("--")]
        what = "option" if name.startswith("-") else "argument"
        self.error(f"there is no {what} {name}.{meant(name, options)}")

    def error(self, message):
        text = terminal.printable(message)
        end = "" if text.endswith((".", "?")) else "."
        text = f"{self.prog}: {text}{end} All options: {self.prog} --help\n"
        self.exit(USAGE, text)

    def _check_value(self, action, value):
        if action.dest == "command" and value in _REPLACED:
            self.error(
                f"{value} is part of another command now. Run: brat-agreement {_REPLACED[value]}"
            )
        if action.dest == "command" and value not in action.choices:
            if os.path.exists(value):
                from brat_iaa.corpus.problem import typed

                self.error(f"{value} is no command. Run: brat-agreement report {typed(value)}")
            known = {name: name for name in action.choices}
            known.update((name, f"study {name} DIR") for name in NAMES)
            near = likely(value, known | _REPLACED)
            asked = f" Did you mean {(known | _REPLACED)[near]}?" if near else ""
            self.error(f"there is no command {value}.{asked}")
        if action.choices is not None and value not in action.choices:
            name = "/".join(action.option_strings) or action.metavar or action.dest
            self.error(f"{name} {value}: there is no such choice.{nearest(value, action.choices)}")
        super()._check_value(action, value)


class CommandParser(Parser):
    """Of one command: arguments may stand on both sides of options, as in compare DIR --all 1 4."""

    _mixing, _given = False, ()

    def error(self, message):
        if message.startswith(_MISSING):
            names = message[len(_MISSING) :].split(", ")
            needed = [
                " ".join([*action.option_strings, str(action.metavar or action.dest)])
                for action in self._actions
                if {*names} & {*(action.option_strings or (action.metavar, action.dest))}
            ]
            words = " ".join([self.prog, *map(shlex.quote, self._given), *needed])
            message = f"{' and '.join(needed)} missing. Write: {words}."
        super().error(message)

    def parse_known_args(self, args=None, namespace=None):
        if self._mixing:
            return super().parse_known_args(args, namespace)
        self._mixing, self._given = True, args
        try:
            return self.parse_known_intermixed_args(args, namespace)
        finally:
            self._mixing = False


def meant(name, candidates):
    """A question after an unknown name, "" where nothing is near it."""
    near = likely(name, candidates)
    return f" Did you mean {near}?" if near else ""


class Command(NamedTuple):
    """A command.

    run        function of the options that does it, of its name; its docstring is the help
    arguments  functions of its parser, each of which adds to it
    directory  what stands first on its line: DIR is the project, PLACES the project, directories or
               files of annotators or a zip; anything else is among the arguments, "" is nothing
    """

    run: Callable
    arguments: tuple
    directory: str


def command(*arguments, directory="DIR"):
    """Decorator that makes a Command of a function."""
    return lambda run: Command(run, arguments, directory)


def argument(usage, help, **declared):
    """An argument of a command.

    usage     as the help shows it: "FILE", or an option and its value, "--limit N"
    declared  other parameters of argparse's add_argument(); dest also of "FILE"
    """
    name, _, metavar = usage.partition(" ")
    if not name.startswith("--"):
        name, metavar = declared.pop("dest", name.lower()), name
    if metavar:
        declared["metavar"] = metavar
    return lambda parser: parser.add_argument(name, help=help, **declared)


def flag(name, help):
    """An option without a value, which is off by default."""
    return argument(name, help, action="store_true")


def group(title, description, *arguments):
    """Arguments that stand together in the help."""

    def add(parser):
        below = parser.add_argument_group(title, description)
        for add_to in arguments:
            add_to(below)

    return add


def add_command(choose, command):
    """Add a Command to what argparse's add_subparsers() returned; returns what it does in words."""
    # Without docstrings, python -OO, it works all the same.
    lines = [line.strip() for line in (command.run.__doc__ or "").split("\n")]
    does, examples = lines[0], filter(None, lines[1:])
    help = does[:1].lower() + does[1:-1]
    shown = "".join(f"  brat-agreement {example}\n" for example in examples)
    parser = choose.add_parser(
        command.run.__name__,
        usage=" ".join(filter(None, ("%(prog)s", command.directory, "[options]"))),
        help=help,
        description=does,
        epilog=f"examples:\n{shown}\n{EPILOG}",
        formatter_class=_Formatter,
        allow_abbrev=False,
    )
    parser.set_defaults(run=command.run, serves=False, places=None)
    for add_to in (*_PROJECTS.get(command.directory, ()), *command.arguments):
        add_to(parser)
    return help


class _Formatter(argparse.ArgumentDefaultsHelpFormatter, argparse.RawDescriptionHelpFormatter):
    """Shows the default of every option that has one, and the exit codes as written."""

    def _get_help_string(self, action):
        if action.default is False or action.default in (None, ()):
            return action.help
        return super()._get_help_string(action)


_SETTINGS = """settings:
  Options with the names of settings replace those of iaa.conf, such as --gold NAME, --also tokens;
  "" is the default. --tokens or --spans: what spans are. All: brat-agreement guide settings

"""


def settings():
    """The settings as options, which help does not repeat. config checks their values."""

    def add(parser):
        for setting in SETTINGS:
            if setting.option:
                parser.add_argument(
                    f"--{setting.key.replace('_', '-')}", metavar=setting.value,
                    dest=f"setting_{setting.key}", help=argparse.SUPPRESS,
                )  # fmt: skip
        for units in ("tokens", "spans"):
            parser.add_argument(
                f"--{units}", dest="setting_units", action="store_const", const=units,
                help=argparse.SUPPRESS,
            )  # fmt: skip
        parser.epilog = _SETTINGS + parser.epilog

    return add


def formats(forms, help="form of what is printed"):
    """--format. forms: its choices, with "tables" for those of READING: "tables json csv"."""
    choices = forms.replace("tables", " ".join(READING)).split()
    return argument("--format", help, choices=choices, default="text")


# Of commands that print figures as text.
ALL_TABLES = flag(
    "--all",
    "text: all tables, with more documents and labels, figures of each direction of a pair and "
    "sizes (default: two screens; other formats have all)",
)


def address(port, host=True):
    """--port, and --host, of commands that serve until they are stopped."""
    options = [argument("--host", "address to listen on", default="127.0.0.1")] if host else []
    words = "port to listen on; 0 for any free one"
    options.append(argument("--port N", words, type=port_number, default=port))

    def add(parser):
        parser.set_defaults(serves=True)
        for add_to in options:
            add_to(parser)

    return add


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


def margin(text):
    """A difference of agreement, above 0 and below 1."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 1:
        raise argparse.ArgumentTypeError(
            f"“{text}” is no difference of agreement; expected a number above 0 and below 1, such "
            "as .02"
        )
    return value


def port_number(text):
    """A port; 0 for any."""
    number = whole_number(text)
    if number > 65535:
        raise argparse.ArgumentTypeError(f"“{text}” is no port; expected a number from 0 to 65535")
    return number


def listed(text):
    """Tuple of the names in “A, B”."""
    return tuple(name.strip() for name in text.split(",") if name.strip())


def path_prefix(text):
    """A path of a web server, without a slash at the end; "" for its top."""
    from brat_iaa.http.reverse_proxy import prefix

    try:
        return prefix(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


PLACES = "[DIR ...]"
_PROJECTS = {
    "DIR": [argument("DIR", "the project's directory", dest="directory")],
    PLACES: [
        argument(
            "DIR",
            "the project's directory, or a zip or tar.gz of it; or of two or more annotators the "
            "directories, zips or files of CoNLL-U, wherever they are (default: the current "
            "directory)",
            dest="places",
            nargs="*",
        )
    ],
}
LIMIT = argument("--limit N", "show the first N only (default: all)", type=counting)
LINKS = group(
    "links into brat",
    None,
    argument("--brat-url URL", "address of brat, e.g. http://localhost:8001/ (default: no links)"),
    argument(
        "--collection PATH",
        "the project's collection in brat, e.g. /team/project/ (default: what follows # in "
        "the URL, else the directory's name)",
    ),
)
CLUSTER = argument(
    "--cluster tcp://HOST:PORT",
    "scheduler of a Dask cluster that computes the distances between trees (default: this machine)",
)
STATE = argument(
    "--state-dir DIR",
    "directory of snapshots and decisions, the server's (default: ~/.local/state/brat-iaa)",
)
