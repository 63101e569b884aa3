"""Who may see which page: one table of all addresses. What is not in it is closed to everybody."""

from collections.abc import Callable
from typing import NamedTuple, Optional

from brat_iaa.access.permissions import (
    ALL,
    OWN,
    adjudicates,
    discusses,
    sees_gold,
    sees_phases,
    sees_whole,
)
from brat_iaa.web.viewers import denial_messages as why


class Rule(NamedTuple):
    """Who may see a page.

    may    function of the viewer's Permission
    why    (why not, what to do) for those who see their own disagreements
    whole  whether the page holds what everybody did, which brat may hide a part of
    """

    may: Callable
    why: Optional[tuple] = None
    whole: bool = False

    def reason(self, login, permission):
        """(why not, what to do); who sees nothing of others learns no more than that."""
        if self.why is None or permission.level < OWN:
            return why.reason(login, permission)
        return (
            why.HIDDEN
            if self.whole and permission.level == ALL and permission.limited
            else self.why
        )


# Nothing of a project is in the answer, so that nobody is asked who it is.
OPEN = Rule(lambda permission: True)
# The page itself says what each viewer gets.
OF_EACH = Rule(lambda permission: True)
FIGURES = Rule(lambda permission: permission.level >= OWN)
WHOLE = Rule(sees_whole, why.OF_WHOLE, whole=True)
SNAPSHOTS = Rule(sees_phases, why.OF_PHASES, whole=True)
DISCUSSION = Rule(discusses, why.OF_DISCUSSION, whole=True)
OWN_PLACES = Rule(lambda permission: permission.review, why.OF_REVIEW)
GOLD = Rule(sees_gold, why.OF_GOLD)
# Managers see how far everybody is, annotators how far they are.
PROGRESS = Rule(lambda permission: adjudicates(permission) or permission.review, why.OF_REVIEW)
ADJUDICATION = Rule(adjudicates, why.OF_MANAGERS, whole=True)
MANAGEMENT = Rule(lambda permission: permission.manager, why.OF_MANAGERS)

# {endpoint, or blueprint of which all pages are alike: its Rule}
RULES = {
    "static": OPEN,
    "guide": OPEN,
    "site.healthz": OPEN,
    "pages.guessed": OPEN,  # leads to another page
    "login": OF_EACH,
    "site.entry": OF_EACH,
    "site.overview": OF_EACH,
    "site.agreement": OF_EACH,
    "site.disagreements": OF_EACH,
    "places.moved": OF_EACH,
    "places.discussion": OF_EACH,
    "pages.overview": FIGURES,
    "pages.document": FIGURES,
    "pages.paper": WHOLE,
    "places.everyone": FIGURES,
    "places.gold": GOLD,
    "places.changes": SNAPSHOTS,
    "places.mine": OWN_PLACES,
    "places.decide": OWN_PLACES,
    "places.done": OWN_PLACES,
    "places.back": OWN_PLACES,
    "progress": PROGRESS,
    "adjudicate": ADJUDICATION,
    "phases": SNAPSHOTS,
    "studies.contents": WHOLE,
    "studies.study": ADJUDICATION,
    "studies.moved": OF_EACH,
    "manage": MANAGEMENT,
}


def rule_of(endpoint, name=None, snapshot=False, discussed=False):
    """The Rule of a page; None where there is none, and nobody may see it.

    name       of a study; snapshot: whether it is the page of a snapshot
    discussed  whether what is said in review is asked for
    """
    if snapshot:
        return SNAPSHOTS
    if endpoint == "places.everyone" and discussed:
        return DISCUSSION
    if endpoint == "studies.study" and name == "planning":
        return WHOLE
    return RULES.get(endpoint, RULES.get(endpoint.partition(".")[0]))
