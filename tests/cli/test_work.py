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
from brat_iaa.studies import FORMER

LOG = """2026-11-21 10:00:00,000\tanna\t/demo/anna/\tmy_city\tSTART\tgetDocument\t
2026-11-21 10:01:00,000\tanna\t/demo/anna/\tmy_city\tFINISH\tdeleteArc\tT1\tT2\tROOT
2026-11-21 10:11:00,000\tanna\t/demo/anna/\tmy_city\tFINISH\tdeleteArc\tT1\tT2\tROOT
"""


@pytest.fixture
def project(tmp_path):
    return shutil.copytree(PROJECT, tmp_path / "demo")


def test_a_draft_says_what_is_in_it(project, tmp_path, capsys):
    assert (
        main(["gold", "draft", str(project), "--to", str(tmp_path / "gold"), "--rule", "majority"])
        == 0
    )
    out = " ".join(capsys.readouterr().out.split())
    assert "4 documents" in out and "disagreements to decide" in out
    assert "Arc by majority: anna, carla" in (tmp_path / "gold/my_city.ann").read_text()


def test_a_draft_without_names(project, tmp_path, capsys):
    arguments = [
        "gold",
        "draft",
        str(project),
        "--to",
        str(tmp_path / "gold"),
        "--no-names",
        "--format",
        "json",
    ]
    assert main(arguments) == 0
    assert json.loads(capsys.readouterr().out)
    assert "carla" not in (tmp_path / "gold/my_city.ann").read_text()


def test_a_draft_for_some_layers(project, tmp_path, capsys):
    (project / "iaa.conf").write_text("[layer dependencies]\n[layer types]\nkind = labels\n")
    arguments = ["gold", "draft", str(project), "--to", str(tmp_path / "gold")]
    assert main([*arguments, "--layers", "heads"]) == 2
    assert "“heads” is no layer that is compared" in capsys.readouterr().err
    assert main([*arguments, "--layers", ","]) == 2
    assert "Choose at least one" in capsys.readouterr().err
    assert not (tmp_path / "gold").exists()
    assert main([*arguments, "--layers", "dependencies"]) == 0
    assert "It is made for dependencies." in " ".join(capsys.readouterr().out.split())
    draft = (tmp_path / "gold/my_city.ann").read_text()
    assert "Disputed arc" in draft and "Disputed type" not in draft


def test_a_draft_is_written_over_nothing(project, tmp_path, capsys):
    before = (project / "anna/my_city.ann").read_bytes()
    for place in (project / "anna", project / "anna/new"):
        assert main(["gold", "draft", str(project), "--to", str(place)]) == 2
        assert "Traceback" not in capsys.readouterr().err
    assert (project / "anna/my_city.ann").read_bytes() == before and not (
        project / "anna/new"
    ).exists()


def test_minutes_with_pauses_cut(project, tmp_path, capsys):
    (tmp_path / "log").write_text(LOG)
    command = ["study", "timing", str(project), "--log", str(tmp_path / "log"), "--format", "json"]
    minutes = []
    for idle in ([], ["--idle", "30"]):
        assert main([*command, *idle]) == 0
        rows = json.loads(capsys.readouterr().out)["rows"]
        minutes.append(sum(row["minutes"] for row in rows if row["annotator"] == "anna"))
    assert minutes == [3.0, 1.0]


@pytest.mark.parametrize("value", ["0", "-3", "soon", "nan", "inf"])
def test_idle_is_a_number_of_seconds(project, value, capsys):
    assert main(["study", "timing", str(project), f"--idle={value}"]) == 2
    assert "expected a number above 0" in capsys.readouterr().err


def test_without_a_log_it_says_how_to_get_one(project, capsys):
    assert main(["study", "timing", str(project)]) == 2
    assert "Annotation-log logfile:" in capsys.readouterr().err


@pytest.mark.parametrize("former", FORMER)
def test_a_former_command_names_the_study(former, capsys):
    with pytest.raises(SystemExit) as ended:
        main([former, "DIR"])
    assert ended.value.code == 2
    assert f"Run: brat-agreement study {FORMER[former]} DIR" in capsys.readouterr().err


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
        "annotator 1",
        "annotator 2",
    }


def test_a_phase_that_is_nowhere_stops_with_those_that_are(project, capsys):
    (project / "iaa.conf").write_text("[project]\nphase = first\n[phase first]\n[phase second]\n")
    assert main(["reviews", str(project), "--phase", "second"]) == 0
    assert main(["reviews", str(project), "--phase", "secnd"]) == 2
    assert "Did you mean “second”?" in capsys.readouterr().err


def test_without_a_snapshot_there_is_nothing_to_verify(project, tmp_path, capsys):
    assert main(["verify", str(project), "--state-dir", str(tmp_path / "none")]) == 2
    assert "there is no snapshot to verify" in " ".join(capsys.readouterr().err.split())
