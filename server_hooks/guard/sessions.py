"""brat's sessions: with ids that nobody can guess or set, and stored only when they have changed.

brat makes the ids of the browser's address and the time, and takes any that a browser comes with.
So whoever knows from where and about when somebody came finds the id by trying, and whoever can set
a cookie for somebody shares that one's login.

brat also reads a session at the beginning of every request and stores what it has read at the end.
Whoever logs in while another request of the same page is under way is logged out again by that
one, and every visit leaves a file for good.
"""

import os
from contextlib import suppress

from ..brat.sessions import session_id
from . import origin


def accept_brats_ids_only():
    """Give brat nothing of the browser's cookies but a session id of brat's form.

    With any other id brat would read and write a file elsewhere, and other programs' cookies can
    make it fall over. brat's modules must be importable, here and below.
    """
    import session

    start = session.init_session

    def init_session(remote_address, cookie_data=None, cookie=None):
        sid = session_id(cookie_data)
        return start(remote_address, "sid=" + sid if sid else None, cookie)

    session.init_session = init_session


def use_random_ids():
    """Begin a session that brat has not stored with a random id, for brat's own pages only."""
    import session

    start = session.init_session

    def init_session(remote_address, cookie_data=None, cookie=None):
        sid = session_id(cookie_data)
        if sid is None or not os.path.isfile(session.get_session_pickle_path(sid)):
            sid = _random_id()
        start(remote_address, "sid=" + sid)

    init_cookie = session.Session.init_cookie

    def init_cookie_for_this_site(self, sid):
        init_cookie(self, sid)
        self.cookie[session.SESSION_COOKIE_KEY]["samesite"] = "Lax"
        if origin.is_encrypted(os.environ):
            # Never without encryption from now on, whatever address the browser is led to.
            self.cookie[session.SESSION_COOKIE_KEY]["secure"] = True

    session.init_session = init_session
    session.Session.init_cookie = init_cookie_for_this_site


def renew_id():
    """Give brat's present session another id; the one before is no session any more."""
    import session

    present = session.get_session()
    before = session.get_session_pickle_path(present.get_sid())
    present.init_cookie(_random_id())
    with suppress(FileNotFoundError):  # never stored
        os.unlink(before)


def _random_id():
    return os.urandom(28).hex()  # as long as brat's own, a SHA-224


def store_changed_only():
    """Make brat store a session, and tell the browser of it, only when it has changed."""
    import session

    start, close = session.init_session, session.close_session
    headers = session.SessionCookie.hdrs
    begun = []

    def now():
        return session.CURRENT_SESSION.get_sid(), dict(session.CURRENT_SESSION)

    def init_session(remote_address, cookie_data=None, cookie=None):
        start(remote_address, cookie_data, cookie)
        begun[:] = now()

    def close_session():
        if session.CURRENT_SESSION is not None and now() != tuple(begun):
            close()

    def hdrs(cookie):
        changed = now() != tuple(begun)
        return tuple(pair for pair in headers(cookie) if changed or pair[0] != "Set-Cookie")

    session.init_session, session.close_session = init_session, close_session
    session.SessionCookie.hdrs = hdrs
