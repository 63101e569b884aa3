"""Which directories of brat's data are projects, and to which one a collection belongs."""

import os

from brat_iaa import config as configuration
from brat_iaa.corpus.drafts import is_draft
from brat_iaa.errors import ConfigError
from brat_iaa.web.formatting import plural

SETTINGS_FILE = "iaa.conf"


class Projects:
    """The projects below a data directory, named by their paths in it: "corpus/pilot", "" for the
    directory itself.
    """

    def __init__(self, data_dir):
        self.data_dir = os.path.realpath(data_dir)

    def directory(self, project):
        return os.path.join(self.data_dir, *project.split("/")) if project else self.data_dir

    def of(self, collection):
        """The project of a brat collection, e.g. "/corpus/pilot/anna/"; None if it belongs to none.

        The nearest directory upwards that has settings. Without any: the collection, or else the
        one above it, if two of its directories hold annotations.
        """
        path = cleaned(collection)
        if path is None:
            return None
        above = [path]
        while above[-1]:
            above.append(above[-1].rpartition("/")[0])
        # Whether the collection itself is there makes no difference: nobody can find names by
        # trying.
        for place in above:
            settings = os.path.join(self.directory(place), SETTINGS_FILE)
            if os.path.isfile(settings) and self._is_inside(place):
                return place
        return next(
            (
                place
                for place in above[:2]
                if self._is_inside(place) and self._has_annotators(place)
            ),
            None,
        )

    def all(self, fewest=2):
        """Sorted paths of all projects.

        fewest  how many directories with annotations make a project without settings
        """
        return sorted(self._below(self.data_dir, fewest))

    def _below(self, top, fewest=2):
        """List of the paths of the projects in a directory, itself included; fewest as in all()."""
        directories = []
        for directory, folders, files in os.walk(top):
            folders[:] = [name for name in folders if not name.startswith(".")]
            path = os.path.relpath(directory, self.data_dir).replace(os.sep, "/")
            path = "" if path == "." else path
            if cleaned(path) is not None and (
                SETTINGS_FILE in files
                or (self._has_annotators(path, fewest) and self.of(path) in (None, path))
            ):
                directories.append(path)
        return directories

    def could_be(self, path):
        """Whether it is a directory that could be made a project: it is none, lies in none, holds
        none, and is no annotator's.
        """
        if not path or cleaned(path) != path or not self._is_inside(path):
            return False
        directory = self.directory(path)
        return not (
            self.of(path) is not None or _holds_annotations(directory) or self._below(directory)
        )

    def beginning(self, collection):
        """The project that could be made for a collection, or for the one above it; None if there
        is none.
        """
        path = cleaned(collection)
        around = (path, path.rpartition("/")[0]) if path else ()
        return next((place for place in around if self.could_be(place)), None)

    def _is_inside(self, path):
        """Whether it is a directory, and no link leads out of the data directory."""
        real = os.path.realpath(self.directory(path))
        return os.path.isdir(real) and (
            real == self.data_dir or real.startswith(self.data_dir.rstrip(os.sep) + os.sep)
        )

    def _has_annotators(self, path, fewest=2):
        try:
            with os.scandir(self.directory(path)) as entries:
                folders = [
                    entry.path
                    for entry in entries
                    if entry.is_dir()
                    and not entry.name.startswith(".")
                    and not is_draft(entry.path)
                ]
        except OSError:
            return False
        return sum(map(_holds_annotations, sorted(folders))) >= fewest


def _holds_annotations(folder):
    try:
        with os.scandir(folder) as entries:
            return any(entry.name.endswith(".ann") for entry in entries)
    except OSError:
        return False


def cleaned(collection):
    """A collection's path without slashes around it; None for what is no path below the data
    directory.
    """
    parts = collection.strip("/").split("/")
    if parts == [""]:
        return ""
    if any(part.startswith(".") or not part or "\0" in part for part in parts):
        return None
    try:
        collection.encode("utf-8")
    except UnicodeEncodeError:
        return None
    return "/".join(parts)


_SHOWN = 5
_NAME_ONE = (
    "write managers = LOGIN under [access] in the project's iaa.conf; LOGIN is a name with which "
    "one logs in to brat."
)


def beginning(data_dir, managers=None):
    """Sentences about the projects below brat's data directory.

    managers  brat logins that manage every project; None where the command has no such option
    """
    option = "" if managers is None else "start with --managers LOGIN, or "
    projects = Projects(data_dir)
    names = projects.all()
    if not names:
        return [
            f"No project was found below {projects.data_dir}. A project is a directory "
            f"with an iaa.conf, "
            "or with the directories of at least two annotators, each with .ann files."
        ]
    accesses, broken = [], []
    for name in names:
        try:
            accesses.append(configuration.load(projects.directory(name), {}).access)
        except (ConfigError, OSError) as error:
            broken.append(f"Nobody sees the project {name or projects.data_dir}: {error}")
    managed = managers or any(access.managers for access in accesses)
    shown = ", ".join("/" + name for name in names[:_SHOWN])
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    number = plural(len(names), "project").replace("\u00a0", " ")
    sentences = [f"{number} below {projects.data_dir}: {shown}{more}.", *broken]
    if accesses and not managed:
        closed = all(access.reveal == access.guests == "none" for access in accesses)
        what = "anything on the pages yet" if closed else "everything on the pages"
        sentences.append(
            f"Nobody sees {what}: no project has a manager. Name one: {option}{_NAME_ONE}"
        )
    return sentences
