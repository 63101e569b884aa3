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


def test_limit_says_how_many_there_are(run, project):
    code, out, err = run("disagreements", project, "--limit", "1", "--format", "json")
    assert len(json.loads(out)) == 1
    assert err == "1 of 1 disagreements\n"


@pytest.mark.parametrize(
    "filters, number",
    [
        (["--kind", "head"], 0), (["--label", "obl"], 1), (["--label-pair", "obj,obl", "--pair", "carla,ben"], 1),
        (["--annotator", "anna"], 1), (["--pair", "anna,carla"], 0), (["--document", "d2"], 0),
        (["--document", "d1", "--sentence", "1"], 1), (["--pos", "ROOT"], 0),
        (["--min-distance", "2"], 0), (["--max-distance", "1"], 1),
    ],
)  # fmt: skip
def test_filters(run, project, filters, number):
    _, out, err = run("disagreements", project, "--format", "json", *filters)
    assert len(json.loads(out)) == number
    assert err == f"{number} of 1 disagreements\n"


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


def test_the_address_of_brat_may_name_the_collection(run, project):
    _, out, _ = run(
        "disagreements",
        project,
        "--format",
        "json",
        "--brat-url",
        "http://brat/index.xhtml#/team/p/",
    )
    assert json.loads(out)[0]["values"][0]["link"].startswith(
        "http://brat/index.xhtml#/team/p/anna/d1"
    )
