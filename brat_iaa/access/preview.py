"""What a Permission opens: each page, and whose figures are on it."""

from typing import NamedTuple

from brat_iaa.access.permissions import (
    OWN,
    SCORES,
    adjudicates,
    sees_gold,
    sees_phases,
)


class Opened(NamedTuple):
    """Which pages a login gets.

    overview       with the figures of level; below OWN nothing but figures of the whole project
    documents      and the list of disagreements
    review         the own disagreements, with what to think of each
    phases         snapshots, and the comparison of two
    gold           where the gold differs from the own work
    adjudication   where the gold is made
    """

    overview: bool
    documents: bool
    review: bool
    phases: bool
    gold: bool
    adjudication: bool

    @property
    def any(self):
        return any(self)


def opened(permission, reads_snapshots=True):
    """The Opened of a Permission.

    reads_snapshots  whether brat lets the login read all files that snapshots hold, see
                     ProjectFiles.reads_all
    """
    return Opened(
        overview=permission.level >= SCORES,
        documents=permission.level >= OWN,
        review=permission.review,
        phases=sees_phases(permission) and reads_snapshots,
        gold=sees_gold(permission),
        adjudication=adjudicates(permission),
    )
