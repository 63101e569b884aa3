"""What each viewer gets of a project: an Agreement made only from what the viewer may see, or a few figures."""

from pathlib import Path
from typing import NamedTuple, Tuple

from brat_iaa.errors import NotReady


class Partner(NamedTuple):
    """An annotator whom the viewer is compared with.

    shown      the annotator's name, or "annotator 1" for this viewer
    documents  names of the documents that both have begun, sorted
    """

    shown: str
    documents: Tuple[str, ...]


class Views:
    """The views of one project. Any number of threads may call it.

    root       the project's directory
    overrides  settings that replace those of iaa.conf, see config.load
    data_dir   brat's data directory; nothing outside of it is read. None: root
    names      store.names.Names, which calls others "annotator 1"; None: names are kept in memory
    figures    store.figures.KeptFigures; None: figures are kept in memory
    managers   brat logins that manage every project
    """

    def __init__(self, root, overrides=None, data_dir=None, names=None, figures=None, managers=()):
        self._root = Path(root)

    def permission(self, user):
        """The Permission of a brat login ("": not logged in); nothing is computed for it.

        Raises ConfigError for managers, and NotReady for others, while iaa.conf cannot be used.
        """
        raise NotImplementedError

    def everything(self, permission):
        """The Agreement of all whom the viewer may read; level ALL.

        This and the following raise PermissionError below their level; ConfigError and ProjectError for
        managers, NotReady for others, where there is nothing to compare.
        """
        raise NotImplementedError

    def partners(self, permission):
        """Tuple of Partner, in the order of their numbers or names; level OWN or ALL with an own directory."""
        raise NotImplementedError

    def own(self, permission, partner):
        """The Agreement of the viewer, who comes first, and one partner, by the name shown; KeyError for another."""
        raise NotImplementedError

    def figures_only(self, permission):
        """FiguresOnly of the whole project; level SCORES."""
        raise NotReady
