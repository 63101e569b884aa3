"""In front of an installed brat: the command `service`."""

import os
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

from brat_iaa.errors import ConfigError
from brat_iaa.proxy import remote_pages
from brat_iaa.proxy.app import Proxy
from brat_iaa.proxy.forwarding import Brat
from brat_iaa.proxy.serving import Front, ProxyHandler
from brat_iaa.proxy.site import Remote
from brat_iaa.server_hooks.install import InstallError, read_site
from brat_iaa.web import serving
from brat_iaa.web.viewers.identity import StoredLogins


def open_service(path, host="127.0.0.1", port=8002):
    """The Front of the brat that the settings file of a site describes, see server_hooks.install.

    Raises ConfigError where something in it cannot be used.
    """
    try:
        site = read_site(path)
    except InstallError as error:
        raise ConfigError(str(error)) from None
    if "direct" not in site:
        raise ConfigError(
            f"{path}: these settings are of an earlier version, which did not stand in front of "
            f"brat. Install again: brat-agreement install {site['brat_dir']}"
        )
    work_dir, way = site["work_dir"], _way(site["work_dir"])
    with ExitStack() as children, serving.listen(host, port) as listener:
        child = remote_pages.start(
            site["data_dir"], os.path.dirname(os.path.abspath(path)), (), work_dir,
            settings=os.path.abspath(path), pages_url=site["pages_url"], way=way,
        )  # fmt: skip
        children.callback(child.end)
        app = Proxy(
            Brat(site["direct"]), Remote(child), site["script"], site["pages"],
            data_dir=site["data_dir"], logins=StoredLogins(work_dir) if way == "read" else None,
            archives=True,
        )  # fmt: skip
        # Whatever its name, the web server is in front.
        prefix = urlsplit(site["brat_url"]).path.rstrip("/")
        server = serving.server_on(listener, app, host, ProxyHandler, None, prefix)
        return Front(server, children.pop_all())


def _way(work_dir):
    """ "read" if this process may read brat's sessions, else "asked": brat is asked."""
    folder = Path(work_dir, "sessions")
    if folder.is_dir():
        return "read" if os.access(folder, os.R_OK | os.X_OK) else "asked"
    # Nobody has logged in yet: whether brat runs as our own user.
    ours = folder.parent.is_dir() and folder.parent.stat().st_uid == os.geteuid()
    return "read" if ours else "asked"
