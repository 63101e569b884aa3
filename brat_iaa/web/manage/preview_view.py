"""What another login gets: its pages, opened as they are for it."""

from brat_iaa.access.permissions import NOTHING, OWN
from brat_iaa.formats.tables import SENTENCE, TEXT, Table
from brat_iaa.web.rules import SNAPSHOTS, rule_of


def context(seen, config, login):
    """Variables of manage_preview.html. seen: the Viewer of that login"""
    permission = seen.permission
    return {
        "login": login,
        "permission": permission,
        "me": permission.me,
        "words": in_words(permission),
        "pages": _pages(seen),
        "phases_there": [(phase.name, phase.name) for phase in config.phases],
    }


def in_words(permission):
    """What a login sees, as the end of a sentence that begins with its name and “sees”."""
    if permission.manager:
        return "everything, and manages the project"
    if permission.level == NOTHING:
        if permission.review:
            return "only where somebody differs, neither who nor how"
        return "nothing"
    if permission.level == OWN:
        if permission.blinded:
            return "their own disagreements with each other annotator, as “annotator 1” and so on"
        return "their own disagreements with each other annotator, by name"
    if permission.limited:
        return "everything of everybody, but for what brat’s acl.conf closes"
    return "everything of everybody"


def _pages(seen):
    """The Table of pages: whether each is open, what is on it or why it is closed."""
    permission = seen.permission
    figures, documents = "figures of everybody", "of everybody"
    if permission.level == OWN:
        figures = "figures of this annotator and one other at a time"
        documents = "their own, and one other’s at a time"
    mine = "review of their own"
    if permission.others == "hidden":
        mine = "review of their own; only where somebody differs"
    told = (
        ("Overview", "pages.overview", figures),
        ("Disagreements and documents", "places.everyone", documents),
        ("My disagreements", "places.mine", mine),
        ("Phases", "phases.phases", "all snapshots"),
        ("Gold", "places.gold", "where the gold differs from their own work"),
        ("Adjudicate", "adjudicate.adjudicate", "where the gold is made"),
    )
    pages = []
    for name, endpoint, what in told:
        rule = rule_of(endpoint)
        opened = rule.may(permission) and (rule is not SNAPSHOTS or seen.phases() is not None)
        what = what if opened else rule.reason(seen.login, permission)[0]
        pages.append((name, "open" if opened else "closed", what))
    return Table("Pages", [TEXT("page"), TEXT("open?"), SENTENCE("with")], pages)
