"""In front of an installed brat: the command `service`, and for gunicorn, mod_wsgi and the like
brat_iaa.web.wsgi:application, with BRAT_IAA_SITE naming the settings of the site.
"""

import os
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

from brat_iaa.errors import ConfigError
from brat_iaa.proxy import remote_pages
from brat_iaa.proxy.app import create_proxy
from brat_iaa.proxy.forwarding import Brat
from brat_iaa.proxy.serving import Front, ProxyHandler
from brat_iaa.proxy.site import Remote
from brat_iaa.server_hooks import saving
from brat_iaa.server_hooks.install import InstallError, read_site
from brat_iaa.web import serving
from brat_iaa.web.site import create_site
from brat_iaa.web.viewers.identity import FromServer, StoredLogins

VARIABLE = "BRAT_IAA_SITE"


def open_service(path, host="127.0.0.1", port=8002):
    """The Front of the brat that the settings file of a site describes, see server_hooks.install.

    Raises ConfigError where something in it cannot be used.
    """
    site, prefix = _settings(path)
    with ExitStack() as children, serving.listen(host, port) as listener:
        child = remote_pages.start(
            site["data_dir"], os.path.dirname(os.path.abspath(path)), (), site["work_dir"],
            settings=os.path.abspath(path), pages_url=site["pages_url"], way=_way(site),
        )  # fmt: skip
        children.callback(child.end)
        app = _in_front(site, Remote(child))
        # Whatever its name, the web server is in front.
        server = serving.server_on(listener, app, host, ProxyHandler, None, prefix)
        return Front(server, children.pop_all())


def from_settings(path):
    """The same as a WSGI application, with the pages in this process."""
    site, prefix = _settings(path)
    pages = create_site(
        site["data_dir"], "/", FromServer(_way(site)), state_dir=os.path.dirname(path),
        pages_url=site["pages_url"], lock=partial(saving.locked, site["work_dir"]),
    )  # fmt: skip
    pages.extensions["brat_iaa_health"].settings = path
    return below(_in_front(site, pages), prefix)


def _settings(path):
    """(settings of a site, path of brat as browsers see it, "" for the top)"""
    try:
        site = read_site(path)
    except InstallError as error:
        raise ConfigError(str(error)) from None
    if "direct" not in site:
        raise ConfigError(
            f"{path}: these settings are of an earlier version, which did not stand in front of "
            f"brat. Install again: brat-agreement install {site['brat_dir']}"
        )
    return site, urlsplit(site["brat_url"]).path.rstrip("/")


def _in_front(site, pages):
    work_dir = site["work_dir"]
    return create_proxy(
        Brat(site["direct"]), pages, site["script"], site["pages"], data_dir=site["data_dir"],
        logins=StoredLogins(work_dir) if _way(site) == "read" else None,
        locks=None if site["guard"] else work_dir, archives=True,
    )  # fmt: skip


def _way(site):
    """ "read" if this process may read brat's sessions, else "asked": brat is asked."""
    folder = Path(site["work_dir"], "sessions")
    if folder.is_dir():
        return "read" if os.access(folder, os.R_OK | os.X_OK) else "asked"
    # Nobody has logged in yet: whether brat runs as our own user.
    ours = folder.parent.is_dir() and folder.parent.stat().st_uid == os.geteuid()
    return "read" if ours else "asked"


def __getattr__(name):
    # Made when the server asks for it, so that the module can be imported without a site.
    if name != "application":
        raise AttributeError(name)
    path = os.environ.get(VARIABLE)
    if not path:
        raise ConfigError(
            f"{VARIABLE} is not set. Expected the path of the site's settings, as "
            f"brat-agreement install prints it."
        )
    globals()[name] = from_settings(path)
    return globals()[name]


def below(application, url):
    """The WSGI application for who asks below the path of an address, e.g. "https://host/brat/"."""
    prefix = urlsplit(url).path.rstrip("/")
    if not prefix:
        return application

    def prefixed(environ, start_response):
        # mod_wsgi has taken it off by itself.
        if not environ.get("SCRIPT_NAME"):
            path = environ.get("PATH_INFO", "")
            if path == prefix or path.startswith(prefix + "/"):
                environ["PATH_INFO"] = path[len(prefix) :]
            environ["SCRIPT_NAME"] = prefix
        return application(environ, start_response)

    return prefixed
