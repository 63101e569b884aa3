"""Commands that put brat-agreement into a brat and take it out: install, uninstall, service."""

import os
from pathlib import Path

from brat_iaa.cli.options import GUARD, address, argument, command
from brat_iaa.cli.running import print_line
from brat_iaa.errors import ConfigError

_BRAT = argument("BRAT_DIR", "brat's folder, the one with ajax.cgi in it")


@command(
    _BRAT,
    argument(
        "--brat-url URL",
        "where browsers find brat: its path on the web server, or its full address",
        default="/brat/",
    ),
    argument(
        "--pages-url URL",
        "where browsers find the pages (default: iaa/ below --brat-url; "
        "elsewhere brat's login does not reach them)",
    ),
    argument(
        "--service URL",
        "where brat's own process finds the pages",
        default="http://127.0.0.1:8002/",
    ),
    argument(
        "--state-dir DIR",
        "directory for settings and what is kept, outside of all that is served "
        "(default: /var/lib/brat-iaa/NAME for root, else ~/.local/state/brat-iaa/NAME)",
    ),
    GUARD,
    directory="BRAT_DIR",
)
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


@command(_BRAT, directory="BRAT_DIR")
def uninstall(options):
    """Uninstall brat-agreement: brat's own files are restored exactly."""
    from server_hooks import install as steps

    _tell(steps.uninstall, options.brat_dir)


def _tell(step, *arguments, **options):
    """Print the sentences of a step; what hinders it, as the other commands say it."""
    from server_hooks.install import InstallError

    try:
        sentences = step(*arguments, **options)
    except InstallError as error:
        raise ConfigError(str(error)) from None
    for sentence in sentences:
        print_line(sentence)


@command(
    argument("SITE", "the settings file that brat-agreement install has written, site.json"),
    address(8002),
    directory="SITE",
)
def service(options):
    """Serve the pages of an installed brat."""
    from brat_iaa.web import serving, wsgi
    from brat_iaa.web.startup_messages import beginning
    from server_hooks.install import read_site

    site = wsgi.from_settings(options.site)
    server = serving.open_application(site, options.host, options.port)
    first = beginning(read_site(options.site)["data_dir"])
    serving.serve(server, [f"Pages: {serving.address(server)}/", *first])
