"""The demo's four phases: figures that rise, and enough left to talk about."""

import shutil

import pytest
from demo_project import (
    ANNOTATED,
    ANNOTATORS,
    PAIRS,
    check_arcs,
    check_tokens,
    lines_of,
    played_phases,
)

from brat_iaa.config import load
from brat_iaa.demo.serve import PROJECT, play_phases
from brat_iaa.phases import snapshots
from brat_iaa.phases.snapshots import Snapshots
from brat_iaa.store.database import Database
from brat_iaa.store.paths import project_database_path
from brat_iaa.study import Study

PHASES = ("1 apart", "2 after the meeting", "3 revised", "4 discussed")


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """{phase: copy of the project as it was at its end}"""
    return played_phases(tmp_path_factory.mktemp("played"))


@pytest.fixture(scope="module")
def agreements(played):
    return [Study(root).agreement() for root in played.values()]


def files_of(root, pattern="*.ann"):
    return {path.relative_to(root): path.read_bytes() for path in root.rglob(pattern)}


@pytest.mark.system
@pytest.mark.parametrize("phase", PHASES[1:])
def test_every_phase_is_as_valid_as_the_first(phase, played, agreements):
    for annotator, document in ANNOTATED:
        check_tokens(annotator, document, played[phase])
        check_arcs(annotator, document, played[phase])
        lines = lines_of(annotator, document, played[phase])
        ids = [fields[0] for fields in lines]
        assert len(ids) == len(set(ids))
        assert {fields[1].split(" ")[1] for fields in lines if fields[0].startswith("#")} <= set(
            ids
        )
    assert agreements[PHASES.index(phase)].problems == ()


@pytest.mark.system
def test_agreement_rises_from_phase_to_phase_and_not_to_the_end(agreements):
    for pair in (*PAIRS, ANNOTATORS):
        values = [laa(agreement, pair) for agreement in agreements]
        assert values == sorted(set(values)), (pair, values)
        assert 0.88 < values[0] < values[-1] < 0.985


def laa(agreement, annotators):
    return next(
        score.value
        for score in agreement.scores
        if (score.measure, score.statistic, score.annotators) == ("LAA", "masi", annotators)
        and score.document is score.label is score.sentence is None
    )


def test_a_snapshot_at_the_end_of_each_phase(played, tmp_path, monkeypatch):
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
    assert files_of(tmp_path / "second") == files_of(played[PHASES[1]])
    assert load(tmp_path / "second").phase == PHASES[1]
    kept.verify(4)
    assert files_of(root) == files_of(played[PHASES[3]])
