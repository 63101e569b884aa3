"""The draft of one project: made, worked on and set as gold from the pages."""

import contextlib
import os
import shutil
from pathlib import Path
from typing import NamedTuple

from brat_iaa import config as configuration
from brat_iaa.adjudication.decisions import Decisions
from brat_iaa.adjudication.desk import Desk
from brat_iaa.adjudication.directory import change_settings
from brat_iaa.adjudication.drafting import draft
from brat_iaa.corpus import drafts
from brat_iaa.corpus.directories import Bounds
from brat_iaa.errors import ConfigError
from brat_iaa.kinds.declaration import as_text

LONGEST_NAME = 60


class GoldDirectory(NamedTuple):
    """The directory with the gold that is being made, or is made already.

    name     of the directory in the project
    is_gold  whether iaa.conf names it as gold
    """

    name: str
    is_gold: bool


class Adjudicating:
    """The gold of one project. Any number of threads may call it.

    root       the project's directory
    database   store.database.Database of the project
    overrides  settings that replace those of iaa.conf
    within     brat's data directory, nothing outside of which is read
    lock       see adjudication.desk.Desk
    """

    def __init__(self, root, database, overrides, within, lock):
        self._root, self._database, self._lock = Path(root), database, lock
        self._overrides, self._within = overrides, within
        self._desks = {}

    def _config(self):
        return configuration.load(self._root, self._overrides, os.path.realpath(self._within))

    @property
    def why_elsewhere(self):
        """Why a draft lies outside of the project: "folders" above the annotators, or "CoNLL-U",
        which brat does not open; "" if it does not.
        """
        config = self._config()
        if config.found.treebanks:
            return "CoNLL-U"
        return "" if config.layout.depth == 0 else "folders"

    def made(self):
        """The GoldDirectory; None if there is none."""
        config = self._config()
        for name, is_gold in ((config.draft, False), (config.gold, True)):
            if name and not self.why_elsewhere and self._is_ours(name):
                return GoldDirectory(name, is_gold)
        return None

    def _is_ours(self, name):
        """Whether decisions may be written into a directory: one with the mark, or of a version
        that made no mark, if it holds decisions.
        """
        directory = self._root / name
        if not drafts.is_draft(directory) and directory.is_dir() and not directory.is_symlink():
            if Decisions(name, self._database).in_force():
                with contextlib.suppress(OSError):
                    drafts.mark(directory)
        return drafts.is_draft(directory)

    def why_not(self):
        """Why nothing is decided in the draft or gold that iaa.conf names; None if that is not
        so.
        """
        name = self._config().draft or self._config().gold
        if not name or not (self._root / name).is_dir() or self._is_ours(name):
            return None
        return drafts.unmarked(name)

    def desk(self):
        """The Desk of the draft, else of the gold; None without either."""
        made, settings = self.made(), self._config().dependencies
        if made is None:
            return None
        key = made.name, settings
        if key not in self._desks:
            self._desks = {key: self._desk(made.name, settings)}
        return self._desks[key]

    def _desk(self, name, settings):
        return Desk(self._root, name, settings, self._database, self._lock, self._within)

    def proposed_name(self):
        """Name of a directory that is not there yet."""
        names = ("gold", *(f"gold{number}" for number in range(2, 1000)))
        return next(name for name in names if not os.path.lexists(self._root / name))

    def make(self, name, rule, names, by, layers=None):
        """Make the draft as the command does, and name it in iaa.conf. Returns the Draft.

        by      login
        layers  names of the layers that are to be settled; None: all

        Raises ConfigError and ProjectError with the next step; nothing is left behind then.
        """
        why = wrong_name(configuration.directory_name(name))
        if why:
            raise ConfigError(why)
        config, directory = self._config(), self._root / name
        if os.path.lexists(directory):
            raise ConfigError(f"{name} is there already. Choose a name that is not taken.")
        bounds = Bounds(os.path.realpath(self._within))
        made = draft(
            self._root, directory, rule, names, self._overrides, bounds=bounds, layers=layers
        )
        try:
            layers = as_text(made.layers) or None
            self._change(by, config.draft, draft=name, draft_layers=layers)
            self._desk(name, config.dependencies).decisions.forget()
        except BaseException:
            shutil.rmtree(directory, ignore_errors=True)
            raise
        return made

    def resume(self, name, by):
        """Let iaa.conf name another draft as the one that is worked on. Raises ConfigError if it is
        none.
        """
        self._require_draft(name)
        before = self._config().draft
        self._change(by, before, draft=name, draft_layers=None)
        if before and not os.path.lexists(self._root / before):
            # It has got another name in brat's data.
            Decisions(before, self._database).rename(name)

    def delete(self, name, by):
        """Delete a draft with all that was decided in it. Raises ConfigError if it is none, or
        cannot be deleted.
        """
        self._require_draft(name)
        if name == self._config().draft:
            self._change(by, name, draft=None, draft_layers=None)
        # A name with a leading dot is nobody's, should it end half-way.
        aside = self._root / f".{name}-deleted"
        try:
            os.rename(self._root / name, aside)
            Decisions(name, self._database).forget()
            shutil.rmtree(aside)
        except OSError as error:
            raise ConfigError(f"{self._root / name} cannot be deleted: {error.strerror}.") from None

    def _require_draft(self, name):
        gold = self._config().gold
        if configuration.directory_name(name) == gold or not drafts.is_draft(self._root / name):
            raise ConfigError(f"{name} is not the draft any more. Load the page again.")

    def set_gold(self, name, by):
        """Let iaa.conf name the draft as gold. Raises ConfigError if it is no draft any more."""
        made = self.made()
        if made is None or made.name != name or made.is_gold:
            raise ConfigError(f"{name} is not the draft any more. Load the page again.")
        layers = as_text(self._config().draft_layers) or None
        self._change(by, name, gold=name, gold_layers=layers, draft=None, draft_layers=None)

    def _change(self, by, draft_before, **project):
        was = {"draft": draft_before}
        change_settings(self._root, self._within, self._database, by, project, was)

    def reasons(self):
        """{key of the place: Decision} of those in force on the gold that have a reason."""
        gold = self._config().gold
        if not gold:
            return {}
        decided = self._desk(gold, self._config().dependencies).decisions.in_force()
        return {key: decision for key, decision in decided.items() if decision.reason}


def wrong_name(name):
    """What is wrong with the name of a new directory, as a sentence; "" if nothing is."""
    plain = name == " ".join(name.split()) and name.isprintable()
    if not name or not plain or name.startswith(".") or set(name) & set('/\\,;#%?"<>|:*'):
        return (
            f"“{name}” is no name for a directory here. Expected letters, digits, “-” and “_”, "
            "such as gold."
        )
    if len(name) > LONGEST_NAME:
        return f"The name has {len(name)} characters. Expected at most {LONGEST_NAME}."
    return ""
