"""Decisions in a draft: the files hold exactly what was decided, whoever decides, and undo takes it
back.
"""

import json
import os
import random
import subprocess
import sys
import threading
from functools import partial

import pytest
from checkout import CHECKOUT
from drafts import project
from real_brat import RealBrat
from small_projects import agreement, like, put, put_raw, random_marks, random_words

from brat_iaa.adjudication.decisions import DRAFT, NEITHER, TAKEN
from brat_iaa.adjudication.desk import Changed, Desk
from brat_iaa.adjudication.draft_file import DraftFile
from brat_iaa.adjudication.drafting import draft
from brat_iaa.adjudication.edits import NotSettled, before
from brat_iaa.adjudication.layer_edit import Beside
from brat_iaa.adjudication.token_arcs import TokenArcs
from brat_iaa.config import DependencySettings
from brat_iaa.corpus.standoff import read_annotations
from brat_iaa.review.items import key_in_store
from brat_iaa.store.database import Database
from server_hooks.guard import files

SETTINGS = DependencySettings()


def desk_of(root, database=None):
    path = root.parent / "state.sqlite3"
    lock = partial(files.locked, root.parent / "locks")
    return Desk(root, "gold", SETTINGS, database or Database(path), lock)


def begin(root, rule="unanimous", **options):
    """(Desk, Agreement) of a draft that is just made."""
    (root / "iaa.conf").write_text("[project]\ndraft = gold\n[layer dependencies]\n")
    draft(root, root / "gold", rule, **options)
    return desk_of(root), agreement(root)


def case_of(desk, found, token):
    return next(case for case in desk.work(found).cases if case.place.token.text == token)


def take(desk, found, token, annotator, reason="", by="lead"):
    case = case_of(desk, found, token)
    return desk.decide(found, case.key, case.seen, TAKEN, annotator, by, reason)


def ann(root, document="doc"):
    return root / "gold" / f"{document}.ann"


def arcs(root, document="doc", directory="gold"):
    """{dependent's words: {(label, head's words)}} in a file, which has no problem."""
    text = (root / directory / f"{document}.txt").read_text()
    data = (root / directory / f"{document}.ann").read_bytes()
    found = read_annotations(data, text, "gold")
    assert found.problems == ()
    told = {}
    for relation in found.relations:
        head, dependent = (found.span_of(id) for _, id in relation.args)
        told.setdefault(dependent.start, []).append((relation.type, head.start))
    assert all(len(own) == len(set(own)) for own in told.values())
    return {start: set(own) for start, own in told.items()}


@pytest.fixture
def two(tmp_path):
    """anna and ben differ on dogs: obj or iobj; and anna alone has a second head of they."""
    root = project(
        tmp_path,
        anna="2>1:subj 0>2:root 2>3:obj / 2>1:subj 0>1:top 0>2:root",
        ben="2>1:subj 0>2:root 2>3:iobj / 2>1:subj 0>2:root",
    )
    return root, *begin(root)


def test_what_annotators_differ_in_is_to_decide(two):
    _, desk, found = two
    work = desk.work(found)
    assert [(case.place.token.text, case.status) for case in work.cases] == [
        ("dogs", "open"), ("they", "open"),
    ]  # fmt: skip
    assert work.left == 2 and work.notes == [] and work.absent == {}


def test_a_value_is_taken(two):
    root, desk, found = two
    take(desk, found, "dogs", "ben", "guideline 4")
    assert arcs(root)[14] == {("iobj", 10)}
    assert "Disputed arc" in ann(root).read_text(), "the note on they stays"
    case = case_of(desk, found, "dogs")
    assert case.status == "decided"
    assert (case.decision.reason, case.decision.by, case.decision.names) == (
        "guideline 4", "lead", ("ben",),
    )  # fmt: skip
    take(desk, found, "they", "anna")
    assert "#" not in ann(root).read_text()
    assert arcs(root) == arcs(root, directory="anna") | {14: {("iobj", 10)}}


def test_what_is_agreed_stays_the_line_it_was(two):
    root, desk, found = two
    before = ann(root).read_text().splitlines()
    take(desk, found, "they", "anna")
    after = ann(root).read_text().splitlines()
    assert [line for line in before if line not in after and not line.startswith("#")] == []


