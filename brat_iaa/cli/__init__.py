"""The command line: one command for each thing that can be done, see brat-agreement --help."""

import argparse
import gc
import sys
from contextlib import nullcontext
from functools import lru_cache
from importlib import import_module

from brat_iaa import __version__
from brat_iaa.cli.options import DONE, EPILOG, STOPPED, USAGE, CommandParser, Parser, add_command
from brat_iaa.cli.running import naming_project
from brat_iaa.cli.study import command_of, joined
from brat_iaa.errors import BratIaaError
from brat_iaa.formats import terminal
from brat_iaa.studies import NAMES

_BEGIN = """the first five minutes:
  brat-agreement demo                 brat and the pages on a small project, to try
  brat-agreement report DIR           figures of your project: what agrees, what was left out
  brat-agreement disagreements DIR    where the annotators differ
  brat-agreement pages DIR            the same in the browser, with links into brat
"""
_END = """
DIR is a project: a directory in which each annotator has a directory of .ann and .txt files, or of
CoNLL-U. Other layouts are found; two directories of annotators, two files of CoNLL-U, or a zip, can
be named instead.

brat-agreement COMMAND --help explains a command. Results go to standard output, all else to
standard error.

"""


# {title in the help: "module:command" of its commands}, in the order in which a project needs them.
_GROUPS = {
    "look": "figures:report disagreements:disagreements exchange:plot disagreements:check "
    "figures:init",
    "study": "study:study",
    "browse": "servers:demo servers:pages servers:guide",
    "share inside brat": "servers:serve servers:proxy installation:install installation:service "
    "installation:uninstall",
    "phases": "phases:snapshot phases:phases phases:compare phases:show exchange:export "
    "phases:verify phases:delete",
    "gold": "work:gold exchange:convert",
    "decide": "work:progress work:reviews",
    "maintain": "installation:doctor work:backup work:restore",
}


def _groups():
    """{title: {name of a command: its module}}"""
    groups = {}
    for title, commands in _GROUPS.items():
        groups[title] = modules = {}
        for word in commands.split():
            module, _, name = word.partition(":")
            modules[name] = f"brat_iaa.cli.{module}"
    return groups


def main(arguments=None):
    """Run one command. Returns the exit code; results go to stdout, all else to stderr.

    arguments  list of words; None: those of the process, which ends with the command
    """
    terminal.prepare()
    try:
        words = sys.argv[1:] if arguments is None else arguments
        words = joined(words)
        options = _parser(*words[:1]).parse_args(words)
        if options.command is None:
            _parser().print_help()
            return DONE
        if arguments is None and not options.serves:
            # The process is this command, and what it makes lasts as long.
            gc.disable()
        # The tables of a paper are of several projects.
        apart = options.places is None or getattr(options, "paper", None)
        with nullcontext() if apart else naming_project(options):
            code = options.run(options) or DONE
        sys.stdout.flush()
        return code
    except BratIaaError as error:
        return _failed(error)
    except BrokenPipeError:
        # The reader (head, less) has seen enough.
        terminal.silence(sys.stdout)
        return DONE
    except OSError as error:
        terminal.silence(sys.stdout)
        return _failed(f"{error.filename or 'the output'}: {error.strerror or error}.")
    except KeyboardInterrupt:
        terminal.silence(sys.stdout)
        print("Stopped.", file=sys.stderr)
        return STOPPED


def _failed(error):
    lines = (terminal.printable(line) for line in str(error).split("\n"))
    print("brat-agreement: " + "\n".join(lines), file=sys.stderr)
    return USAGE


_STUDIES = tuple(f"study {name}" for name in NAMES)


def _command(name, module=None):
    """The Command of a name; a study needs no module."""
    if module is None:
        return command_of(name.partition(" ")[2])
    return getattr(import_module(module), name)


@lru_cache
def _parser(only=None, studies=False):
    """The parser of a command, if only is the name of one; else of all, with their help; studies:
    also of each study, which takes longer.
    """
    parser = Parser(
        prog="brat-agreement",
        usage="%(prog)s COMMAND [DIR] [options]",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"brat-agreement {__version__}")
    choose = parser.add_subparsers(
        dest="command",
        metavar="COMMAND",
        help=argparse.SUPPRESS,
        parser_class=CommandParser,
        prog="brat-agreement",
    )
    groups, lines = _groups(), []
    modules = {name: module for group in groups.values() for name, module in group.items()}
    if only in modules or only in _STUDIES:
        add_command(choose, _command(only, modules.get(only)))
        return parser
    width = max(map(len, modules))
    for title, commands in groups.items():
        lines += ["", f"{title}:"] if commands else []
        for name, module in commands.items():
            help = add_command(choose, _command(name, module))
            lines.append(f"  {name:<{width}}  {help}")
    for name in _STUDIES if studies else ():
        add_command(choose, _command(name))
    parser.description = (
        "Agreement of annotators in brat: how much, on what not, and where.\n\n"
        + _BEGIN
        + "\n".join(lines)
        + "\n"
    )
    parser.epilog = _END + EPILOG
    return parser
