"""The command line: brat-iaa report, disagreements, check, init, pages, demo."""

import argparse
import sys

from brat_iaa import __version__, commands
from brat_iaa.config import SETTINGS
from brat_iaa.disagreements import KINDS
from brat_iaa.errors import BratIaaError

DONE, BELOW, USAGE, STOPPED = 0, 1, 2, 130

_EPILOG = """exit codes:
  0  done
  1  check: a figure is below its floor or undefined
  2  a wrong option, setting or directory; the message says which
"""

# Settings of iaa.conf that are options too; the help text is the one of iaa.conf.
_OPTIONS = (
    "annotators", "layout", "sentences", "root", "head", "labels", "token_types", "tokens",
    "no_arcs", "punctuation", "punctuation_types", "distance", "resamples", "seed",
)


def main(arguments=None):
    """Run one command. Returns the exit code; results go to stdout, talk to stderr."""
    options = _parser().parse_args(arguments)
    try:
        return options.run(options) or DONE
    except BratIaaError as error:
        print(f"brat-iaa: {error}", file=sys.stderr)
        return USAGE
    except BrokenPipeError:
        # The reader (head, less) has seen enough; a second error at exit would only be noise.
        sys.stderr.close()
        return DONE
    except KeyboardInterrupt:
        return STOPPED


def _parser():
    parser = argparse.ArgumentParser(
        prog="brat-iaa",
        description="Agreement of annotators on dependencies in brat: how much, on what not, and where.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"brat-iaa {__version__}")
    choose = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _report(choose)
    _disagreements(choose)
    _check(choose)
    _init(choose)
    _pages(choose)
    _demo(choose)
    return parser


def _command(choose, name, run, summary, directory=True):
    command = choose.add_parser(
        name,
        help=summary,
        description=summary[0].upper() + summary[1:] + ".",
        epilog=_EPILOG,
        formatter_class=_Formatter,
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
        "settings", "Each replaces the setting of the same name in iaa.conf."
    )
    by_key = {setting.key: setting for setting in SETTINGS}
    for key in _OPTIONS:
        setting = by_key[key]
        default = setting.default
        words = setting.help.replace("%", "%%")
        if default and "Default" not in words:
            words += f" Default: iaa.conf, else {default}."
        group.add_argument(
            f"--{key.replace('_', '-')}",
            dest=f"setting_{key}",
            choices=setting.choices,
            metavar=None if setting.choices else key.upper(),
            help=words,
        )


def _brat(command):
    group = command.add_argument_group("links into brat")
    group.add_argument(
        "--brat-url", metavar="URL", help="address of brat, e.g. http://localhost:8001/"
    )
    group.add_argument(
        "--collection",
        metavar="PATH",
        help="the project's collection in brat, e.g. /team/project/ (default: the directory's name)",
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
        "--by-sentence", action="store_true", help="JSON and CSV: also a score for each sentence and pair"
    )
    _settings(command)


def _disagreements(choose):
    command = _command(
        choose, "disagreements", commands.disagreements, "list every disagreement with its place in the files"
    )
    command.add_argument("--format", choices=("text", "json", "csv"), default="text", help="form of the list")
    command.add_argument(
        "--patterns", action="store_true", help="count the patterns instead: kind and both labels"
    )
    command.add_argument("--limit", type=_whole_number, metavar="N", help="show the first N only")
    filters = command.add_argument_group("filters", "All must hold. Without filters: everything.")
    filters.add_argument("--kind", choices=KINDS, help="kind of disagreement")
    filters.add_argument("--label", help="label of either annotator")
    filters.add_argument(
        "--label-pair", metavar="A,B", type=_pair,
        help="labels of the first and the second annotator of a pair; empty for no arc (OBJ,)",
    )
    filters.add_argument("--annotator", help="one of the two")
    filters.add_argument("--pair", metavar="A,B", type=_pair, help="the two annotators")
    filters.add_argument("--document", help="name of the document")
    filters.add_argument("--sentence", type=_whole_number, metavar="N", help="number of the sentence")
    filters.add_argument("--pos", help="part of speech: span type of the token, by either annotator")
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
        "--min", dest="floors", metavar="MEASURE[:STATISTIC]=FLOOR", action="append", required=True,
        help="e.g. LAA=0.90 or UAA:alpha=0.8; may be given several times (statistic: masi if not named)",
    )
    command.add_argument("--every-pair", action="store_true", help="each pair of annotators must reach it")
    _settings(command)


def _init(choose):
    command = _command(choose, "init", commands.init, "write an iaa.conf that explains every setting")
    command.add_argument("--force", action="store_true", help="replace an iaa.conf that is there")


def _pages(choose):
    command = _command(choose, "pages", commands.pages, "serve the pages: figures, documents, disagreements")
    _address(command, 8002)
    command.add_argument(
        "--open",
        action="store_true",
        help="allow another address than 127.0.0.1: everybody who reaches it then sees every annotator's work",
    )
    _brat(command)
    _settings(command)


def _demo(choose):
    command = _command(
        choose, "demo", commands.demo, "start brat and the pages on a small project to try", directory=False
    )
    _address(command, 8001, host=False)


def _address(command, port, host=True):
    if host:
        command.add_argument("--host", default="127.0.0.1", help="address to listen on")
    command.add_argument("--port", type=_whole_number, default=port, help="port to listen on; 0 for any free one")


def _whole_number(text):
    if not (text.isascii() and text.isdigit()):
        raise argparse.ArgumentTypeError(f"“{text}” is not a whole number")
    return int(text)


def _pair(text):
    parts = tuple(part.strip() for part in text.split(","))
    if len(parts) != 2:
        raise argparse.ArgumentTypeError(f"“{text}” are not two names separated by a comma")
    return parts