def test_undo_restores_the_bytes(two):
    root, desk, found = two
    before = ann(root).read_bytes()
    for token in ("dogs", "they"):
        take(desk, found, token, "anna")
    for token in ("they", "dogs"):
        desk.undo(found, case_of(desk, found, token).key, "lead")
    assert ann(root).read_bytes() == before
    assert desk.work(found).counts["open"] == 2
    with pytest.raises(Changed, match="no decision here"):
        desk.undo(found, case_of(desk, found, "dogs").key, "lead")


def test_undo_of_an_earlier_decision_leaves_the_later_one(two):
    root, desk, found = two
    for token in ("dogs", "they"):
        take(desk, found, token, "anna")
    desk.undo(found, case_of(desk, found, "dogs").key, "lead")
    mine = arcs(root, directory="anna")
    assert arcs(root) == {start: own for start, own in mine.items() if start != 14}
    assert [case.status for case in desk.work(found).cases] == ["open", "decided"]


def test_a_second_decision_replaces_the_first_and_undo_brings_the_first_back(two):
    root, desk, found = two
    take(desk, found, "dogs", "anna")
    first = ann(root).read_bytes()
    take(desk, found, "dogs", "ben")
    assert ann(root).read_bytes() != first
    desk.undo(found, case_of(desk, found, "dogs").key, "lead")
    assert ann(root).read_bytes() == first
    assert case_of(desk, found, "dogs").decision.names == ("anna",)


def test_what_brat_changed_elsewhere_in_the_file_stays(two):
    root, desk, found = two
    case = case_of(desk, found, "dogs")
    edited = ann(root).read_text() + "#9\tAnnotatorNotes T1\tlook here\n"
    ann(root).write_text(edited)
    desk.decide(found, case.key, case.seen, TAKEN, "ben", "lead")
    assert "#9\tAnnotatorNotes T1\tlook here\n" in ann(root).read_text()
    assert ("iobj", 10) in arcs(root)[14]
    ann(root).write_text(ann(root).read_text().replace("look here", "look there"))
    desk.undo(found, case.key, "lead")
    assert arcs(root).get(14) is None and "look there" in ann(root).read_text()
    assert case_of(desk, found, "dogs").status == "open"


def test_a_place_that_brat_changed_is_shown_again(two):
    root, desk, found = two
    case = case_of(desk, found, "dogs")
    text = ann(root).read_text().splitlines(keepends=True)
    ids = {line.split("\t")[2].strip(): line.split("\t")[0] for line in text if line[0] == "T"}
    ann(root).write_text("".join(text) + f"R9\tdep Arg1:{ids['saw']} Arg2:{ids['dogs']}\t\n")
    with pytest.raises(Changed, match="changed meanwhile"):
        desk.decide(found, case.key, case.seen, TAKEN, "ben", "lead")
    case = case_of(desk, found, "dogs")
    assert case.drawn == [("dep", ((10, 13),))] and case.status == "open"
    desk.decide(found, case.key, case.seen, DRAFT, "", "lead")
    assert arcs(root)[14] == {("dep", 10)}
    assert case_of(desk, found, "dogs").status == "decided"
    assert "dogs" not in "".join(line for line in ann(root).read_text() if line[0] == "#")


def test_none_of_them_is_done_in_brat(two):
    root, desk, found = two
    before = ann(root).read_bytes()
    case = case_of(desk, found, "dogs")
    desk.decide(found, case.key, case.seen, NEITHER, "", "lead", "it is a dep")
    assert ann(root).read_bytes() == before
    assert case_of(desk, found, "dogs").status == "neither"
    lines = ann(root).read_text().splitlines(keepends=True)
    ann(root).write_text("".join(line for line in lines if line[0] != "#"))
    assert case_of(desk, found, "dogs").status == "brat"
    assert case_of(desk, found, "they").status == "brat"


def test_what_is_changed_in_brat_after_a_decision_is_said(two):
    root, desk, found = two
    take(desk, found, "dogs", "ben")
    ann(root).write_text(ann(root).read_text().replace("iobj", "xcomp"))
    assert case_of(desk, found, "dogs").status == "changed"
    with pytest.raises(NotSettled, match="changed in brat since"):
        desk.undo(found, case_of(desk, found, "dogs").key, "lead")


