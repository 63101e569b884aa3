"""The demo's four phases."""

import shutil

from brat_iaa.config import load
from brat_iaa.demo import history
from brat_iaa.demo.serve import PROJECT, play_phases
from brat_iaa.phases import snapshots
from brat_iaa.phases.snapshots import Snapshots
from brat_iaa.store.database import Database
from brat_iaa.store.paths import project_database_path

PHASES = ("1 apart", "2 after the meeting", "3 revised", "4 discussed")


def files_of(root):
    return {path.relative_to(root): path.read_bytes() for path in root.rglob("*.ann")}


def test_a_snapshot_at_the_end_of_each_phase(tmp_path, monkeypatch):
    """Which is as it was then, when the phases are played again."""
    played = {}
    now = shutil.copytree(PROJECT, tmp_path / "now")
    history.play(now, lambda phase: played.update({phase: files_of(now)}))
    monkeypatch.setattr(snapshots, "_figures", lambda *files: ({}, "not wanted here"))
    root = shutil.copytree(PROJECT, tmp_path / "data" / "demo")
    play_phases(root, tmp_path / "state")
    kept = Snapshots(root, Database(project_database_path(root, tmp_path / "state", root.parent)))
    taken = kept.list()
    assert [one.phase for one in taken] == list(PHASES)
    assert {(one.note, one.taken_by) for one in taken} == {
        ("taken when the demo was started", "lead")
    }
    kept.export(2, tmp_path / "second")
    assert files_of(tmp_path / "second") == played[PHASES[1]]
    assert load(tmp_path / "second").phase == PHASES[1]
    kept.verify(4)
    assert files_of(root) == played[PHASES[3]]
