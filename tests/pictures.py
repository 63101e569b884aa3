"""Takes the pictures of the README from the demo, as annotators and lead see it in Chromium:

    python tests/pictures.py

It starts the demo's project on a free port, with its history of snapshots, and writes
static/pictures/*.png of at most 150 kB each. Needs chromium.
"""

import shutil
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from wsgiref.simple_server import WSGIRequestHandler, make_server

CHECKOUT = Path(__file__).parent.parent
sys.path.insert(0, str(CHECKOUT))

from brat_iaa.demo.serve import PROJECT, play_phases  # noqa: E402
from brat_iaa.web.site import create_site  # noqa: E402

FOLDER = CHECKOUT / "static" / "pictures"
LARGEST = 150_000
# name: (who looks, page, width and height)
PICTURES = {
    "overview": ("lead", "/demo/-/", (1200, 900)),
    "document": ("lead", "/demo/-/document/my_city?a=anna&b=carla", (1200, 760)),
}


def main():
    """Take them all."""
    with tempfile.TemporaryDirectory() as scratch:
        address, viewer = serve_demo(Path(scratch))
        FOLDER.mkdir(exist_ok=True)
        for name, (login, page, size) in PICTURES.items():
            viewer["login"] = login
            path = FOLDER / f"{name}.png"
            take(address + page, path, size, Path(scratch) / "chromium")
            assert path.stat().st_size <= LARGEST, f"{path} is larger than {LARGEST} bytes"
            print(path)


def serve_demo(scratch):
    """(address, {"login": who looks}) of the demo's project, served until the process ends."""
    project = scratch / "data" / "demo"
    shutil.copytree(PROJECT, project)
    state = scratch / "state"
    play_phases(project, state)
    viewer = {}
    site = create_site(scratch / "data", "/brat/", lambda environ: viewer["login"], state_dir=state)
    server = make_server("127.0.0.1", 0, site, handler_class=Silent)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}", viewer


class Silent(WSGIRequestHandler):
    """Logs nothing."""

    def log_message(self, *arguments):
        pass


def take(address, path, size, folder):
    """Take a picture of a page."""
    subprocess.run(
        [
            shutil.which("chromium") or "chromium", "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
            "--disable-background-networking", "--hide-scrollbars", f"--user-data-dir={folder}",
            f"--window-size={size[0]},{size[1]}", f"--screenshot={path}", address,
        ],
        check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=120,
    )  # fmt: skip


if __name__ == "__main__":
    main()
