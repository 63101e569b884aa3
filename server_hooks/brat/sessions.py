"""Who is logged in to brat: from its session files, which stay as they are, or from its answer.

brat keeps each session as a pickle, and a pickle can run any code when it is loaded. Here only
plain values are loaded, with an empty stand-in for brat's own classes.
"""

import errno
import io
import os
import pickle
import re

# brat's session among the cookies: a SHA-224, as brat makes them.
_SESSION = re.compile(r'(?:^|[;,]) *sid="?([0-9a-f]{56})"?(?=[ ;,]|$)')
# What brat's sessions are made of, as (module, class).
_CLASSES = {("session", "Session"), ("session", "SessionCookie"), ("http.cookies", "Morsel")}
# Bytes of the largest session; brat's hold a name and the user's display settings.
_LARGEST = 2**20


def session_id(cookie_header):
    """Return brat's session id in a Cookie header; None without one of the form that brat makes.

    Only this one may go into a file name or to another server, and brat gets no other. Of several,
    the first: the others are of a brat above this one, on the same host.
    """
    found = _SESSION.search(cookie_header or "")
    return found and found[1]


def user(work_dir, cookie_header):
    """Return the login of whoever sends this Cookie header; "" when not logged in.

    work_dir is brat's WORK_DIR. A session that brat could not load counts as not logged in, as in
    brat. Raises OSError when there is a session file but it cannot be read: then nobody knows who
    is asking.
    """
    sid = session_id(cookie_header)
    if sid is None:
        return ""
    path = os.path.join(work_dir, "sessions", sid + ".pickle")
    try:
        with open(path, "rb") as file:
            data = file.read(_LARGEST + 1)
    except FileNotFoundError:
        return ""
    if len(data) > _LARGEST:
        raise OSError(errno.EFBIG, "Too large for a session of brat", path)
    return _name(data)


def login_in(answer):
    """Return the login in brat's answer to whoami; "" for nobody, and where brat has no logins.

    Raises ValueError when the answer names no user, or is an error of brat's.
    """
    if isinstance(answer, dict) and "exception" not in answer:
        if answer.get("anonymous") is True or ("user" in answer and answer["user"] is None):
            return ""
        if isinstance(answer.get("user"), str):
            return answer["user"]
    raise ValueError("brat's answer to whoami names no user")


def _name(data):
    try:
        session = _Unpickler(io.BytesIO(data)).load()
    except Exception:  # whatever a broken pickle can raise
        return ""
    name = dict.get(session, "user") if isinstance(session, dict) else None
    return name if isinstance(name, str) else ""


class _Unpickler(pickle.Unpickler):
    def __init__(self, file):
        super().__init__(file)
        # A new one each time: a pickle can change the classes that it is given.
        self._stand_in = type("StandIn", (dict,), {})

    def find_class(self, module, name):
        if (module, name) not in _CLASSES:
            raise pickle.UnpicklingError("Not part of a session of brat: %s.%s" % (module, name))
        return self._stand_in
