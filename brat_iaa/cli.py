"""The command line: brat-iaa report, disagreements, check, init, pages, demo."""

import argparse
import sys

from brat_iaa import __version__, commands
from brat_iaa.config import SETTINGS, nearest
from brat_iaa.disagreements import KIND_MEANINGS, KINDS
from brat_iaa.errors import BratIaaError
from brat_iaa.report import terminal
from brat_iaa.report.tables import STATISTICS
from brat_iaa.scores import MEASURES

DONE, BELOW, USAGE, STOPPED = 0, 1, 2, 130

_EPILOG = """exit codes:
  0    done
  1    check: a figure is below its floor, or undefined
  2    a wrong option, setting or directory, or a file that cannot be used; the message says which
  130  stopped with Ctrl-C
"""

_EXAMPLES = """examples:
  brat-iaa report my_project
  brat-iaa disagreements my_project --kind head --label OBJ
  brat-iaa check my_project --min LAA=0.90 --min UAA:alpha=0.8
  brat-iaa pages my_project --brat-url http://localhost:8001/

Results go to standard output, talk and errors to standard error.

"""

_KIND_HELP = "kind of disagreement, said of the pair: " + "; ".join(
    f"{kind} ({meaning})" for kind, meaning in KIND_MEANINGS.items()
)
_MIN_HELP = (
    f"lowest allowed figure, e.g. LAA=0.90 or UAA:alpha=0.8; may be given several times. Measures: "
    f"{', '.join(MEASURES)}. Statistics: {', '.join((*STATISTICS, 'gcm'))} (default: masi). gcm is about each "
    "direction of each pair. Figures of another layer begin with its name, e.g. pos/kappa:cohen=0.8; "
    "brat-iaa report --format csv lists all of them."
)

# Settings of iaa.conf that are options too; the help text is the one of iaa.conf.
_OPTIONS = (
    "annotators", "layout", "sentences", "root", "head", "labels", "token_types", "tokens",
    "no_arcs", "punctuation", "punctuation_types", "distance", "resamples", "seed",
)


