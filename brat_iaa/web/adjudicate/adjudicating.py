"""The draft of one project: made, worked on and set as gold from the pages."""

import os
import shutil
from pathlib import Path
from typing import NamedTuple

from brat_iaa import config as configuration
from brat_iaa.adjudication.decisions import Decisions
from brat_iaa.adjudication.directory import change_settings
from brat_iaa.adjudication.draft import Draft
from brat_iaa.adjudication.making import delete, make
from brat_iaa.adjudication.source import source_of
from brat_iaa.corpus import drafts
from brat_iaa.corpus.directories import Bounds
from brat_iaa.corpus.project_reader import ProjectReader
from brat_iaa.errors import ConfigError
from brat_iaa.kinds.declaration import as_text
from brat_iaa.phases.done import DoneWork
from brat_iaa.store.changes import ChangedFile, fingerprint

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
    lock       see adjudication.draft.Draft
    """

    def __init__(self, root, database, overrides, within, lock):
        self._root, self._database, self._lock = Path(root), database, lock
        self._overrides, self._within = overrides, within
        self._done = DoneWork(database)
        self._drafts: dict = {}
        self._readers: dict = {}

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
        """Whether decisions may be written into a directory: one with the mark."""
        return drafts.is_draft(self._root / name)

    def gold(self):
        """Name of the directory that is the gold now; None without one."""
        return self._config().gold

    def draft(self):
        """The Draft, else the gold as one; None without either."""
        made = self.made()
        if made is None:
            return None
        if made not in self._drafts:
            directory, decisions = self._root / made.name, self._decisions(made.name)
            self._drafts = {made: Draft(directory, decisions, self._lock, made.is_gold)}
        return self._drafts[made]

    def source(self, agreement):
        """The Source of the draft. agreement: of all annotators"""
        config = self._config()
        if (config, config.phase) not in self._readers:
            reader = ProjectReader(
                self._root, config, config.excluded_dirs, self._bounds, done=self._done
            )
            self._readers = {(config, config.phase): reader}
        reader = self._readers[config, config.phase]
        return source_of(self._root, self._overrides, self._bounds, agreement, reader, self._done)

    @property
    def _bounds(self):
        return Bounds(os.path.realpath(self._within))

    def _decisions(self, name):
        return Decisions(name, self._database)

    def proposed_name(self):
        """Name of a directory that is not there yet."""
        names = ("gold", *(f"gold{number}" for number in range(2, 1000)))
        return next(name for name in names if not os.path.lexists(self._root / name))

    def make(self, agreement, name, settings, by):
        """Make the draft as the command does, and name it in iaa.conf.

        agreement  of all annotators
        settings   DraftSettings
        by         login

        Raises ConfigError and ProjectError with the next step; nothing is left behind then.
        """
        why = wrong_name(configuration.directory_name(name))
        if why:
            raise ConfigError(why)
        config, directory = self._config(), self._root / name
        if os.path.lexists(directory):
            raise ConfigError(f"{name} is there already. Choose a name that is not taken.")
        decisions = self._decisions(name)
        make(self.source(agreement), directory, decisions, settings, self._bounds)
        try:
            layers = as_text(decisions.settings().layers) or None
            self._change(by, config.draft, draft=name, draft_layers=layers)
        except BaseException:
            shutil.rmtree(directory, ignore_errors=True)
            decisions.forget()
            raise

    def change(self, agreement, name, rule, names):
        """See Draft.change(). Raises ConfigError also if it is not worked on any more."""
        made = self.made()
        if made is None or made.name != name:
            raise ConfigError(f"{name} is not the draft any more. Load the page again.")
        self.draft().change(self.source(agreement), rule, names)

    def resume(self, name, by):
        """Let iaa.conf name another draft as the one that is worked on. Raises ConfigError if it is
        none.
        """
        self._require_draft(name)
        before, settings = self._config().draft, self._decisions(name).settings()
        layers = as_text(settings.layers) or None if settings else None
        self._change(by, before, draft=name, draft_layers=layers)
        if before and not os.path.lexists(self._root / before):
            # It has got another name in brat's data.
            self._decisions(before).rename(name)

    def delete(self, name, by):
        """Delete a draft with all that was decided in it. Raises ConfigError if it is none, or
        cannot be deleted.
        """
        self._require_draft(name)
        if name == self._config().draft:
            self._change(by, name, draft=None, draft_layers=None)
        try:
            delete(self._root / name, self._decisions(name))
        except OSError as error:
            raise ConfigError(f"{self._root / name} cannot be deleted: {error.strerror}.") from None

    def _require_draft(self, name):
        gold = self._config().gold
        if configuration.directory_name(name) == gold or not drafts.is_draft(self._root / name):
            raise ConfigError(f"{name} is not the draft any more. Load the page again.")

    def set_gold(self, agreement, name, by):
        """Let iaa.conf name the draft as gold: it follows the annotators no more.

        Raises ConfigError if it is no draft any more. agreement: of all annotators
        """
        made = self.made()
        if made is None or made.name != name or made.is_gold:
            raise ConfigError(f"{name} is not the draft any more. Load the page again.")
        self.draft().become_gold(self.source(agreement))
        layers = as_text(self._config().draft_layers) or None
        self._change(by, name, gold=name, gold_layers=layers, draft=None, draft_layers=None)

    def gold_change(self):
        """The Change of iaa.conf that made the draft the gold, as long as it can be taken back;
        else None.
        """
        last, made = self._settings().last(), self.made()
        if last is None or made is None or not made.is_gold:
            return None
        is_that = ["project", "draft", made.name, None] in last.what
        return last if is_that and self._settings().read() == last.after else None

    def undo_gold(self, name, by):
        """Let what was the gold before be it again; the draft follows annotators again. Raises
        ConfigError or Conflict if something else was changed since.
        """
        change, made = self.gold_change(), self.made()
        if change is None or made.name != name:
            raise ConfigError("iaa.conf was changed since. Nothing was taken back.")
        self._settings().undo(change, by, fingerprint(change.after))

    def _settings(self):
        return ChangedFile(self._root / configuration.FILE_NAME, self._within, self._database)

    def _change(self, by, draft_before, **project):
        was = {"draft": draft_before}
        change_settings(self._root, self._within, self._database, by, project, was)

    def reasons(self, agreement):
        """{key of the place: reason}, as far as the gold still has what was decided.

        agreement  of all annotators, or of some
        """
        gold = self._config().gold
        decisions = self._decisions(gold) if gold else None
        kept = {} if decisions is None else decisions.in_force()
        if not any(each.why for of_one in kept.values() for each in of_one):
            return {}
        found = Draft(self._root / gold, decisions).reasons(self.source(agreement))
        return {key: decision.why for key, decision in found.items()}


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
