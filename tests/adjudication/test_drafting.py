"""Adjudication drafts: what gets in, what the notes say, that nothing gets lost, and that brat
opens them.
"""

import os
import random
from itertools import permutations

import pytest
from drafts import ANNA, BEN, CARLA, WORDS, notes, project, read_back, two, written
from small_projects import (
    agreement,
    like,
    put,
    put_raw,
    random_marks,
    random_words,
    scores_by_key,
    table_of,
)

from brat_iaa.adjudication.ballot import Tally
from brat_iaa.adjudication.drafting import draft
from brat_iaa.config import DependencySettings
from brat_iaa.corpus.project import ParallelDocument
from brat_iaa.corpus.standoff import read_annotations
from brat_iaa.layers.dependencies import dependency_table

TOKENS = (
    "T1\tROOT 0 4\tROOT\nT2\tW 5 9\tcats\nT3\tW 10 13\tsaw\nT4\tW 14 18\tdogs\n"
    "T5\tROOT 19 23\tROOT\nT6\tW 24 28\tthey\nT7\tW 29 34\tslept\n"
)


def values(annotations, text, settings=DependencySettings()):
    """[(fragments, types, heads and labels by fragments)] of an annotation file."""
    document = ParallelDocument("doc", text, {"x": annotations}, {"x": "x/doc.ann"}, ())
    table = dependency_table(document, settings)
    return [
        (
            token.fragments,
            token.types["x"],
            {
                (table.tokens[head].fragments, label)
                for head, label in table.value("x", token.index)
            },
        )
        for token in table.tokens
    ]


def test_unanimous(tmp_path):
    result = draft(project(tmp_path, anna=ANNA, ben=BEN, carla=CARLA), tmp_path / "draft")
    assert written(result) == TOKENS + (
        "R1\tsubj Arg1:T3 Arg2:T2\t\n"
        "R2\troot Arg1:T1 Arg2:T3\t\n"
        "R3\troot Arg1:T5 Arg2:T7\t\n"
        "#1\tAnnotatorNotes T4\tDisputed arc: anna: obj from saw; ben: iobj from saw; "
        "carla: iobj from cats and obj from saw\n"
        "#2\tAnnotatorNotes T6\tDisputed arc: anna, ben: subj from slept; carla: no arc\n"
    )
    assert (result.directory / "doc.txt").read_bytes() == (tmp_path / "p/anna/doc.txt").read_bytes()
    # By dogs: obj from saw, iobj from saw, iobj from cats; by they: subj.
    assert (result.tallies["arc"], result.tallies["span"]) == (Tally(3, 0, 4), Tally(7, 0, 0))
    assert result.documents[0].notes == 2


def test_majority(tmp_path):
    """Each (head, label) is voted on for itself: of carla's two heads of "dogs" one is in."""
    result = draft(
        project(tmp_path, anna=ANNA, ben=BEN, carla=CARLA), tmp_path / "draft", rule="majority"
    )
    assert written(result) == TOKENS + (
        "R1\tsubj Arg1:T3 Arg2:T2\t\n"
        "R2\troot Arg1:T1 Arg2:T3\t\n"
        "R3\tobj Arg1:T3 Arg2:T4\t\n"
        "R4\tsubj Arg1:T7 Arg2:T6\t\n"
        "R5\troot Arg1:T5 Arg2:T7\t\n"
        "#1\tAnnotatorNotes R3\tArc by majority: anna: obj from saw; ben: iobj from "
        "saw; carla: iobj from cats and obj from saw\n"
        "#2\tAnnotatorNotes R4\tArc by majority: anna, ben: subj from slept; carla: no arc\n"
    )
    assert result.tallies["arc"] == Tally(3, 2, 2)


def test_half_is_no_majority(tmp_path):
    root = project(tmp_path, "a", anna="0>1:x", ben="0>1:x", carla="0>1:y", dora="0>1:y")
    assert "R1" not in written(draft(root, tmp_path / "draft", rule="majority"))


def test_two_annotators_are_unanimous_or_no_majority(tmp_path):
    root = project(tmp_path, anna=ANNA, ben=CARLA)
    one, other = (draft(root, tmp_path / rule, rule=rule) for rule in ("unanimous", "majority"))
    assert written(one) == written(other)


