"""Decisions in a draft, of several processes, of one that is killed, and beside a real brat."""

import json
import os
import subprocess
import sys
import threading
from functools import partial

import pytest
from arc_desks import SETTINGS, ann, arcs, begin, case_of, random_project, take, two_annotators
from brat_iaa.server_hooks.guard import files
from checkout import CHECKOUT
from real_brat import RealBrat
from small_projects import agreement
from waiting import PATIENCE

from brat_iaa.adjudication.decisions import TAKEN
from brat_iaa.adjudication.desk import Desk
from brat_iaa.adjudication.draft_file import DraftFile
from brat_iaa.adjudication.layer_edit import OtherLayers
from brat_iaa.adjudication.relations import TokenArcs
from brat_iaa.corpus.standoff import read_annotations
from brat_iaa.store.database import Database


@pytest.fixture
def two(tmp_path):
    return two_annotators(tmp_path)


def test_brat_opens_what_was_decided_and_has_nothing_to_change(brat_folder, tmp_path):
    rng, root = random_project(7, tmp_path / "data")
    labels = "A Arg1:<ANY>, Arg2:<ANY>\nB Arg1:<ANY>, Arg2:<ANY>\nC Arg1:<ANY>, Arg2:<ANY>\n"
    (root / "annotation.conf").write_text(
        f"[entities]\nROOT\nW\n[relations]\n{labels}[events]\n[attributes]\n"
    )
    desk, found = begin(root)
    for case in desk.work(found).cases:
        case = next(one for one in desk.work(found).cases if one.key == case.key)
        name = rng.choice([name for group in case.place.groups for name in group])
        desk.decide(found, case.key, case.seen, TAKEN, name, "lead")
    assert desk.work(found).left == 0
    before = {document: ann(root, document).read_bytes() for document in "ab"}
    brat = RealBrat(brat_folder, tmp_path / "data", tmp_path / "brat", ["lead"], guard=False)
    try:
        for document in "ab":
            answer = brat.user("lead")("getDocument", collection="/p/gold/", document=document)
            starts = {id: spans[0][0] for id, _, spans in answer["entities"]}
            told = {}
            for _, label, ((_, head), (_, dependent)) in answer["relations"]:
                told.setdefault(starts[dependent], set()).add((label, starts[head]))
            assert told == arcs(root, document)
            assert answer["comments"] == []
    finally:
        brat.close()
    assert {document: ann(root, document).read_bytes() for document in "ab"} == before


DECIDER = """
import random, sys
from functools import partial
from pathlib import Path
from brat_iaa.adjudication.decisions import TAKEN
from brat_iaa.adjudication.desk import Changed, Desk
from brat_iaa.config import DependencySettings
from brat_iaa.store.database import Database
from brat_iaa.study import Study
from brat_iaa.server_hooks.guard import files

root, login, seed = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
lock = partial(files.locked, root.parent / "locks")
desk = Desk(root, "gold", DependencySettings(), Database(root.parent / "state.sqlite3"), lock)
agreement, rng = Study(root, {}).agreement(), random.Random(seed)
while True:
    left = [case for case in desk.work(agreement).cases if case.status == "open"]
    if not left:
        break
    case = rng.choice(left)
    try:
        desk.decide(agreement, case.key, case.seen, TAKEN, case.place.groups[0][0], login)
        print(case.key, flush=True)
    except Changed:
        pass
"""


def start(root, login, seed):
    environment = {**os.environ, "PYTHONPATH": str(CHECKOUT)}
    arguments = [sys.executable, "-c", DECIDER, str(root), login, str(seed)]
    return subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True, env=environment)


def test_two_processes_lose_nothing(tmp_path):
    _, root = random_project(3, tmp_path)
    desk, found = begin(root)
    number = desk.work(found).left
    processes = [start(root, login, seed) for seed, login in enumerate(("lead", "second"))]
    said = [process.communicate(timeout=PATIENCE)[0].split() for process in processes]
    assert [process.returncode for process in processes] == [0, 0]
    assert all(said) and sum(map(len, said)) == number == len(set(said[0] + said[1]))
    check_all_decided(root, desk, found)
    decided = desk.decisions.in_force()
    assert {key: one.by for key, one in decided.items()} == {
        **dict.fromkeys(said[0], "lead"), **dict.fromkeys(said[1], "second"),
    }  # fmt: skip


def check_all_decided(root, desk, found):
    for case in desk.work(found).cases:
        name = case.place.groups[0][0]
        own = arcs(root, case.document, name).get(case.place.token.start, set())
        assert arcs(root, case.document).get(case.place.token.start, set()) == own
        assert case.status == "decided"


