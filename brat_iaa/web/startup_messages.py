"""What is said when a server of all projects starts: which it found, and whether anybody sees
anything of them.
"""

from brat_iaa import config as configuration
from brat_iaa.errors import ConfigError
from brat_iaa.web.formatting import plural
from brat_iaa.web.viewers.projects import Projects

_SHOWN = 5
_NAME_ONE = (
    "Name one: start with --managers LOGIN, or write managers = LOGIN under [access] "
    "in the project's iaa.conf; "
    "LOGIN is a name with which one logs in to brat."
)


def beginning(data_dir, managers=()):
    """Sentences about the projects below brat's data directory.

    managers  brat logins that manage every project
    """
    projects = Projects(data_dir)
    names = projects.all()
    if not names:
        return [
            f"No project was found below {projects.data_dir}. A project is a directory "
            f"with an iaa.conf, "
            "or with the directories of at least two annotators, each with .ann files."
        ]
    known, broken = [], []
    for name in names:
        try:
            known.append(configuration.load(projects.directory(name), {}).access)
        except (ConfigError, OSError) as error:
            broken.append(f"Nobody sees the project {name or projects.data_dir}: {error}")
    managed = managers or any(access.managers for access in known)
    nobody = [] if managed or not known else [_without_managers(known)]
    return [_found(names, projects.data_dir), *broken, *nobody]


def _found(names, data_dir):
    shown = ", ".join("/" + name for name in names[:_SHOWN])
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return f"{plural(len(names), 'project')} below {data_dir}: {shown}{more}.".replace(
        "\u00a0", " "
    )


def _without_managers(known):
    closed = all(access.reveal == access.guests == "none" for access in known)
    if closed:
        return f"Nobody sees anything on the pages yet: no project has a manager. {_NAME_ONE}"
    return f"Nobody sees everything on the pages: no project has a manager. {_NAME_ONE}"