def test_names_can_be_left_out(tmp_path):
    root = project(tmp_path, anna=ANNA, ben=BEN, carla=CARLA)
    put(root, "carla", "other", "a b", "0>1:x")
    result = draft(root, tmp_path / "draft", names=False)
    assert (
        notes(result)[1]
        == "AnnotatorNotes T6\tDisputed arc: 2 annotators: subj from slept; 1 annotator: no arc"
    )
    for file in result.directory.iterdir():
        assert not any(name in file.read_text("utf-8") for name in ("anna", "ben", "carla"))


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("rule", ["unanimous", "majority"])
def test_a_draft_of_identical_annotators_is_theirs(tmp_path, seed, rule):
    rng = random.Random(seed)
    words = random_words(rng)
    marks = random_marks(rng, words)
    root = tmp_path / "p"
    for name in ("anna", "ben", "carla"):
        put(root, name, "doc", words, marks, first_id=rng.randint(1, 50), order=rng.shuffle)
    result = draft(root, tmp_path / "draft", rule=rule)
    text = (root / "anna/doc.txt").read_text("utf-8")
    own = read_annotations((root / "anna/doc.ann").read_bytes(), text, "anna")
    assert values(read_back(result), text) == values(own, text)
    assert notes(result) == [] and all(tally[1:] == (0, 0) for tally in result.tallies.values())


@pytest.mark.parametrize("rule", ["unanimous", "majority"])
def test_every_arc_is_in_by_the_rule_and_no_other(tmp_path, rule):
    rng = random.Random(7)
    for number in range(12):
        words = random_words(rng, sentences=4)
        marks = random_marks(rng, words)
        own = {name: like(rng, marks, words) for name in ("anna", "ben", "carla", "dora")}
        root = project(tmp_path / str(number), words, **own)
        result = draft(root, tmp_path / str(number) / "draft", rule=rule)
        table = table_of(words, **own)
        text = (root / "anna/doc.txt").read_text("utf-8")
        got = {fragments: arcs for fragments, _, arcs in values(read_back(result), text)}
        needed = 4 if rule == "unanimous" else 3
        for item in table.items:
            sets = [table.value(name, item) for name in table.annotators]
            elements = set().union(*sets)
            expected = {
                (table.tokens[head].fragments, label)
                for head, label in elements
                if sum((head, label) in each for each in sets) >= needed
            }
            assert got[table.tokens[item].fragments] == expected


def test_the_order_of_annotators_does_not_matter(tmp_path):
    rng = random.Random(3)
    words = random_words(rng)
    marks = random_marks(rng, words)
    root = project(
        tmp_path, words, **{name: like(rng, marks, words) for name in ("anna", "ben", "carla")}
    )
    found = set()
    for number, order in enumerate(permutations(("anna", "ben", "carla"))):
        settings = {"annotators": ", ".join(order)}
        found.add(written(draft(root, tmp_path / str(number), rule="majority", overrides=settings)))
    assert len(found) == 1


def test_what_only_one_did_is_told_in_the_same_order_whoever_comes_first(tmp_path):
    ann = "T1\tW 0 1\ta\nT2\tW 2 3\tb\n"
    arc, note = "R1\tx Arg1:T1 Arg2:T2\t\n", "#1\tAnnotatorNotes T2\tsee\n"
    put_raw(tmp_path / "p", "anna", "doc", "a b", ann + arc)
    put_raw(tmp_path / "p", "ben", "doc", "a b", ann + note)
    for order in ("anna, ben", "ben, anna"):
        result = draft(tmp_path / "p", tmp_path / order, overrides={"annotators": order})
        assert notes(result) == [
            (
                "AnnotatorNotes T2\tDisputed arc: anna: x from a; ben: no arc | Disputed "
                "note: anna: no note; ben: “see”"
            )
        ]


@pytest.mark.parametrize("seed", range(2))
def test_nothing_gets_lost(tmp_path, seed):
    """Every annotation of everybody is voted on, or named as left out."""
    rng = random.Random(seed)
    words = random_words(rng)
    marks = random_marks(rng, words)
    own = {name: like(rng, marks, words) for name in ("anna", "ben")}
    own["ben"] += " " + own["ben"].split(" / ")[-1].split()[-1]  # an arc drawn twice
    root = project(tmp_path, words, **own)
    result = draft(root, tmp_path / "draft")
    lines = sum((root / name / "doc.ann").read_text("utf-8").count("\n") for name in own)
    # What both have counts for both.
    counted = sum(2 * tally.agreed + tally.disputed for tally in result.tallies.values())
    assert counted + len(result.left_out) == lines
    assert len(result.left_out) == 1 and "a second time" in result.left_out[0].reason


