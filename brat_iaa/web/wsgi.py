"""For gunicorn, mod_wsgi and the like: brat_iaa.web.wsgi:application, with BRAT_IAA_SITE naming the
settings of the site.
"""

import os
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

from brat_iaa.errors import ConfigError
from brat_iaa.server_hooks.guard import files
from brat_iaa.server_hooks.install import InstallError, read_site
from brat_iaa.web.site import create_site
from brat_iaa.web.viewers.identity import SessionFiles, Whoami

VARIABLE = "BRAT_IAA_SITE"


def from_settings(path):
    """The application that the settings file of a site describes, see server_hooks.install.

    Raises ConfigError where something in it cannot be used.
    """
    try:
        site = read_site(path)
    except InstallError as error:
        raise ConfigError(str(error)) from None
    pages = create_site(
        site["data_dir"],
        site["brat_url"] or "/",
        identity(site["work_dir"], site["brat_url"]),
        state_dir=os.path.dirname(path),
        key=site["key"],
        pages_url=site["pages_url"],
        lock=partial(files.locked, site["work_dir"]) if site["work_dir"] else None,
    )
    pages.extensions["brat_iaa_health"].settings = path
    return below(pages, site["pages_url"])


def identity(work_dir, brat_url):
    """Reads brat's sessions where this process may, else asks brat.

    Raises ConfigError if it can do neither.
    """
    folder = Path(work_dir, "sessions") if work_dir else None
    if folder is not None and _readable(folder):
        return SessionFiles(work_dir, brat_url)
    if not brat_url.startswith(("http://", "https://")):
        raise ConfigError(
            f"{folder}: brat's sessions cannot be read, and brat_url is {brat_url!r}, "
            f"which does not say where brat "
            "can be asked. Run the pages as brat's user, or give brat's full address, http://..."
        )
    return Whoami(brat_url)


def _readable(folder):
    """Whether brat's sessions can be read; before anybody has logged in, whether brat runs as our
    own user.
    """
    if folder.is_dir():
        return os.access(folder, os.R_OK | os.X_OK)
    return folder.parent.is_dir() and folder.parent.stat().st_uid == os.geteuid()


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


def below(application, pages_url):
    """The WSGI application with links that begin with the path of pages_url.

    pages_url  address of the application as browsers see it, e.g. "https://example.org/brat/iaa/"
    """
    prefix = urlsplit(pages_url).path.rstrip("/")
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
