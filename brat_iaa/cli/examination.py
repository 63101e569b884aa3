"""The command that says what is wrong, how bad it is, and how to fix it: doctor."""

from pathlib import Path

from brat_iaa.cli.options import BELOW, DONE, STATE, argument, command
from brat_iaa.cli.running import print_line
from brat_iaa.errors import ConfigError


@command(
    argument(
        "PLACE",
        "a project's directory, brat's folder (the one with ajax.cgi in it), or the settings "
        "file that brat-agreement install has written, site.json (default: only this computer)",
        nargs="?",
    ),
    STATE,
    directory="[PLACE]",
)
def doctor(options):
    """Look at an installation or a project, and say what is wrong and what mends it."""
    from brat_iaa.doctor import PROBLEM, as_text
    from brat_iaa.doctor.computer import packages, python

    findings = [python(), packages(), *_of_place(options)]
    for line in as_text(findings):
        print_line(line)
    return BELOW if any(finding.level == PROBLEM for finding in findings) else DONE


def _of_place(options):
    if options.place is None:
        return []
    path = Path(options.place)
    if path.is_file() or (path / "ajax.cgi").is_file() or (path / "config.py").is_file():
        from brat_iaa.doctor.installation import examine_installation

        return examine_installation(path)
    if not path.is_dir():
        raise ConfigError(
            f"{path}: there is no such directory. Expected a project, brat's folder or site.json."
        )
    from brat_iaa.doctor.project import examine_project

    return examine_project(path, options.state_dir)
