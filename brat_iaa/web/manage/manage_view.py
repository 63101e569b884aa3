"""What the page Manage shows: what to do next, phases, who sees what, annotators, what brat opens,
snapshots, and what was changed.
"""

from typing import NamedTuple, Optional

from flask import url_for

from brat_iaa import config
from brat_iaa.config import changing
from brat_iaa.corpus.layout import USUAL
from brat_iaa.formats.tables import SENTENCE, TEXT, ColumnType, Table
from brat_iaa.store.changes import fingerprint
from brat_iaa.web import selection
from brat_iaa.web.formatting import count
from brat_iaa.web.manage import form, preview_view
from brat_iaa.web.manage.managing import shown

LOGINS = 12  # whose sight is shown at once
CHANGES = 20
# Sections of the page to which one goes back after a change.
SECTIONS = {
    "phases": "Phases",
    "general": "In every phase",
    "changes": "Changes",
}
# Of whom there is no directory.
GUEST, STRANGER = "", "somebody else"
_SHOWN = {GUEST: "who is not logged in", STRANGER: "somebody else"}


class Person(NamedTuple):
    """A directory with annotation. documents: number of them, None where brat closes them to the
    manager; role: annotator, gold, other (an anchor, a draft) or out; login: "" if it is the name
    """

    name: str
    documents: Optional[int]
    role: str
    login: str


class ListedChange(NamedTuple):
    """A change as the pages say it.

    lines  [(what, from, to, key in the file)]
    undo   fingerprint of the file if the change can be undone, else None
    """

    change: object
    lines: list
    undo: Optional[str]


def context(seen, args, errors, typed):
    """Variables of manage.html."""
    managing, config = seen.managing(), seen.config()
    state = managing.state(seen)
    written, people = state.written, _people(seen)
    in_brat = seen.in_brat()
    phases = seen.phases()
    snapshots = phases.list() if phases is not None else None
    everyone = args.get("show") == "logins"
    logins = [person.login or person.name for person in people if person.role == "annotator"]
    of_new_phase = form.fields("phase new", {}, general=form.between_phases(written))
    previews = seen.previews([*(logins if everyone else logins[:LOGINS]), STRANGER, GUEST])
    return {
        "state": state,
        "config": config,
        "access": config.access,
        "phases_there": _cards(written, config, typed, errors),
        "phase_now": config.phase,
        "between": form.fields("access", written, typed, errors),
        "between_words": _sees(written.get("access", {})),
        "now_words": _sees(vars(config.access)),
        "guests_words": form.words_of("access", "guests", config.access.guests),
        "first_login": next(iter(logins), GUEST),
        "new_phase": [
            field._replace(value="none" if field.key == "reveal" else "") for field in of_new_phase
        ],
        "viewers": _viewers(previews),
        "more_logins": 0 if everyone else max(0, len(logins) - LOGINS),
        "people": people,
        "people_table": _people_table(people),
        "in_brat": in_brat,
        "all_closed": not in_brat.pairs and len(logins) > 1,
        "opens": _opens(in_brat)[:LOGINS],
        "more_open": max(0, len(_opens(in_brat)) - LOGINS),
        "snapshots": snapshots,
        "changes": said(managing),
        "done": done(seen, args),
        "back": {key: name for key, name in SECTIONS.items() if key == args.get("at")},
        "steps": [
            dict(zip(("text", "link", "address"), (*step, "", "")))
            for step in _steps(seen, state, config, people, in_brat, snapshots)
        ],
    }


def _viewers(previews):
    """(Table of what each login sees, addresses of the previews). previews: {login: Permission}"""
    rows = [
        (_SHOWN.get(login, login), preview_view.in_words(permission), "Preview")
        for login, permission in previews.items()
    ]
    columns = [TEXT("login"), SENTENCE("sees"), TEXT("", "preview")]
    addresses = [url_for("manage.preview", **{"as": login}) for login in previews]
    return Table("What each login sees now", columns, rows), {"preview": addresses}


_ROLES = {
    "annotator": "an annotator",
    "gold": "the gold",
    "out": "excluded",
    "other": "excluded, or a draft gold standard",
}


def _people_table(people):
    closed = ColumnType("r", lambda number: number or "closed to you in brat")
    rows = [
        (
            *(person.name, None if person.documents is None else count(person.documents)),
            _ROLES[person.role],
            person.login or person.name if person.role in ("annotator", "out") else "",
        )
        for person in people
    ]
    columns = [TEXT("directory"), closed("documents"), TEXT("is"), TEXT("login in brat")]
    return Table("Directories with annotation", columns, rows)


def phases_of(written):
    """Names of the phases that have a section, in its order."""
    return [
        " ".join(name[len(form.PHASE) :].split()) for name in written if name.startswith(form.PHASE)
    ]


def _people(seen):
    """List of Person, as a manager may know of them."""
    config, drafts = seen.config(), seen.drafts()
    logins = {name: given for given, name in config.access.logins}
    people = []
    for name, documents in seen.directories(seen.login).items():
        if name == config.gold:
            role = "gold"
        elif name in config.excluded_dirs or name in drafts:
            role = "other"
        else:
            named = config.annotators is None or name in config.annotators
            role = "annotator" if named else "out"
        people.append(Person(name, documents, role, logins.get(name, "")))
    return people


def done(seen, args):
    """The ListedChange of what was changed last; None without one, "" if nothing was to be done."""
    number = selection.number(args, "done", 0, "Change")
    if number is None:
        return None
    if number == 0:
        return ""
    return next((each for each in said(seen.managing()) if each.change.id == number), None)


