"""What annotators say of their disagreements, and that they are done; never written over."""

import json
from datetime import datetime, timezone
from typing import NamedTuple

from brat_iaa.errors import BratIaaError

DECISIONS = ("keep", "wrong", "unclear")
LONGEST_COMMENT = 2000


class ReviewError(BratIaaError):
    """What was said cannot be kept; the text says why."""


class Review(NamedTuple):
    """What an annotator said of an item.

    decision    of DECISIONS; "" if an earlier one was taken back
    mine_state, state   of the item at that time
    place       {"layer", "document", "sentence", "token", "start", "end"}
    at          date and time, UTC, ISO 8601
    """

    phase: str
    annotator: str
    item: str
    decision: str
    comment: str
    mine_state: str
    state: str
    place: dict
    at: str


class Reviews:
    """The reviews of one project. Any number of threads and processes may use the same database.

    database  Database
    clock     function that returns a datetime in UTC
    """

    def __init__(self, database, clock=lambda: datetime.now(timezone.utc)):
        self._database = database
        self._clock = clock

    def decide(self, phase, annotator, item, decision, comment=""):
        """Keep what an annotator says of a review.items.Item. Returns the Review.

        decision  of DECISIONS; "" takes an earlier one back
        Raises ReviewError for any other, and for a comment that is too long.
        """
        comment = comment.strip().encode("utf-8", "replace").decode()
        if decision and decision not in DECISIONS:
            raise ReviewError(
                f"“{decision}” is no decision. Expected one of: {', '.join(DECISIONS)}."
            )
        if len(comment) > LONGEST_COMMENT:
            raise ReviewError(
                f"The comment has {len(comment)} characters. Expected at most {LONGEST_COMMENT}."
            )
        states = item.mine_state, item.state
        review = Review(
            phase, annotator, item.key, decision, comment, *states, item.told, self._now()
        )
        with self._database.transaction() as connection:
            connection.execute(
                "INSERT INTO review (phase, annotator, item, decision, comment, "
                "mine_state, state, place, at) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                review._replace(place=json.dumps(review.place)),
            )
        return review

    def of(self, phase, annotator):
        """{key of the item: Review} an annotator's newest in a phase, without those taken back."""
        return _newest(self.history(phase, annotator)).get(annotator, {})

    def all(self, phase):
        """{annotator: {key of the item: Review}}, likewise."""
        return _newest(self.history(phase))

    def last_comment(self, phase, annotator, item):
        """The comment of the last decision on an item, also of one taken back; "" without any."""
        history = self.history(phase, annotator)
        decided = [event for event in history if event.item == item and event.decision]
        return decided[-1].comment if decided else ""

    def history(self, phase=None, annotator=None):
        """List of every Review in the order in which they were made; of all phases, or annotators,
        without one.
        """
        with self._database.reading() as connection:
            rows = connection.execute(
                "SELECT phase, annotator, item, decision, comment, mine_state, state, "
                "place, at FROM review "
                "WHERE (? IS NULL OR phase = ?) AND (? IS NULL OR annotator = ?) ORDER BY id",
                (phase, phase, annotator, annotator),
            ).fetchall()
        return [Review(*row[:-2], json.loads(row[-2]), row[-1]) for row in rows]

    def say_done(self, phase, annotator):
        """An annotator says to be done with a phase."""
        with self._database.transaction() as connection:
            now = self._now()
            _undo_done(connection, phase, annotator, now)
            connection.execute(
                "INSERT INTO done (phase, annotator, document, fingerprint, at) "
                "VALUES (?, ?, '', '', ?)",
                (phase, annotator, now),
            )

    def undo_done(self, phase, annotator):
        """Take it back."""
        with self._database.transaction() as connection:
            _undo_done(connection, phase, annotator, self._now())

    def done(self) -> dict:
        """{phase: {annotator: when}} of those who have said that they are done, and not taken it
        back.
        """
        found: dict = {}
        # Earlier versions kept a row for each document.
        with self._database.reading() as connection:
            for phase, annotator, at in connection.execute(
                "SELECT phase, annotator, at FROM done WHERE document = '' AND undone IS NULL "
                "ORDER BY id"
            ):
                found.setdefault(phase, {})[annotator] = at
        return found

    def done_annotators(self, phase) -> dict:
        """{annotator: when} of those who are done with a phase."""
        return self.done().get(phase, {})

    def _now(self):
        # Always as long, so that the texts sort as the times do.
        return self._clock().astimezone(timezone.utc).isoformat(timespec="milliseconds")


def _newest(history):
    """{annotator: {key: Review}} of the newest, without those that take one back."""
    newest = {}
    for review in history:
        reviews = newest.setdefault(review.annotator, {})
        reviews.pop(review.item, None)
        if review.decision:
            reviews[review.item] = review
    return newest


def _undo_done(connection, phase, annotator, now):
    connection.execute(
        "UPDATE done SET undone = ? WHERE phase = ? AND annotator = ? AND document = '' "
        "AND undone IS NULL",
        (now, phase, annotator),
    )
