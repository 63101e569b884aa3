"""What may import what: data flows one way, and the folders say which."""

import ast
import functools
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parent.parent
PACKAGE = CHECKOUT / "brat_iaa"
TESTS = CHECKOUT / "tests"
# Folders of tests/ that are no room of the package.
BESIDE = {"server_hooks", "papers", "reliability", "benchmarks", "support", "data", "system"}

# Each floor may import from those above it in this list, and from its own.
FLOORS = (
    ("errors", "spelling"),
    ("http",),
    ("measures",),
    ("kinds",),
    ("figures",),
    ("formats",),
    ("config", "corpus"),
    ("store", "values"),
    ("layers",),
    ("scores",),
    ("references",),
    ("places",),
    ("access",),
    ("agreement", "study"),
    ("report", "paper"),
    ("review", "adjudication", "phases", "exchange"),
    ("api",),
    ("doctor", "guide"),
    ("studies",),
    ("published",),
    ("web",),
    ("proxy",),
    ("demo",),
    ("parallel",),
    ("cli",),
    ("__main__",),
)


# What finds modules and names when they are first asked for.
LAZY = {"os", "importlib", "importlib.import_module", "typing", "typing.TYPE_CHECKING"}


def modules(folder):
    return sorted(path for path in folder.rglob("*.py"))


@functools.cache
def imported(path):
    """Full names of the modules that a file imports, relative ones resolved."""
    return tuple(_imported(path))


@functools.cache
def _body(path):
    return ast.parse(path.read_text("utf-8")).body


def _statements(body):
    """All of them, also those within others; imports are no expressions."""
    for node in body:
        yield node
        for part in ("body", "orelse", "finalbody", "handlers"):
            yield from _statements(getattr(node, part, ()))


