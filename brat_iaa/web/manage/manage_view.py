"""What the page Manage shows: who sees what, phases, annotators, what brat opens, and changes."""

from typing import NamedTuple, Optional

from flask import url_for

from brat_iaa import config
from brat_iaa.formats.tables import SENTENCE, TEXT, ColumnType, Table
from brat_iaa.store.changes import fingerprint
from brat_iaa.web import selection
from brat_iaa.web.formatting import count
from brat_iaa.web.manage import form, preview_view
from brat_iaa.web.manage.managing import shown

CHANGES = 20
# Of whom there is no directory.
GUEST, STRANGER = "", "somebody else"
_SHOWN = {GUEST: "who is not logged in", STRANGER: "somebody else"}


class Directory(NamedTuple):
    """A directory with annotation. documents: number of them, None where brat closes them to the
    manager; is_annotator: whether it is compared; role: in words; login: "" of no annotator
    """

    name: str
    documents: Optional[int]
    is_annotator: bool
    role: str
    login: str


class ListedChange(NamedTuple):
    """A change as the pages say it.

    lines  [(what, from, to)]
    undo   fingerprint of the file if the change can be undone, else None
    """

    change: object
    lines: list
    undo: Optional[str]


def context(seen, typed=()):
    """Variables of manage.html. typed: the form that was not kept"""
    managing, config = seen.managing(), seen.config()
    state, directories, in_brat = managing.state(seen), _directories(seen), seen.in_brat()
    written, opens = state.written, {}
    for name, other in in_brat.pairs:
        opens.setdefault(name, []).append(other)
    logins = [each.login for each in directories if each.is_annotator]
    general = {
        key: form.words_of("access", key, written.get("access", {}).get(key, ""))
        for key in form.PHASE_KEYS
    }
    return {
        "state": state,
        "config": config,
        "access": config.access,
        "phase_now": config.phase,
        "phases_there": [
            _phase(name, written, config, typed, general) for name in _phase_names(written, config)
        ],
        "between": form.fields("access", written, typed),
        "between_words": form.sees(written.get("access", {})),
        "now_words": form.sees(vars(config.access)),
        "guests_words": form.words_of("access", "guests", config.access.guests),
        "first_login": next(iter(logins), GUEST),
        "new_phase": [
            field._replace(
                value="none" if field.key == "reveal" else "",
                choices=[each for each in field.choices if each[0] or field.key != "reveal"],
            )
            for field in form.fields("phase new", {}, general=general)
        ],
        "viewers": _viewers(seen.previews([*logins, STRANGER, GUEST])),
        "directories": _directory_table(directories) if directories else None,
        "in_brat": in_brat,
        "all_closed": not in_brat.pairs and len(logins) > 1,
        "opens": opens,
        "changes": listed_changes(managing),
    }  # fmt: skip


def _viewers(previews):
    """(Table of what each login sees, addresses of the previews). previews: {login: Permission}"""
    rows = [
        (_SHOWN.get(login, login), preview_view.in_words(permission), "Preview")
        for login, permission in previews.items()
    ]
    columns = [TEXT("login"), SENTENCE("sees"), TEXT("", "preview")]
    addresses = [url_for("manage.preview", **{"as": login}) for login in previews]
    return Table("What each login sees now", columns, rows), {"preview": addresses}


def _directories(seen):
    """List of Directory, as a manager may know of them."""
    config, drafts = seen.config(), seen.drafts()
    logins = {name: given for given, name in config.access.logins}
    found = []
    for name, documents in seen.directories().items():
        role = "an annotator"
        if name == config.gold:
            role = "the gold"
        elif name in config.excluded_dirs or name in drafts:
            role = "excluded, or a draft gold standard"
        elif config.annotators is not None and name not in config.annotators:
            role = "excluded"
        login = logins.get(name, name) if role in ("an annotator", "excluded") else ""
        found.append(Directory(name, documents, role == "an annotator", role, login))
    return found


def _directory_table(directories):
    number = ColumnType("r", lambda n: "closed to you in brat" if n is None else count(n))
    rows = [(each.name, each.documents, each.role, each.login) for each in directories]
    columns = [TEXT("directory"), number("documents"), TEXT("is"), TEXT("login in brat")]
    return Table("Directories with annotation", columns, rows)


def phases_of(written):
    """Names of the phases that have a section, in its order."""
    return [
        " ".join(name[len(form.PHASE) :].split()) for name in written if name.startswith(form.PHASE)
    ]


def _phase_names(written, config):
    """The same, with the current one, which has no settings of its own where none has."""
    names = phases_of(written)
    return [*names, config.phase] if config.phase and config.phase not in names else names


def done(seen, args):
    """The ListedChange of what was changed last; None without one, "" if nothing was to be done."""
    number = selection.number(args, "done", 0, "Change")
    if not number:
        return None if number is None else ""
    return next(
        (each for each in listed_changes(seen.managing()) if each.change.id == number), None
    )


def listed_changes(managing):
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
    """(what, from, to) of one thing that a change changes."""
    if not section:
        return "The whole file", before, after
    phase = section.partition(" ")[2].strip() if section.startswith(form.PHASE) else ""
    about, setting = f"Phase {phase}" if phase else f"[{section}]", form.setting_of(section, key)
    if not key:
        return about, before, after
    if setting is None or not setting.label:
        return f"[{section}] {key}", before, after
    before, after = (form.words_of(section, key, text) for text in (before, after))
    return f"{about}: {setting.label}" if phase else setting.label, before, after


def _phase(name, written, config, typed, general):
    """What the page shows of a phase."""
    section = next(
        (each for each in written if each.split() == [form.PHASE.strip(), *name.split()]),
        form.PHASE + name,
    )
    fields, own = form.fields(section, written, typed, general), written.get(section, {})
    return {
        "name": name,
        "current": name == config.phase,
        "words": form.sees({**written.get("access", {}), **own}),
        "fields": fields,
        "open": any(field.name in dict(typed) for field in fields),
    }


def settings_context(state, text=None, errors=()):
    """Variables of manage_settings.html.

    state   managing.State; None where the file cannot be read as text
    text    another one than that of the file
    errors  list of WrongLine
    """
    present = "" if state is None else shown(state.text)
    return {
        "line_errors": errors,
        "sections": config.SECTIONS,
        "text": present if text is None else text,
    }
