"""What is carried over beside dependencies: types, attributes, references, notes, events and
chains.
"""

import re

import pytest
from drafts import AGAIN, LAYERS, TEXT, notes, project, read_back, two, written
from small_projects import put_raw

from brat_iaa.adjudication.ballot import ANNOTATION_KINDS, Tally
from brat_iaa.adjudication.drafting import draft


def test_roles_in_another_order_and_a_span_over_two_lines(tmp_path):
    ann = "T1\tN 0 2\tit\nT2\tX 3 9\tup now\nR1\tobj Arg2:T1 Arg1:T2\t\n"
    assert written(two(tmp_path, "it up\nnow", ann, ann)) == ann


def test_a_name_over_a_single_word_is_not_the_word(tmp_path):
    ann = "T1\tW 0 3\tAnn\nT2\t%s 0 3\tAnn\n"
    result = two(tmp_path, "Ann", ann % "PER", ann % "ORG", token_types="W")
    assert written(result) == (
        "T1\tORG 0 3\tAnn\nT2\tW 0 3\tAnn\n#1\tAnnotatorNotes T1\tDisputed type: anna: "
        "PER; ben: ORG\n"
    )


def test_relations_with_other_roles_differ(tmp_path):
    ann = "T1\tX 0 1\ta\nT2\tX 2 5\tb c\nR1\twith %s:T1 %s:T2\t\n"
    result = two(tmp_path, "a b c d e f", ann % ("Arg1", "Arg2"), ann % ("Who", "Whom"))
    assert result.tallies["relation"] == Tally(0, 0, 2)
    assert notes(result) == [
        "AnnotatorNotes T2\tDisputed relation: anna: with a → b c; ben: with (Who, Whom) a → b c"
    ]


def test_the_order_in_which_the_ends_of_a_relation_are_written_is_no_difference(tmp_path):
    ann = "T1\tX 0 1\ta\nT2\tX 2 5\tb c\nR1\twith %s\t\n"
    result = two(tmp_path, "a b c d e f", ann % "Arg1:T1 Arg2:T2", ann % "Arg2:T2 Arg1:T1")
    assert result.tallies["relation"] == Tally(1, 0, 0)


def test_the_tab_that_brat_adds_to_a_reference_is_no_difference(tmp_path):
    ann = "T1\tX 0 1\ta\nN1\tReference T1 Wiki:1%sentry\n"
    result = two(tmp_path, "a", ann % "\t", ann % "\t\t\t")
    assert written(result) == ann % "\t"


def test_an_attribute_of_one_of_two_spans_on_the_same_word(tmp_path):
    ann = "T1\tN 0 3\tAnn\nT2\tPER 0 3\tAnn\nA1\tSure T%d\n"
    result = two(tmp_path, "Ann", ann % 1, ann % 2)
    assert result.tallies["attribute"] == Tally(0, 0, 2)


def test_an_attribute_is_the_same_on_spans_of_different_types(tmp_path):
    ann = "T1\t%s 0 3\trun\nA1\tSure T1\n"
    assert two(tmp_path, "run", ann % "N", ann % "V").tallies["attribute"] == Tally(1, 0, 0)


def test_chains_are_joined_as_brat_joins_them(tmp_path):
    ann = "T1\tN 0 1\ta\nT2\tN 2 3\tb\nT3\tN 4 5\tc\n"
    result = two(
        tmp_path, "a b c", ann + "*\tEquiv T1 T2\n*\tEquiv T3 T2\n", ann + "*\tEquiv T3 T1 T2\n"
    )
    assert result.tallies["chain"] == Tally(1, 0, 0) and "*\tEquiv T1 T2 T3\n" in written(result)


def test_chains_of_two_types_stay_apart(tmp_path):
    ann = "T1\tN 0 1\ta\nT2\tN 2 3\tb\nT3\tN 4 5\tc\n*\tEquiv T1 T2\n*\tPart T2 T3\n"
    result = two(tmp_path, "a b c", ann, ann)
    assert result.tallies["chain"] == Tally(2, 0, 0) and written(result) == ann


def test_events_in_a_circle_are_left_out(tmp_path):
    ann = "T1\tGo 0 2\tgo\nT2\tRun 3 6\trun\nE1\tGo:T1 After:E2\nE2\tRun:T2 After:E1\n"
    result = two(tmp_path, "go run", ann, ann)
    assert {(one.annotator, one.id) for one in result.left_out} == {
        (name, id) for name in ("anna", "ben") for id in ("E1", "E2")
    }
    assert written(result) == "T1\tGo 0 2\tgo\nT2\tRun 3 6\trun\n"


def test_an_arc_without_its_token_is_named(tmp_path):
    """carla has no vote on arcs, but one on tokens, and lacks one."""
    root = project(tmp_path, "a b", anna="1>2:x", ben="1>2:x", carla="-2")
    result = draft(root, tmp_path / "draft", overrides={"no_arcs": "missing"})
    assert [(one.annotator, one.id) for one in result.left_out] == [("anna, ben", "arc")]
    assert result.tallies["arc"] == Tally(0, 0, 1)


