"""Checks for programs: what fails is named with the annotator's file and line, and hostile names stay text."""

import json
import xml.etree.ElementTree as tree

import pytest
from small_projects import agreement, put, put_raw

from brat_iaa.cli import main
from brat_iaa.report.checks import of_problems


@pytest.fixture
def project(tmp_path, monkeypatch):
    """anna and ben differ at “b” alone; carla is with anna."""
    for name, label in (("anna", "OBJ"), ("ben", "OBL"), ("carla", "OBJ")):
        put(tmp_path / "corpus", name, "d", "a b c", f"0>1:ROOT 1>2:{label} 1>3:x")
    (tmp_path / "corpus" / "iaa.conf").write_text("[check]\nfloors = LAA=0.9, UAA=1\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_WORKSPACE", raising=False)
    return tmp_path / "corpus"


def printed(capsys, *arguments):
    code = main(["check", "corpus", *arguments])
    return code, capsys.readouterr().out


def line_of(project, label):
    lines = (project / "ben" / "d.ann").read_text("utf-8").split("\n")
    return next(number for number, line in enumerate(lines, 1) if f"\t{label} " in line)


def test_floors_of_the_settings_and_lines_of_files(project, capsys):
    code, out = printed(capsys, "--format", "github")
    at = line_of(project, "OBL")
    assert code == 1 and out.split("\n")[:2] == [
        "BELOW  LAA masi: 0.7777, floor 0.9 (anna, ben, carla)",
        "ok     UAA masi: 1.0000, floor 1 (anna, ben, carla)",
    ]
    assert f"::warning file=corpus/ben/d.ann,line={at},title=Agreement%3A LAA=0.9::" in out
    assert out.count("::error ") == out.count("::warning ") == 1
    code, out = printed(capsys, "--format", "json", "--min", "LAA@OBL=0.1")
    (check,) = json.loads(out)["checks"]
    assert code == 1 and (check["name"], check["passed"]) == ("LAA@OBL=0.1", False)
    assert check["findings"] == [{
        "file": "ben/d.ann", "line": at, "message": "“b”: anna, carla: OBJ ← “a”; ben: OBL ← “a”",
    }]  # fmt: skip


def test_junit_counts(project, capsys):
    code, out = printed(capsys, "--format", "junit")
    suite = tree.fromstring(out.encode())
    assert (suite.get("tests"), suite.get("failures")) == ("2", "1")
    assert [case.get("name") for case in suite if case.find("failure") is not None] == ["LAA=0.9"]


def test_strict_names_what_could_not_be_read(tmp_path):
    for name in ("anna", "ben"):
        put_raw(
            tmp_path, name, "d", "Ann met Bo", "T1\tP 0 3\tAnn\nT2\tP 4 99\tmet\nT3\tQ 8 10\tBo\n"
        )
    found = of_problems(agreement(tmp_path))
    assert [(one.file, one.line) for one in found] == [("anna/d.ann", 2), ("ben/d.ann", 2)]
