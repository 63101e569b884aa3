"""brat's settings, given to it as a ready module instead of a config.py in its folder."""

import os
import sys
import types


def give(brat_tree, data_dir, work_dir, users):
    """Put brat's module `config` in place. All three paths are absolute.

    users is {name: password}; who is not named can look but not edit.
    """
    config = types.ModuleType("config")
    config.ADMIN_CONTACT_EMAIL = "the person who started this server"
    config.BASE_DIR = brat_tree
    config.DATA_DIR = data_dir
    config.WORK_DIR = work_dir
    config.USER_PASSWORD = dict(users)
    config.MAX_SEARCH_RESULT_NUMBER = 1000
    config.DEBUG = False
    config.TUTORIALS = False
    levels = ("LL_DEBUG", "LL_INFO", "LL_WARNING", "LL_ERROR", "LL_CRITICAL")
    for number, level in enumerate(levels):
        setattr(config, level, number)
    config.LOG_LEVEL = config.LL_WARNING
    config.SIMSTRING_DEFAULT_UNICODE = True
    sys.modules["config"] = config


def let_data_live_elsewhere(brat_tree, data_dir):
    """Let brat find annotation.conf and its like in a data directory outside its own folder.

    brat looks for them from a collection upwards, but only below its own
    folder, and compares the times of its statistics with its config.py.
    """
    import download
    import projectconfig
    import stats

    def upwards(directory):
        directory = os.path.normpath(directory)
        for root in (data_dir, brat_tree):
            if (directory + os.sep).startswith(root.rstrip(os.sep) + os.sep):
                while True:
                    yield directory
                    if directory == root:
                        return
                    directory = os.path.dirname(directory)

    read = getattr(projectconfig, "__read_or_default")

    def read_first(directory, filename):
        path = None
        for folder in upwards(directory) if directory is not None else ():
            path = os.path.join(folder, filename)
            found = read(path, None)
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
    stats.get_config_py_path = lambda: __file__
