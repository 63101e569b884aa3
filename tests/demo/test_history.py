"""The demo's four phases: edits that fit the project, figures that rise, and enough left to talk
about.
"""

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
from brat_iaa.demo import history
from brat_iaa.demo.serve import PROJECT, play_phases
from brat_iaa.errors import ProjectError
from brat_iaa.phases import snapshots
from brat_iaa.phases.snapshots import Snapshots
from brat_iaa.store.database import Database
from brat_iaa.store.paths import project_database_path
from brat_iaa.study import Study

PHASES = ("1 apart", "2 after the meeting", "3 revised", "4 discussed")
ANNA_BEN, ANNA_CARLA, BEN_CARLA = PAIRS


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """{phase: copy of the project as it was at its end}"""
    return played_phases(tmp_path_factory.mktemp("played"))


@pytest.fixture(scope="module")
def agreements(played):
    return [Study(root).agreement() for root in played.values()]


def files_of(root, pattern="*.ann"):
    return {path.relative_to(root): path.read_bytes() for path in root.rglob(pattern)}


def test_the_first_phase_is_the_project_in_the_package(played):
    assert tuple(played) == PHASES
    assert files_of(played["1 apart"], "*.*") == files_of(PROJECT, "*.*")


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


def test_each_phase_says_what_annotators_see(played):
    seen = {}
    for phase, root in played.items():
        config = load(root)
        assert config.phase == phase and tuple(one.name for one in config.phases) == PHASES
        seen[phase] = config.access.reveal, config.access.others
    assert [reveal for reveal, _ in seen.values()] == ["none", "none", "own", "own"]
    assert seen["3 revised"][1] == "blinded" and seen["4 discussed"][1] == "named"
    assert load(played["4 discussed"]).access.review == "yes"


def test_a_changed_arc_keeps_its_id_and_a_dropped_one_takes_its_notes_along(tmp_path):
    folder = tmp_path / "anna"
    folder.mkdir()
    (folder / "d.txt").write_text("ROOT Ann sees, Ben .\n", "utf-8")
    tokens = (
        "T1\tROOT 0 4\tROOT\nT2\tX 5 8\tAnn\nT3\tX 9 14\tsees,\nT4\tX 15 18\tBen\nT5\tX 19 20\t.\n"
    )
    arcs = "R4\tOBJ Arg1:T3 Arg2:T4\t\nR2\tMOD Arg1:T2 Arg2:T4\t\nR1\tSUBJ Arg1:T3 Arg2:T2\t\n"
    notes = "#1\tAnnotatorNotes R4\tsure\n#2\tAnnotatorNotes R2\tperhaps\n"
    (folder / "d.ann").write_text(tokens + arcs + notes, "utf-8")

    def change(token, was, becomes):
        history._change(
            folder / "d", [history.HistoryEdit("2", "anna", "d", "1", token, was, becomes, "")]
        )
        text = (folder / "d.ann").read_text("utf-8")
        assert text.startswith(tokens)
        return text[len(tokens) :]

    assert change("Ben-3", "MOD(Ann-1) + OBJ(sees,-2)", "IOBJ(sees,-2)") == (
        "R2\tIOBJ Arg1:T3 Arg2:T4\t\nR1\tSUBJ Arg1:T3 Arg2:T2\t\n#2\tAnnotatorNotes R2\tperhaps\n"
    )
    assert change(".-4", "-", "PUNCT(sees,-2)").endswith("perhaps\nR3\tPUNCT Arg1:T3 Arg2:T5\t\n")
    for token, was in (("Ben-3", "OBJ(sees,-2)"), ("Ben-3", "-"), ("Ben-2", "-")):
        with pytest.raises(
            ProjectError, match=f"anna/d.ann: expected {token} in sentence 1 with {was[:3]}"
        ):
            change(token, was, "SUBJ(sees,-2)")


def test_history_is_played_once(tmp_path):
    root = shutil.copytree(PROJECT, tmp_path / "demo")
    history.play(root, lambda phase: None)
    with pytest.raises(
        ProjectError, match=r"a_letter.ann: expected I-5 in sentence 2 with SUBJ\(want-6\): found"
    ):
        history.play(root, lambda phase: None)


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
