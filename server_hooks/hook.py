"""What is added to a brat that its web server starts: bridges, guard, session ids, actions."""

import json
import os
import sys
import traceback

from server_hooks import actions, bridges
from server_hooks.service import STAMP, Service
from server_hooks.sessions import session_id


def before_brat():
    """Must come before brat's modules are imported."""
    bridges.build()


def add(dispatch, site_path):
    """Add everything to brat, whose module dispatch has just been imported.

    site_path names the settings that server_hooks.install has written. Raises
    OSError, ValueError or KeyError when they cannot be used; then brat has its bridges,
    and session ids that stay what they are, but nothing else of ours.
    """
    import config
    import session

    session.init_session = _with_session_ids_only(session.init_session)
    with open(site_path, encoding="utf-8") as file:
        site = json.load(file)
    if site["guard"]:
        try:
            from server_hooks import guard

            guard.add(config.DATA_DIR, config.WORK_DIR)
        except Exception:
            traceback.print_exc(file=sys.stderr)
    service = Service(site["service"], site["key"], stamp=os.path.join(config.WORK_DIR, STAMP))
    actions.add(dispatch, service, site["script"], config.DATA_DIR)


def _with_session_ids_only(init_session):
    """brat's init_session, given nothing of the browser's cookies but a session id of brat's form.

    With any other id brat would read and write a file elsewhere, and other
    programs' cookies can make it fall over.
    """

    def init(remote_address, cookie_data=None, cookie=None):
        sid = session_id(cookie_data)
        return init_session(remote_address, "sid=" + sid if sid else None, cookie)

    return init
