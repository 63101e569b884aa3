"""Backup and restore from the command line."""

import os

import pytest
from review_items import item
from small_projects import put

from brat_iaa.cli import main
from brat_iaa.review.store import Reviews
from brat_iaa.store.database import Database
from brat_iaa.store.paths import project_database_path


@pytest.fixture
def project(tmp_path):
    for annotator in ("anna", "ben"):
        put(tmp_path / "project", annotator, "doc", "a b", "0>1:root 1>2:det")
    return tmp_path / "project"


@pytest.fixture
def run(project, tmp_path, capsys):
    """Runs a command on a project; its exit code, output and errors."""

    def run(command, *arguments, of=project):
        state = str(tmp_path / "state")
        code = main([command, str(of), *map(str, arguments), "--state-dir", state])
        return (code, *capsys.readouterr())

    return run


def test_there_and_back(run, project, tmp_path):
    state = tmp_path / "state"
    assert run("snapshot", "--phase", "apart")[0] == 0
    Reviews(Database(project_database_path(project, state))).decide(
        "apart", "anna", item("k"), "keep"
    )
    file = tmp_path / "backup"
    assert run("backup", file) == (0, f"{file}: 1 snapshot, 1 decision.\n", "")
    code, _, err = run("backup", file)
    assert code == 2 and "exists already" in err
    assert run("snapshot", "--phase", "revised")[0] == 0
    code, out, err = run("restore", file)
    assert code == 0 and out.startswith("Restored: 1 snapshot, 1 decision.\nWhat was there before ")
    assert "load it again" in err
    assert "revised" not in run("phases")[1]
    kept = out.split(" is in ")[1].strip()[:-1]
    assert os.path.dirname(kept) == str(state / "projects")
    assert run("restore", kept)[0] == 0
    assert "revised" in run("phases")[1] and run("verify")[0] == 0


def test_another_project_and_one_without_a_store(run, project, tmp_path):
    code, _, err = run("backup", tmp_path / "backup")
    assert code == 2 and "nothing to back up" in err
    run("snapshot", "--phase", "apart")
    run("backup", tmp_path / "backup")
    project.rename(tmp_path / "renamed")
    code, _, err = run("restore", tmp_path / "backup")
    assert code == 2 and "no such directory" in err
    code, _, err = run("restore", tmp_path / "backup", of=tmp_path / "renamed")
    assert code == 2 and "is a backup of project, not of renamed" in err
    code, out, _ = run("restore", tmp_path / "backup", "--force", of=tmp_path / "renamed")
    assert (code, out) == (0, "Restored: 1 snapshot, 0 decisions.\n")
    assert run("verify", of=tmp_path / "renamed")[0] == 0
