"""What is added to a brat that its web server starts: compatibility and saving."""

import json

from . import saving
from .brat import compat, settings
from .brat.sessions import session_id


def before_brat():
    """Must come before brat's modules are imported."""
    compat.restore()


def add(site_path):
    """Add everything to brat, whose module dispatch has just been imported.

    site_path names the settings that server_hooks.install has written. Raises OSError, ValueError
    or KeyError when they cannot be used; then brat runs on this Python, and takes only session ids
    of its own form, but saves in its own way.
    """
    import config

    _accept_brats_ids_only()
    with open(site_path, encoding="utf-8") as file:
        site = json.load(file)
    settings.let_data_live_elsewhere(site["brat_dir"], config)
    saving.add(config.DATA_DIR, config.WORK_DIR)


def _accept_brats_ids_only():
    """Give brat nothing of the browser's cookies but a session id of brat's form.

    With any other id brat would read and write a file elsewhere, and other programs' cookies can
    make it fall over.
    """
    import session

    start = session.init_session

    def init_session(remote_address, cookie_data=None, cookie=None):
        sid = session_id(cookie_data)
        return start(remote_address, "sid=" + sid if sid else None, cookie)

    session.init_session = init_session
