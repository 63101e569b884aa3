"""Islands: where one is taken away with its folder and its line, the rest is whole."""

import re
import shutil
import subprocess
import sys

import pytest
from checkout import CHECKOUT
from waiting import PATIENCE

from brat_iaa.islands import ISLANDS

PACKAGE = CHECKOUT / "brat_iaa"
# What is tried where an island is gone: imports of everything, every help, every topic of the
# guide, and the pages of the demo's project.
TRIED = """
import pkgutil, re, shutil, sys, time
from contextlib import redirect_stdout
from importlib import import_module
from io import StringIO
from pathlib import Path

import brat_iaa
from brat_iaa import islands
from brat_iaa.access.permissions import adjudicates, sees_whole
from brat_iaa.cli import _parser, main
from brat_iaa.guide import topics
from brat_iaa.web.site import create_site

assert Path(brat_iaa.__file__).is_relative_to(Path.cwd())
# In a checkout the path of the package leads to server_hooks/, too, and to itself again.
for found in pkgutil.walk_packages(brat_iaa.__path__[:1], "brat_iaa."):
    if not found.name.endswith("__main__"):
        import_module(found.name)
(commands,) = [action.choices for action in _parser()._actions if action.choices]
assert all(parser.format_help() for parser in commands.values())
demo = Path(brat_iaa.__file__).parent / "demo" / "project"
for form in ("text", "json", "methods"):
    with redirect_stdout(StringIO()):
        assert main(["report", str(demo), "--format", form]) == 0
data = Path(sys.argv[1])
shutil.copytree(demo, data / "p")
site = create_site(data, "/brat/", lambda environ: "lead", state_dir=data.parent / "state")
client = site.test_client()
addresses = [f"/-/guide/{name}" for name in topics.NAMES]
for page in ("", "disagreements", "phases", "paper", "manage", "adjudicate"):
    addresses.append(f"/p/-/{page}")
optional = set()  # pages of what this project has not
for page in (*islands.pages(adjudicates), *islands.pages(sees_whole)):
    addresses.append(f"/p/-/{page.PAGES.name}")
    if hasattr(page, "offered"):
        optional.add(addresses[-1])
for address in addresses:  # those of links are added on the way
    while (answer := client.get(address)).status_code == 202:
        time.sleep(0.1)
    expected = (200, 404) if address in optional else (200,)
    assert answer.status_code in expected, (address, answer.text)
    links = dict.fromkeys(re.findall('href="(/-/guide/[^"#]*)', answer.text))
    addresses += [link for link in links if link not in addresses]
print(*commands, *islands.topics())
"""


def tried(top):
    return subprocess.run(
        [sys.executable, "-c", TRIED, str(top / "data")],
        cwd=top, capture_output=True, text=True, timeout=PATIENCE,
    )  # fmt: skip


@pytest.mark.parametrize("island", ISLANDS, ids=lambda island: island.name)
def test_the_rest_does_without_it(tmp_path, island):
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(PACKAGE, tmp_path / "brat_iaa", ignore=ignored)
    for folder in ("server_hooks", "static"):
        shutil.copytree(CHECKOUT / folder, tmp_path / folder, ignore=ignored)
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "acl.conf").touch()
    shutil.rmtree(tmp_path / "brat_iaa" / "studies" / island.name)
    line = re.compile(rf'    Island\("{island.name}".*\),\n')
    registry = tmp_path / "brat_iaa" / "islands.py"
    text, number = line.subn("", registry.read_text("utf-8"))
    assert number == 1
    registry.write_text(text, "utf-8")
    done = tried(tmp_path)
    assert done.returncode == 0, done.stderr
    words = done.stdout.split()
    assert "report" in words
    assert not {island.section, island.command.partition(":")[2]} & set(words)
