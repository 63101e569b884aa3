"""The login form: brat checks the password, and the way leads back to where one was."""

from urllib.parse import quote, urlsplit

from flask import (
    Blueprint,
    current_app,
    g,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)

from brat_iaa.server_hooks.guard.origin import is_encrypted
from brat_iaa.web.viewers.identity import IdentityError
from brat_iaa.web.viewers.login import NotLoggedIn

login_pages = Blueprint("login", __name__)
# Characters of the longest way back; servers refuse longer headers.
_LONGEST = 4000
# Seconds for which brat keeps a session.
_SESSION = 30 * 24 * 3600


def _brat_url():
    return urlsplit(current_app.extensions["brat_iaa_site"].brat_url)


def _ajax():
    """Address at which brat takes a login of ours; None where it cannot: it is not known, or the
    browser would not give our pages the session of another host.
    """
    ajax = getattr(current_app.extensions["brat_iaa_identify"], "ajax", None)
    here = _brat_url().netloc in ("", request.host)
    return ajax(request.environ) if ajax and here else None


def can_log_in():
    """Whether brat can be asked for a login."""
    return _ajax() is not None


def way_here():
    """Path of the present page, below that of the application, as the form keeps it."""
    if request.blueprint == login_pages.name:
        return request.values.get("next", "")
    query = request.query_string.decode("latin-1")
    path = quote(request.path) + (f"?{query}" if query else "")
    return path if request.method == "GET" else ""


def _way_back():
    wanted = request.values.get("next", "")
    # Nothing that a browser could take for another host.
    ours = wanted.startswith("/") and not wanted.startswith(("//", "/\\")) and wanted.isprintable()
    return (
        request.script_root + wanted if ours and len(wanted) <= _LONGEST else url_for("site.entry")
    )


@login_pages.get("/-/login")
def login():
    if g.viewer or not can_log_in():
        return redirect(_way_back())
    return _page(200)


@login_pages.post("/-/login")
def log_in():
    user, ajax = request.form.get("user", "").strip(), _ajax()
    if ajax is None:
        return redirect(_way_back(), 303)
    logins = current_app.extensions["brat_iaa_logins"]
    try:
        password = request.form.get("password", "")
        sid = logins.log_in(ajax, request.environ, user, password)
    except NotLoggedIn as refused:
        answer = _page(429 if refused.seconds else 403, str(refused), user)
        if refused.seconds:
            answer.headers["Retry-After"] = str(refused.seconds)
        return answer
    except IdentityError as error:
        current_app.logger.error("login: %s", error)
        return _page(503, "brat does not answer just now. Try again in a moment.", user)
    answer = redirect(_way_back(), 303)
    folder = _brat_url().path.rpartition("/")[0] + "/"
    answer.set_cookie(
        "sid", sid, max_age=_SESSION, path=folder, httponly=True, samesite="Lax",
        secure=is_encrypted(request.environ),
    )  # fmt: skip
    return answer


def _page(status, problem="", user=""):
    return make_response(render_template("login.html", problem=problem, user=user), status)
