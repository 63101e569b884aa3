"""Actions for brat's dispatcher: the script of brat's page, and what the agreement service knows.

They run inside brat's process, with brat's login and brat's access rules.
"""

import sys
import threading
import traceback

from ..brat.actions import refusal
from ..brat.data import parts
from . import script
from .service import ServiceError

_MIXED_UP = (
    "This brat runs under FastCGI, where it mixes up who is logged in when several people work at "
    "once. Agreement is shown only when brat runs as CGI."
)
_FAILED = (
    "The agreement extension failed; the web server's log says how. brat itself works as usual."
)


def add(dispatch, service, script_path):
    """Add iaaScript, iaaAgreement and iaaDisagreements to brat's actions.

    dispatch     brat's module of that name, imported
    service      a Service
    script_path  the script that brat's page loads

    Never raises: without these actions brat works as before, and says why on standard error.
    """
    try:
        functions = _functions(_Brat(), service, script_path)
        dispatch.DISPATCHER.update(functions)
    except Exception:
        traceback.print_exc(file=sys.stderr)


def _functions(brat, service, script_path):
    """Return {name: function}. brat hands over the fields named like the parameters.

    Fields without a value are left out. `asked` is sent when a person pressed something, who then
    sees an error among brat's own messages; what the page asks by itself must not disturb anybody.
    """

    def send_script():
        brat.leave_session_alone()
        raise brat.script(script_path)

    def agreement(collection, document=None, asked=None):
        return brat.ask(service, "api/agreement", collection, document, asked)

    def disagreements(collection, document, asked=None):
        return brat.ask(service, "api/disagreements", collection, document, asked)

    return {"iaaScript": send_script, "iaaAgreement": agreement, "iaaDisagreements": disagreements}


class _Brat:
    """What the actions need of brat, whose modules dispatch has imported."""

    def __init__(self):
        import auth
        import common
        import config
        import document
        import session

        self._auth = auth
        self._directory = document.real_directory
        self._session = session
        self._without_login = config.USER_PASSWORD is False
        self._no_json = common.NoPrintJSONError

    def ask(self, service, path, collection, document, asked):
        """Return the service's answer, a dict. Raises what brat answers with "exception"."""
        if _answers_in_threads():
            return {"state": "closed", "reason": _MIXED_UP, "pages": ""}
        collection = self._readable(collection, document)
        user = self._user()
        self.leave_session_alone()
        parameters = {"collection": collection}
        if document is not None:
            parameters["document"] = document
        try:
            return service.ask(path, user, parameters)
        except ServiceError as error:
            reason = str(error)
        except Exception:
            traceback.print_exc(file=sys.stderr)
            reason = _FAILED
        raise refusal("iaaUnavailable", reason if asked else "", reason=reason)

    def script(self, path):
        """Return the exception with which brat answers something else than JSON."""
        try:
            with open(path, "rb") as file:
                text = file.read()
        except OSError as error:
            print("brat-agreement: cannot read %s: %s" % (path, error.strerror), file=sys.stderr)
            text = (
                b"// The script of brat-agreement cannot be read; the web server's log says why.\n"
            )
        return self._no_json(script.HEADERS, text)

    def leave_session_alone(self):
        """Keep brat from storing or renewing the session at the end of this request.

        It would store what it read at the beginning: if the person logged in or out in between, in
        another request, that would be undone.
        """
        if not _answers_in_threads():
            self._session.CURRENT_SESSION = None

    def _user(self):
        if self._without_login:
            return ""
        try:
            return self._session.get_session().get("user") or ""
        except self._session.NoSessionError:
            return ""

    def _readable(self, collection, document):
        """Return the collection in one spelling, "/a/b/"; raise brat's AccessDeniedError if brat
        hides it. Of the document, the pages say only what the user may see.
        """
        names = parts(collection)
        plain = ".." not in names and "/" not in (document or "")
        plain = plain and isinstance(document or "", str) and "\0" not in collection
        if not plain or not self._auth.allowed_to_read(
            self._directory("/" + "/".join((*names, "")))
        ):
            raise self._auth.AccessDeniedError
        return "/" + "".join(name + "/" for name in names)


def _answers_in_threads():
    """Return whether brat answers in threads, as under FastCGI, with one session for all."""
    return "flup" in sys.modules or threading.current_thread() is not threading.main_thread()
