"""Run by the line that brat-agreement install puts at the end of brat's config.py.

At that moment Python can import nothing, because brat has emptied its search path. So this only
registers with Python's import system, which calls it when brat imports its module dispatch.
Whatever goes wrong here, brat goes on. This file stays where it is: config.py names its path.

Given by the line: boot, the path of this file; site, the path of the settings.
"""

import sys


class _Finder:
    """Finds nothing, but loads the hooks around brat's module dispatch."""

    def __init__(self, boot, site):
        self._folder = boot.rpartition("/")[0]
        self._site = site

    def find_spec(self, name, path=None, target=None):
        if name != "dispatch":
            return None
        sys.meta_path.remove(self)
        try:
            return self._with_hooks()
        except Exception as error:
            _say(error)
            return None

    def _with_hooks(self):
        from importlib import import_module
        from importlib.util import find_spec, module_from_spec, spec_from_file_location

        # By its path: the folder around it may hold much else, for another Python.
        package = spec_from_file_location(
            "server_hooks", self._folder + "/__init__.py", submodule_search_locations=[self._folder]
        )
        sys.modules["server_hooks"] = module_from_spec(package)
        hook = import_module("server_hooks.hook")
        hook.before_brat()
        spec = find_spec("dispatch")
        load = spec.loader.exec_module

        def load_and_hook(module):
            load(module)
            try:
                hook.add(self._site)
            except Exception as error:
                _say(error)

        spec.loader.exec_module = load_and_hook
        return spec


def _say(error):
    # A web server may have closed it; the answer on standard output must stay what it is.
    if sys.stderr is not None:
        words = "brat-agreement is not loaded, brat goes on without it: %s: %s"
        print(words % (type(error).__name__, error), file=sys.stderr)


# brat under our own launcher has everything already. Both names are given by the line in config.py.
if not {"server_hooks", "brat_iaa.server_hooks"} & set(sys.modules):
    sys.meta_path.insert(0, _Finder(boot, site))  # type: ignore[name-defined]  # noqa: F821
