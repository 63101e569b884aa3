"""brat's settings as a module: read from its config.py, or made without one."""

import os
import sys
import traceback
import types


class LaunchError(Exception):
    """brat cannot be started; the text says why and what to do."""


class _Users(dict):
    """Passwords by user. Taken for true even when empty, else brat would let everybody edit."""

    def __bool__(self):
        return True


def of(brat_tree):
    """Return the settings in a brat's config.py as a module, with absolute paths.

    Relative paths are taken from brat's folder. Raises LaunchError when there is no config.py, or
    brat could not work with it.
    """
    brat_tree = os.path.abspath(os.fspath(brat_tree))
    path = os.path.join(brat_tree, "config.py")
    if not os.path.isfile(path):
        raise LaunchError(
            f"brat in {brat_tree} is not set up yet: it has no config.py. Run ./install.sh in that "
            "folder, or copy config_template.py to config.py and fill it in."
        )
    config = read(path)
    missing = [
        name for name in ("DATA_DIR", "WORK_DIR", "USER_PASSWORD") if not hasattr(config, name)
    ]
    if missing:
        raise LaunchError(
            f"{path} does not set {missing[0]}. Compare it with brat's config_template.py."
        )
    return complete(config, brat_tree, brat_tree)


def read(path):
    """Return the module that a settings file of brat makes. Raises LaunchError if it fails."""
    config = types.ModuleType("config")
    config.__file__ = path
    before = list(sys.path)
    sys.path.insert(0, os.path.dirname(path))
    try:
        with open(path, "rb") as file:
            exec(compile(file.read(), path, "exec"), config.__dict__)
    except OSError as error:
        raise LaunchError(f"{path} cannot be read: {error.strerror or error}.") from None
    except (Exception, SystemExit) as error:
        if "CHANGE_ME" in str(error) and isinstance(error, NameError):
            raise _to_change(path) from None
        raise LaunchError(
            f"brat's settings cannot be read: {_told(error)} in {path}, line {_line(error, path)}. "
            "Fix that line; brat itself needs it too."
        ) from None
    finally:
        sys.path[:] = before
    return config


def _told(error):
    # Not the text of the line: it may be one with a password.
    return f"{type(error).__name__} ({error.msg if isinstance(error, SyntaxError) else error})"


def _line(error, path):
    if isinstance(error, SyntaxError) and error.filename == path:
        return error.lineno or 0
    lines = [
        line
        for frame, line in traceback.walk_tb(error.__traceback__)
        if frame.f_code.co_filename == path
    ]
    return lines[0] if lines else 0


def _to_change(path):
    return LaunchError(
        f"{path} still has CHANGE_ME in it, where brat wants its own settings. Replace it, or run "
        "./install.sh there."
    )


def complete(config, brat_tree, relative_to):
    """Return the same settings, checked, with absolute paths and a value for all brat needs."""
    values = [value for name, value in vars(config).items() if name.isupper()]
    if "CHANGE_ME" in (value for value in values if isinstance(value, str)):
        raise _to_change(config.__file__)
    for name in ("DATA_DIR", "WORK_DIR"):
        value = getattr(config, name)
        if not (isinstance(value, (str, os.PathLike)) and os.fspath(value)):
            raise LaunchError(
                f"{config.__file__}: {name} is {value!r}; expected the path of a directory."
            )
        setattr(config, name, os.path.abspath(os.path.join(relative_to, os.fspath(value))))
    if config.USER_PASSWORD == False:  # noqa: E712  as brat asks
        config.USER_PASSWORD = False
    elif not isinstance(config.USER_PASSWORD, dict):
        raise LaunchError(
            f"{config.__file__}: USER_PASSWORD is neither a list of users {{'name': 'password'}} "
            "nor False."
        )
    for name, value in _defaults(brat_tree).items():
        if not hasattr(config, name):
            setattr(config, name, value)
    return config


def made(brat_tree, data_dir, work_dir, users):
    """Return settings for a brat without a config.py.

    brat_tree  brat's folder
    data_dir   directory with brat's collections
    work_dir   directory for brat's sessions and its log; made when absent
    users      {name: password} of those who may edit; everybody may look
    """
    brat_tree, data_dir, work_dir = (
        os.path.abspath(os.fspath(path)) for path in (brat_tree, data_dir, work_dir)
    )
    config = types.ModuleType("config")
    config.DATA_DIR = data_dir
    config.WORK_DIR = work_dir
    config.USER_PASSWORD = _Users(users)
    for name, value in _defaults(brat_tree).items():
        setattr(config, name, value)
    return config


def _defaults(brat_tree):
    levels = ("LL_DEBUG", "LL_INFO", "LL_WARNING", "LL_ERROR", "LL_CRITICAL")
    return {
        "ADMIN_CONTACT_EMAIL": "the person who started this server",
        "BASE_DIR": brat_tree,
        "MAX_SEARCH_RESULT_NUMBER": 1000,
        "DEBUG": False,
        "TUTORIALS": False,
        "LOG_LEVEL": levels.index("LL_WARNING"),
        "SIMSTRING_DEFAULT_UNICODE": True,
        **{level: number for number, level in enumerate(levels)},
    }


def give(config):
    """Put brat's module `config` in place. Call it before any of brat's modules is imported."""
    sys.modules["config"] = config


def let_data_live_elsewhere(brat_tree, config):
    """Let brat find annotation.conf and its like in a data directory outside its own folder.

    brat looks for them from a collection upwards, but only below its own folder, and compares the
    times of its statistics with its config.py.
    """
    import download
    import projectconfig
    import stats

    roots = [os.path.normpath(root) for root in (config.BASE_DIR, brat_tree, config.DATA_DIR)]

    def upwards(directory):
        directory = os.path.normpath(directory)
        for root in roots:
            if (directory + os.sep).startswith(root.rstrip(os.sep) + os.sep):
                while True:
                    yield directory
                    if directory == root:
                        return
                    directory = os.path.dirname(directory)

    find = getattr(projectconfig, "__read_or_default")

    def read_first(directory, filename):
        path = None
        for folder in upwards(directory) if directory is not None else ():
            path = os.path.join(folder, filename)
            found = find(path, None)
            if found is not None:
                return found, path
        return None, path

    def find_first(directory, filename):
        for depth, folder in enumerate(upwards(directory)):
            if os.path.exists(os.path.join(folder, filename)):
                return folder, depth
        return None, None

    setattr(projectconfig, "__read_first_in_directory_tree", read_first)
    download.find_in_directory_tree = find_first
    settings_file = getattr(config, "__file__", __file__)
    stats.get_config_py_path = lambda: settings_file
