"""A draft on disk: what gets in, what its notes say, decisions, edits in brat, and earlier drafts."""

import json
from functools import partial
from shutil import copytree
from threading import Thread

import pytest
from brat_iaa.server_hooks import saving
from drafts import AGAIN, ANNA, BEN, CARLA, LAYERS, TEXT, WORDS, MadeDraft, project, two
from small_projects import agreement, put, put_raw, scores_by_key

from brat_iaa.adjudication.decisions import Decisions
from brat_iaa.adjudication.draft import NEITHER, TAKEN, Changed, Draft, NotSettled
from brat_iaa.adjudication.making import draft_at
from brat_iaa.adjudication.report import summary, tables
from brat_iaa.adjudication.rule import DraftRule
from brat_iaa.adjudication.source import source_of
from brat_iaa.errors import ConfigError
from brat_iaa.review.items import key_in_store

TOKENS = (
    "T1\tROOT 0 4\tROOT\nT2\tW 5 9\tcats\nT3\tW 10 13\tsaw\nT4\tW 14 18\tdogs\n"
    "T5\tROOT 19 23\tROOT\nT6\tW 24 28\tthey\nT7\tW 29 34\tslept\n"
)
ARCS = "R1\tsubj Arg1:T3 Arg2:T2\t\nR2\troot Arg1:T1 Arg2:T3\t\n"


@pytest.fixture
def made(tmp_path):
    return MadeDraft.make(project(tmp_path, anna=ANNA, ben=BEN, carla=CARLA))


# What is in it


def test_unanimous(made):
    assert made.text() == TOKENS + ARCS + "R3\troot Arg1:T5 Arg2:T7\t\n"
    assert made.notes() == [
        "T4 Disputed arc: anna: obj ← “saw”; ben: iobj ← “saw”; " "carla: iobj ← “cats” and obj ← “saw”",
        "T6 Disputed arc: anna, ben: subj ← “slept”; carla: not annotated",
    ]  # fmt: skip
    assert (made.directory / "doc.txt").read_bytes() == (made.root / "anna/doc.txt").read_bytes()


def test_majority_votes_on_each_arc_and_half_is_none(tmp_path):
    """Of carla's two heads of “dogs” one is in."""
    root = project(tmp_path, anna=ANNA, ben=BEN, carla=CARLA)
    made = MadeDraft.make(root, rule=DraftRule("majority"))
    assert "obj Arg1:T3 Arg2:T4" in made.text() and "iobj" not in made.text()
    assert made.notes()[1] == "R4 Arc by the rule: anna, ben: subj ← “slept”; carla: not annotated"
    assert [case.status for case in made.work.cases] == ["rule"] * 2
    put(root, "dora", "doc", WORDS, BEN)
    assert "obj" not in MadeDraft.make(root, tmp_path / "four", rule=DraftRule("majority")).text()


def test_one_annotator_is_taken_by_layer_by_type_and_for_everything(tmp_path):
    """A type says more than a layer, and a layer more than everything."""
    (tmp_path / "p").mkdir()
    (tmp_path / "p" / "iaa.conf").write_text(
        "[layer spans]\nkind = labels\n[layer relations]\nkind = entity-relations\n"
    )
    anna = "T1\tPER 0 3\tAnn\nT2\tMEET 4 7\tmet\nT3\tPER 8 11\tBob\n"
    ben = anna.replace("MEET 4 7\tmet", "MEET 4 11\tmet Bob") + "R1\tr Arg1:T1 Arg2:T3\t\n"
    ann, bob = ("PER", "Ann"), ("PER", "Bob")
    for number, (taken, expected) in enumerate([
        ({"": "anna"}, [ann, ("MEET", "met"), bob]),
        ({"": "anna", "relations": "ben"}, [ann, ("MEET", "met"), bob, ("r", "")]),
        ({"spans": "anna", "MEET": "ben", "relations": "anna"}, [ann, ("MEET", "met Bob"), bob]),
    ]):  # fmt: skip
        rule = DraftRule(taken=tuple(taken.items()))
        (tmp_path / str(number)).mkdir()
        copytree(tmp_path / "p", tmp_path / str(number) / "p")
        made = two(tmp_path / str(number), TEXT, anna, ben, rule=rule)
        drawn = [line.split("\t") for line in made.text().splitlines()]
        assert [(head.split()[0], words) for _, head, words in drawn] == expected
        assert made.work.left == 0 and not made.work.others


