"""What is added to a brat that its web server starts: compatibility, guard and actions."""

import json
import os
import sys
import traceback

from .agreement import actions
from .agreement.service import STAMP, Service
from .brat import compat
from .guard import sessions


def before_brat():
    """Must come before brat's modules are imported."""
    compat.restore()


def add(dispatch, site_path):
    """Add everything to brat, whose module dispatch has just been imported.

    site_path names the settings that server_hooks.install has written. Raises OSError, ValueError
    or KeyError when they cannot be used; then brat runs on this Python, and takes only session ids
    of its own form, but has nothing else of ours.
    """
    import config

    sessions.accept_brats_ids_only()
    with open(site_path, encoding="utf-8") as file:
        site = json.load(file)
    if site["guard"]:
        try:
            from .guard import dispatcher

            dispatcher.add(config.DATA_DIR, config.WORK_DIR)
        except Exception:
            traceback.print_exc(file=sys.stderr)
    service = Service(site["service"], site["key"], stamp=os.path.join(config.WORK_DIR, STAMP))
    actions.add(dispatch, service, site["script"], config.DATA_DIR)
