"""Commands about an installation: install, uninstall, service, doctor, shell."""

import os
from pathlib import Path

from brat_iaa.cli.options import BELOW, DONE, STATE, address, argument, command, formats
from brat_iaa.cli.running import print_line, write
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
        "where browsers find the pages, below --brat-url (default: iaa/ there)",
    ),
    argument(
        "--service URL",
        "where the web server and brat's own process find what stands in front of brat",
        default="http://127.0.0.1:8002/",
    ),
    argument(
        "--direct URL",
        "where brat itself answers, on this computer, to what stands in front of it "
        "(default: the path of --brat-url at http://127.0.0.1:8003)",
    ),
    argument(
        "--state-dir DIR",
        "directory for settings and what is kept, outside of all that is served "
        "(default: /var/lib/brat-iaa/NAME for root, else ~/.local/state/brat-iaa/NAME)",
    ),
    directory="BRAT_DIR",
)
def install(options):
    """Put brat-agreement into a brat that a web server runs as CGI.

    install /var/www/brat
    install /var/www/brat --brat-url https://example.org/brat/
    """
    from brat_iaa.server_hooks import install as steps

    brat_url = options.brat_url if options.brat_url.endswith("/") else options.brat_url + "/"
    _tell(
        steps.install,
        options.brat_dir,
        options.pages_url or brat_url + "iaa/",
        options.service,
        options.state_dir or _default_state(options.brat_dir),
        brat_url=brat_url,
        direct=options.direct,
    )


def _default_state(brat_dir):
    """Where settings of an installed brat lie: its web server can read them if root installs."""
    from brat_iaa.store.paths import users_folder

    base = Path("/var/lib/brat-iaa") if os.geteuid() == 0 else users_folder()
    return base / Path(brat_dir).resolve().name


@command(_BRAT, directory="BRAT_DIR")
def uninstall(options):
    """Uninstall brat-agreement: brat's own files are restored exactly.

    uninstall /var/www/brat
    """
    from brat_iaa.server_hooks import install as steps

    _tell(steps.uninstall, options.brat_dir)


def _tell(step, *arguments, **options):
    """Print the sentences of a step; what hinders it, as the other commands say it."""
    from brat_iaa.server_hooks.install import InstallError

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
    """Serve an installed brat, with the pages, to its web server.

    service /var/lib/brat-iaa/brat/site.json
    service /var/lib/brat-iaa/brat/site.json --port 8010
    """
    from brat_iaa.proxy import serving
    from brat_iaa.proxy.service import open_service
    from brat_iaa.server_hooks.install import not_loaded, read_site
    from brat_iaa.web.viewers.projects import beginning

    front = open_service(options.site, options.host, options.port)
    settings = read_site(options.site)
    lost = not_loaded(settings["brat_dir"])
    first = [] if lost is None else [f"{lost.text} Type: {lost.do}"]
    first += beginning(settings["data_dir"])
    serving.serve(front, [*serving.addresses(front, settings["pages"]), *first])


@command(
    argument(
        "PLACE",
        "a project's directory, brat's folder (the one with ajax.cgi in it), or the settings "
        "file that brat-agreement install has written, site.json (default: only this computer)",
        nargs="?",
    ),
    STATE,
    formats("text json"),
    directory="[PLACE]",
)
def doctor(options):
    """Look at an installation or a project, report problems and how to fix them.

    doctor
    doctor my_project
    """
    from brat_iaa.doctor import PROBLEM, as_text, by_level
    from brat_iaa.doctor.computer import software

    findings = by_level([software(), *_of_place(options)])
    if options.format == "json":
        write("json", json=lambda: [finding._asdict() for finding in findings])
    else:
        for line in as_text(findings):
            print_line(line)
    return BELOW if any(finding.level == PROBLEM for finding in findings) else DONE


def _of_place(options):
    if options.place is None:
        return []
    path = Path(options.place)
    if path.is_file() or (path / "ajax.cgi").is_file() or (path / "config.py").is_file():
        from brat_iaa.doctor.computer import examine_installation

        return examine_installation(path)
    if not path.is_dir():
        raise ConfigError(
            f"{path}: there is no such directory. Expected a project, brat's folder or site.json."
        )
    from brat_iaa.doctor.project import examine_project

    return examine_project(path, options.state_dir)
