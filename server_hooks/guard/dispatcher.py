"""The guard around brat: nothing is lost, and nobody reads or changes what they must not.

- Viewing changes no file of the data; an annotation file is replaced in one step, by one request
  at a time (files).
- A login is not undone by another request, nor taken over by somebody else (sessions).
- acl.conf holds for all that brat hands out (reading); links and names that lead out of the data
  are refused (fields, brat.data).
- Passwords cannot be tried by the hundred (throttle), and no search computes for ever (computing).
- Other sites' pages cannot change anything (origin), nor can anybody who is not logged in.
"""

import os

from ..brat import actions
from ..brat.data import ANNOTATIONS, DataDirectory
from . import computing, fields, files, limits, origin, reading, sessions, throttle

_FOREIGN = (
    "brat was asked to change something by another site's page. Nothing was changed. "
    "If it was this page: whoever runs brat behind another web server starts it with --behind NAME."
)
_NOT_POST = "A change must be sent with POST. Nothing was changed."
_BUSY = (
    "Somebody else's change to this document is taking unusually long. "
    "Your change was not made; try again in a moment."
)
_LEADS_OUT = (
    "It is, or is reached by, a link that leads out of brat's data directory. "
    "The person who runs brat can put a copy in the link's place."
)
_NO_TEXT = "There is no document of this name here."


def add(data_dir, work_dir):
    """Put the guard around brat, whose modules have been imported, once per process.

    data_dir  brat's DATA_DIR
    work_dir  brat's WORK_DIR, where locks and brat's counts are kept
    """
    import dispatch

    work_dir = os.path.abspath(work_dir)
    data = DataDirectory(data_dir)
    rules = reading.InBrat(data)
    rules.apply()
    files.only_read_when_viewing(work_dir)
    files.replace_in_one_step(data_dir)
    sessions.use_random_ids()
    sessions.store_changed_only()
    # brat forgot some of them.
    dispatch.REQUIRES_AUTHENTICATION.update(actions.EDITING)
    dispatch.dispatch = _Guarded(dispatch.dispatch, dispatch.DISPATCHER, data, rules, work_dir)


class _Guarded:
    """brat's dispatch(http_args, client_ip, client_hostname), with the checks before it."""

    def __init__(self, dispatch, functions, data, rules, work_dir):
        import auth
        import common
        import config

        self._logins = config.USER_PASSWORD
        self._dispatch = dispatch
        self._functions = functions
        self._data = data
        self._rules = rules
        self._work_dir = work_dir
        self._denied = auth.AccessDeniedError
        self._answer = common.NoPrintJSONError
        self._throttle = throttle.Throttle(throttle.in_file(work_dir))

    def __call__(self, http_args, client_ip, client_hostname):
        action = http_args["action"]
        why = fields.complaint(http_args)
        if why is not None:
            raise actions.refusal("accessDenied", "Access denied: %s" % why)
        if action in self._functions and action not in actions.READING:
            self._check_origin()
        if http_args["comment"] is not None:
            http_args["comment"] = fields.on_one_line(http_args["comment"])
        document = self._check_place(action, http_args)
        request = http_args, client_ip, client_hostname
        if action == "login":
            return self._log_in(request)
        if action is not None and action.startswith("search"):
            os.nice(5)  # the others first; this process ends with its answer
            few = computing.few(self._work_dir, self._rules.login(), _too_many)
            with few, computing.limited(_stopped):
                return self._dispatch(*request)
        if action not in actions.EDITING or document is None or self._is_refused():
            return self._dispatch(*request)
        try:
            with files.locked(self._work_dir, document):
                return self._dispatch(*request)
        except files.Busy:
            raise actions.refusal("documentIsBusy", _BUSY) from None

    def _is_refused(self):
        """Return whether brat lets this user edit nothing: then there is nothing to lock, and a
        lock is a file.
        """
        return bool(self._logins) and self._rules.is_nobodys()

    def _log_in(self, request):
        http_args, client_ip, _ = request
        address = throttle.address({**os.environ, "REMOTE_ADDR": client_ip or ""})
        login = http_args["user"] or ""
        seconds = self._throttle.wait(address, login)
        if seconds:
            status, headers, text = throttle.refusal(seconds)
            raise self._answer((("Status", status), *headers), text)
        answer = self._dispatch(*request)
        sessions.renew_id()
        self._throttle.right(address, login)
        return answer

    def _check_origin(self):
        if origin.from_elsewhere(os.environ):
            raise actions.refusal("accessDenied", _FOREIGN)
        # Browsers do not always tell where a GET comes from.
        if os.environ.get("REQUEST_METHOD", "POST") != "POST":
            raise actions.refusal("accessDenied", _NOT_POST)

    def _check_place(self, action, http_args):
        """Return the path, without suffix, of the document that a request names, or None.

        Raises what brat answers with if the user must not read it.
        """
        taken = _parameters(self._functions.get(action))
        named = {name: http_args[name] for name in taken}
        collection, document = actions.place(action, named)
        if collection is None:
            return None
        directory = self._data.directory(collection)
        if directory is None:
            raise self._leads_out(collection)
        if not self._rules.user_may_read(directory):
            raise self._denied
        if document is None:
            return None
        if self._data.files(directory, document) is None:
            raise self._leads_out(document)
        if not self._rules.user_may_read(directory, document):
            raise self._denied
        path = os.path.join(directory, document)
        # brat takes "d1.ann" for d1 here.
        if action in actions.EDITING and action != "importDocument" and not _is_document(path):
            raise actions.refusal("unableToReadTextFile", _NO_TEXT)
        return path

    def _leads_out(self, name):
        return actions.refusal("accessDenied", "Access denied to %s. %s" % (name, _LEADS_OUT))


def _stopped():
    return actions.refusal("searchTooLong", computing.TOO_LONG % limits.SEARCH)


def _too_many():
    return actions.refusal("tooManySearches", computing.TOO_MANY % limits.SEARCHES)


def _is_document(path):
    ending = os.path.splitext(path)[1][1:]
    return ending not in ANNOTATIONS and os.path.isfile(path + ".txt")


def _parameters(function):
    """Return the names of a function's parameters; brat hands over the fields of these names."""
    code = getattr(function, "__code__", None)
    return code.co_varnames[: code.co_argcount] if code else ()