def test_everything_that_brat_can_hold_is_carried_over(tmp_path):
    made = two(tmp_path, TEXT, LAYERS, AGAIN)
    assert made.notes() == [] and not made.work.cases and not made.work.others
    counted = [line[0] for line in made.text().splitlines()]
    assert sorted(counted) == sorted(line[0] for line in LAYERS.splitlines())


def test_who_has_not_begun_has_no_vote_and_one_annotator_alone_is_said(tmp_path):
    root = project(tmp_path, anna=ANNA, ben=ANNA)
    put_raw(root, "carla", "doc", (root / "anna/doc.txt").read_text(), "")
    put(root, "ben", "alone", WORDS, BEN)
    made = MadeDraft.make(root)
    assert made.notes() == [] and made.first.documents["doc"] == ("anna", "ben")
    assert ("doc", ("carla",)) in [one[:2] for one in made.first.excluded]
    assert made.notes("alone") == [
        "T1 Only ben annotated this document. It is taken over as it is; nobody has checked it."
    ]
    said = " ".join(summary(made.directory, made.decisions.settings(), made.first))
    assert "Only one annotator did: alone." in said


def test_who_drew_no_arc_has_no_vote_on_arcs_if_so_set(tmp_path):
    root = project(tmp_path, anna=ANNA, ben=ANNA, carla="")
    assert "R1" not in MadeDraft.make(root).text()
    assert "R5" in MadeDraft.make(root, tmp_path / "missing", no_arcs="missing").text()


def test_gold_has_no_vote_and_brats_settings_come_along(tmp_path):
    root = project(tmp_path, anna=ANNA, ben=BEN, gold=CARLA)
    (root / "iaa.conf").write_text("[project]\ngold = gold\n")
    (tmp_path / "annotation.conf").write_text("[entities]\nW\n")
    for name, content in (("anna", "N W\n"), ("ben", "W W\n")):
        (root / name / "kb_shortcuts.conf").write_text(content)
    made = MadeDraft.make(root, tmp_path / "draft")
    assert made.copied == ("annotation.conf", "kb_shortcuts.conf")
    assert "gold" not in made.data().decode() and "R3\tsubj" in made.text()


# Decisions


def test_a_decision_writes_its_place_and_nothing_else(made):
    before = made.data()
    decision = made.take("dogs", "ben", reason="see 4.2")
    assert made.text().replace("R4\tiobj Arg1:T3 Arg2:T4\t\n", "") == TOKENS + ARCS + (
        "R3\troot Arg1:T5 Arg2:T7\t\n"
    )
    assert [case.status for case in made.work.cases] == ["decided", "open"]
    assert (made.case("dogs").chosen, decision.why) == (("ben",), "see 4.2")
    after = made.data()
    made.draft = Draft(made.directory, made.decisions)
    assert made.work.left == 1 and made.data() == after, "a new process finds the same"
    assert made.undo("dogs").why == "see 4.2"
    assert made.data() == before and made.case("dogs").status == "open"
    assert made.decisions.last_reason(made.case("dogs").key) == "see 4.2"
    with pytest.raises(Changed, match="no decision here"):
        made.undo("dogs")


def test_the_second_of_two_adjudicators_is_told_and_overwrites_nothing(made):
    case = made.case("dogs")
    made.take("dogs", "ben", by="second")
    after = made.data()
    with pytest.raises(Changed, match="second has decided here since"):
        made.draft.decide(made.source, {case.key: case.seen}, "taken", "anna", "lead")
    for choice, name in (("taken", "nobody"), ("all", "")):
        seen = made.case("dogs").seen
        with pytest.raises(NotSettled):
            made.draft.decide(made.source, {case.key: seen}, choice, name, "lead")
    assert made.data() == after


