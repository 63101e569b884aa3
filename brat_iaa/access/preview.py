"""What a Permission opens: each page, and whose figures are on it."""

from typing import NamedTuple

from brat_iaa.access.permissions import (
    NOTHING,
    OWN,
    SCORES,
    adjudicates,
    discusses,
    sees_gold,
    sees_phases,
)


class Opened(NamedTuple):
    """Which pages a login gets.

    overview       with the figures of level; below OWN nothing but figures of the whole project
    documents      and the list of disagreements
    review         the own disagreements, with what to think of each
    phases         snapshots, and the comparison of two
    discussion     what everybody says of disagreements
    gold           where the gold differs from the own work
    adjudication   where the gold is made
    """

    overview: bool
    documents: bool
    review: bool
    phases: bool
    discussion: bool
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
        discussion=discusses(permission),
        gold=sees_gold(permission),
        adjudication=adjudicates(permission),
    )


def in_words(permission):
    """What a login sees, as the end of a sentence that begins with its name and “sees”."""
    if permission.manager:
        return "everything, and manages the project"
    if permission.level == NOTHING:
        if permission.review:
            return "only where somebody differs, neither who nor how"
        return "nothing"
    if permission.level == SCORES:
        figures = "figures of the whole project, renewed once a day"
        return figures + (", and where somebody differs" if permission.review else "")
    if permission.level == OWN:
        called = "by name" if not permission.blinded else "as “annotator 1” and so on"
        return f"their own disagreements with each other annotator, {called}"
    limit = ", but for what brat’s acl.conf closes" if permission.limited else ""
    return f"everything of everybody{limit}"
