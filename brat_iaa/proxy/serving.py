"""Serve a brat that runs elsewhere, with the pages and the script beside it."""

from pathlib import Path

from brat_iaa.errors import ConfigError
from brat_iaa.proxy.app import create_proxy
from brat_iaa.proxy.forwarding import Brat, NoAnswer, content
from brat_iaa.proxy.guard import DocumentLocks
from brat_iaa.web import serving
from brat_iaa.web.frame import static_folder
from brat_iaa.web.site import create_site
from brat_iaa.web.viewers.identity import FromServer
from brat_iaa.web.viewers.projects import beginning

PAGES = "/iaa"
# Seconds for brat, when the server starts.
_FIRST_LOOK = (3, 10)


class ProxyHandler(serving.PagesHandler):
    """The same in front of brat."""

    def is_for_pages(self):
        return self.server.app.covers(self.path)

    def login(self):
        return self.server.app.login(self.headers.get("Cookie"))


def open_proxy(url, data_dir, host="127.0.0.1", port=8002, state_dir=None, managers=(), **asked):
    """Return a listening server in front of the brat at url; run it with serve_forever().

    url        address of brat, e.g. "http://example.org/brat/"
    data_dir   brat's data directory, as this computer sees it
    host       address of this computer; brat and the pages answer there
    port       0 for any free one
    state_dir  directory in which our own files are kept; None: nothing outlives the process
    managers   brat logins that manage every project
    asked      behind and prefix, as for serving.server_on()

    Raises ConfigError for addresses and directories that cannot be used.
    """
    if not Path(data_dir).is_dir():
        raise ConfigError(
            f"--data {data_dir}: no such directory. Expected brat's data directory, as this "
            f"computer sees it."
        )
    # brat is on the same address: links to it need no host.
    documents = DocumentLocks(data_dir)
    site = create_site(
        data_dir, "/", FromServer(), state_dir=state_dir, managers=managers,
        lock=documents.of_path,
    )  # fmt: skip
    app = create_proxy(
        url, site, static_folder() / "brat.js", PAGES, data_dir=data_dir,
        documents=documents,
    )  # fmt: skip
    return serving.open_application(app, host, port, ProxyHandler, **asked)


def serve_proxy(url, data_dir, host, port, state_dir, managers, behind, prefix):
    """Serve as open_proxy() does, until Ctrl-C."""
    server = open_proxy(
        url, data_dir, host, port, state_dir, managers, behind=behind, prefix=prefix
    )
    address = serving.address(server)
    lines = [
        f"brat:             {address}/index.xhtml",
        f"Agreement pages:  {address}{PAGES}/",
        f"brat itself stays at {url}. Annotators should use the address above: only there do "
        f"simultaneous edits not get lost.",
        *beginning(data_dir, managers),
    ]
    doubt = _doubt(Brat(url))
    if doubt is not None:
        lines.append(f"Warning: {doubt}")
    serving.serve(server, lines)


def _doubt(brat):
    """Return why there seems to be no brat at the address; None if there is one."""
    try:
        response = brat.send("GET", "/index.xhtml", {}, times=_FIRST_LOOK)
        page = content(response)
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
