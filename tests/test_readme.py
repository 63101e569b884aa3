"""README and guide promise nothing that is not so: output is real, and nothing is left out."""

import argparse
import re
import shutil
from pathlib import Path

import pytest
from cases import each
from small_projects import shipped

from brat_iaa import config
from brat_iaa.cli import _parser, main
from brat_iaa.guide.topics import NAMES, text_of
from brat_iaa.layers.difference import DIFFERENCE_NAMES
from brat_iaa.study import Study

CHECKOUT = Path(__file__).parent.parent
README = (CHECKOUT / "README.md").read_text("utf-8")
# All that is written by hand; the topic on commands is made from the parser.
WRITTEN = NAMES
PROSE = README + "".join(text_of(name) for name in WRITTEN if name != "commands")
NDT1 = CHECKOUT / "tests" / "data" / "projects" / "ndt1"


def commands():
    (choice,) = [a for a in _parser()._actions if isinstance(a, argparse._SubParsersAction)]
    return choice.choices


def own_options(command):
    """Options of a command that are not settings of iaa.conf, which `init` explains."""
    for action in command._actions:
        if not action.dest.startswith("setting_") and action.dest != "help":
            if action.help is not argparse.SUPPRESS:
                yield from (name for name in action.option_strings if name.startswith("--"))


def test_the_report_shown_is_the_one_printed(capsys):
    main(["report", str(NDT1)])
    printed = capsys.readouterr().out
    shown = next(block for block in README.split("```") if "MASI (RD13)" in block)
    for line in shown.strip("\n").split("\n"):
        assert line in printed


def test_the_signature_shown_is_the_one_made():
    shown = re.search(r"`(LAA\|masi[^`]*)`", README).group(1)
    scores = shipped(NDT1).scores
    assert shown in {score.signature for score in scores}


@each("name", commands())
def test_every_command_is_explained(name):
    assert re.search(
        rf"^(\$ )?brat-agreement {name}\b|`brat-agreement {name}\b", PROSE, re.MULTILINE
    )


# Options whose help says all there is to say.
SELF_EXPLAINING = {"--host", "--port", "--force", "--limit"}


@each("name", commands())
def test_every_option_is_named(name):
    missing = {o for o in own_options(commands()[name]) if o not in PROSE} - SELF_EXPLAINING
    assert missing == set()


def with_settings(name, settings, folder):
    shutil.copytree(NDT1.parent / name, folder)
    (folder / "iaa.conf").write_text(settings, "utf-8")
    return Study(folder).agreement()


@pytest.mark.parametrize(
    "project, settings",
    [
        ("ndt1", "[layer dependencies]\n[layer trees]\n[layer pos]\nkind = labels\n"),
        ("ndt1", "[layer pos]\nkind = labels\nset = yes\n"), ("ndt1", "[layer trees]\nnodes = spans\n"),
        ("passonneau_fig1", "[layer coref]\nkind = chains\nrelations = Coref\n"),
        ("mirovsky_example", "[layer dependencies]\nlabels = dep\n[layer discourse]\nkind = relations\n"),
        ("mirovsky_example", "[layer entity-relations]\n[layer events]\n"),
    ],
)  # fmt: skip
def test_every_measure_and_statistic_is_defined(project, settings, tmp_path):
    scores = with_settings(project, settings, tmp_path / "project").scores
    assert scores
    for name in {score.measure for score in scores} | {score.statistic for score in scores}:
        assert f"`{name}`" in PROSE, name


def test_every_figure_about_the_gold_is_defined(tmp_path):
    shutil.copytree(NDT1, tmp_path / "project")
    shutil.copytree(NDT1 / "odin", tmp_path / "project" / "gold")
    (tmp_path / "project" / "iaa.conf").write_text("[project]\ngold = gold\n", "utf-8")
    scores = [s for s in Study(tmp_path / "project").agreement().scores if s.layer == "gold"]
    assert scores
    for name in {score.measure for score in scores} | {score.statistic for score in scores}:
        assert f"`{name}`" in PROSE, name


def test_every_kind_of_disagreement_is_defined():
    for name in DIFFERENCE_NAMES:
        assert f"`{name}`" in PROSE, name


def test_the_settings_shown_are_valid(tmp_path):
    (tmp_path / "iaa.conf").write_text(
        next(b.partition("\n")[2] for b in PROSE.split("```") if "[layer subcat]" in b), "utf-8"
    )
    assert [layer.kind for layer in config.load(tmp_path).layers] == [
        "dependencies", "trees", "labels", "labels", "chains", "relations",
    ]  # fmt: skip


def test_the_changes_of_a_version_are_short():
    text = (CHECKOUT / "CHANGELOG.md").read_text("utf-8")
    changes = re.search(r"^## \[Unreleased\].*?(?=^## \[)", text, re.M | re.S)[0].strip()
    assert len(changes.split("\n")) <= 80
    assert [line for line in changes.split("\n") if len(line.removeprefix("- ").split()) > 25] == []


def test_the_commands_to_set_up_are_the_ones_ci_runs():
    run = (CHECKOUT / ".ci" / "run").read_text("utf-8")
    tests = next(line for line in README.split("\n") if "-m pytest" in line)
    for part in ("install -e '.[test]'", "python -m pytest -n auto"):
        assert part in tests.replace(".venv/bin/", "") and part in run.replace("-q ", "")


def test_every_room_of_the_code_is_named():
    package = CHECKOUT / "brat_iaa"
    layout = (package / "README.md").read_text("utf-8")
    rooms = {
        path.parent.name
        for path in (
            *package.glob("*/__init__.py"),
            *package.glob("web/*/__init__.py"),
            *CHECKOUT.glob("server_hooks/*/__init__.py"),
        )
    }
    assert {name for name in rooms if f"`{name}/`" not in layout} == set()
    for name in re.findall(r"`([a-z_]+)/`", layout):
        assert name in rooms | {"brat_iaa", "server_hooks", "static"}, name
    for name in re.findall(r"`(\w+\.py)`", layout):
        assert (package / name).is_file(), name


def test_it_is_short():
    assert len(README.splitlines()) <= 100


@each("path", ["README.md", "brat_iaa/README.md", "tests/README.md"])
def test_links_and_pictures_are_there(path):
    text = CHECKOUT / path
    targets = re.findall(r"\]\(([^)]+)\)", text.read_text("utf-8"))
    assert targets or path != "README.md"
    for target in targets:
        assert target.startswith("https://") or (text.parent / target).is_file(), target


def test_the_pictures_are_small():
    pictures = list((CHECKOUT / "static" / "pictures").iterdir())
    assert pictures
    for path in pictures:
        assert path.stat().st_size <= 150_000 and f"static/pictures/{path.name}" in README
