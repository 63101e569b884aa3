"""Ids of brat's sessions that nobody can guess, or leave in somebody else's browser, or use from
another site's page.

brat makes them of the browser's address and the time, and takes any that a
browser comes with. So who knows from where and about when somebody came finds
the id by trying, and who can set a cookie for somebody shares that one's login.
"""

import os

from server_hooks.sessions import session_id


def add():
    """brat's modules must be importable."""
    import session

    start = session.init_session

    def init_session(remote_address, cookie_data=None, cookie=None):
        sid = session_id(cookie_data)
        if sid is None or not os.path.isfile(session.get_session_pickle_path(sid)):
            sid = _new()
        start(remote_address, "sid=" + sid)

    init_cookie = session.Session.init_cookie

    def init_cookie_for_this_site(self, sid):
        init_cookie(self, sid)
        self.cookie[session.SESSION_COOKIE_KEY]["samesite"] = "Lax"

    session.init_session = init_session
    session.Session.init_cookie = init_cookie_for_this_site


def renew():
    """Give brat's present session another id; the one before is no session any more."""
    import session

    present = session.get_session()
    before = session.get_session_pickle_path(present.get_sid())
    present.init_cookie(_new())
    try:
        os.unlink(before)
    except FileNotFoundError:
        pass  # never stored


def _new():
    return os.urandom(28).hex()  # as long as brat's own, a SHA-224
