"""Paths of the databases, in folders that brat cannot serve."""

import glob
import hashlib
import os
from pathlib import Path

from brat_iaa.corpus.files import inside
from brat_iaa.errors import ConfigError, reason_of


def database_path(data_dir, state_dir=None, brat_dir=None) -> Path:
    """Path of the database of a data directory; makes its folder, which only the owner may enter.

    state_dir  a folder to use instead of the user's own, $XDG_STATE_HOME/brat-iaa or
               ~/.local/state/brat-iaa
    brat_dir   brat's folder, if it does not lie above data_dir

    Raises ConfigError if the folder lies in brat's, or cannot be made.
    """
    folder = Path(state_dir) if state_dir else users_folder() / _code(data_dir)
    _make(folder, data_dir, brat_dir, private=not state_dir)
    # A state_dir can be used for several data directories.
    return folder / f"{_code(data_dir)}.sqlite3"


def project_database_path(root, state_dir=None, data_dir=None, brat_dir=None) -> Path:
    """Path of the database of one project, the same for servers and commands of one account.

    root  the project's directory; the others as in database_path()
    """
    path = known_project_database(root, state_dir)
    served = data_dir or os.path.realpath(root)
    _make(path.parent, served, brat_dir, private=not state_dir)
    return path


def known_project_database(root, state_dir=None) -> Path:
    """The same path, where nothing is made: for those who only look whether there is one."""
    root = Path(os.path.realpath(root))
    folder = (Path(state_dir) if state_dir else users_folder()) / "projects"
    return folder / f"{root.name[:60]}-{_code(root)}.sqlite3"


def other_stores(path, servers=Path("/var/lib/brat-iaa")) -> list:
    """Folders, as --state-dir names them, in which the same project has another database: such as
    that of an installed server, where a command uses that of the account.

    path  of the project's database that is used
    """
    name, own = glob.escape(path.name), users_folder()
    found = set()
    for top, below in ((servers, "*/projects"), (own, "*/projects"), (own, "projects")):
        try:
            found.update(str(each.parent.parent) for each in top.glob(f"{below}/{name}"))
        except OSError:
            continue  # it is closed to this account
    return sorted(found - {str(path.parent.parent)})


def may_exist(path) -> bool:
    """Whether there may be a file: what lies in a folder that is closed to this account may be."""
    try:
        os.stat(path)
    except FileNotFoundError:
        return False
    except OSError:
        pass
    return True


def _make(folder, data_dir, brat_dir, private):
    """Make a folder that only its owner may enter.

    Raises ConfigError if brat would serve it, or if it cannot be made.
    """
    advice = "Expected a directory outside of it; name one with --state-dir."
    refuse_served(folder, data_dir, brat_dir, advice)
    try:
        if not folder.is_dir():
            folder.mkdir(0o700, parents=True)
            folder.chmod(0o700)  # whatever the umask is
        elif private and folder.stat().st_mode & 0o077:
            folder.chmod(0o700)
    except OSError as error:
        raise ConfigError(
            f"{folder}: cannot be made: {reason_of(error)}. "
            "Name a directory that can be written with --state-dir."
        ) from None


def refuse_served(path, data_dir, brat_dir=None, advice=""):
    """Raise ConfigError if brat would serve files at a path.

    advice  a sentence at the end of the error; the others as in database_path()
    """
    from brat_iaa.corpus.acl import brat_folder  # it takes long, and reports do without

    real = os.path.realpath(path)
    brat_dir = brat_dir or brat_folder(data_dir)
    for name, served in (("brat's data directory", data_dir), ("brat's folder", brat_dir)):
        if served and inside(real, os.path.realpath(served)):
            raise ConfigError(
                f"{path}: lies in {name} {served}, and brat hands out what lies there. {advice}"
            )


def users_folder() -> Path:
    """Folder of this account's databases, $XDG_STATE_HOME/brat-iaa or ~/.local/state/brat-iaa."""
    state = os.environ.get("XDG_STATE_HOME", "")
    # The specification says to ignore relative paths.
    return (Path(state) if os.path.isabs(state) else Path.home() / ".local" / "state") / "brat-iaa"


def _code(data_dir):
    return hashlib.sha256(os.fsencode(os.path.realpath(data_dir))).hexdigest()[:16]
