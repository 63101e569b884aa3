"""Commands that put brat-agreement into a brat and take it out: install, uninstall, service."""

import os
from pathlib import Path

from brat_iaa.cli.options import add_address, add_guard, command_of
from brat_iaa.cli.running import print_line
from brat_iaa.errors import ConfigError


def add_install(choose):
    """Add brat-agreement install."""
    command = _of_installed_brat(choose, install)
    command.add_argument(
        "--brat-url", metavar="URL", default="/brat/",
        help="where browsers find brat: its path on the web server, or its full address",
    )  # fmt: skip
    command.add_argument(
        "--pages-url", metavar="URL",
        help="where browsers find the pages (default: iaa/ below --brat-url; "
        "elsewhere brat's login does not reach them)",
    )  # fmt: skip
    command.add_argument(
        "--service", metavar="URL", default="http://127.0.0.1:8002/",
        help="where brat's own process finds the pages",
    )  # fmt: skip
    command.add_argument(
        "--state-dir", metavar="DIR",
        help="directory for settings and what is kept, outside of all that is served "
        "(default: /var/lib/brat-iaa/NAME for root, else ~/.local/state/brat-iaa/NAME)",
    )  # fmt: skip
    add_guard(command)


def install(options):
    """Put brat-agreement into a brat that a web server runs as CGI."""
    from server_hooks import install as steps

    brat_url = options.brat_url if options.brat_url.endswith("/") else options.brat_url + "/"
    _tell(
        steps.install,
        options.brat_dir,
        options.pages_url or brat_url + "iaa/",
        options.service,
        options.state_dir or _default_state(options.brat_dir),
        guard=not options.no_guard,
        brat_url=brat_url,
    )


def _default_state(brat_dir):
    """Where settings of an installed brat lie: its web server can read them if root installs."""
    from brat_iaa.store.paths import users_folder

    base = Path("/var/lib/brat-iaa") if os.geteuid() == 0 else users_folder()
    return base / Path(brat_dir).resolve().name


def add_uninstall(choose):
    """Add brat-agreement uninstall."""
    _of_installed_brat(choose, uninstall)


def uninstall(options):
    """Take brat-agreement out of a brat again, to the byte."""
    from server_hooks import install as steps

    _tell(steps.uninstall, options.brat_dir)


def _of_installed_brat(choose, run):
    command = command_of(choose, run, directory="BRAT_DIR")
    command.add_argument(
        "brat_dir", metavar="BRAT_DIR", help="brat's folder, the one with ajax.cgi in it"
    )
    return command


def _tell(step, *arguments, **options):
    """Print the sentences of a step; what hinders it, as the other commands say it."""
    from server_hooks.install import InstallError

    try:
        sentences = step(*arguments, **options)
    except InstallError as error:
        raise ConfigError(str(error)) from None
    for sentence in sentences:
        print_line(sentence)


def add_service(choose):
    """Add brat-agreement service."""
    command = command_of(choose, service, directory="SITE")
    command.add_argument(
        "site", metavar="SITE",
        help="the settings file that brat-agreement install has written, site.json",
    )  # fmt: skip
    add_address(command, 8002)


def service(options):
    """Serve the pages of an installed brat."""
    from brat_iaa.web import serving, wsgi
    from brat_iaa.web.startup_messages import beginning
    from server_hooks.install import read_site

    site = wsgi.from_settings(options.site)
    server = serving.open_application(site, options.host, options.port)
    first = beginning(read_site(options.site)["data_dir"])
    serving.serve(server, [f"Pages: {serving.address(server)}/", *first])
