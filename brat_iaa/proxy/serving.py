"""brat and the pages at one address: in front of a brat that runs elsewhere, or of one of ours."""

import os
from contextlib import ExitStack
from pathlib import Path

from brat_iaa.errors import ConfigError
from brat_iaa.proxy import remote_pages
from brat_iaa.proxy.app import Proxy
from brat_iaa.proxy.child import Child
from brat_iaa.proxy.forwarding import Brat, NoAnswer
from brat_iaa.proxy.site import Remote
from brat_iaa.server_hooks import launcher
from brat_iaa.store.paths import database_path
from brat_iaa.web import serving
from brat_iaa.web.frame import static_folder
from brat_iaa.web.viewers.identity import StoredLogins
from brat_iaa.web.viewers.projects import beginning

PAGES = "/iaa"
# Seconds for brat, when the server starts.
_FIRST_LOOK = (3, 10)
_BRAT = "from brat_iaa.server_hooks import launcher; launcher.main()"


class ProxyHandler(serving.PagesHandler):
    """The same in front of brat."""

    def is_for_pages(self):
        return self.server.app.covers(self.path)

    def login(self):
        return self.server.app.login(self.headers.get("Cookie"))


class Front:
    """A listening server in front of brat, with the programs behind it; close() ends them."""

    def __init__(self, server, children):
        self.server, self.children = server, children

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.server.server_close()
        self.children.close()


def open_proxy(url, data_dir, host="127.0.0.1", port=8002, state_dir=None, managers=(), **asked):
    """Return the Front of the brat at url.

    url        address of brat, e.g. "http://example.org/brat/"
    data_dir   brat's data directory, as this computer sees it
    host       address of this computer; brat and the pages answer there
    port       0 for any free one
    state_dir  directory in which our own files are kept; None: the user's own
    managers   brat logins that manage every project
    asked      trusted_proxies and prefix, as for serving.server_on()

    Raises ConfigError for addresses and directories that cannot be used.
    """
    if not Path(data_dir).is_dir():
        raise ConfigError(
            f"--data {data_dir}: no such directory. Expected brat's data directory, as this "
            f"computer sees it."
        )
    brat = Brat(url)
    locks = database_path(data_dir, state_dir).parent
    with ExitStack() as children, serving.listen(host, port) as listener:
        site = _pages(children, data_dir, state_dir, managers, locks)
        app = Proxy(brat, site, static_folder() / "brat.js", PAGES, data_dir=data_dir, locks=locks)
        server = serving.server_on(listener, app, host, ProxyHandler, **asked)
        return Front(server, children.pop_all())


def open_brat(told, host="127.0.0.1", port=8001, state_dir=None, managers=(), **asked):
    """Return the Front of a brat that is started.

    told  what is to be served, see launcher.configured()
    The others are as for open_proxy(). Raises ConfigError when brat cannot be started, too.
    """
    _, config = configured(told)
    data_dir, work_dir = config.DATA_DIR, config.WORK_DIR
    with ExitStack() as children, serving.listen(host, port) as listener:
        brat = Child("brat", _BRAT, {**told, "brat": _absolute(told["brat"])})
        children.callback(brat.end)
        site = _pages(children, data_dir, state_dir, managers, work_dir)
        app = Proxy(
            Brat(brat.address, brat), site, static_folder() / "brat.js", PAGES,
            data_dir=data_dir, logins=StoredLogins(work_dir),
            archives=getattr(config, "DOWNLOADS", True),
        )  # fmt: skip
        server = serving.server_on(listener, app, host, ProxyHandler, **asked)
        return Front(server, children.pop_all())


def configured(told):
    """(brat's folder, its settings as a module), as launcher.configured(). Raises ConfigError."""
    try:
        return launcher.configured(told)
    except launcher.LaunchError as error:
        raise ConfigError(str(error)) from None


def _absolute(path):
    return path and os.path.abspath(path)


def _pages(children, data_dir, state_dir, managers, locks):
    """The pages in a process of their own, which ends with the children, an ExitStack."""
    child = remote_pages.start(data_dir, state_dir, managers, locks)
    children.callback(child.end)
    return Remote(child)


def serve(front, lines):
    """Serve until Ctrl-C or SIGTERM, then end the programs behind; lines are said first."""
    with front:
        serving.serve(front.server, lines)


def serve_proxy(url, data_dir, host, port, state_dir, managers, trusted_proxies, prefix):
    """Serve as open_proxy() does, until Ctrl-C."""
    front = open_proxy(
        url, data_dir, host, port, state_dir, managers,
        trusted_proxies=trusted_proxies, prefix=prefix,
    )  # fmt: skip
    lines = [
        *addresses(front),
        f"brat itself stays at {url}. Annotators should use the address above: only there do "
        f"simultaneous edits not get lost.",
        *beginning(data_dir, managers),
    ]
    doubt = _doubt(Brat(url))
    if doubt is not None:
        lines.append(f"Warning: {doubt}")
    serve(front, lines)


def addresses(front, pages=PAGES):
    """Lines that say where brat and the pages are; pages: their path below brat's."""
    address = serving.address(front.server)
    return [
        f"brat:             {address}/index.xhtml",
        f"Agreement pages:  {address}{pages}/",
    ]


def _doubt(brat):
    """Return why there seems to be no brat at the address; None if there is one."""
    try:
        response, file = brat.answer("GET", "/index.xhtml", {}, times=_FIRST_LOOK, unpacked=True)
        with file:
            page = file.read()
    except NoAnswer as error:
        return f"{error} Start it, or correct the address."
    if response.status_code in (301, 302, 307, 308):
        target = response.headers.get("Location")
        return f"{brat.url} redirects to {target}. Give that address instead."
    if response.status_code != 200 or b"ajax.js" not in page:
        return (
            f"{brat.url}index.xhtml is no page of brat's (status {response.status_code}). "
            f"Correct the address."
        )
    return None