def test_a_token_that_too_few_have_is_noted_beside_it(tmp_path):
    result = draft(
        project(tmp_path, "a bad cat", anna="3>2:mod 0>3:root", ben="-2 0>3:root"),
        tmp_path / "draft",
    )
    assert "bad" not in written(result).partition("#")[0]
    assert notes(result) == [
        "AnnotatorNotes T2\tNot in the draft: bad (characters 7 to 10): Disputed type: "
        "anna: W; ben: no token"
        " | Not in the draft: bad (characters 7 to 10): Disputed arc: anna: mod from "
        "cat; ben: no arc"
    ]


def test_a_token_without_agreed_type_has_the_most_frequent_one(tmp_path):
    for name, type in (("anna", "N"), ("ben", "V"), ("carla", "V")):
        put_raw(tmp_path / "p", name, "doc", "run", f"T1\t{type} 0 3\trun\n")
    result = draft(tmp_path / "p", tmp_path / "draft")
    assert (
        written(result)
        == "T1\tV 0 3\trun\n#1\tAnnotatorNotes T1\tDisputed type: ben, carla: V; anna: N\n"
    )
    assert result.tallies["span"] == Tally(0, 0, 2) and result.documents[0].chosen == 1


def test_discontinuous_tokens(tmp_path):
    ann = "T4\tV 0 4;8 10\ttake up\nT5\tN 5 7\tit\nR1\tobj Arg1:T4 Arg2:T5\t\n"
    put_raw(tmp_path / "p", "anna", "doc", "take it up", ann.replace("it up", "up"))
    put_raw(tmp_path / "p", "ben", "doc", "take it up", ann)
    result = draft(tmp_path / "p", tmp_path / "draft")
    assert written(result) == "T1\tV 0 4;8 10\ttake up\nT2\tN 5 7\tit\nR1\tobj Arg1:T1 Arg2:T2\t\n"
    read_back(result)


def test_a_head_that_the_sentence_has_twice_is_named_by_its_place(tmp_path):
    result = draft(
        project(tmp_path, "the cat the", anna="3>2:x", ben="2>1:y 3>2:x"), tmp_path / "draft"
    )
    assert notes(result) == ["AnnotatorNotes T2\tDisputed arc: anna: no arc; ben: y from cat"]
    result = draft(
        project(tmp_path / "2", "the cat the", anna="3>2:x", ben="1>2:x"), tmp_path / "2" / "draft"
    )
    assert notes(result)[0].endswith(
        "anna: x from the (characters 13 to 16); ben: x from the (characters 5 to 8)"
    )


def test_a_document_of_one_annotator_is_taken_over_and_says_so(tmp_path):
    root = project(tmp_path, anna=ANNA, ben=ANNA)
    put(root, "ben", "alone", WORDS, BEN)
    result = draft(root, tmp_path / "draft")
    assert result.single == ("alone",)
    text = (root / "ben/alone.txt").read_text("utf-8")
    own = read_annotations((root / "ben/alone.ann").read_bytes(), text, "ben")
    assert values(read_back(result, "alone"), text) == values(own, text)
    assert notes(result, "alone") == [
        (
            "AnnotatorNotes T1\tOnly ben annotated this document. It is taken over as it "
            "is; nobody has checked it."
        )
    ]


def test_who_has_not_begun_has_no_vote(tmp_path):
    root = project(tmp_path, anna=ANNA, ben=ANNA)
    put_raw(root, "carla", "doc", (root / "anna/doc.txt").read_text(), "")
    result = draft(root, tmp_path / "draft")
    assert notes(result) == [] and result.documents[0].annotators == ("anna", "ben")
    assert ("doc", ("carla",)) in [one[:2] for one in result.excluded]


