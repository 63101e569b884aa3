"""What annotators say of their disagreements, which they saw, and that they are done; by phase, and
what they said is never written over.
"""

import json
from datetime import datetime, timezone
from typing import NamedTuple, Optional

from brat_iaa.errors import BratIaaError, ConfigError

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


class Remembered(NamedTuple):
    """An item as the annotator has seen it. settled: when it was first found to be none any more,
    or None.
    """

    place: dict
    settled: Optional[str]


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

    def look(self, phase, annotator, annotator_items):
        """An annotator looks at the items there are now. Returns {key: Remembered} of them
        and of earlier ones, also where nothing can be written: then the next look keeps it.

        annotator_items  review.items.AnnotatorItems. An item that was there and is no more is
                         settled if the annotator's document is still compared with everybody who
                         differed; otherwise nobody can tell.
        """
        asked = phase, annotator, annotator_items, self._now()
        try:
            with self._database.transaction() as connection:
                remembered, changed = _remembered(connection, *asked)
                connection.executemany(_REMEMBER, changed)
        except ConfigError:
            with self._database.reading() as connection:
                remembered, _ = _remembered(connection, *asked)
        return remembered

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


_REMEMBER = (
    "INSERT OR REPLACE INTO seen (phase, annotator, item, place, partners, first, settled) "
    "VALUES (?, ?, ?, ?, ?, ?, ?)"
)


def _remembered(connection, phase, annotator, annotator_items, now):
    """({key: Remembered}, rows that _REMEMBER keeps) of somebody who looks now."""
    before = {
        item: (json.loads(place), json.loads(partners), settled)
        for item, place, partners, settled in connection.execute(
            "SELECT item, place, partners, settled FROM seen WHERE phase = ? AND annotator = ?",
            (phase, annotator),
        )
    }
    changed = _changed(before, annotator_items, now)
    rows = [
        (phase, annotator, item, json.dumps(place), json.dumps(partners), now, settled)
        for item, (place, partners, settled) in changed.items()
    ]
    now_there = {**before, **changed}
    return {
        item: Remembered(place, settled) for item, (place, _, settled) in now_there.items()
    }, rows


def _changed(before, annotator_items, now):
    """{key: (place, partners, settled)} of what is not yet known like this."""
    changed = {}
    for item in annotator_items.items:
        seen = item.told, sorted(annotator_items.partners[item.key]), None
        if before.get(item.key) != seen:
            changed[item.key] = seen
    current = {item.key for item in annotator_items.items}
    for key, (place, partners, settled) in before.items():
        gone = key not in current and not settled
        if gone and annotator_items.documents.get(place["document"], frozenset()).issuperset(
            partners
        ):
            changed[key] = place, partners, now
    return changed


def _undo_done(connection, phase, annotator, now):
    connection.execute(
        "UPDATE done SET undone = ? WHERE phase = ? AND annotator = ? AND document = '' "
        "AND undone IS NULL",
        (now, phase, annotator),
    )
