"""What another login gets: its pages, and the figures on them, made as they are made for it."""

from brat_iaa.access import preview
from brat_iaa.access.permissions import ALL, NOTHING, OWN, SCORES
from brat_iaa.errors import BratIaaError
from brat_iaa.web.in_brat import menu_figure
from brat_iaa.web.in_brat.openings import openings
from brat_iaa.web.language import english
from brat_iaa.web.language import gettext as _
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
        "words": in_words(permission),
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


def in_words(permission):
    """What a login sees, as the end of a sentence that begins with its name and “sees”."""
    if permission.manager:
        return _("everything, and manages the project")
    if permission.level == NOTHING:
        if permission.review:
            return _("only where somebody differs, neither who nor how")
        return _("nothing")
    if permission.level == SCORES:
        if permission.review:
            return _("figures of the whole project, renewed once a day, and where somebody differs")
        return _("figures of the whole project, renewed once a day")
    if permission.level == OWN:
        if permission.blinded:
            return _(
                "their own disagreements with each other annotator, as “annotator 1” and so on"
            )
        return _("their own disagreements with each other annotator, by name")
    if permission.limited:
        return _("everything of everybody, but for what brat’s acl.conf closes")
    return _("everything of everybody")


def _pages(opened, permission, login):
    """[(name, whether it is open, what is on it or why it is closed)]"""
    figures = {
        NOTHING: "",
        SCORES: _("figures of all annotators together, rounded, renewed once a day"),
        OWN: _("figures of this annotator and one other at a time"),
        ALL: _("figures of everybody"),
    }[permission.level]
    documents = _("of everybody")
    if permission.level == OWN:
        documents = _("their own, and one other’s at a time")
    review = _("review of their own")
    if permission.others == "hidden":
        review = _("review of their own; only where somebody differs")
    gold = _("where the gold differs from their own work")
    adjudication = _("where the gold is made")
    told = (
        (_("Overview"), opened.overview, figures, denial_messages.reason),
        (_("Disagreements and documents"), opened.documents, documents, denial_messages.reason),
        (_("My disagreements"), opened.review, review, denial_messages.of_review),
        (
            _("Discussion"),
            opened.discussion,
            _("what everybody says"),
            denial_messages.of_discussion,
        ),
        (_("Phases"), opened.phases, _("all snapshots"), denial_messages.of_phases),
        (_("Gold"), opened.gold, gold, denial_messages.of_gold),
        (
            _("Adjudicate"),
            opened.adjudication,
            adjudication,
            denial_messages.of_everybodys_work,
        ),
    )
    return [
        (name, is_open, what if is_open else why(login, permission)[0])
        for name, is_open, what, why in told
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
                _("Nothing to compare yet: nobody else has begun one of the same documents."),
                [],
            )
        return (*menu_figure.of_openings(found, None), shown)
    except BratIaaError as error:
        return "", english(str(error)), []
