"""Adjudicating and timing from the command line."""

import json
import shutil

import pytest
from review_items import item

from brat_iaa.cli import main
from brat_iaa.demo.serve import PROJECT
from brat_iaa.review.store import Reviews
from brat_iaa.store.database import Database
from brat_iaa.store.paths import project_database_path

LOG = """2026-11-21 10:00:00,000\tanna\t/demo/anna/\tmy_city\tSTART\tgetDocument\t
2026-11-21 10:01:00,000\tanna\t/demo/anna/\tmy_city\tFINISH\tdeleteArc\tT1\tT2\tROOT
2026-11-21 10:11:00,000\tanna\t/demo/anna/\tmy_city\tFINISH\tdeleteArc\tT1\tT2\tROOT
"""


@pytest.fixture
def project(tmp_path):
    return shutil.copytree(PROJECT, tmp_path / "demo")


def test_minutes_with_pauses_cut(project, tmp_path, capsys):
    (tmp_path / "log").write_text(LOG)
    command = ["study", "timing", str(project), "--log", str(tmp_path / "log"), "--format", "json"]
    minutes = []
    for idle in ([], ["--idle", "30"]):
        assert main([*command, *idle]) == 0
        rows = json.loads(capsys.readouterr().out)["rows"]
        minutes.append(sum(row["minutes"] for row in rows if row["annotator"] == "anna"))
    assert minutes == [3.0, 1.0]


def test_reviews_without_names_number_who_decided_and_who_only_declared(project, tmp_path, capsys):
    reviews = Reviews(Database(project_database_path(project, tmp_path / "state")))
    reviews.decide("1", "anna", item("k"), "keep")
    reviews.say_done("1", "ben")
    options = ["--state-dir", str(tmp_path / "state"), "--phase", "1", "--format", "json"]
    assert main(["reviews", str(project), "--no-names", *options]) == 0
    found = capsys.readouterr().out
    assert "ben" not in found and '"anna' not in found
    told = json.loads(found)
    assert {one["annotator"] for own in told.values() for one in own} == {
        "annotator 1", "annotator 2",
    }  # fmt: skip