def test_an_annotator_who_changes_meanwhile_is_not_overtaken(two):
    root, desk, found = two
    case = case_of(desk, found, "dogs")
    put(root, "ben", "doc", "cats saw dogs / they slept", "2>1:subj 0>2:root / 2>1:subj 0>2:root")
    before = ann(root).read_bytes()
    with pytest.raises(Changed, match="ben has changed it"):
        desk.decide(found, case.key, case.seen, TAKEN, "ben", "lead")
    assert ann(root).read_bytes() == before


def test_the_majority_is_settled_and_can_be_overruled(tmp_path):
    root = project(
        tmp_path,
        anna="2>1:subj 0>2:root 2>3:obj / 0>1:root",
        ben="2>1:subj 0>2:root 2>3:iobj / 0>1:root",
        carla="2>1:subj 0>2:root 2>3:obj / 0>1:root",
    )
    desk, found = begin(root, "majority")
    assert case_of(desk, found, "dogs").status == "majority" and desk.work(found).left == 0
    before = ann(root).read_bytes()
    take(desk, found, "dogs", "ben")
    assert arcs(root)[14] == {("iobj", 10)} and "#" not in ann(root).read_text()
    desk.undo(found, case_of(desk, found, "dogs").key, "lead")
    assert ann(root).read_bytes() == before
    take(desk, found, "dogs", "anna")
    assert case_of(desk, found, "dogs").status == "decided" and "#" not in ann(root).read_text()


def test_what_stands_on_an_arc_goes_with_it_and_comes_back(two):
    root, desk, found = two
    take(desk, found, "dogs", "ben")
    number = next(
        line.split("\t")[0] for line in ann(root).read_text().splitlines() if "iobj" in line
    )
    more = f"A1\tSure {number}\n#7\tAnnotatorNotes {number}\tyes\n"
    ann(root).write_text(ann(root).read_text() + more)
    before = ann(root).read_bytes()
    take(desk, found, "dogs", "anna")
    assert "A1" not in ann(root).read_text() and "#7" not in ann(root).read_text()
    desk.undo(found, case_of(desk, found, "dogs").key, "lead")
    assert ann(root).read_bytes() == before


def test_notes_on_other_things_are_listed(tmp_path):
    text = "aa bb\n"
    spans = "T1\tX 0 2\taa\nT2\t{} 3 5\tbb\nR1\t{} Arg1:T1 Arg2:T2\t\n"
    root = tmp_path / "p"
    put_raw(root, "anna", "doc", text, spans.format("X", "obj"))
    put_raw(root, "ben", "doc", text, spans.format("Y", "subj"))
    desk, found = begin(root)
    work = desk.work(found)
    assert [(document, kind, id) for document, kind, id, _ in work.notes] == [("doc", "type", "T2")]
    take(desk, found, "bb", "ben")
    assert "Disputed type" in ann(root).read_text()
    assert "Disputed arc" not in ann(root).read_text()


def test_a_link_in_the_draft_is_left_alone(two):
    root, desk, found = two
    case = case_of(desk, found, "dogs")
    before = (root / "anna" / "doc.ann").read_bytes()
    ann(root).unlink()
    ann(root).symlink_to(root / "anna" / "doc.ann")
    with pytest.raises(NotSettled, match="link"):
        desk.decide(found, case.key, case.seen, TAKEN, "ben", "lead")
    assert (root / "anna" / "doc.ann").read_bytes() == before
    assert list(desk.work(found).absent) == ["doc"]


def test_a_draft_that_counts_line_ends_otherwise_is_left_alone(two):
    """What is written would be elsewhere in it."""
    root, _, _ = two
    for path in root.glob("*/doc.txt"):
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    found, desk = agreement(root), desk_of(root)
    assert desk.work(found).absent == {
        "doc": "In the draft, offsets count each line end as one character: in this way most text "
        "fields are what they mark, and in this way they are read. brat shows them elsewhere."
    }
    place = next(place for place in found.places if place.token.text == "dogs")
    before = ann(root).read_bytes()
    with pytest.raises(NotSettled, match="each line end as one character"):
        desk.decide(found, key_in_store(place), "", TAKEN, "ben", "lead")
    assert ann(root).read_bytes() == before


def test_a_document_that_is_being_saved_is_waited_for(two, monkeypatch):
    root, desk, found = two
    case = case_of(desk, found, "dogs")
    monkeypatch.setattr(desk, "_lock", partial(files.locked, root.parent / "locks", patience=0.1))
    with files.locked(root.parent / "locks", str(root / "gold" / "doc")):
        with pytest.raises(NotSettled, match="unusually|unusual"):
            desk.decide(found, case.key, case.seen, TAKEN, "ben", "lead")
    desk.decide(found, case.key, case.seen, TAKEN, "ben", "lead")


