"""Serve brat as it runs elsewhere, with the pages and the script beside it, on an address of ours."""

import logging
import sys

from werkzeug.serving import make_server

from brat_iaa.proxy.app import create_proxy
from brat_iaa.web import serving
from brat_iaa.web.frame import static_folder
from brat_iaa.web.identity import FromServer
from brat_iaa.web.site import create_site

PAGES = "/iaa"


def open_proxy(url, data_dir, host="127.0.0.1", port=8002, state_dir=None, managers=()):
    """A server in front of the brat at url that listens already; run it with serve_forever().

    url        address of brat, e.g. "http://example.org/brat/"
    data_dir   brat's data directory, as this computer sees it
    host       address of this computer; brat and the pages answer there
    port       0 for any free one
    state_dir  directory in which our own files are kept; None: nothing outlives the process
    managers   brat logins that manage every project

    Raises ConfigError for addresses and directories that cannot be used.
    """
    own = serving.OWN_NAMES + (serving._shown(host),) if serving._is_own(host) else None
    # brat is on the same address: links to it need no host.
    site = create_site(data_dir, "/", FromServer(), state_dir=state_dir, managers=managers, hosts=own)
    app = create_proxy(url, site, static_folder() / "brat.js", PAGES, data_dir=data_dir, hosts=own)
    with serving._listen(host, port) as listener:
        # The server keeps a copy of the socket.
        return make_server(host, listener.getsockname()[1], app, threaded=True, fd=listener.fileno())


def serve_proxy(url, data_dir, host="127.0.0.1", port=8002, state_dir=None, managers=()):
    """open_proxy(), until Ctrl-C."""
    server = open_proxy(url, data_dir, host, port, state_dir, managers)
    # Errors only: a line for each picture hides them.
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    address = f"http://{serving._shown(server.host)}:{server.port}"
    for line in (
        f"brat:             {address}/index.xhtml",
        f"Agreement pages:  {address}{PAGES}/",
        f"brat itself stays at {url}. Annotators should use the address above: only there are edits kept apart.",
        "Stop with Ctrl-C.",
    ):
        print(line, file=sys.stderr, flush=True)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        pass  # the ordinary end
    finally:
        server.server_close()
