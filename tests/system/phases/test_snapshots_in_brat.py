"""Snapshots of a project that is being edited in a real brat, by two managers at once."""

import threading

import pytest
from phases_in_brat import ANNOTATORS, MANAGERS, Annotator, Project
from small_projects import put
from waiting import wait_until

LONG = " / ".join(["one two three four five"] * 60)
LONG_MARKS = " / ".join(["0>1:root 1>2:subj 1>3:obj 3>4:mod 1>5:obj"] * 60)


@pytest.fixture
def project(brat_folder, tmp_path):
    project = Project(brat_folder, tmp_path)
    yield project
    if project.server is not None:
        project.server.close()


@pytest.mark.parametrize("guard", [True, False], ids=["guarded", "plain"])
def test_two_managers_while_two_annotators_edit(guard, project):
    """Every file in every snapshot is a state that was saved, whole."""
    for name in ANNOTATORS:
        put(project.root, name, "long", LONG, LONG_MARKS)
    project.start(guard)
    saved = {
        f"{name}/long.ann": {(project.root / name / "long.ann").read_bytes()} for name in ANNOTATORS
    }
    enough, refusals, taken = threading.Event(), [], []

    def saves():
        return sum(map(len, saved.values())) - len(saved)

    def edit(annotator):
        """Three edits in a row, then some time to think."""
        sentence = 1
        while not enough.wait(0.4):
            for edit, mark in (
                (annotator.delete, "1>5:obj"),
                (annotator.draw, "1>5:mod"),
                (annotator.delete, "3>4:mod"),
            ):
                edit(sentence, mark)
                # Nobody else writes it, so this is what was saved.
                saved[f"{annotator.name}/long.ann"].add(annotator.ann.read_bytes())
            sentence += 1

    def take(manager):
        mine = known = 0
        while mine < 3 and len(refusals) < 20:
            # More than those that were already in a file when their editors had not been told yet.
            wait_until(lambda: saves() > known + len(editors), what="another edit")
            number, why = manager.take(f"of {manager.name}")
            known = saves()
            mine += number is not None
            (refusals if number is None else taken).append(why or number)

    editors = [Annotator(project, name, "long", LONG) for name in ("anna", "ben")]
    managers = [project.person(name) for name in MANAGERS]
    run = [threading.Thread(target=edit, args=(one,)) for one in editors]
    ask = [threading.Thread(target=take, args=(one,)) for one in managers]
    for thread in run + ask:
        thread.start()
    for thread in ask:
        thread.join()
    enough.set()
    for thread in run:
        thread.join()
    assert sorted(taken) == [1, 2, 3, 4, 5, 6]
    assert all("long.ann" in why and "Try again" in why for why in refusals)
    kept = project.snapshots
    assert sorted(one.taken_by for one in kept.list()) == ["boss"] * 3 + ["lead"] * 3
    contents = [check_consistent(project, kept, number, saved) for number in taken]
    # Between two of the same manager somebody edited.
    assert len({tuple(sorted(files.items())) for files in contents}) >= 3


def check_consistent(project, kept, number, saved):
    """The files of a snapshot."""
    kept.verify(number)
    export = project.root.parent.parent / f"export{number}"
    kept.export(number, export)
    files = {
        path.relative_to(export).as_posix(): path.read_bytes() for path in export.rglob("*.ann")
    }
    assert set(files) == set(saved)
    for path, data in files.items():
        assert data in saved[path], f"snapshot {number}: {path} was never saved like this"
    return files
