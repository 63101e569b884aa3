"""Snapshots of projects: bytes and figures, compared with the project itself."""

import errno
import json
import shutil
from pathlib import Path

import pytest
from checkout import TESTS
from differences import told
from small_projects import put

from brat_iaa.errors import ProjectError
from brat_iaa.phases import contents, snapshots
from brat_iaa.phases.archive import Archive, Snapshot, SnapshotError
from brat_iaa.phases.snapshots import Snapshots
from brat_iaa.report import scores as report
from brat_iaa.scores import builder
from brat_iaa.store.database import Database
from brat_iaa.study import Study

WORDS = " / ".join(["a b"] * 12)


@pytest.fixture
def root(tmp_path):
    for annotator, label in (("anna", "x"), ("ben", "y")):
        put(
            tmp_path / "project",
            annotator,
            "doc",
            WORDS,
            " / ".join(["0>1:root 1>2:x"] * 6 + [f"0>1:root 1>2:{label}"] * 6),
        )
    (tmp_path / "project/iaa.conf").write_text("")
    return tmp_path / "project"


@pytest.fixture
def kept(root, tmp_path):
    return Snapshots(root, Database(tmp_path / "store.sqlite3"))


def test_figures_are_those_of_the_project(root, kept):
    taken = kept.take("1 apart", "before the meeting", "lead")
    assert (taken.number, taken.name, taken.note, taken.taken_by) == (
        1, "1: 1 apart", "before the meeting", "lead",
    )  # fmt: skip
    assert taken.facts["versions"] == snapshots.versions() and taken.facts["files"] == 5
    live = Study(root).agreement()
    scores = tuple(
        score._replace(signature=score.signature.replace("|v", "|phase:1 apart|v"))
        for score in live.scores
    )
    whole = [score for score in scores if score.document is None]
    assert report.rows(kept.state(1).scores) == report.rows(whole)
    assert [*kept.agreement(1).scores] == [*scores]
    of_both = (map(told, found.differences) for found in (kept.agreement(1), live))
    assert [*next(of_both)] == [*next(of_both)]


@pytest.mark.parametrize("step", ["TemporaryDirectory", "write_bytes"])
def test_a_full_temporary_directory_is_no_reason_for_a_snapshot_without_figures(
    kept, monkeypatch, step
):
    def full(*args, **options):
        raise OSError(errno.ENOSPC, "No space left on device")

    kept.take("1")
    with monkeypatch.context() as patch:
        patch.setattr(contents.tempfile if step == "TemporaryDirectory" else Path, step, full)
        for act in (lambda: kept.take("2"), lambda: kept.verify(1), lambda: kept.agreement(1)):
            with pytest.raises(ProjectError, match="temporary directory.*No space.*Nothing was ke"):
                act()
    assert [one.phase for one in kept.list()] == ["1"]
    assert kept.take("2").facts["no_figures"] is None and kept.verify(1)


def test_what_stays_as_it_was_costs_nothing_but_its_figures(root, kept, tmp_path):
    kept.take("1 apart")
    with Database(tmp_path / "store.sqlite3").transaction() as connection:
        (before,) = connection.execute("SELECT count(*) FROM blob").fetchone()
    kept.take("2 revised")
    with Database(tmp_path / "store.sqlite3").transaction() as connection:
        assert connection.execute("SELECT count(*) FROM blob").fetchone() == (before + 1,)
    for number, phase in ((1, "1 apart"), (2, "2 revised")):
        for score in (*kept.state(number).scores, *kept.agreement(number).scores):
            assert f"|phase:{phase}|v" in score.signature
        kept.verify(number)


def test_edits_afterwards_change_nothing(root, kept):
    kept.take("1 apart")
    before = kept.state(1)
    put(root, "ben", "doc", WORDS, " / ".join(["0>1:root 1>2:x"] * 12))
    kept.take("2 revised")
    assert kept.state(1) == before
    assert len(kept.agreement(1).differences) == 6 and not kept.agreement(2).differences


def test_export_is_the_project_byte_for_byte(root, kept, tmp_path):
    kept.take("1")
    kept.export(1, tmp_path / "out")
    here, there = (
        {
            path.relative_to(folder): path.read_bytes()
            for path in folder.rglob("*")
            if path.is_file()
        }
        for folder in (root, tmp_path / "out")
    )
    assert here == there
    with pytest.raises(ProjectError, match="nothing is overwritten"):
        kept.export(1, root)


def test_verify_computes_again(root, kept, monkeypatch):
    kept.take("1")
    shutil.rmtree(root)
    assert kept.verify(1) == [
        "5 files are as they were, byte for byte.", f"{figures_of(kept)} figures are the same to the last digit.",
    ]  # fmt: skip
    compute = snapshots.report.rows

    def a_little_off(scores):
        rows = compute(scores)
        for row in rows:
            if (row["measure"], row["statistic"], row["document"]) == ("LAA", "masi", None):
                row["value"] += 1e-16 + row["value"] * 2e-16
        return rows

    monkeypatch.setattr(snapshots.report, "rows", a_little_off)
    with pytest.raises(SnapshotError, match="figures differ from those kept"):
        kept.verify(1)


def test_a_later_version_verifies_what_an_earlier_one_took(root, kept, monkeypatch):
    kept.take("1")
    signature = kept.state(1).scores[0].signature
    monkeypatch.setattr(builder, "__version__", "9.9")
    monkeypatch.setattr(snapshots, "__version__", "9.9")
    assert kept.agreement(1).scores[0].signature != signature
    assert kept.verify(1)[1].endswith("figures are the same to the last digit.")
    compute = snapshots.report.rows
    monkeypatch.setattr(
        snapshots.report, "rows", lambda scores: [dict(row, median=1) for row in compute(scores)]
    )
    with pytest.raises(
        SnapshotError,
        match=r"from those kept. They were computed with brat-agreement .* \(now 9.9\). Install",
    ):
        kept.verify(1)


def figures_of(kept):
    return len(kept.state(1).scores)


@pytest.fixture
def older(tmp_path):
    """A snapshot of the time when intervals were made with a bootstrap; several heads a token."""
    data = json.loads((TESTS / "data/older_snapshot.json").read_text("utf-8"))
    files = {path: text.encode() for path, text in data["files"].items()}
    figures = {path: json.dumps(rows).encode() for path, rows in data["figures"].items()}
    archive = Archive(Database(tmp_path / "older.sqlite3"))

    def keep():
        archive.add(
            Snapshot(0, data["phase"], "", data["taken"], "", data["facts"]),
            files,
            figures,
        )
        return Snapshots(tmp_path / "project", Database(tmp_path / "older.sqlite3"))

    keep.rows = data["figures"]["project.json"]["scores"]
    return keep


def test_an_older_snapshot_opens(older):
    kept = older()
    scores = kept.state(1).scores
    assert [(one.value, one.interval) for one in scores] == [
        (row["value"], row["interval"] and tuple(row["interval"])) for row in older.rows
    ]
    assert any("|bootstrap:40,seed:2|" in one.signature for one in scores)
    assert {one.design_effect for one in scores} == {None}
    assert [one.code for one in kept.agreement(1).problems].count("outdated-setting") == 2


def test_of_an_older_snapshot_the_files_are_verified(older):
    assert older().verify(1)[1:] == [
        "Its figures are of a version before 0.3.0, and are not compared."
    ]
