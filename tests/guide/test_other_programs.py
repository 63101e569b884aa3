"""What the guide shows of other programs runs as it stands, on projects of the tests."""

import re
import shutil
from importlib import import_module

import pytest
from checkout import CHECKOUT
from guide_examples import code

import brat_iaa

GALLERY = CHECKOUT / "tests" / "data" / "gallery"
# The modules that each example needs, and the last figure that it prints.
EXAMPLES = {
    "crowdkit": (("pandas", "crowdkit.aggregation"), None), "pygamma_agreement": (("pyannote.core",), 0.88),
    "udtools": (("udtools.udeval",), 1.0),
}  # fmt: skip


@pytest.mark.filterwarnings("ignore")  # of these programs
@pytest.mark.parametrize("program", EXAMPLES)
def test_what_the_guide_shows_runs(program, tmp_path, monkeypatch, capsys):
    names, figure = (program, *EXAMPLES[program][0]), EXAMPLES[program][1]
    modules = [pytest.importorskip(name) for name in names]
    (block,) = (block for block in code("studies", "") if f"{program}." in block.text)
    for project in ("entities", "treebank"):
        shutil.copytree(GALLERY / project, tmp_path / project)
    monkeypatch.chdir(tmp_path)
    there = {module.__name__.partition(".")[0]: None for module in modules}
    given = {name: import_module(name) for name in there}
    exec(block.text, {"iaa": brat_iaa, "re": re, **given})
    printed = capsys.readouterr().out.split()
    assert printed and (figure is None or float(printed[-1]) == pytest.approx(figure, abs=0.05))