# Dies before statement 1, then 2 and so on, each time in a process of its own; and before and after
# each file is replaced.
DYING = """
import os, signal, sys
from brat_iaa.server_hooks.guard import files
plain, when = files.replace, sys.argv[4]
def replace(target, data):
    if when == "before":
        os.kill(os.getpid(), signal.SIGKILL)
    plain(target, data)
    if when == "after":
        os.kill(os.getpid(), signal.SIGKILL)
files.replace = replace
"""


@pytest.mark.parametrize("what", ["decide", "undo"])
@pytest.mark.parametrize("when", ["before", "after"])
def test_a_process_that_is_killed_leaves_the_old_state_or_the_new_one(two, what, when):
    root, desk, found = two
    if what == "undo":
        take(desk, found, "dogs", "ben")
    before = ann(root).read_bytes(), case_of(desk, found, "dogs").status
    script = DYING + DECIDER.partition("while True:")[0] + (
        'case = next(one for one in desk.work(agreement).cases if one.place.token.text == "dogs")\n'
        + (
            'desk.decide(agreement, case.key, case.seen, TAKEN, "ben", "second")'
            if what == "decide"
            else 'desk.undo(agreement, case.key, "second")'
        )
    )  # fmt: skip
    environment = {**os.environ, "PYTHONPATH": str(CHECKOUT)}
    arguments = [sys.executable, "-c", script, str(root), "second", "1", when]
    done = subprocess.run(arguments, env=environment, timeout=PATIENCE, check=False)
    assert done.returncode == -9
    status = case_of(desk, found, "dogs").status
    if when == "before":
        assert (ann(root).read_bytes(), status) == before
    else:
        assert ann(root).read_bytes() != before[0] and status != before[1]
        assert status == ("decided" if what == "decide" else "open")
    # The next decision in the document finds out, and nothing is stuck.
    take(desk, found, "they", "anna")
    states = {one.state for one in desk.decisions.history()}
    assert states <= {"done", "lost", "undone"}
    assert case_of(desk, found, "dogs").status == status
    take(desk, found, "dogs", "anna")
    assert arcs(root)[14] == {("obj", 10)}


def test_brat_saves_and_adjudicators_decide_at_once_and_nothing_is_lost(brat_folder, tmp_path):
    """brat gives notes to tokens of the document in which all is decided meanwhile."""
    rng, root = random_project(11, tmp_path / "data")
    (root / "annotation.conf").write_text(
        "[entities]\nROOT\nW\n[relations]\nA Arg1:<ANY>, Arg2:<ANY>\nB Arg1:<ANY>, Arg2:<ANY>\n"
        "C Arg1:<ANY>, Arg2:<ANY>\n[events]\n[attributes]\n"
    )
    begin(root)
    brat = RealBrat(brat_folder, tmp_path / "data", tmp_path / "brat", ["lead"])
    lock = partial(files.locked, tmp_path / "brat" / "work")
    desk = Desk(root, "gold", SETTINGS, Database(tmp_path / "state.sqlite3"), lock)
    found, noted = agreement(root), []
    cases = [case for case in desk.work(found).cases if case.document == "a"]

    def annotate():
        ask = brat.user("lead")
        spans = read_annotations(
            ann(root, "a").read_bytes(), (root / "gold" / "a.txt").read_text(), "gold"
        ).spans.values()
        for span in [span for span in spans if span.type == "W"]:
            # Beside the notes of the draft, on a type of its own.
            answer = ask(
                "createSpan", collection="/p/gold/", document="a", type="ROOT",
                offsets=json.dumps([[span.start, span.end]]), attributes="{}",
                normalizations="[]",
            )  # fmt: skip
            assert "exception" not in answer, answer
            noted.append((span.start, span.end))

    thread = threading.Thread(target=annotate)
    try:
        thread.start()
        for case in cases:
            name = rng.choice([name for group in case.place.groups for name in group])
            case = next(one for one in desk.work(found).cases if one.key == case.key)
            desk.decide(found, case.key, case.seen, TAKEN, name, "lead")
        thread.join(PATIENCE)
    finally:
        brat.close()
    text = (root / "gold" / "a.txt").read_text()
    now = read_annotations(ann(root, "a").read_bytes(), text, "gold")
    drawn = sorted((span.start, span.end) for span in now.spans.values() if span.type == "ROOT")
    assert noted and set(noted) <= set(drawn)
    decided = desk.decisions.in_force("a")
    assert len(decided) == len(cases)
    file = DraftFile(ann(root, "a").read_bytes(), text, SETTINGS)
    for case in cases:
        arcs = TokenArcs(None, None, OtherLayers([]))
        assert arcs.value(file, case.place.token.fragments) == decided[case.key].value
