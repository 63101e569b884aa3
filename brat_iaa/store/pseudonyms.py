"""Names under which annotators appear where they must stay anonymous: numbers for each viewer.

The numbers follow the order of a keyed hash: the same at any time, also in other processes, as long
as the annotators are. They differ between viewers, so that nobody can find a name by the alphabet
or by comparing notes.
"""

import hmac
import itertools
import os
import secrets

from brat_iaa.store.database import Database

_SECRET = "SELECT value FROM secret"


def secret(database):
    """Bytes that only this database has; the first who asks makes them."""
    with database.reading() as connection:
        row = connection.execute(_SECRET).fetchone()
    if row is None:
        with database.transaction() as connection:
            connection.execute(
                "INSERT INTO secret SELECT ? WHERE NOT EXISTS (SELECT * FROM secret)",
                (secrets.token_bytes(32),),
            )
            row = connection.execute(_SECRET).fetchone()
    return row[0]


class Pseudonyms:
    """Any number of threads and processes may use the same database.

    database  Database; None: in memory
    """

    def __init__(self, database=None):
        self._database = database or Database()

    def shown(self, project, viewer, annotators, avoid=()) -> dict:
        """{annotator: "annotator 1"}

        project     a text that identifies the project
        viewer      whose numbers they are
        annotators  all of the project
        avoid       names of directories, which nobody else may be called
        """
        key, taken = secret(self._database), {name.casefold() for name in avoid}

        def order(annotator):
            return hmac.digest(key, os.fsencode(f"{project}\0{viewer}\0{annotator}"), "sha256")

        numbered = map("annotator {}".format, itertools.count(1))
        free = (pseudonym for pseudonym in numbered if pseudonym not in taken)
        shown = dict(zip(sorted({*annotators}, key=order), free))
        return {annotator: shown[annotator] for annotator in annotators}
