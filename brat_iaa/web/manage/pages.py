"""The pages from which a manager leads a project, and what is posted there.

g.seen is set before a page is asked, for managers only; g.unreadable is why iaa.conf cannot be
used, None if it can.
"""

import functools
import io
import zipfile

from flask import (
    Blueprint,
    g,
    jsonify,
    make_response,
    redirect,
    render_template,
    request,
    send_file,
    url_for,
)

from brat_iaa.errors import BratIaaError, ConfigError, ProjectError
from brat_iaa.report.csv_rows import to_csv
from brat_iaa.store.audit import FIELDS
from brat_iaa.store.changes import Conflict, fingerprint
from brat_iaa.web import selection
from brat_iaa.web.manage import (
    conflict_view,
    directories,
    form,
    layer_rows,
    manage_view,
    preview_view,
)
from brat_iaa.web.manage.managing import Invalid
from brat_iaa.web.messages import BadRequest, NotFound, message
from brat_iaa.web.viewers import denial_messages

manage_pages = Blueprint("manage", __name__)

_LONGEST_REASON = 2000


# The pages themselves; where a form was not kept they say why, with what was typed.


@manage_pages.get("/manage")
def manage(status=200, errors=None, typed=None):
    if g.unreadable is not None:
        return _broken()
    variables = manage_view.context(g.seen, request.args, errors or {}, typed or {})
    page = render_template("manage.html", **_frame(errors), **variables)
    return make_response(page, status)


@manage_pages.get("/manage/settings")
def settings(status=200, errors=None, typed=None):
    if g.unreadable is not None:
        return _broken()
    state = g.seen.managing().state(g.seen)
    page = render_template(
        "manage_settings.html",
        state=state,
        groups=form.groups(state.written, typed, errors),
        done=manage_view.done(g.seen, request.args),
        **_frame(errors),
    )
    return make_response(page, status)


@manage_pages.get("/manage/layers")
def layers(status=200, errors=None, typed=None):
    if g.unreadable is not None:
        return _broken()
    state = g.seen.managing().state(g.seen)
    try:
        named, rows = layer_rows.rows(g.seen, state.written)
        nothing = ""
    except (ProjectError, ConfigError) as error:
        named, rows, nothing = False, [], str(error)
    page = render_template(
        "manage_layers.html",
        state=state,
        named=named,
        rows=rows,
        nothing=nothing,
        done=manage_view.done(g.seen, request.args),
        **_frame(errors),
    )
    return make_response(page, status)


def _changes(page, anchor=""):
    """Decorator of what changes something: a function of (Managing, fingerprint of the file from
    which the form was made) that returns a Change, or None if there is none. Then one is back on
    the page, one of manage, settings and layers; where it cannot be made, the page says why.
    """
    return lambda change: functools.wraps(change)(lambda: _changed(change, page, anchor))


def _changed(change, page, anchor):
    if g.unreadable is not None:
        return _broken()
    try:
        made = change(g.seen.managing(), _before())
    except Conflict as error:
        return _conflict(error)
    except Invalid as error:
        return page(400, error.errors, form.typed(request.form))
    except (ConfigError, ProjectError) as error:
        return page(400, {"": str(error)}, form.typed(request.form))
    done = {"done": made.id if made is not None else 0}
    if anchor in manage_view.SECTIONS and page is manage:
        done["at"] = anchor
    return redirect(url_for(f"manage.{page.__name__}", **done), 303)


def _before():
    return request.form.get("fingerprint", "")


def _typed(name):
    """A text of the form on one line, without blanks around it."""
    return " ".join(request.form.get(name, "").split())


@manage_pages.post("/manage/settings")
def save():
    """Change any settings: those of a form whose values differ from when it was made."""
    page = settings if request.form.get("page") == "settings" else manage

    def change(managing, before):
        return managing.save(g.seen, before, form.wanted(request.form))

    return _changed(change, page, request.form.get("anchor", ""))


@manage_pages.post("/manage/phase")
@_changes(manage, "phases")
def phase(managing, before):
    """Open a phase, close the current one, or add another."""
    wanted, name = request.form.get("do", ""), _typed("name")
    written = managing.state(g.seen).written
    now = written.get("project", {}).get("phase", "")
    if wanted in ("close", "open"):
        opened = name if wanted == "open" else ""
        asked = [form.Wanted("project", "phase", now, opened)]
    else:
        asked = _new_phase(written, now, name)
    return managing.save(g.seen, before, asked)


