"""Decisions in a draft: the files hold exactly what was decided, whoever decides, and undo takes it
back.
"""

import json
from functools import partial

import pytest
from arc_desks import ann, arcs, begin, case_of, desk_of, random_project, take, two_annotators
from brat_iaa.server_hooks.guard import files
from drafts import project
from small_projects import agreement, put, put_raw

from brat_iaa.adjudication.decisions import DRAFT, NEITHER, TAKEN, Decisions
from brat_iaa.adjudication.desk import Changed
from brat_iaa.adjudication.draft_file import DraftFile
from brat_iaa.adjudication.edits import NotSettled, before
from brat_iaa.adjudication.layer_edit import OtherLayers
from brat_iaa.adjudication.relations import TokenArcs
from brat_iaa.config import DependencySettings
from brat_iaa.review.items import key_in_store


@pytest.fixture
def two(tmp_path):
    return two_annotators(tmp_path)


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


@pytest.mark.parametrize("end", [b"\n", b""])
def test_undo_restores_the_bytes(two, end):
    root, desk, found = two
    before = ann(root).read_bytes().rstrip(b"\n") + end
    ann(root).write_bytes(before)
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
    with pytest.raises(Changed, match="changed since"):
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
    (note,) = work.notes
    assert note[:3] == ("doc", "type", "T2") and (note.fragments, note.has) == (((3, 5),), "X")
    take(desk, found, "bb", "ben")
    assert "Disputed type" in ann(root).read_text()
    assert "Disputed arc" not in ann(root).read_text()
    # The draft is right in it: the note goes, and comes back with undo.
    before = ann(root).read_bytes()
    desk.settle_note(found, note.key, "lead")
    assert "Disputed" not in ann(root).read_text() and desk.work(found).notes == []
    assert [case.status for case in desk.work(found).cases] == ["decided"]
    with pytest.raises(Changed, match="gone"):
        desk.settle_note(found, note.key, "lead")
    desk.undo(found, note.key, "lead")
    assert ann(root).read_bytes() == before and desk.noted(note.key) is None
    assert [one.key for one in desk.work(found).notes] == [note.key]


def test_notes_on_arcs_that_annotators_agree_on_meanwhile_are_other_things(tmp_path):
    root, desk, _ = two_annotators(tmp_path)
    path = root / "ben" / "doc.ann"
    path.write_text(path.read_text().replace("iobj", "obj"))
    found = agreement(root)
    work = desk.work(found)
    assert [case.place.token.text for case in work.cases] == ["they"]
    (note,) = work.notes
    assert (note.document, note.kind) == ("doc", "arc") and "iobj" in note.text
    desk.settle_note(found, note.key, "lead")
    assert "iobj" not in ann(root).read_text() and desk.work(found).notes == []


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


@pytest.mark.parametrize("seed", range(2))
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


@pytest.mark.parametrize("seed", range(100, 102))
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


class Killed(BaseException):
    """The process ended."""


def test_what_was_not_written_or_was_taken_back_when_all_ended_is_to_decide(two, monkeypatch):
    root, desk, found = two

    def before(path, data):
        raise Killed

    def after(path, data):
        replace(path, data)
        raise Killed

    replace = desk._replace
    monkeypatch.setattr(desk, "_replace", before)
    with pytest.raises(Killed):
        take(desk, found, "dogs", "ben")
    assert case_of(desk, found, "dogs").status == "open"
    monkeypatch.setattr(desk, "_replace", replace)
    with pytest.raises(Changed, match="Look at it again"):
        take(desk, found, "dogs", "ben")
    take(desk, found, "dogs", "ben")
    monkeypatch.setattr(desk, "_replace", after)
    with pytest.raises(Killed):
        desk.undo(found, case_of(desk, found, "dogs").key, "lead")
    assert case_of(desk, found, "dogs").status == "open"


def test_a_draft_gets_the_decisions_of_another_name_if_it_has_none_in_force(two):
    _, desk, found = two
    first, second = desk.decisions, Decisions("second", desk.decisions._database)
    take(desk, found, "dogs", "ben")
    take(desk, found, "they", "anna", "so")
    (_, they) = first.in_force()
    assert first.last_reason(they) == "so"
    first.forget()
    assert first.last_reason(they) == "" and not first.in_force()
    take(desk, found, "they", "anna")
    # Those of an earlier draft are lost, and keep none out.
    second.rename("gold")
    second.announce(document="doc", item="x", choice=NEITHER, value=[], before=[], names=(),
                    reason="", by="lead", place={})  # fmt: skip
    second.rename("gold")
    assert list(first.in_force()) == [they] and list(second.in_force()) == ["x"]
    first.forget()
    second.rename("gold")
    assert list(first.in_force()) == ["x"] and not second.in_force()


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
    arcs = TokenArcs(None, None, OtherLayers([]))
    assert arcs.value(file, ((3, 5),)) == [("obj", ((0, 2),))]
    edit = arcs.settled(file, "d", ((3, 5),), empty, set())
    assert b"coref" in edit.data and b"obj" not in edit.data
    assert before(edit.data, edit.changes) == data
