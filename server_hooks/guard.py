"""What brat lacks when several people work with it: nothing is lost, and nobody reads or changes
what they must not.

- Looking at something changes no file of the data (viewing).
- An annotation file is replaced in one step (saving), by one request at a time (locking).
- A login is not undone by another request (quiet_sessions), nor taken over by somebody else
  (session_ids).
- acl.conf holds for all that brat hands out, and links and names that lead out of the data are
  refused (reading_rules, paths).
- Passwords cannot be tried by the hundred (brake).
- Other sites' pages cannot change anything (cross_site), nor can anybody who is not logged in.
"""

import json
import os
from contextlib import contextmanager

from server_hooks import (
    brake,
    cross_site,
    locking,
    paths,
    quiet_sessions,
    reading_rules,
    saving,
    session_ids,
    viewing,
)

# Actions that change a document.
EDITING = frozenset(
    (
        "createSpan",
        "deleteSpan",
        "splitSpan",
        "createComment",
        "createArc",
        "reverseArc",
        "deleteArc",
        "importDocument",
        "undo",
        "tag",
    )
)
# Actions that change nothing but, at most, brat's own log.
READING = frozenset(
    (
        "getCollectionInformation",
        "getDocument",
        "getDocumentTimestamp",
        "getConfiguration",
        "retrieveStored",
        "downloadFile",
        "downloadCollection",
        "whoami",
        "loadConf",
        "searchTextInDocument",
        "searchEntityInDocument",
        "searchEventInDocument",
        "searchRelationInDocument",
        "searchNoteInDocument",
        "searchTextInCollection",
        "searchEntityInCollection",
        "searchEventInCollection",
        "searchRelationInCollection",
        "searchNoteInCollection",
        "suggestSpanTypes",
        "normGetName",
        "normSearch",
        "normData",
        "convert",
        "iaaScript",
        "iaaAgreement",
        "iaaDisagreements",
    )
)
# brat forgot that these two change a document.
_LOGIN_TOO = ("createComment", "reverseArc")

_FOREIGN = "brat was asked to change something by another site's page. Nothing was changed."
_NOT_POST = "What changes something must be sent with POST. Nothing was changed."
_BUSY = (
    "Somebody else's change of this document takes unusually long. "
    "Your change was not made; try it again in a moment."
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
    inside = paths.Inside(data_dir)
    rules = reading_rules.Rules(inside)
    rules.add()
    viewing.add(work_dir)
    saving.add(data_dir)
    session_ids.add()
    quiet_sessions.add()
    dispatch.REQUIRES_AUTHENTICATION.update(_LOGIN_TOO)
    dispatch.dispatch = _Guarded(dispatch.dispatch, dispatch.DISPATCHER, inside, rules, work_dir)


class _Guarded:
    """brat's dispatch(http_args, client_ip, client_hostname), with the checks before it."""

    def __init__(self, dispatch, actions, inside, rules, work_dir):
        import auth
        import common

        self._dispatch = dispatch
        self._actions = actions
        self._inside = inside
        self._rules = rules
        self._work_dir = work_dir
        self._denied = auth.AccessDeniedError
        self._refused = _refusal(common.ProtocolError)
        self._answer = common.NoPrintJSONError
        self._brake = brake.Brake(brake.in_file(work_dir))

    def __call__(self, http_args, client_ip, client_hostname):
        action = http_args["action"]
        why = paths.complaint(http_args)
        if why is not None:
            raise self._refused("accessDenied", "Access denied: %s" % why)
        if action in self._actions and action not in READING:
            self._check_origin()
        if http_args["comment"] is not None:
            http_args["comment"] = paths.on_one_line(http_args["comment"])
        document = self._check_place(action, http_args)
        if action == "login":
            address = brake.address({**os.environ, "REMOTE_ADDR": client_ip or ""})
            asking = address, http_args["user"] or ""
            self._check_brake(asking)
        with self._alone(action, document):
            answer = self._dispatch(http_args, client_ip, client_hostname)
        if action == "login":
            session_ids.renew()
            self._brake.right(*asking)
        return answer

    def _check_brake(self, asking):
        seconds = self._brake.wait(*asking)
        if seconds:
            sentence = brake.sentence(seconds)
            told = {"exception": "tooManyLogins", "action": "login", "protocol": 1}
            told["messages"] = [[sentence, "error", -1]]
            headers = (
                ("Status", "429 " + sentence),  # brat's page shows the reason beside the status
                ("Retry-After", str(seconds)),
                ("Content-Type", "application/json"),
            )
            raise self._answer(headers, json.dumps(told))

    def _check_origin(self):
        if cross_site.from_elsewhere(os.environ):
            raise self._refused("accessDenied", _FOREIGN)
        # Browsers do not always tell where a GET comes from.
        if os.environ.get("REQUEST_METHOD", "POST") != "POST":
            raise self._refused("accessDenied", _NOT_POST)

    def _check_place(self, action, http_args):
        """The path of the document in question, without suffix, or None; raises if the user must
        not read it.
        """
        taken = _parameters(self._actions.get(action))
        collection = http_args["collection"] if "collection" in taken else None
        if collection is None and action == "importDocument":
            collection = "/"
        if collection is None:
            return None
        directory = self._inside.directory(collection)
        if directory is None:
            raise self._refused(
                "accessDenied", "Access denied to %s. %s" % (collection, _LEADS_OUT)
            )
        if not self._rules.allow(directory):
            raise self._denied
        name = "docid" if action == "importDocument" else "document"
        document = http_args[name] if name in taken else None
        if document is None or document == paths.NO_DOCUMENT:
            return None
        if self._inside.files(directory, document) is None:
            raise self._refused("accessDenied", "Access denied to %s. %s" % (document, _LEADS_OUT))
        if not self._rules.allow(directory, document):
            raise self._denied
        path = os.path.join(directory, document)
        # brat takes "d1.ann" for d1 here.
        if action in EDITING and action != "importDocument" and not _is_document(path):
            raise self._refused("unableToReadTextFile", _NO_TEXT)
        return path

    @contextmanager
    def _alone(self, action, document):
        if action not in EDITING or document is None:
            yield
            return
        try:
            with locking.locked(self._work_dir, document):
                yield
        except locking.Busy:
            raise self._refused("documentIsBusy", _BUSY) from None


def _is_document(path):
    ending = os.path.splitext(path)[1][1:]
    return ending not in paths.ANNOTATIONS and os.path.isfile(path + ".txt")


def _parameters(function):
    """Names of what a function takes; brat finds out in the same way what to hand over."""
    code = getattr(function, "__code__", None)
    return code.co_varnames[: code.co_argcount] if code else ()


def _refusal(protocol_error):
    class Refused(protocol_error):
        """brat answers {"exception": name} and shows the sentence as an error."""

        def __init__(self, name, sentence):
            super().__init__()
            self._name = name
            self._sentence = sentence

        def __str__(self):
            return self._sentence

        def json(self, json_dic):
            json_dic["exception"] = self._name
            return json_dic

    return Refused
