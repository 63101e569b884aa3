"""The pages from which a manager leads a project, and what is posted there.

g.viewer is set before a page is asked, for managers only; g.unreadable is why iaa.conf cannot be
used, None if it can.
"""

import functools

from flask import Blueprint, g, make_response, redirect, render_template, request, url_for

from brat_iaa.config import changing
from brat_iaa.errors import ConfigError, ProjectError
from brat_iaa.store.changes import Conflict
from brat_iaa.web import selection
from brat_iaa.web.manage import form, manage_view, preview_view
from brat_iaa.web.manage.managing import shown
from brat_iaa.web.messages import NotFound

manage_pages = Blueprint("manage", __name__)

_MEANWHILE = (
    "Somebody changed it while you had the page open; Changes on the page Manage says what. Look "
    "at it, then save again."
)


# The pages themselves; where a form was not kept they say why, with what was typed.


@manage_pages.get("/manage")
def manage(status=200, problem="", typed=()):
    if g.unreadable is not None:
        return _broken()
    variables = manage_view.context(g.viewer, typed)
    page = render_template("manage.html", problem=problem, typed=typed, **_frame(), **variables)
    return make_response(page, status)


@manage_pages.get("/manage/settings")
def settings():
    if g.unreadable is not None:
        return _broken()
    return _settings(g.viewer.managing().state(g.viewer))


@manage_pages.post("/manage/settings")
def save():
    """Check the text of iaa.conf, and save it."""
    managing = g.viewer.managing()
    typed = shown(request.form.get("text", ""))
    try:
        state = managing.state(g.viewer)
    except ConfigError:
        return _broken()
    try:
        if state.fingerprint != _before():
            raise Conflict(managing.settings.path, b"")
        errors = managing.errors_in(g.viewer, state, typed)
        if errors:
            return _settings(state, typed, errors, status=400)
        made = managing.save_text(g.viewer, _before(), typed)
    except Conflict:
        return _settings(managing.state(g.viewer), typed, (), _MEANWHILE, 409)
    except ConfigError as error:
        return _settings(managing.state(g.viewer), typed, (), str(error), 400)
    return redirect(url_for("manage.settings", done=made.id if made is not None else 0), 303)


def _settings(state, typed=None, errors=(), problem="", status=200, **more):
    """The page of the text. typed: another text than that of the file; problem: why it was not
    saved
    """
    page = render_template(
        "manage_settings.html",
        state=state,
        problem=problem,
        **_frame(),
        **manage_view.settings_context(state, typed, errors),
        **more,
    )
    return make_response(page, status)


def _changes(change):
    """Decorator of what changes something: a function of (Managing, fingerprint of the file from
    which the form was made) that returns a Change, or None if there is none. Then one is back on
    the page; where it cannot be made, the page says why.
    """

    @functools.wraps(change)
    def changed():
        if g.unreadable is not None:
            return _broken()
        try:
            made = change(g.viewer.managing(), _before())
        except Conflict:
            return manage(409, _MEANWHILE)
        except (ConfigError, ProjectError) as error:
            return manage(400, str(error), request.form)
        return redirect(url_for("manage.manage", done=made.id if made is not None else 0), 303)

    return changed


def _before():
    return request.form.get("fingerprint", "")


def _typed(name):
    """A text of the form on one line, without blanks around it."""
    return " ".join(request.form.get(name, "").split())


@manage_pages.post("/manage/access")
@_changes
def access(managing, before):
    """Change what is seen: the settings of a form whose values differ from when it was made."""
    written = managing.state(g.viewer).written
    return managing.save(g.viewer, before, form.changes(request.form, written))


@manage_pages.post("/manage/phase")
@_changes
def phase(managing, before):
    """Open a phase, close the current one, or add another."""
    wanted, name = request.form.get("do", ""), _typed("name")
    written = managing.state(g.viewer).written
    now = written.get("project", {}).get("phase", "")
    if wanted in ("close", "open"):
        opened = name if wanted == "open" else None
        changes = {"project": {"phase": opened}} if opened != (now or None) else {}
    else:
        changes = _new_phase(written, now, name)
    return managing.save(g.viewer, before, changes)


def _new_phase(written, now, name):
    """{section: {key: text}} of another phase."""
    existing, changes = manage_view.phases_of(written), {}
    if not name:
        raise ConfigError("Name the phase, for example “2 revised”.")
    if name in existing:
        raise ConfigError(f"There is a phase “{name}” already. Open it, or name another.")
    if now and not existing:
        # Where one phase has a section, the current one needs its own.
        reveal = written.get("access", {}).get("reveal", "")
        reveal = reveal or form.setting_of("access", "reveal").default
        changes[f"phase {now}"] = {"reveal": reveal}
    values = {key: request.form.get(key, "") for key in form.PHASE_KEYS}
    values["reveal"] = values["reveal"] or "none"
    changes[f"phase {name}"] = {key: value for key, value in values.items() if value}
    if request.form.get("do") == "add and open" or not (existing or now):
        changes["project"] = {"phase": name}
    return changes


@manage_pages.post("/manage/undo")
@_changes
def undo(managing, before):
    """Take back the last change."""
    number = selection.number(request.form, "change", 1, "Change")
    return managing.undo(g.viewer, number, before)


def back():
    """Where somebody ends who loads the answer to a form again."""
    return redirect(url_for("manage.manage"))


for _form in ("access", "phase", "undo"):
    manage_pages.add_url_rule(f"/manage/{_form}", f"back from {_form}", back, methods=["GET"])


@manage_pages.get("/manage/snapshots/<path:former>")
def snapshots(former):
    """Addresses of earlier versions."""
    return redirect(url_for("phases.phases", _anchor="snapshots"))


@manage_pages.get("/manage/preview")
def preview():
    """What another login gets."""
    login, phase = request.args.get("as", ""), request.args.get("phase")
    now = g.viewer.config()
    names = ["", *(phase.name for phase in now.phases)]
    if phase is not None and phase not in names:
        why = f"There is no phase “{phase}”."
        raise NotFound(why, "Choose one of the page Manage.")
    seen = g.viewer.as_login(login, phase)
    return render_template(
        "manage_preview.html", phase=phase, **_frame(), **preview_view.context(seen, now, login)
    )


def _frame():
    return {
        "project_name": g.viewer.name.rpartition("/")[2] or "All of brat’s data",
        "done": manage_view.done(g.viewer, request.args),
    }


def _broken():
    """The page of a project whose iaa.conf cannot be used: its text."""
    state, errors = None, ()
    try:
        state = g.viewer.managing().state(g.viewer)
        errors = changing.errors_in(shown(state.text))
    except ConfigError:
        pass  # no text
    status = 200 if request.method == "GET" else 409
    return _settings(state, None, errors, status=status, unreadable=str(g.unreadable))