def random_project(seed, folder):
    rng = random.Random(seed)
    root = folder / "p"
    for document in ("a", "b"):
        words = random_words(rng, sentences=3, longest=4)
        marks = random_marks(rng, words, heads=(0, 1, 1, 2))
        for name in ("anna", "ben", "carla"):
            put(root, name, document, words, like(rng, marks, words, heads=(0, 1, 2)))
    return rng, root


@pytest.mark.parametrize("seed", range(25))
def test_random_decisions(seed, tmp_path):
    """The gold holds exactly what was decided, and everywhere else what all agree on."""
    rng, root = random_project(seed, tmp_path)
    desk, found = begin(root, rng.choice(["unanimous", "majority"]), names=rng.random() < 0.5)
    mine = {path: path.read_bytes() for name in ("anna", "ben", "carla") for path in (root / name).iterdir()}  # fmt: skip
    expected = {document: arcs(root, document) for document in "ab"}
    history = []
    for _ in range(25):
        case = rng.choice(desk.work(found).cases)
        document, start = case.document, case.place.token.start
        if history and rng.random() < 0.3:
            document, start, key, before, data = history.pop()
            desk.undo(found, key, "lead")
            expected[document][start] = before
            assert ann(root, document).read_bytes() == data
        else:
            name = rng.choice([name for group in case.place.groups for name in group])
            before = expected[document].get(start, set()), ann(root, document).read_bytes()
            history.append((document, start, case.key, *before))
            desk.decide(found, case.key, case.seen, TAKEN, name, "lead")
            own = arcs(root, document, name).get(start, set())
            expected[document][start] = own
        for document in "ab":
            told = {start: own for start, own in expected[document].items() if own}
            assert arcs(root, document) == told
    assert {path: path.read_bytes() for path in mine} == mine


@pytest.mark.parametrize("seed", range(100, 112))
def test_random_undo_in_any_order(seed, tmp_path):
    rng, root = random_project(seed, tmp_path)
    desk, found = begin(root, rng.choice(["unanimous", "majority"]))
    expected = {document: arcs(root, document) for document in "ab"}
    counts = desk.work(found).counts
    chosen = rng.sample(desk.work(found).cases, min(6, len(desk.work(found).cases)))
    for case in chosen:
        case = next(one for one in desk.work(found).cases if one.key == case.key)
        name = rng.choice([name for group in case.place.groups for name in group])
        desk.decide(found, case.key, case.seen, TAKEN, name, "lead")
    rng.shuffle(chosen)
    for case in chosen:
        desk.undo(found, case.key, "lead")
    assert {document: arcs(root, document) for document in "ab"} == expected
    assert desk.work(found).counts == counts


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
from server_hooks.guard import files

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
    said = [process.communicate(timeout=120)[0].split() for process in processes]
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
from server_hooks.guard import files
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
    done = subprocess.run(arguments, env=environment, timeout=60, check=False)
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


def test_all_that_is_kept_can_be_read_as_json(two):
    _, desk, found = two
    take(desk, found, "dogs", "ben", "why “so”?")
    (one,) = desk.decisions.history()
    assert json.loads(json.dumps(one.place))["token"] == "dogs"
    assert one.reason == "why “so”?" and one.at.endswith("+00:00")


def test_arcs_are_only_those_of_the_settings():
    text = "aa bb\n"
    data = b"T1\tX 0 2\taa\nT2\tX 3 5\tbb\nR1\tcoref Arg1:T1 Arg2:T2\t\nR2\tobj Arg1:T1 Arg2:T2\t\n"
    settings = DependencySettings(labels=("obj",))
    file, empty = DraftFile(data, text, settings), DraftFile(b"", text, settings)
    arcs = TokenArcs(None, None, Beside([]))
    assert arcs.value(file, ((3, 5),)) == [("obj", ((0, 2),))]
    edit = arcs.settled(file, "d", ((3, 5),), empty, set())
    assert b"coref" in edit.data and b"obj" not in edit.data
    assert before(edit.data, edit.changes) == data


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
        thread.join(60)
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
        arcs = TokenArcs(None, None, Beside([]))
        assert arcs.value(file, case.place.token.fragments) == decided[case.key].value
