"""The snapshots of one project as the pages ask for them; what took long to compute is kept for a
while.
"""

import functools
import os
import shlex

from flask import url_for

from brat_iaa.config.settings import FILE_NAME
from brat_iaa.phases.snapshots import Snapshots
from brat_iaa.phases.states import ComparedStates
from brat_iaa.web.figures import ProjectView
from brat_iaa.web.messages import NotFound

_KEPT = 4  # comparisons, and snapshots with their indexes


class ComparedSnapshots(ComparedStates):
    """The ComparedStates of two snapshots, earlier and later."""

    def __init__(self, earlier, later, *states):
        super().__init__(*states)
        self.earlier, self.later = earlier, later


class Phases(Snapshots):
    """The snapshots of one project, each with its figures and pages at hand. Any number of threads
    may call it.

    name       of the project
    state_dir  the directory named for the database; None: the user's own
    The others are as for Snapshots.
    """

    def __init__(self, root, database, overrides=None, within=None, name="", state_dir=None):
        super().__init__(root, database, overrides, within)
        self.name, self._state_dir = name, state_dir
        self._states = {}
        self._project, self._compare = map(
            functools.lru_cache(_KEPT), (self._new_project, self._new_comparison)
        )

    def command(self, name, *arguments):
        """What to type for a command about these snapshots."""
        words = ["brat-agreement", name, os.path.abspath(self._root), *arguments]
        if self._state_dir is not None:
            words += ["--state-dir", os.path.abspath(self._state_dir)]
        return shlex.join(words)

    def state(self, number):
        """The PhaseState of a snapshot, figures of the whole project only; nothing is computed."""
        key = self.get(number).key
        if key not in self._states:
            state = super().state(number)
            whole = tuple(score for score in state.scores if score.whole)
            self._states[key] = state._replace(scores=whole)
        # Its name changes when others of the phase are taken or deleted.
        return self._states[key]._replace(name=self.label(number))

    def unchanged(self, *numbers):
        """Whether snapshots hold the same, whatever their iaa.conf says."""
        first, *others = (
            {path: held for path, held in self.files(number).items() if path != FILE_NAME}
            for number in numbers
        )
        return all(each == first for each in others)

    def whole(self, number):
        """The Snapshot, if it can be looked into; NotFound with the reason if not."""
        by_number = {snapshot.number: snapshot for snapshot in self.list()}
        if number not in by_number:
            raise self._nothing(f"There is no snapshot {number}.")
        snapshot = by_number[number]
        if snapshot.deleted:
            raise self._nothing(snapshot.why_gone)
        if snapshot.facts["no_figures"]:
            why = snapshot.facts["no_figures"]
            raise self._nothing(f"Snapshot {number} has no figures: {why}")
        return snapshot

    def project(self, number):
        """The ProjectView of a snapshot, for the pages; without links: brat shows today's files."""
        return self._project(self.whole(number).key, number)

    def _new_project(self, key, number):
        return ProjectView(functools.partial(self.agreement, number), None)

    def compare(self, earlier, later):
        """ComparedSnapshots of two snapshots by their numbers; raises NotFound as whole() does."""
        numbers = earlier, later
        return self._compare(tuple(self.whole(number).key for number in numbers), numbers)

    def _new_comparison(self, keys, numbers):
        states = map(self.agreement, numbers)
        return ComparedSnapshots(*map(self.whole, numbers), *states)

    @staticmethod
    def _nothing(text):
        return NotFound(
            text, "Choose one of the list.", [("All snapshots", url_for("phases.phases"))]
        )