def _imported(path):
    package = path.relative_to(CHECKOUT).parts[:-1]
    for node in _statements(_body(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
            name = ".".join(part for part in (base, node.module) if part)
            yield name
            yield from (f"{name}.{alias.name}" for alias in node.names)


def floor_of(room):
    return next((number for number, rooms in enumerate(FLOORS) if room in rooms), None)


def test_imports_flow_one_way():
    for path in modules(PACKAGE):
        room = path.relative_to(PACKAGE).parts[0].partition(".")[0]
        if room == "__init__":
            public = {name for name in imported(path) if name.startswith("brat_iaa.")}
            assert all(name.split(".")[1] in ("api", "errors", "measures") for name in public)
            assert set(imported(path)) - public == LAZY | {"brat_iaa"}
            continue
        own = floor_of(room)
        assert own is not None, f"{room} is on no floor"
        for name in imported(path):
            parts = name.split(".")
            if parts[0] == "brat_iaa" and len(parts) > 1 and floor_of(parts[1]) is not None:
                assert floor_of(parts[1]) <= own, f"{path}: {room} must not import {name}"


def outside(folder, allowed):
    """Top-level modules imported by a folder that are not among the allowed and not its own."""
    return {
        name.split(".")[0]
        for path in modules(folder)
        for name in imported(path)
        if name.split(".")[0] not in allowed
    }


def test_measures_know_nothing_of_brat_files_or_the_web():
    assert (
        outside(
            PACKAGE / "measures",
            {
                "collections",
                "dataclasses",
                "fractions",
                "functools",
                "heapq",
                "importlib",
                "itertools",
                "math",
                "numpy",
                "random",
                "typing",
                "brat_iaa",
            },
        )
        == set()
    )
    inner = {name for path in modules(PACKAGE / "measures") for name in imported(path)}
    assert {name.split(".")[1] for name in inner if name.startswith("brat_iaa.")} <= {
        "errors",
        "measures",
        "record",
    }


def test_numbers_are_packed_in_64_bits():
    """A single number of 64 bits makes no array so before NumPy 2: measures.distinct.packed()."""
    assert not [path for path in modules(PACKAGE) if "* numpy.int64(" in path.read_text()]


def test_pages_hold_no_arithmetic_on_scores():
    """They neither compute with arrays nor reach for the measures."""
    names = {name for path in modules(PACKAGE / "web") for name in imported(path)}
    assert not any(
        name.split(".")[0] == "numpy" or name.startswith("brat_iaa.measures") for name in names
    )


def test_hooks_in_brats_process_do_not_import_the_package():
    """They may run in another Python, where it is not installed."""
    names = {name for path in modules(CHECKOUT / "server_hooks") for name in imported(path)}
    assert not any(name.split(".")[0] in ("brat_iaa", "numpy", "flask") for name in names)


def test_rooms_of_the_hooks():
    """brat is described below all else; what starts a brat is above, and nobody's base."""
    rooms = ("brat",), ("agreement",), ("install",)
    floors = {room: number for number, names in enumerate(rooms) for room in names}
    for room, floor in floors.items():
        for path in modules(CHECKOUT / "server_hooks" / room):
            used = {name.split(".")[1] for name in imported(path) if name.count(".") > 1}
            for name in used & set(floors) - {room}:
                assert floors[name] < floor, f"{path.name} must not import {name}"


def test_one_module_reads_settings_files():
    """What takes iaa.conf apart stays in config/."""
    names = {path.relative_to(PACKAGE).as_posix(): set(imported(path)) for path in modules(PACKAGE)}
    assert not [path for path in names if "configparser" in names[path]]
    readers = {path for path in names if "brat_iaa.config.lines" in names[path]}
    assert readers == {"config/reading.py", "config/changing.py"}


def test_no_two_classes_have_one_name():
    """Whoever reads a name knows what it is; private ones are seen in their own file only."""
    names = Counter(
        node.name
        for folder in (PACKAGE, CHECKOUT / "server_hooks")
        for path in modules(folder)
        for node in _body(path)
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert [name for name, times in names.items() if times > 1] == []


def test_tests_stand_in_the_room_of_what_they_test():
    rooms = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    for tier in (TESTS, TESTS / "system"):
        folders = {
            path.name for path in tier.iterdir() if path.is_dir() and path.name[0] not in "._"
        }
        assert folders - rooms <= BESIDE


def test_what_tests_share_is_in_support():
    """No test module imports another one."""
    names = {path.stem for path in TESTS.rglob("test_*.py")} | {"conftest"}
    line = re.compile(r"^[ ]*(?:from|import) ([\w.]+)", re.MULTILINE)
    shared = [
        (str(path.relative_to(TESTS)), name)
        for path in modules(TESTS)
        for name in line.findall(path.read_text("utf-8"))
        if names & set(name.split("."))
    ]
    assert shared == []


@pytest.mark.parametrize("command", [["check"], ["format", "--check"]], ids=" ".join)
def test_style(command):
    """ruff, set up in pyproject.toml."""
    ruff = [sys.executable, "-m", "ruff", *command, "--no-cache", str(CHECKOUT)]
    done = subprocess.run(ruff, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.system  # it takes longer than any other
def test_types(pytestconfig, tmp_path):
    """mypy, set up in pyproject.toml; it looks again at what has changed since the last run."""
    kept = pytestconfig.pluginmanager.hasplugin("cacheprovider")
    folder = Path(pytestconfig.cache.mkdir("mypy")) if kept else tmp_path
    # As installed, with server_hooks inside.
    package = folder / "brat_iaa"
    shutil.rmtree(package, ignore_errors=True)
    package.mkdir()
    for entry in (*PACKAGE.iterdir(), CHECKOUT / "server_hooks"):
        (package / entry.name).symlink_to(entry)
    mypy = [sys.executable, "-m", "mypy", "--config-file", str(CHECKOUT / "pyproject.toml")]
    mypy += ["--cache-dir", str(folder / "cache") if kept else "/dev/null", "brat_iaa"]
    done = subprocess.run(mypy, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
