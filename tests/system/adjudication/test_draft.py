"""A draft in a real brat, of several processes, and of one that is killed."""

import os
import random
import subprocess
import sys

import pytest
from checkout import CHECKOUT
from drafts import AGAIN, ANNA, BEN, CARLA, LAYERS, TEXT, MadeDraft, project
from real_brat import RealBrat
from small_projects import like, put, put_raw, random_marks, random_words
from waiting import PATIENCE

from brat_iaa.adjudication.draft import Changed

CONF = (
    "[entities]\nROOT\nW\nPER\nPRO\n[relations]\n"
    + "".join(
        f"{label}\tArg1:<ENTITY>, Arg2:<ENTITY>\n"
        for label in ("subj", "obj", "iobj", "root", "coref")
    )
    + "then\tArg1:<EVENT>, Arg2:<EVENT>\n[events]\nMeet\tWho:PER, "
    "Whom:PER\nSmile\tWho:PRO, After:<EVENT>\n"
    "[attributes]\nPast\tArg:<EVENT>\nMood\tArg:<ENTITY>, Value:happy|sad\nSure\tArg:<RELATION>\n"
)
TOOLS = "[options]\n[search]\n[annotators]\n[disambiguators]\n[normalization]\n"


def test_brat_opens_a_draft_and_what_is_edited_there_is_the_decision(brat_folder, tmp_path):
    data = tmp_path / "data"
    root = project(data, anna=ANNA, ben=BEN, carla=CARLA)
    for name, ann in (("anna", LAYERS), ("ben", AGAIN), ("carla", LAYERS.replace("happy", "sad"))):
        put_raw(root, name, "layers", TEXT, ann)
    contents = ("annotation", CONF), ("visual", "[labels]\n[drawing]\n"), ("tools", TOOLS)
    for name, content in contents:
        (root / f"{name}.conf").write_text(content)
    made = MadeDraft.make(root, rule="majority")
    brat = RealBrat(brat_folder, data, tmp_path / "brat", ["lead"])
    try:
        ask = brat.user("lead")
        where = {"collection": "/p/gold/", "document": "doc"}
        before, shown = made.data(), ask("getDocument", **where)
        assert shown["messages"] == [] and "exception" not in shown and made.data() == before
        assert [one[1] for one in shown["comments"]] == ["AnnotationIncomplete"] * 2
        changed = ask(
            "createArc", **where, origin="T3", target="T4", type="iobj", attributes="{}",
            old_type="obj", old_target="T4", comment="",
        )  # fmt: skip
        assert "exception" not in changed and changed["messages"] == []
        assert made.case("dogs").status == "brat" and "iobj Arg1:T3 Arg2:T4" in made.text()
        assert len(made.notes()) == 1
        layers = ask("getDocument", collection="/p/gold/", document="layers")
        assert layers["messages"] == [] and "exception" not in layers
        assert [len(layers[each]) for each in ("events", "normalizations")] == [2, 1]
        made.read("layers")
    finally:
        brat.close()


DECIDER = """
import random, sys
from pathlib import Path
sys.path.insert(0, sys.argv[4])
from drafts import MadeDraft
from brat_iaa.adjudication.draft import Changed

made, login = MadeDraft(Path(sys.argv[1])), sys.argv[2]
source, rng = made.source, random.Random(int(sys.argv[3]))
while True:
    left = [case for case in made.draft.work(source).cases if case.status == "open"]
    if not left:
        break
    case = rng.choice(left)
    try:
        made.draft.decide(source, case.key, case.seen, "taken", case.place.groups[0][0], login)
        print(case.key, flush=True)
    except Changed:
        pass
"""


def start(script, root, login, seed):
    environment = {**os.environ, "PYTHONPATH": str(CHECKOUT)}
    support = CHECKOUT / "tests" / "support"
    arguments = [sys.executable, "-c", script, str(root), login, str(seed), str(support)]
    return subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True, env=environment)


def test_two_processes_lose_nothing(tmp_path):
    rng, root = random.Random(3), tmp_path / "p"
    for document in ("a", "b"):
        words = random_words(rng, sentences=3, longest=4)
        marks = random_marks(rng, words, heads=(0, 1, 1, 2))
        for name in ("anna", "ben", "carla"):
            put(root, name, document, words, like(rng, marks, words, heads=(0, 1, 2)))
    made = MadeDraft.make(root)
    number = made.work.left
    processes = [start(DECIDER, root, login, seed) for seed, login in enumerate(("lead", "second"))]
    said = [process.communicate(timeout=PATIENCE)[0].split() for process in processes]
    assert [process.returncode for process in processes] == [0, 0]
    assert all(said) and sum(map(len, said)) == number == len(set(said[0] + said[1]))
    assert {case.status for case in made.work.cases} == {"decided"}
    by = {each.item: each.by for of_one in made.decisions.in_force().values() for each in of_one}
    assert by == {**dict.fromkeys(said[0], "lead"), **dict.fromkeys(said[1], "second")}


# Dies before the step of a number, each time in a process of its own.
DYING = """
import os, signal, sys
sys.path.insert(0, sys.argv[4])
from dying import before_step
from pathlib import Path
from drafts import MadeDraft

made = MadeDraft(Path(sys.argv[1]))
source, case = made.source, made.case("dogs")
before_step(int(sys.argv[3]), lambda: os.kill(os.getpid(), signal.SIGKILL))
if sys.argv[2] == "decide":
    made.draft.decide(source, case.key, case.seen, "taken", "ben", "second")
else:
    made.draft.undo(source, case.key, "second")
"""


@pytest.mark.parametrize("what", ["decide", "undo"])
def test_a_process_that_is_killed_leaves_the_old_state_or_the_new_one(tmp_path, what):
    made = MadeDraft.make(project(tmp_path, anna=ANNA, ben=BEN, carla=CARLA))
    states = {made.case("dogs").status: made.data()}
    made.take("dogs", "ben")
    states[made.case("dogs").status] = made.data()
    assert set(states) == {"open", "decided"}
    killed = 0
    for step in range(1, 500, 17):
        status = made.case("dogs").status
        if what == "decide" and status == "decided":
            made.undo("dogs")
        elif what == "undo" and status == "open":
            made.take("dogs", "ben")
        process = start(DYING, made.root, what, step)
        process.communicate(timeout=PATIENCE)
        killed += process.returncode == -9
        status = made.case("dogs").status
        assert made.data() == states[status], (step, status)
        if process.returncode == 0:
            break
    assert killed and process.returncode == 0


def test_an_adjudicator_is_told_of_a_decision_of_another_process(tmp_path):
    made = MadeDraft.make(project(tmp_path, anna=ANNA, ben=BEN))
    case = made.case("dogs")
    start(DECIDER, made.root, "second", 1).communicate(timeout=PATIENCE)
    with pytest.raises(Changed, match="second has decided here"):
        made.draft.decide(made.source, case.key, case.seen, "taken", "anna", "lead")