def _new_phase(written, now, name):
    """List of form.Wanted."""
    section, known = f"phase {name}", manage_view.phases_of(written)
    if not name:
        raise Invalid({"new": "Name the phase, for example “2 revised”."})
    if name in known:
        why = f"There is a phase “{name}” already. Open it, or name another."
        raise Invalid({"new": why})
    asked = []
    if now and not known:
        # Where one phase has a section, the current one needs its own.
        reveal = (
            written.get("access", {}).get("reveal", "")
            or form.setting_of("access", "reveal").default
        )
        asked.append(form.Wanted(f"phase {now}", "reveal", "", reveal))
    for key in form.phase_keys():
        value = request.form.get(key, "") or ("none" if key == "reveal" else "")
        if value:
            asked.append(form.Wanted(section, key, "", value))
    if request.form.get("do") == "add and open" or not (known or now):
        asked.append(form.Wanted("project", "phase", now, name))
    return asked


@manage_pages.post("/manage/phases/rename")
@_changes(manage, "phases")
def rename(managing, before):
    """Give a phase another name."""
    return managing.rename_phase(g.seen, before, _typed("phase"), _typed("to"))


@manage_pages.post("/manage/phases/remove")
@_changes(manage, "phases")
def remove(managing, before):
    """Take a phase out of the settings; what is kept of it stays."""
    return managing.remove_phase(g.seen, before, _typed("phase"))


@manage_pages.post("/manage/people")
@_changes(manage, "people")
def people(managing, before):
    """Say of each directory whether it is an annotator's or the gold, and by which login."""
    listed = directories.listed(g.seen)
    said = [_person(person, number) for number, person in enumerate(listed)]
    asked = directories.changes(g.seen.config(), listed, said)
    return managing.save(g.seen, before, asked)


def _person(one, number):
    """A Person as the form says; as before where it says nothing of it."""
    if request.form.get(f"name:{number}") != one.name:
        return one
    role = request.form.get(f"role:{number}", one.role)
    allowed = ("annotator", "gold", "out") if one.role != "other" else (one.role,)
    login = request.form.get(f"login:{number}", one.login).strip()
    return one._replace(role=role if role in allowed else one.role, login=login)


@manage_pages.post("/manage/layers")
@_changes(layers)
def switch(managing, before):
    """Compare a layer, or not; or everything that the files hold."""
    _named, rows = layer_rows.rows(g.seen, managing.state(g.seen).written)
    toggled = None if request.form.get("do") == "all" else request.form.get("layer", "")
    return managing.save(g.seen, before, *layer_rows.changes(rows, toggled))


@manage_pages.post("/manage/rules")
@_changes(manage, "brat")
def rules(managing, before):
    """Write the rules that close annotators' documents to each other in brat, or take them out."""
    if request.form.get("do") == "open":
        return managing.open_in_brat(g.seen, before)
    return managing.close_in_brat(g.seen, before)


@manage_pages.post("/manage/undo")
@_changes(manage, "changes")
def undo(managing, before):
    """Take back the last change of a file."""
    number = selection.number(request.form, "change", 1, "Change")
    return managing.undo(g.seen, number, before)


@manage_pages.post("/manage/restore")
def restore():
    """Put iaa.conf back as it was saved here, where it cannot be read."""
    try:
        g.seen.managing().restore(g.seen, _before())
    except (BratIaaError, OSError) as error:
        next_step = "Mend the file in an editor."
        return message(400, "Nothing was changed", str(error), next_step)
    return redirect(url_for("manage.manage"), 303)


@manage_pages.get("/manage/phase", endpoint="back_phase")
@manage_pages.get("/manage/phases/rename", endpoint="back_rename")
@manage_pages.get("/manage/phases/remove", endpoint="back_remove")
@manage_pages.get("/manage/people", endpoint="back_people")
@manage_pages.get("/manage/rules", endpoint="back_rules")
@manage_pages.get("/manage/undo", endpoint="back_undo")
@manage_pages.get("/manage/restore", endpoint="back_restore")
@manage_pages.get("/manage/snapshots/<int:number>/delete", endpoint="back_delete")
def back(number=None):
    """Where somebody ends who loads the answer to a form again."""
    return redirect(url_for("manage.manage"))


