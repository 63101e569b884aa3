"""What a user installs: the wheel holds pages, pictures and the demo, and works from any
directory.
"""

import configparser
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parent.parent.parent


def python(*arguments, **keywords):
    return subprocess.run(
        [sys.executable, *map(str, arguments)],
        check=True,
        capture_output=True,
        text=True,
        **keywords,
    ).stdout


def shipped():
    """Names of the files in the checkout, or in what a source distribution was unpacked to."""
    if not (CHECKOUT / ".git").exists():
        return [str(path.relative_to(CHECKOUT)) for path in CHECKOUT.rglob("*")]
    return subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=CHECKOUT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split("\n")


@pytest.fixture(scope="module")
def source(tmp_path_factory):
    """A copy of what git would hold: a build leaves folders behind, and takes old ones along."""
    source = tmp_path_factory.mktemp("wheel") / "source"
    names = shipped()
    for name in filter(None, names):
        if (CHECKOUT / name).is_file() and not name.startswith(("tests/", ".pytest_cache/")):
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            (source / name).write_bytes((CHECKOUT / name).read_bytes())
    return source


@pytest.fixture(scope="module")
def installed(source):
    """A folder with the content of the wheel, as pip would put it beside other packages."""
    folder = source.parent
    # What pip calls, which would first download setuptools for it.
    build = "import sys; from setuptools import build_meta; build_meta.build_wheel(sys.argv[1])"
    python("-c", build, folder, cwd=source)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


def run(installed, tmp_path, *arguments):
    """Run Python in an empty directory with the wheel's content before everything else."""
    environment = {**os.environ, "PYTHONPATH": str(installed)}
    return python(*arguments, cwd=tmp_path, env=environment)


def beside(names):
    """Where the wheel has files of the checkout: the hooks and what browsers load are inside."""
    for name in names:
        room = name.partition("/")[0]
        if name == "brat_iaa/README.md":  # for those who have the source
            continue
        if room == "brat_iaa" or room == "server_hooks" and name.endswith(".py"):
            yield name if room == "brat_iaa" else f"brat_iaa/{name}"
        elif room == "static" and "/pictures/" not in name:
            yield f"brat_iaa/{name}"


def test_the_wheel_holds_the_package_and_nothing_beside_it(installed, source):
    here = {str(path.relative_to(source)) for path in source.rglob("*") if path.is_file()}
    there = {str(path.relative_to(installed)) for path in installed.rglob("*") if path.is_file()}
    own = {name for name in there if ".dist-info/" in name}
    built = {name for name in here if name.startswith("build/") or "egg-info/" in name}
    assert there - own == set(beside(here - built))
    wanted = "METADATA RECORD WHEEL entry_points.txt top_level.txt licenses/LICENSE".split()
    assert own == {f"brat_agreement-0.3.0.dist-info/{name}" for name in wanted}
    assert (installed / "brat_iaa" / "py.typed").is_file()
    assert {path.name for path in installed.iterdir()} == {
        "brat_iaa", "brat_agreement-0.3.0.dist-info"
    }  # fmt: skip


def test_the_page_of_a_registry_is_complete(installed):
    (described,) = installed.glob("*.dist-info/METADATA")
    head, _, shown = described.read_text("utf-8").partition("\n\n")
    for field in ("Author:", "Keywords:", "Project-URL:", "License", "Requires-Python: >=3.9"):
        assert f"\n{field}" in head
    assert "Typing :: Typed" in head and "Programming Language :: Python :: 3.13" in head
    assert "Description-Content-Type: text/markdown" in head and "# brat-agreement" in shown


def test_a_source_distribution_has_all_but_what_only_git_needs(source):
    for name in filter(None, shipped()):
        if name.startswith("tests/"):
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(CHECKOUT / name, source / name)
    build = "import sys; from setuptools import build_meta; build_meta.build_sdist(sys.argv[1])"
    python("-c", build, source.parent, cwd=source)
    (packed,) = source.parent.glob("*.tar.gz")
    with tarfile.open(packed) as archive:
        found = [member.name.partition("/")[2] for member in archive if member.isfile()]
    made = {name for name in found if ".egg-info/" in name} | {"PKG-INFO"}
    here = {name for name in filter(None, shipped()) if (source / name).is_file()}
    assert here - set(found) == {".gitignore", ".ci/matrix"} and set(found) - here == made


def test_the_command_works_from_any_directory(installed, tmp_path):
    code = (
        "import brat_iaa, sys; from brat_iaa.cli import main; from brat_iaa.demo.serve "
        "import PROJECT;"
        "print(brat_iaa.__file__); sys.exit(main(['report', str(PROJECT)]))"
    )
    printed = run(installed, tmp_path, "-c", code)
    assert printed.splitlines()[0].startswith(str(installed))
    assert "anna, ben and carla" in printed


def test_the_pages_find_their_files(installed, tmp_path):
    code = (
        "from brat_iaa.web import create_app; from brat_iaa.demo.serve import PROJECT;"
        "client = create_app(PROJECT).test_client();"
        "print(*(client.get(address).status_code for address in"
        " ('/', '/disagreements', '/document/my_city', '/static/pages.css', '/static/pages.js')))"
    )
    # 202: it is being computed.
    assert set(run(installed, tmp_path, "-c", code).split()) <= {"200", "202"}


def test_runtime_needs_flask_requests_and_numpy_only():
    config = configparser.ConfigParser()
    config.read(CHECKOUT / "setup.cfg")
    needs = config["options"]["install_requires"].split()
    assert sorted(need.partition(">")[0] for need in needs) == ["flask", "numpy", "requests"]
