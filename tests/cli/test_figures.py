"""Commands about a project's figures, with right input: what they print, where, and exit codes."""

import json

import pytest
from small_projects import put, three_annotators


@pytest.fixture
def project(tmp_path):
    return three_annotators(tmp_path)


def reject(constant):
    raise AssertionError(f"{constant} is no JSON")


def test_json_holds_undefined_figures_and_readable_characters(run, tmp_path):
    for annotator, document in (("anna", "d1"), ("ben", "d2"), ("bø", "d1")):
        put(tmp_path, annotator, document, "én", "0>1:root")
    code, out, _ = run("report", tmp_path, "--format", "json")
    scores = json.loads(out, parse_constant=reject)["scores"]
    assert code == 0 and '"bø"' in out
    assert any(score["value"] is None and score["undefined"] for score in scores)


def test_nothing_is_written_into_the_project(run, project):
    def state():
        return {path: path.stat().st_mtime_ns for path in project.rglob("*")}

    before = state()
    for arguments in (["report"], ["disagreements"], ["check", "--min", "LAA=0"]):
        run(arguments[0], project, *arguments[1:])
    assert state() == before
