"""The command line: one command for each thing that can be done, see brat-agreement --help."""

import argparse
import sys
from functools import lru_cache

from brat_iaa import __version__, collector
from brat_iaa.cli import (
    backups,
    disagreements,
    examination,
    figures,
    guide,
    installation,
    phases,
    planning,
    servers,
    settings_file,
    snapshots,
    variation,
    work,
)
from brat_iaa.cli.options import DONE, EPILOG, STOPPED, USAGE, Parser, add_command
from brat_iaa.errors import BratIaaError
from brat_iaa.formats import terminal

_EXAMPLES = """examples:
  brat-agreement report my_project
  brat-agreement disagreements my_project --kind head --label OBJ
  brat-agreement check my_project --min LAA=0.90 --min UAA:alpha=0.8
  brat-agreement pages my_project --brat-url http://localhost:8001/

Results go to standard output, progress and errors to standard error.

"""

# In the order of the help.
_COMMANDS = (
    figures.report,
    disagreements.disagreements,
    variation.variation,
    figures.check,
    settings_file.init,
    servers.pages,
    figures.simulate,
    planning.plan,
    servers.demo,
    snapshots.snapshot,
    phases.phases,
    snapshots.show,
    phases.compare,
    snapshots.export,
    snapshots.verify,
    snapshots.delete,
    work.reviews,
    backups.audit,
    backups.backup,
    backups.restore,
    work.adjudicate,
    work.competence,
    work.time,
    servers.serve,
    servers.proxy,
    installation.install,
    installation.uninstall,
    examination.doctor,
    installation.service,
    guide.guide,
)


def main(arguments=None):
    """Run one command. Returns the exit code; results go to stdout, all else to stderr.

    arguments  list of words; None: those of the process, which ends with the command
    """
    terminal.prepare()
    try:
        options = _parser().parse_args(arguments)
        if arguments is None and not options.serves:
            # The process is this command, and what it makes lasts as long; servers tidy up.
            collector.stop()
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


@lru_cache(maxsize=1)
def _parser():
    parser = Parser(
        prog="brat-agreement",
        usage="%(prog)s COMMAND [DIR] [options]",
        description="Agreement of annotators on dependencies in brat: "
        "how much, on what not, and where.",
        epilog=_EXAMPLES + "brat-agreement COMMAND --help explains a command.\n\n" + EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"brat-agreement {__version__}")
    choose = parser.add_subparsers(
        title="commands",
        dest="command",
        metavar="COMMAND",
        required=True,
        parser_class=Parser,
        prog="brat-agreement",
    )
    for command in _COMMANDS:
        add_command(choose, command)
    return parser
