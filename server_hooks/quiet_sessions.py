"""A session of brat is stored when it has changed, and only then.

brat reads it at the beginning of every request and stores what it has read at
the end. Whoever logs in while another request of the same page is under way is
logged out again by that one. Also, every visit would leave a file for good.
"""


def add():
    """brat's modules must be importable."""
    import session

    start, close = session.init_session, session.close_session
    begun_with = {}

    def init_session(remote_address, cookie_data=None, cookie=None):
        start(remote_address, cookie_data, cookie)
        begun_with.clear()
        begun_with.update(session.get_session())

    def close_session():
        if session.CURRENT_SESSION is not None and dict(session.CURRENT_SESSION) != begun_with:
            close()

    session.init_session, session.close_session = init_session, close_session
