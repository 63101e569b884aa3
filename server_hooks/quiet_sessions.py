"""A session of brat is stored, and the browser told of it, when it has changed, and only then.

brat reads it at the beginning of every request and stores what it has read at
the end. Whoever logs in while another request of the same page is under way is
logged out again by that one. Also, every visit would leave a file for good.
"""


def add():
    """brat's modules must be importable."""
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
