"""What another login gets: its pages, and the figures on them, made as they are made for it."""

from brat_iaa.access import preview
from brat_iaa.access.permissions import ALL, NOTHING, OWN, SCORES
from brat_iaa.errors import BratIaaError
from brat_iaa.web.in_brat import menu_figure
from brat_iaa.web.in_brat.openings import openings
from brat_iaa.web.viewers import denial_messages


def context(seen, config, login):
    """Variables of manage_preview.html. seen: the Seen of that login"""
    permission = seen.permission
    opened = preview.opened(permission, seen.phases() is not None)
    figure, detail, partners = _figures(seen)
    return {
        "login": login,
        "permission": permission,
        "me": permission.me,
        "words": preview.in_words(permission),
        "pages": _pages(opened, permission, login),
        "figure": figure,
        "detail": detail,
        "compared_with": partners,
        "own": permission.level == OWN,
        "phases_there": [(phase.name, phase.name) for phase in config.phases],
        "answer": " ".join(denial_messages.reason(login, permission))
        if not opened.overview
        else "",
    }


def _pages(opened, permission, login):
    """[(name, whether it is open, what is on it or why it is closed)]"""
    of_whom = {
        NOTHING: "",
        SCORES: "figures of all annotators together, rounded, renewed once a day",
        OWN: "figures of this annotator and one other at a time",
        ALL: "figures of everybody",
    }[permission.level]
    whose = "their own, and one other’s at a time" if permission.level == OWN else "of everybody"
    how = "; only where somebody differs" if permission.others == "hidden" else ""
    closed = denial_messages.reason(login, permission)[0]
    return [
        ("Overview", opened.overview, of_whom or closed),
        ("Disagreements and documents", opened.documents, whose if opened.documents else closed),
        (
            "My disagreements",
            opened.review,
            f"review of their own{how}"
            if opened.review
            else denial_messages.of_review(login, permission)[0],
        ),
        (
            "Discussion",
            opened.discussion,
            "what everybody says"
            if opened.discussion
            else denial_messages.of_discussion(login, permission)[0],
        ),
        (
            "Phases",
            opened.phases,
            "all snapshots" if opened.phases else denial_messages.of_phases(login, permission)[0],
        ),
        (
            "Gold",
            opened.gold,
            "where the gold differs from their own work"
            if opened.gold
            else denial_messages.of_gold(login, permission)[0],
        ),
        (
            "Adjudicate",
            opened.adjudication,
            "where the gold is made"
            if opened.adjudication
            else denial_messages.of_everybodys_work(login, permission)[0],
        ),
    ]


def _figures(seen):
    """(figure as brat's menu shows it, sentence, [(partner shown, number of documents)])"""
    level = seen.level
    try:
        if level == SCORES:
            return (*menu_figure.of_figures(seen.figures_only()), [])
        if level < OWN:
            return "", "", []
        partners = seen.partners() if level == OWN else ()
        shown = [(partner.shown, len(partner.documents)) for partner in partners]
        found = openings(seen, f"/{seen.name}/", None)
        if not found:
            return (
                "",
                "Nothing to compare yet: nobody else has begun one of the same documents.",
                [],
            )
        return (*menu_figure.of_openings(found, None), shown)
    except BratIaaError as error:
        return "", str(error), []