def main(arguments=None):
    """Run one command. Returns the exit code; results go to stdout, talk to stderr."""
    terminal.prepare()
    try:
        options = _parser().parse_args(arguments)
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
    print("brat-iaa: " + "\n".join(lines), file=sys.stderr)
    return USAGE


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, and where the help is, instead of all options."""

    def error(self, message):
        self.exit(USAGE, f"{self.prog}: {terminal.printable(message)}. All options: {self.prog} --help\n")


def _parser():
    parser = _Parser(
        prog="brat-iaa",
        usage="%(prog)s COMMAND [DIR] [options]",
        description="Agreement of annotators on dependencies in brat: how much, on what not, and where.",
        epilog=_EXAMPLES + "brat-iaa COMMAND --help explains a command.\n\n" + _EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"brat-iaa {__version__}")
    choose = parser.add_subparsers(
        title="commands", metavar="COMMAND", required=True, parser_class=_Parser, prog="brat-iaa"
    )
    _report(choose)
    _disagreements(choose)
    _check(choose)
    _init(choose)
    _pages(choose)
    _simulate(choose)
    _demo(choose)
    return parser


def _command(choose, name, run, summary, directory=True):
    command = choose.add_parser(
        name,
        usage="%(prog)s DIR [options]" if directory else "%(prog)s [options]",
        help=summary,
        description=summary[0].upper() + summary[1:] + ".",
        epilog=_EPILOG,
        formatter_class=_Formatter,
        allow_abbrev=False,
    )
    command.set_defaults(run=run)
    if directory:
        command.add_argument(
            "directory", metavar="DIR", help="the project: a directory with a directory for each annotator"
        )
    return command


class _Formatter(argparse.ArgumentDefaultsHelpFormatter, argparse.RawDescriptionHelpFormatter):
    """Shows the default of every option that has one, and the exit codes as written."""

    def _get_help_string(self, action):
        if action.default is None or action.default is False:
            return action.help
        return super()._get_help_string(action)


def _settings(command):
    group = command.add_argument_group(
        "settings", "Each replaces the setting of the same name in iaa.conf; \"\" stands for the default."
    )
    by_key = {setting.key: setting for setting in SETTINGS}
    for key in _OPTIONS:
        setting = by_key[key]
        words = setting.help.replace("%", "%%")
        if setting.default:
            words += f" Default: iaa.conf, else {setting.default}."
        # Values are checked by config, which names the nearest one.
        group.add_argument(
            f"--{key.replace('_', '-')}",
            dest=f"setting_{key}",
            metavar="{" + ",".join(setting.choices) + "}" if setting.choices else _METAVARS.get(key, "NAMES"),
            help=words,
        )


_METAVARS = {"layout": "LAYOUT", "root": "TYPE", "head": "ROLE", "resamples": "N", "seed": "N"}


def _brat(command):
    group = command.add_argument_group("links into brat")
    group.add_argument(
        "--brat-url", metavar="URL", help="address of brat, e.g. http://localhost:8001/ (default: no links)"
    )
    group.add_argument(
        "--collection",
        metavar="PATH",
        help="the project's collection in brat, e.g. /team/project/ (default: what follows # in the URL, "
        "else the directory's name)",
    )


def _report(choose):
    command = _command(choose, "report", commands.report, "print agreement, what was left out and why")
    command.add_argument(
        "--format",
        choices=("text", "json", "csv", "markdown", "latex"),
        default="text",
        help="text, Markdown and LaTeX hold the tables to read; JSON and CSV every score",
    )
    command.add_argument(
        "--by-sentence",
        action="store_true",
        help="JSON and CSV: also a score for each sentence and pair (default: without)",
    )
    _settings(command)


def _disagreements(choose):
    command = _command(
        choose, "disagreements", commands.disagreements, "list every disagreement with its place in the files"
    )
    command.add_argument("--format", choices=("text", "json", "csv"), default="text", help="form of the list")
    command.add_argument(
        "--patterns",
        action="store_true",
        help="count the patterns instead: kind and both labels (default: list each disagreement)",
    )
    command.add_argument("--limit", type=_counting, metavar="N", help="show the first N only (default: all)")
    filters = command.add_argument_group("filters", "All must hold. Default: everything.")
    filters.add_argument("--layer", metavar="NAME", help="name of the layer in iaa.conf (default: all)")
    filters.add_argument("--kind", type=_kind, metavar="KIND", help=_KIND_HELP)
    filters.add_argument("--label", help="label that either annotator gave")
    filters.add_argument(
        "--label-pair", metavar="A,B", type=_pair,
        help="labels of the first and the second annotator of a pair; empty for no arc (OBJ,)",
    )
    filters.add_argument("--annotator", metavar="NAME", help="one of the two")
    filters.add_argument("--pair", metavar="A,B", type=_pair, help="the two annotators")
    filters.add_argument("--document", metavar="NAME", help="name of the document")
    filters.add_argument("--sentence", type=_counting, metavar="N", help="number of the sentence, from 1")
    filters.add_argument("--pos", metavar="TYPE", help="part of speech: span type of the token, by either annotator")
    filters.add_argument(
        "--min-distance", type=_whole_number, metavar="N", help="fewest tokens from token to head"
    )
    filters.add_argument(
        "--max-distance", type=_whole_number, metavar="N", help="most tokens from token to head"
    )
    _brat(command)
    _settings(command)


def _check(choose):
    command = _command(choose, "check", commands.check, "exit with 1 if agreement is below a floor, for scripts")
    command.add_argument(
        "--min", dest="floors", metavar="[LAYER/]MEASURE[:STATISTIC]=FLOOR", action="append", required=True,
        help=_MIN_HELP,
    )
    command.add_argument(
        "--every-pair",
        action="store_true",
        help="the lowest pair of annotators must reach the floor too (default: all together)",
    )
    _settings(command)


def _init(choose):
    command = _command(choose, "init", commands.init, "write an iaa.conf that explains every setting")
    command.add_argument("--force", action="store_true", help="replace an iaa.conf that is there (default: refuse)")


def _pages(choose):
    command = _command(choose, "pages", commands.pages, "serve the pages: figures, documents, disagreements")
    _address(command, 8002)
    command.add_argument(
        "--open",
        action="store_true",
        help="allow another address than 127.0.0.1: everybody who reaches it then sees every annotator's work "
        "(default: refuse)",
    )
    _brat(command)
    _settings(command)


def _simulate(choose):
    command = _command(
        choose, "simulate", commands.simulate, "show what a score means: agreement with random errors of known share"
    )
    command.add_argument("--format", choices=("text", "json", "csv", "svg"), default="text", help="svg is a plot")
    command.add_argument(
        "--of", metavar="NAME", help="annotator, or gold, whose trees are changed (default: the first annotator)"
    )
    command.add_argument(
        "--repetitions", type=_counting, metavar="N", default=3, help="how often each share is tried; the mean counts"
    )
    _settings(command)


def _demo(choose):
    command = _command(
        choose, "demo", commands.demo, "start brat and the pages on a small project to try", directory=False
    )
    _address(command, 8001, host=False)


def _address(command, port, host=True):
    if host:
        command.add_argument("--host", default="127.0.0.1", help="address to listen on")
    command.add_argument(
        "--port", type=_port, metavar="N", default=port, help="port to listen on; 0 for any free one"
    )


def _whole_number(text):
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise argparse.ArgumentTypeError(f"“{text}” is not a whole number")
    return int(text)


def _counting(text):
    number = _whole_number(text)
    if number < 1:
        raise argparse.ArgumentTypeError("numbers begin at 1, found 0")
    return number


def _port(text):
    number = _whole_number(text)
    if number > 65535:
        raise argparse.ArgumentTypeError(f"“{text}” is no port; expected a number from 0 to 65535")
    return number


def _kind(text):
    if text not in KINDS:
        raise argparse.ArgumentTypeError(f"“{text}” is no kind of disagreement." + nearest(text, KINDS)[:-1])
    return text


def _pair(text):
    parts = tuple(part.strip() for part in text.split(","))
    if len(parts) != 2:
        raise argparse.ArgumentTypeError(f"found “{text}”, expected two names separated by a comma, such as A,B")
    return parts
