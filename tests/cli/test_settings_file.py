"""The command that writes a project's settings."""

import re

import pytest
from small_projects import put_raw, three_annotators

from brat_iaa import config


@pytest.fixture
def project(tmp_path):
    return three_annotators(tmp_path)


def test_init_writes_settings_that_change_nothing(run, project):
    code, said, err = run("report", project)
    # As soon as layers are named, nothing is guessed.
    before = code, re.sub(r"(?s)Spans taken for tokens: .*? --spans\n", "", said), err
    code, out, err = run("init", project)
    assert (code, out) == (0, "")
    assert "Wrote" in err and "anna, ben, carla" in err
    assert "guide settings" in (project / "iaa.conf").read_text("utf-8")
    lines = before[1].split("\n")
    # What was decided without a setting is said where there is none.
    lines = [line for line in lines if not line.startswith("Spans taken for tokens")]
    assert run("report", project) == (before[0], "\n".join(lines), before[2])


def test_init_does_not_overwrite(run, project):
    (project / "iaa.conf").write_text("[project]\nname = mine\n")
    code, _, err = run("init", project)
    assert code == 2 and "is there already" in err and "--force" in err
    assert (project / "iaa.conf").read_text() == "[project]\nname = mine\n"
    assert run("init", project, "--force")[0] == 0
    assert config.load(project).name is None


def test_init_finds_folders_above_the_annotators(run, tmp_path):
    for number, batch in enumerate(("batch1", "batch2"), 1):
        for name in ("anna", "ben"):
            put_raw(tmp_path / "p" / batch, name, "1", "a b" * number, f"T{number}\tX 0 1\ta\n")
    layout = "{folder}/{annotator}/{document}"
    assert f"Found as {layout}" in run("report", tmp_path / "p")[1]
    code, _, err = run("init", tmp_path / "p")
    assert code == 0 and f"Found as {layout}" in err and "anna, ben" in err
    assert config.load(tmp_path / "p").layout == layout
    assert run("report", tmp_path / "p")[0] == 0
