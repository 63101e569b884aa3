"""The action for GitHub and the hook for pre-commit, run as their runners run them."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from checkout import CHECKOUT, DEMO

PROGRAM = Path(sys.executable).parent / "brat-agreement"


@pytest.fixture
def workspace(tmp_path):
    shutil.copytree(DEMO, tmp_path / "workspace" / "corpus")
    return tmp_path / "workspace"


def run_action(workspace, **given):
    """What the step that checks prints and returns, with the inputs that a workflow gives."""
    action = yaml.safe_load((CHECKOUT / "action.yml").read_text("utf-8"))
    inputs = {name: own["default"] for name, own in action["inputs"].items()}
    assert given.keys() <= inputs.keys()
    inputs.update(given)
    _, step = action["runs"]["steps"]
    environment = {
        name: re.fullmatch(r"\$\{\{ inputs\.(\w+) \}\}", value)[1]
        for name, value in step["env"].items()
    }
    bin = workspace.parent / "temp" / "brat-agreement" / "bin"
    bin.mkdir(parents=True)
    (bin / "brat-agreement").symlink_to(PROGRAM)
    return subprocess.run(
        # As runners call it.
        ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", step["run"]],
        cwd=workspace,
        env={**os.environ, "RUNNER_TEMP": str(workspace.parent / "temp"),
             "GITHUB_WORKSPACE": str(workspace),
             **{name: inputs[key] for name, key in environment.items()}},
        capture_output=True, text=True,
    )  # fmt: skip


def test_the_action_marks_the_lines_of_the_files(workspace):
    done = run_action(
        workspace, project="corpus", min="LAA=0.99\nF1 of nothing=1\n", report="report.html"
    )
    assert done.returncode == 2 and "unknown measure “F1 of nothing”" in done.stderr
    assert "</html>" in (workspace / "report.html").read_text("utf-8")


def test_the_action_fails_below_a_floor(workspace):
    done = run_action(workspace, project="corpus", min="LAA=0.99")
    assert done.returncode == 1 and "::warning file=corpus/" in done.stdout


def test_the_action_passes_without_inputs_by_the_floors_of_the_project(workspace):
    with open(workspace / "corpus" / "iaa.conf", "a", encoding="utf-8") as file:
        file.write("\n[check]\nfloors = LAA=0.8\n")
    done = run_action(workspace, project="corpus")
    assert done.returncode == 0
    assert done.stdout == "ok     LAA masi: 0.9118, floor 0.8 (anna, ben, carla)\n"


def test_the_hook_is_the_check(workspace):
    (hook,) = yaml.safe_load((CHECKOUT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    program, *words = hook["entry"].split()
    assert program == PROGRAM.name and hook["pass_filenames"] is False
    done = subprocess.run(
        [PROGRAM, *words, "corpus", "--min", "LAA=0.99"], cwd=workspace, capture_output=True
    )
    assert done.returncode == 1
    assert re.search(hook["files"], "corpus/anna/my_city.ann")