def test_an_empty_file_is_annotation_where_tokens_are_drawn(tmp_path):
    result = two(tmp_path, "a", "T1\tW 0 1\ta\n", "", tokens="drawn")
    assert result.documents[0].annotators == ("anna", "ben") and result.tallies["span"] == Tally(
        0, 0, 1
    )


def test_all_layers_are_carried_over(tmp_path):
    put_raw(tmp_path / "p", "anna", "doc", TEXT, LAYERS)
    put_raw(tmp_path / "p", "ben", "doc", TEXT, AGAIN)
    result = draft(tmp_path / "p", tmp_path / "draft")
    read_back(result)
    expected = dict(zip(ANNOTATION_KINDS, (5, 2, 0, 2, 1, 3, 1, 3)))
    assert result.tallies == {kind: Tally(number, 0, 0) for kind, number in expected.items()}
    assert result.left_out == ()
    assert set(written(result).splitlines()) == {
        "T1\tPER 0 3\tAnn",
        "T2\tMeet 4 7\tmet",
        "T3\tPER 8 11\tBob",
        "T4\tPRO 13 16\tShe",
        "T5\tSmile 17 23\tsmiled",
        "E1\tMeet:T2 Who:T1 Whom:T3",
        "E2\tSmile:T5 After:E1 Who:T4",
        "R1\tcoref Arg1:T1 Arg2:T4\t",
        "R2\tthen Arg1:E1 Arg2:E2\t",
        "*\tEquiv T1 T4",
        "A1\tMood T1 happy",
        "A2\tPast E1",
        "A3\tSure R1",
        "N1\tReference T1 Wiki:1\tAnn of X",
        "#1\tAnnotatorNotes E1\tevent",
        "#2\tAnnotatorNotes T3\tWho is it?",
        "#3\tAnnotatorNotes sent:2\tshort",
    }


def test_what_differs_in_other_layers_is_noted(tmp_path):
    put_raw(tmp_path / "p", "anna", "doc", TEXT, LAYERS)
    other = LAYERS.replace("happy", "sad").replace("Wiki:1", "Wiki:2").replace("Whom:T3", "Whom:T4")
    other = (
        other.replace("Equiv T1 T4", "Equiv T3 T4")
        .replace("Who is it?", "Bob?")
        .replace("short", "long")
    )
    put_raw(tmp_path / "p", "ben", "doc", TEXT, other)
    result = draft(tmp_path / "p", tmp_path / "draft")
    read_back(result)
    said = dict(line[len("AnnotatorNotes ") :].split("\t") for line in notes(result))
    assert "Disputed attribute: anna: Mood = happy; ben: Mood = sad" in said["T1"]
    assert "Disputed reference: anna: Wiki:1; ben: Wiki:2" in said["T1"]
    assert "Disputed chain: anna: Equiv of Ann = She; ben: no chain" in said["T1"]
    assert "Disputed chain: anna: no chain; ben: Equiv of Bob = She" in said["T3"]
    assert "Disputed note: anna: “Who is it?”; ben: “Bob?”" in said["T3"]
    assert (
        "Disputed event: anna: Meet (Who: Ann, Whom: Bob); ben: Meet (Who: Ann, Whom: She)"
        in said["T2"]
    )
    assert said["sent:2"] == "Disputed note: anna: “short”; ben: “long”"
    assert "E1\t" not in written(result)


def test_one_note_for_each_target(tmp_path):
    """Of several, brat shows the last and changes the first."""
    for name, label in (("anna", "x"), ("ben", "y")):
        ann = (
            f"T1\tW 0 1\ta\nT2\tW 2 3\tb\nR1\t{label} Arg1:T1 "
            f"Arg2:T2\t\n#1\tAnnotatorNotes T2\tsee page 3\n"
        )
        put_raw(tmp_path / "p", name, "doc", "a b", ann)
    assert notes(draft(tmp_path / "p", tmp_path / "draft")) == [
        "AnnotatorNotes T2\tsee page 3 | Disputed arc: anna: x from a; ben: y from a"
    ]


@pytest.mark.parametrize("pattern, note", [("<(.*)>", "<S>"), (r"^(\w+)$", "S")])
def test_a_note_of_the_draft_is_no_label(tmp_path, pattern, note):
    root = tmp_path / "p"
    for name, second in (("anna", "<O>"), ("ben", "<P>")):
        ann = (
            f"T1\tW 0 1\ta\nT2\tW 2 3\tb\n#1\tAnnotatorNotes "
            f"T1\t{note}\n#2\tAnnotatorNotes T2\t{second}\n"
        )
        arc = f"R1\t{second} Arg1:T2 Arg2:T1\t\n"
        put_raw(root, name, "doc", "a b", ann + arc)
    layers = (
        f"[layer dependencies]\nkind = dependencies\n[layer subcat]\nkind = labels\nvalue "
        f"= note:{pattern}\n"
    )
    (root / "iaa.conf").write_text("[project]\n" + layers)
    result = draft(root, tmp_path / "draft")
    found = [re.search(pattern, one.text) for one in read_back(result).notes]
    assert [match.group(1) for match in found if match] == ["S"]
    assert "Disputed note: anna: “‹O›”; ben: “‹P›”" in written(result)
