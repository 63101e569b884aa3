"""The command that lists where annotators differ: its forms, filters, patterns and links."""

import csv
import io
import json

import pytest
from small_projects import one_study, three_annotators


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    root = three_annotators(tmp_path_factory.mktemp("project"))
    with one_study(root):
        yield root


def test_places_in_json_csv_and_the_report(run, project):
    _, out, _ = run("disagreements", project, "--format", "json")
    (place,) = json.loads(out)
    assert place["groups"] == [["anna", "carla"], ["ben"]] and place["kinds"] == ["label"]
    assert [value["value"] for value in place["values"]] == [
        "obj ← “én”",
        "obl ← “én”",
        "obj ← “én”",
    ]
    assert place["values"][1]["elements"][0]["label"] == "obl"
    _, out, _ = run("disagreements", project, "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [(row["annotator"], row["group"], row["ids"]) for row in rows] == [
        ("anna", "1", "R2"), ("ben", "2", "R2"), ("carla", "1", "R2"),
    ]  # fmt: skip
    counts = json.loads(run("report", project, "--format", "json")[1])["places"]
    assert counts[0] == {
        "layer": "dependencies",
        "document": None,
        "places": 1,
        "compared": counts[0]["compared"],
    }
    assert [row["document"] for row in counts[1:]] == ["d1", "d2"]


@pytest.mark.parametrize(
    "options, start",
    [
        ([], "http://brat/index.xhtml#/{name}/anna/d1?focus="),
        (["--collection", "/team/p/"], "http://brat/index.xhtml#/team/p/anna/d1?focus="),
    ],
)
def test_links(run, project, options, start):
    _, out, _ = run(
        "disagreements", project, "--format", "json", "--brat-url", "http://brat/", *options
    )
    assert json.loads(out)[0]["values"][0]["link"].startswith(start.format(name=project.name))