def test_to_do_in_brat_is_kept_until_it_is_done_there(made):
    case, before = made.case("dogs"), made.text()
    made.draft.decide(made.source, {case.key: case.seen}, NEITHER, "", "lead")
    assert made.text() == before and made.case("dogs").status == "neither"
    path = made.directory / "doc.ann"
    path.write_bytes(path.read_bytes() + b"R9\tMOD Arg1:T2 Arg2:T4\t\n")
    assert made.case("dogs").status == "brat" and "R9\tMOD" in made.text()
    made.undo("dogs")
    assert made.case("dogs").status == "neither" and "MOD" not in made.text()


def test_nothing_is_written_where_it_cannot_be(made, monkeypatch):
    before, case = made.data(), made.case("dogs")

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("brat_iaa.adjudication.files.saving.replace", full)
    with pytest.raises(NotSettled, match="no space left on device"):
        made.take("dogs", "ben")
    monkeypatch.undo()
    assert made.data() == before and made.case("dogs").seen == case.seen
    (made.directory / "doc.txt").write_text("other")
    assert "not that of the annotators" in made.work.absent["doc"]
    (made.directory / "doc.ann").unlink()
    (made.directory / "doc.ann").symlink_to(made.root / "anna" / "doc.ann")
    assert "link" in made.work.absent["doc"]


@pytest.mark.parametrize("moment", ["before", "after"])
def test_a_process_that_dies_while_it_writes_leaves_what_was_there(made, monkeypatch, moment):
    """Nobody was told that it was decided; nothing is taken for an edit in brat."""
    before, replace = made.data(), saving.replace

    def dies(*arguments):
        if moment == "after":
            replace(*arguments)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(saving, "replace", dies)
        with pytest.raises(KeyboardInterrupt):
            made.take("dogs", "ben")
    assert made.case("dogs").status == "open" and made.data() == before
    made.take("dogs", "ben")
    assert made.case("dogs").status == "decided" and "iobj" in made.text()
    made.undo("dogs")
    assert made.data() == before


@pytest.mark.parametrize("file", ["text", "annotation"])
def test_a_process_that_dies_while_it_adds_a_document_leaves_it_to_the_next(
    made, monkeypatch, file
):
    for name, own in (("anna", ANNA), ("ben", BEN), ("carla", CARLA)):
        put(made.root, name, "new", WORDS, own)
    replace = saving.replace

    def dies(path, *arguments):
        if path.endswith(".txt") == (file == "text"):
            raise KeyboardInterrupt
        replace(path, *arguments)

    with monkeypatch.context() as patch:
        patch.setattr(saving, "replace", dies)
        with pytest.raises(KeyboardInterrupt):
            made.work  # noqa: B018
    assert not made.work.absent and not made.decisions.in_force()
    assert (made.directory / "new.ann").read_bytes() == made.data()


def test_gold_is_compared_with_what_was_decided(made):
    """For anna on “dogs” and for anna and ben on “they”; each is then measured by it."""
    for words in ("dogs", "they"):
        made.take(words, "anna")
    (made.root / "iaa.conf").write_text("[project]\ngold = gold\n")
    found = agreement(made.root)
    f1 = {
        name: scores_by_key(found)["LAA", "f1", ("gold", name), None, None].value
        for name in found.annotators
    }
    # ben has 4 of his 5 arcs right, of the 5 of the gold; carla 4 of 5, of 5.
    assert f1 == pytest.approx({"anna": 1, "ben": 4 / 5, "carla": 4 / 5})


# The command, and drafts of earlier versions