def said(managing):
    """List of ListedChange, the latest first."""
    changes, data = managing.settings.history(CHANGES), managing.settings.read()
    return [
        ListedChange(
            change,
            [line_of(*line) for line in change.what],
            fingerprint(data) if change is changes[0] and change.after == data else None,
        )
        for change in changes
    ]


def line_of(section, key, before, after):
    """(what, from, to, where) of one thing that a change changes."""
    if not section:
        return "The whole file", before, after, ""
    phase = section.partition(" ")[2].strip() if section.startswith(form.PHASE) else ""
    about = f"Phase {phase}" if phase else f"[{section}]"
    if not key:
        return about, before, after, f"[{section}]" if phase else ""
    setting = form.setting_of(section, key)
    if setting is None or not setting.label:
        return f"[{section}] {key}", before, after, ""
    before, after = (form.words_of(section, key, text) for text in (before, after))
    where = f"{key} in [{section}]"
    return f"{about}: {setting.label}" if phase else setting.label, before, after, where


def _cards(written, config, typed, errors):
    general, access = form.between_phases(written), written.get("access", {})
    cards, expected, sections = [], not config.phase, list(written)
    if config.phase and config.phase not in phases_of(written):
        sections.append(form.PHASE + config.phase)  # no phase has settings of its own yet
    for section in sections:
        if section.startswith(form.PHASE):
            name = " ".join(section[len(form.PHASE) :].split())
            fields = form.fields(section, written, typed, errors, general)
            values = {
                field.key: written.get(section, {}).get(field.key) or access.get(field.key, "")
                for field in fields
            }
            current = name == config.phase
            cards.append({
                "name": name,
                "current": current,
                # After the current one, or first.
                "next": expected,
                "words": _sees(values),
                "fields": fields,
            })  # fmt: skip
            expected = current
    return cards


def _sees(values):
    """ "their own disagreements; other annotators are called by name" """
    words = form.words_of("access", "reveal", values.get("reveal", ""))
    if values.get("reveal") != "own":
        return words
    others = form.words_of("access", "others", values.get("others", ""))
    if values.get("review") == "no":
        return f"{words}; others are {others}; no review"
    return f"{words}; others are {others}"


def _opens(in_brat):
    """[(annotator, whose documents brat opens to this one, number of further ones)]"""
    opened = {}
    for name, other in in_brat.pairs:
        opened.setdefault(name, []).append(other)
    return [
        (name, ", ".join(others[:LOGINS]), max(0, len(others) - LOGINS))
        for name, others in opened.items()
    ]


def _steps(seen, state, config, people, in_brat, snapshots):
    """Yields (what is missing, or comes next; words of a link, its address)."""
    page, settings = url_for("manage.manage"), url_for("manage.settings")
    begun = [person for person in people if person.role == "annotator" and person.documents != 0]
    missing = [person.name for person in people if person.documents == 0]
    if config.layout != USUAL and config.found.lines:
        yield f"The files were found to lie as {config.layout}.", "The settings", settings
    if not begun:
        why = "No annotator has begun: no directory of this project holds an .ann file."
        yield why, "Give each annotator a directory", f"{page}#begin"
    elif len(begun) == 1 and not config.gold:
        why = (
            f"{begun[0].name} is the only annotator. Agreement needs a second one, with the same "
            "texts in a directory beside; or a gold."
        )
        yield why, "How directories lie", f"{page}#begin"
    if missing:
        why = f"Named, but without an .ann file: {', '.join(missing)}."
        yield why, "Annotators", f"{page}#people"
    if config.found.gold is not None:
        yield (
            f"{config.gold} is taken for the gold standard, by its name.",
            "Choose the gold",
            settings,
        )
    if in_brat.pairs and config.access.reveal == "none":
        why = "Annotators can open each other’s documents in brat."
        yield why, "Close them", f"{page}#brat"
    nobody = not in_brat.pairs and not config.gold
    if nobody and len(begun) > 1 and config.access.reveal in ("own", "all"):
        why = (
            "Annotators see their disagreements now, but can open nobody else’s documents in brat: "
            "they are compared with nobody."
        )
        yield why, "Open them in brat", f"{page}#brat"
    if in_brat.gold_closed:
        why = "Annotators may learn from the gold standard now, but acl.conf closes it to them."
        yield why, "Open it in brat", f"{page}#brat"
    if config.draft:
        why = f"{config.draft} is a draft gold standard."
        yield why, "Decide the rest", url_for("adjudicate.adjudicate")
    if len(begun) > 1 and not config.phases:
        why = "There are no phases yet: with them you choose what annotators see, and when."
        yield why, "Add the first one", f"{page}#phases"
    elif config.phases and not config.phase:
        yield "No phase is open.", "Open one", f"{page}#phases"
    if config.phase and seen.snapshot_is_due():
        why = f"All annotators are done with {config.phase}."
        yield why, "Take a snapshot", url_for("phases.phases")
    for problem in config.outdated:
        yield (f"Line {problem.line}: {problem.message}",)


def settings_context(state, text=None, errors=()):
    """Variables of manage_settings.html.

    state   managing.State; None where the file cannot be read as text
    text    another one than that of the file
    errors  list of WrongLine
    """
    variables = {"line_errors": errors, "sections": config.SECTIONS}
    if state is None:
        return variables
    present = shown(state.text)
    typed = present if text is None else text
    steps = changing.differences(present, typed) if not errors else ()
    return {
        **variables,
        "text": typed,
        "changes": [line_of(*step) for step in steps],
        "is_other": typed != present or not state.there,
    }