def test_who_drew_no_arc_has_no_vote_on_arcs_if_so_set(tmp_path):
    root = project(tmp_path, anna=ANNA, ben=ANNA, carla="")
    count = draft(root, tmp_path / "count")
    missing = draft(root, tmp_path / "missing", overrides={"no_arcs": "missing"})
    assert count.tallies["arc"] == Tally(0, 0, 5) and missing.tallies["arc"] == Tally(5, 0, 0)


def test_beside_an_agreed_arc_a_further_one_is_noted_at_the_token(tmp_path):
    result = draft(project(tmp_path, anna="2>3:obj", ben="2>3:obj 1>3:x"), tmp_path / "draft")
    assert notes(result) == [
        "AnnotatorNotes T4\tDisputed arc: anna: obj from saw; ben: obj from saw and x from cats"
    ]


def test_a_head_in_another_sentence_is_named_by_its_place(tmp_path):
    ann = "T1\tW 0 1\ta\nT2\tW 2 3\tb\n"
    result = two(tmp_path, "a\nb", ann + "R1\tx Arg1:T1 Arg2:T2\t\n", ann)
    assert notes(result) == [
        "AnnotatorNotes T2\tDisputed arc: anna: x from a (characters 0 to 1); ben: no arc"
    ]


def test_a_note_beside_a_missing_token_stays_in_its_sentence(tmp_path):
    ann = "T1\tW 0 1\ta\nT3\tW 6 7\tc\n"
    result = two(tmp_path, "a\nb   c", ann + "T2\tW 2 3\tb\n", ann)
    assert notes(result)[0].startswith("AnnotatorNotes T2\tNot in the draft: b (characters 2 to 3)")


def test_a_document_without_any_shared_span(tmp_path):
    result = two(tmp_path, "a b", "T1\tW 0 1\ta\n", "T1\tW 2 3\tb\n")
    assert written(result) == (
        "#1\tAnnotatorNotes sent:1\tNot in the draft: a (characters 0 to 1): Disputed "
        "type: anna: W; ben: no span"
        " | Not in the draft: b (characters 2 to 3): Disputed type: anna: no span; ben: W\n"
    )


def test_gold_has_no_vote_and_brats_settings_come_along(tmp_path):
    root = project(tmp_path, anna=ANNA, ben=BEN, gold=CARLA)
    (root / "iaa.conf").write_text("[project]\ngold = gold\n")
    (tmp_path / "annotation.conf").write_text("[entities]\nW\n")
    (root / "visual.conf").write_text("[labels]\n")
    (root / "anna" / "acl.conf").write_text("User-agent: *\nDisallow: /\n")
    (root / "anna" / "kb_shortcuts.conf").write_text("N W\n")
    (root / "ben" / "kb_shortcuts.conf").write_text("W W\n")
    result = draft(root, tmp_path / "draft")
    assert result.settings == ("annotation.conf", "visual.conf", "kb_shortcuts.conf")
    assert (result.directory / "annotation.conf").read_text() == "[entities]\nW\n"
    assert result.remarks == (
        "kb_shortcuts.conf differs between anna, ben; the one of anna was copied.",
    )
    assert "gold" not in written(result) and result.tallies["arc"].agreed == 4


def test_gold_is_one_more_annotator(tmp_path):
    """The adjudicator decides for anna on "dogs" and for anna and ben on "they"; each is then
    measured by it.
    """
    root = project(tmp_path, anna=ANNA, ben=BEN, carla=CARLA)
    result = draft(root, root / "adjudicated")
    assert result.inside
    path = root / "adjudicated" / "doc.ann"
    decided = "".join(
        line for line in path.read_text().splitlines(True) if not line.startswith("#")
    )
    path.write_text(decided + "R4\tobj Arg1:T3 Arg2:T4\t\nR5\tsubj Arg1:T7 Arg2:T6\t\n")
    os.utime(path, (1_000_000_000, 1_000_000_000))
    (root / "iaa.conf").write_text("[project]\ngold = adjudicated\n")
    found = agreement(root)
    assert found.annotators == ("anna", "ben", "carla")
    f1 = {
        name: scores_by_key(found)["LAA", "f1", ("adjudicated", name), None, None].value
        for name in found.annotators
    }
    # ben has 4 of his 5 arcs right, of the 5 of the gold; carla 4 of 5, of 5.
    assert f1 == pytest.approx({"anna": 1, "ben": 4 / 5, "carla": 4 / 5})
