"""What the annotators of one project say of their disagreements, and which documents they are done
with, for the pages.
"""

import os
from pathlib import Path
from typing import NamedTuple

from brat_iaa import config as configuration
from brat_iaa.corpus.discovery import Bounds
from brat_iaa.review import discussion
from brat_iaa.review.done import all_documents, due, own_documents
from brat_iaa.review.store import Reviews


class AnnotatorProgress(NamedTuple):
    """How far one annotator is.

    places     number of tokens at which the annotator differs from somebody
    decided    of these, with a decision on the value that is there now
    wrong      of these decided, with an own value to correct
    documents  number of documents the annotator has
    done       of these, declared done
    changed    of these done, changed since
    """

    annotator: str
    places: int
    decided: int
    wrong: int
    documents: int
    done: int
    changed: int


class Reviewing:
    """The reviews of one project. Any number of threads may call it.

    root       the project's directory
    database   store.database.Database of the project
    overrides  settings that replace those of iaa.conf
    within     brat's data directory, nothing outside of which is read
    """

    def __init__(self, root, database, overrides=None, within=None):
        self.reviews = Reviews(database)
        self._database = database
        self._root = Path(root)
        self._overrides = overrides
        self._bounds = Bounds(os.path.realpath(within or root))

    def numbers(self, annotators):
        """{annotator: "annotator 1"}, for a list without names."""
        return discussion.numbers(self._database, annotators)

    def _config(self):
        return configuration.load(self._root, self._overrides, self._bounds.within)

    def everyone_is_done(self, phase, snapshots):
        """Whether all have declared all documents done, and no snapshot of the phase was taken
        since.
        """
        documents = all_documents(self._root, self._config(), self._bounds)
        return due(self.reviews.done_documents(phase), documents, snapshots, phase)

    def parts(self, annotators, phase, disputes):
        """List of AnnotatorProgress, of the annotators in their order.

        disputes  as review.discussion.disputes() finds them
        """
        layout, parts_done = self._config().layout, []
        done_documents = self.reviews.done_documents(phase)
        for name in annotators:
            sides = [
                side for dispute in disputes for side in dispute.sides if side.annotator == name
            ]
            documents = own_documents(self._root, layout, name, self._bounds)
            done = done_documents.get(name, {})
            declared = [document for document in documents if document in done]
            changed = [
                document
                for document in declared
                if done[document].fingerprint != documents[document]
            ]
            progress = AnnotatorProgress(
                name,
                places=len(sides),
                decided=sum(bool(side.decision) for side in sides),
                wrong=sum(side.decision == "wrong" for side in sides),
                documents=len(documents),
                done=len(declared),
                changed=len(changed),
            )
            parts_done.append(progress)
        return parts_done
