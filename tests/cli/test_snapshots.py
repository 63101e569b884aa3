"""Snapshots and phases from the command line, as a project lead uses them."""

import csv
import io
import json
import re
import sqlite3
from contextlib import closing

import pytest
from small_projects import put

from brat_iaa.cli import main

WORDS = " / ".join(["a b"] * 12)


def marks(differing):
    return " / ".join(["0>1:root 1>2:det"] * differing + ["0>1:root 1>2:obj"] * (12 - differing))


def begin(folder):
    for annotator, differing in (("anna", 0), ("ben", 6)):
        put(folder / "project", annotator, "doc", WORDS, marks(differing))
    (folder / "project/iaa.conf").write_text("")
    return folder / "project"


@pytest.fixture
def project(tmp_path):
    return begin(tmp_path)


def command_on(project, said):
    """Runs a command on the project; its exit code, output and errors."""

    def run(command, *options):
        state = ["--state-dir", str(project.parent / "state")]
        code = main([command, str(project), *map(str, options), *state])
        return code, *said()

    return run


@pytest.fixture
def run(project, capsys):
    return command_on(project, capsys.readouterr)


def take_two(run, project):
    """Two snapshots: ben came half of the way, and one agreed token was lost."""
    assert run("snapshot", "--phase", "apart", "--note", "before the meeting")[0] == 0
    put(project, "ben", "doc", WORDS, marks(3))
    put(project, "anna", "doc", WORDS, marks(0).rpartition("obj")[0] + "mod")
    assert run("snapshot", "--phase", "revised")[0] == 0


@pytest.fixture
def two(run, project):
    take_two(run, project)
    return run


@pytest.fixture(scope="module")
def _two_once(tmp_path_factory):
    root = begin(tmp_path_factory.mktemp("two"))
    take_two(command_on(root, lambda: ("", "")), root)
    return root


@pytest.fixture
def two_once(_two_once, capsys):
    """The same for all tests that change nothing."""
    return command_on(_two_once, capsys.readouterr)


def test_the_phase_of_the_settings(run, project):
    assert run("snapshot")[0] == 2
    (project / "iaa.conf").write_text("[project]\nphase = 2 revised\n")
    assert run("snapshot")[1].startswith("1: 2 revised, ")


def test_compare_counts_and_lists(two_once):
    _, out, _ = two_once("compare")
    counted = [
        line.split()[:2]
        for line in out[out.index("Status of") :].split("\n")
        if line.startswith("  re")
    ]
    assert counted[:3] == [["resolved", "3"], ["remaining", "3"], ["regressed", "1"]]
    assert "+.083" in out and "+.083 [" not in out
    rows = list(
        csv.DictReader(
            io.StringIO(two_once("compare", 1, 2, "--changes", "--status", "regressed")[1])
        )
    )
    assert [(row["token"], row["changed"], row["after"]) for row in rows] == [
        ("b", "anna", "anna: mod ← “a”; ben: obj ← “a”")
    ]
    back = json.loads(two_once("compare", "revised", "apart", "--format", "json")[1])
    assert back["from"] == "revised"
    laa = next(
        one for one in back["differences"] if (one["measure"], one["statistic"]) == ("LAA", "masi")
    )
    assert laa["difference"] == pytest.approx(-1 / 12)


def test_show_export_verify(two, tmp_path, project):
    assert "LAA" in two("show", 1)[1]
    first = json.loads(two("show", 1, "--format", "json")[1])
    assert first["snapshot"]["note"] == "before the meeting"
    two("export", 1, "--to", tmp_path / "out")
    assert (tmp_path / "out/anna/doc.ann").read_text() != (project / "anna/doc.ann").read_text()
    assert (tmp_path / "out/anna/doc.txt").read_bytes() == (project / "anna/doc.txt").read_bytes()
    code, out, _ = two("verify")
    assert code == 0 and out.count("byte for byte") == 2 and out.count("to the last digit") == 2


def test_verify_goes_on_after_what_is_damaged(two, tmp_path):
    (store,) = (tmp_path / "state/projects").iterdir()
    with closing(sqlite3.connect(store)) as connection, connection:
        connection.execute(
            "UPDATE blob SET data = x'00' WHERE id = (SELECT blob FROM entry WHERE "
            "path = 'ben/doc.ann' AND last = 1)"
        )
    code, out, err = two("verify")
    assert code == 2 and "Snapshot 1 is damaged: ben/doc.ann" in err
    assert "Snapshot 2: 5 files are as they were" in out and "Snapshot 1" not in out


def test_a_project_that_was_moved_gets_its_snapshots_back(two, project, tmp_path, capsys):
    moved = project.rename(tmp_path / "moved")
    options = [str(moved), "--state-dir", str(tmp_path / "state")]
    assert main(["phases", *options]) == 2
    named = re.search(r"no snapshot yet, in (\S+)\. Take", capsys.readouterr().err).group(1)
    (old,) = (tmp_path / "state/projects").glob("project-*")
    old.replace(named)
    assert main(["phases", *options]) == 0 and "2: revised" in capsys.readouterr().out