def test_the_command_makes_a_draft_and_brings_it_up_to_date(tmp_path):
    root = project(tmp_path, anna=ANNA, ben=BEN)
    made = MadeDraft(root)
    args = made.database, tmp_path / "locks"
    with pytest.raises(ConfigError, match="Which draft"):
        draft_at(source_of(root), None, *args)
    with pytest.raises(ConfigError, match="no draft yet"):
        draft_at(source_of(root), root / "gold", *args)
    first = draft_at(source_of(root), root / "gold", *args, {})
    assert "draft = gold" in first.remarks[0]
    assert [table.title for table in tables(first.work) if table.records] == ["What is decided"]
    made.take("dogs", "ben")
    put(root, "anna", "doc", WORDS, CARLA)
    before = made.data()
    looked = draft_at(source_of(root), root / "gold", *args)
    assert looked.work.left == 2 and made.data() == before, "status writes nothing"
    draft_at(source_of(root), root / "gold", *args, {})
    assert "iobj" in made.text() and "subj Arg1:T7" not in made.text()
    with pytest.raises(ConfigError, match="belongs to a new one"):
        draft_at(source_of(root), root / "gold", *args, {"layers": ("dependencies",)})


def test_drafts_and_decisions_of_earlier_versions_are_carried_over(tmp_path):
    root = project(tmp_path, anna=ANNA, ben=BEN)
    gold = root / "gold"
    gold.mkdir()
    (gold / ".brat-agreement-draft").write_text("")
    (gold / "doc.txt").write_bytes((root / "anna/doc.txt").read_bytes())
    (gold / "doc.ann").write_text(
        TOKENS + ARCS + "R3\tsubj Arg1:T7 Arg2:T6\t\nR4\troot Arg1:T5 Arg2:T7\t\n"
        "R5\tiobj Arg1:T3 Arg2:T4\t\nA1\tSure T2\n"
        "#1\tAnnotatorNotes T2\tmine | Disputed type: 1 annotator: W; 1 annotator: N\n"
    )
    made = MadeDraft(root)
    (place,) = made.draft.places(made.source)["doc"]
    with made.database.transaction() as connection:
        connection.execute(
            "INSERT INTO gold_decision (draft, document, item, choice, value, before, names, reason,"
            " by, at, place, changes, file_before, file_after, state) VALUES ('gold', 'doc', ?, "
            "'taken', '[]', '[]', ?, 'as 4.2', 'lead', '2025-01-01', '{}', '[]', '', '', 'done')",
            (key_in_store(place), json.dumps(["ben"])),
        )
    case = made.case("dogs")
    assert (case.status, case.decision.by, case.decision.why) == ("decided", "lead", "as 4.2")
    assert made.decisions.settings()[:2] == (DraftRule(), False)
    assert made.text().endswith("A1\tSure T2\n#1\tAnnotatorNotes T2\tmine\n")
    before = made.text()
    made.undo("dogs")
    assert made.text() == before.replace("R5\tiobj Arg1:T3 Arg2:T4\t\n", "")


def test_whoever_decides_while_it_becomes_the_gold_waits(tmp_path):
    """So that each document has what passed the rule then, and follows annotators no more."""
    root = project(tmp_path, anna=ANNA, ben=BEN, carla=CARLA)
    for name, marks in (("anna", ANNA), ("ben", BEN)):
        put(root, name, "second", WORDS, marks)
    made, keep, deciding = MadeDraft.make(root), Decisions.keep, []
    source, case = made.source, next(each for each in made.work.cases if each.document == "second")
    decide = partial(made.draft.decide, source, {case.key: case.seen}, TAKEN, "ben", "lead")

    def kept(name, what):
        keep(made.decisions, name, what)
        if not deciding:
            deciding.append(Thread(target=decide))
            deciding[0].start()
            deciding[0].join(0.3)

    made.decisions.keep = kept
    made.draft.become_gold(source)
    deciding[0].join()
    assert made.decisions.in_force()["second"]
    assert None not in [made.decisions.document(name).base for name in ("doc", "second")]
