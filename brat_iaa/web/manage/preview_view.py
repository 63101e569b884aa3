"""What another login gets: its pages, and the figures on them, made as they are made for it."""

from brat_iaa.access.permissions import ALL, NOTHING, OWN, adjudicates, sees_gold
from brat_iaa.errors import BratIaaError
from brat_iaa.web.in_brat.openings import menu_figure, openings
from brat_iaa.web.viewers import denial_messages


def context(seen, config, login):
    """Variables of manage_preview.html. seen: the Seen of that login"""
    permission = seen.permission
    figure, detail, partners = _figures(seen)
    return {
        "login": login,
        "permission": permission,
        "me": permission.me,
        "words": in_words(permission),
        "pages": _pages(seen),
        "figure": figure,
        "detail": detail,
        "compared_with": partners,
        "own": permission.level == OWN,
        "phases_there": [(phase.name, phase.name) for phase in config.phases],
        "answer": " ".join(denial_messages.reason(login, permission))
        if permission.level == NOTHING
        else "",
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
    """[(name, whether it is open, what is on it or why it is closed)]"""
    permission, closed = seen.permission, denial_messages
    figures = {
        NOTHING: "",
        OWN: "figures of this annotator and one other at a time",
        ALL: "figures of everybody",
    }[permission.level]
    documents = "of everybody"
    if permission.level == OWN:
        documents = "their own, and one other’s at a time"
    review = "review of their own"
    if permission.others == "hidden":
        review = "review of their own; only where somebody differs"
    gold = "where the gold differs from their own work"
    adjudication = "where the gold is made"
    told = (
        ("Overview", permission.level >= OWN, figures, closed.reason),
        ("Disagreements and documents", permission.level >= OWN, documents, closed.reason),
        ("My disagreements", permission.review, review, closed.of_review),
        ("Phases", seen.phases() is not None, "all snapshots", closed.of_phases),
        ("Gold", sees_gold(permission), gold, closed.of_gold),
        ("Adjudicate", adjudicates(permission), adjudication, closed.of_everybodys_work),
    )
    return [
        (name, is_open, what if is_open else why(seen.login, permission)[0])
        for name, is_open, what, why in told
    ]


def _figures(seen):
    """(figure as brat's menu shows it, sentence, [(partner shown, number of documents)])"""
    level = seen.level
    try:
        if level < OWN:
            return "", "", []
        partners = seen.partners() if level == OWN else ()
        shown = [(partner.shown, len(partner.documents)) for partner in partners]
        opened = openings(seen, f"/{seen.name}/", None)
        if not opened:
            return (
                "",
                "Nothing to compare yet: nobody else has begun one of the same documents.",
                [],
            )
        return (*menu_figure(opened, None), shown)
    except BratIaaError as error:
        return "", str(error), []