@manage_pages.get("/manage/preview")
def preview():
    """What another login gets."""
    login, phase = request.args.get("as", ""), request.args.get("phase")
    config = g.seen.config()
    known = ["", *(one.name for one in config.phases)]
    if phase is not None and phase not in known:
        why = f"There is no phase “{phase}”."
        raise NotFound(why, "Choose one of the page Manage.")
    seen = g.seen.as_login(login, phase)
    return render_template(
        "manage_preview.html", phase=phase, **_frame(), **preview_view.context(seen, config, login)
    )


@manage_pages.get("/manage/snapshots/<int:number>.zip")
def export(number):
    """The files of a snapshot, byte for byte."""
    phases = _phases()
    try:
        files = phases.files(number)
    except BratIaaError as error:
        raise NotFound(str(error), "Choose one of the list.") from None
    taken = next(snapshot.taken for snapshot in phases.list() if snapshot.number == number)
    time = tuple(int(taken[start:end]) for start, end in _PARTS_OF_TIME)
    packed, folder = io.BytesIO(), f"snapshot-{number}"
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, data in files.items():
            entry = zipfile.ZipInfo(f"{folder}/{path}", time)
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data, zipfile.ZIP_DEFLATED)
    packed.seek(0)
    return send_file(packed, "application/zip", True, f"{folder}.zip", etag=False)


_PARTS_OF_TIME = ((0, 4), (5, 7), (8, 10), (11, 13), (14, 16), (17, 19))


@manage_pages.get("/manage/audit")
def audit():
    """Who did what and when, as CSV; the page Manage shows changed settings itself."""
    kind = selection.wanted_format(request.args, "csv", "json")
    found = g.seen.events()
    if found is None:
        raise BadRequest(*denial_messages.hidden())
    rows = [event._asdict() for event in found]
    if kind == "json":
        return jsonify(events=rows)
    return selection.attachment(to_csv(rows, FIELDS), "audit.csv")


@manage_pages.post("/manage/snapshots/<int:number>/delete")
def delete(number):
    """Delete the contents of a snapshot; the reason stays."""
    phases, reason = _phases(), _typed("reason")
    try:
        if len(reason) > _LONGEST_REASON:
            raise ConfigError(f"The reason is too long: at most {_LONGEST_REASON} characters.")
        phases.delete(number, reason, g.viewer)
    except BratIaaError as error:
        return manage(400, {"": str(error)})
    return redirect(url_for("manage.manage", deleted=number, _anchor="snapshots"), 303)


def _phases():
    """The Phases; a message where snapshots are closed to the manager."""
    phases = g.seen.phases()
    if phases is None:
        raise BadRequest(*denial_messages.hidden())
    return phases


def _conflict(error):
    """The page that shows both, and writes nothing."""
    if not str(error).startswith(str(g.seen.managing().settings.path)):
        return message(
            409,
            "Somebody else has changed it meanwhile",
            "The rules of brat are not what you saw. Nothing was written.",
            "Look at them again.",
            [("Manage", url_for("manage.manage", _anchor="brat"))],
        )
    variables = conflict_view.context(g.seen, request.form, error.present)
    return make_response(render_template("manage_conflict.html", **_frame(), **variables), 409)


def _broken():
    """The page of a project whose iaa.conf cannot be used."""
    managing = g.seen.managing()
    last = managing.settings.last()
    try:
        now = fingerprint(managing.settings.read())
    except ConfigError:
        last, now = None, ""
    page = render_template(
        "manage_broken.html",
        why=str(g.unreadable),
        last=last if last is not None and last.after is not None else None,
        now=now,
        **_frame(),
    )
    return make_response(page, 200 if request.method == "GET" else 409)


def _frame(errors=None):
    """What all these pages need."""
    name = g.seen.name.rpartition("/")[2] or g.seen.name
    return {
        "project_name": name or "All of brat’s data",
        "errors": errors or {},
        "said_errors": form.labelled(errors or {}),
    }
