"""Adjudication drafts: what gets in, what the notes say, that nothing gets lost, and that brat opens them."""

import os
import random
import re
from itertools import permutations

import pytest
from real_brat import RealBrat
from small_projects import agreement, like, put, put_raw, random_marks, random_words, scores_by_key, table_of

from brat_iaa.adjudication import draft
from brat_iaa.adjudication.elements import KINDS
from brat_iaa.adjudication.votes import Tally
from brat_iaa.config import DependencySettings
from brat_iaa.corpus.project import ParallelDocument
from brat_iaa.corpus.standoff import read_annotations
from brat_iaa.layers.dependencies import dependency_table

WORDS = "cats saw dogs / they slept"
ANNA = "2>1:subj 0>2:root 2>3:obj / 2>1:subj 0>2:root"
BEN = "2>1:subj 0>2:root 2>3:iobj / 2>1:subj 0>2:root"
CARLA = "2>1:subj 0>2:root 1>3:iobj 2>3:obj / 0>2:root"
TOKENS = (
    "T1\tROOT 0 4\tROOT\nT2\tW 5 9\tcats\nT3\tW 10 13\tsaw\nT4\tW 14 18\tdogs\n"
    "T5\tROOT 19 23\tROOT\nT6\tW 24 28\tthey\nT7\tW 29 34\tslept\n"
)


def project(root, words=WORDS, **marks):
    for name, own in marks.items():
        put(root / "p", name, "doc", words, own)
    return root / "p"


def written(result, document="doc"):
    return (result.directory / (document + ".ann")).read_text("utf-8")


def notes(result, document="doc"):
    return [line.split("\t", 1)[1] for line in written(result, document).splitlines() if line.startswith("#")]


def read_back(result, document="doc"):
    """Annotations of the draft, which has no problem for our reader."""
    text = (result.directory / (document + ".txt")).read_bytes().decode()
    data = (result.directory / (document + ".ann")).read_bytes()
    found = read_annotations(data, text, "draft")
    assert found.problems == ()
    return found


def values(annotations, text, settings=DependencySettings()):
    """[(fragments, types, heads and labels by fragments)] of an annotation file."""
    document = ParallelDocument("doc", text, {"x": annotations}, {"x": "x/doc.ann"}, ())
    table = dependency_table(document, settings)
    of = dict(zip(table.items, table.values["x"]))
    return [
        (
            token.fragments,
            token.types["x"],
            {(table.tokens[head].fragments, label) for head, label in of.get(token.index, ())},
        )
        for token in table.tokens
    ]


def test_unanimous(tmp_path):
    result = draft(project(tmp_path, anna=ANNA, ben=BEN, carla=CARLA), tmp_path / "draft")
    assert written(result) == TOKENS + (
        "R1\tsubj Arg1:T3 Arg2:T2\t\n"
        "R2\troot Arg1:T1 Arg2:T3\t\n"
        "R3\troot Arg1:T5 Arg2:T7\t\n"
        "#1\tAnnotatorNotes T4\tDisputed arc: anna: obj from saw; ben: iobj from saw; carla: iobj from cats and obj from saw\n"
        "#2\tAnnotatorNotes T6\tDisputed arc: anna, ben: subj from slept; carla: no arc\n"
    )
    assert (result.directory / "doc.txt").read_bytes() == (tmp_path / "p/anna/doc.txt").read_bytes()
    # By dogs: obj from saw, iobj from saw, iobj from cats; by they: subj.
    assert (result.tallies["arc"], result.tallies["span"]) == (Tally(3, 0, 4), Tally(7, 0, 0))
    assert result.documents[0].notes == 2


def test_majority(tmp_path):
    """Each (head, label) is voted on for itself: of carla's two heads of "dogs" one is in."""
    result = draft(project(tmp_path, anna=ANNA, ben=BEN, carla=CARLA), tmp_path / "draft", rule="majority")
    assert written(result) == TOKENS + (
        "R1\tsubj Arg1:T3 Arg2:T2\t\n"
        "R2\troot Arg1:T1 Arg2:T3\t\n"
        "R3\tobj Arg1:T3 Arg2:T4\t\n"
        "R4\tsubj Arg1:T7 Arg2:T6\t\n"
        "R5\troot Arg1:T5 Arg2:T7\t\n"
        "#1\tAnnotatorNotes R3\tArc by majority: anna: obj from saw; ben: iobj from saw; carla: iobj from cats and obj from saw\n"
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
    assert notes(result)[1] == "AnnotatorNotes T6\tDisputed arc: 2 annotators: subj from slept; 1 annotator: no arc"
    for file in result.directory.iterdir():
        assert not any(name in file.read_text("utf-8") for name in ("anna", "ben", "carla"))


@pytest.mark.parametrize("seed", range(5))
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
        for item, *sets in zip(table.items, *table.values.values()):
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
    root = project(tmp_path, words, **{name: like(rng, marks, words) for name in ("anna", "ben", "carla")})
    found = set()
    for number, order in enumerate(permutations(("anna", "ben", "carla"))):
        settings = {"annotators": ", ".join(order)}
        found.add(written(draft(root, tmp_path / str(number), rule="majority", overrides=settings)))
    assert len(found) == 1


@pytest.mark.parametrize("seed", range(3))
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
    result = draft(project(tmp_path, "a bad cat", anna="3>2:mod 0>3:root", ben="-2 0>3:root"), tmp_path / "draft")
    assert "bad" not in written(result).partition("#")[0]
    assert notes(result) == [
        "AnnotatorNotes T2\tNot in the draft: bad (characters 7 to 10): Disputed type: anna: W; ben: no token"
        " | Not in the draft: bad (characters 7 to 10): Disputed arc: anna: mod from cat; ben: no arc"
    ]


def test_a_token_without_agreed_type_has_the_most_frequent_one(tmp_path):
    for name, type in (("anna", "N"), ("ben", "V"), ("carla", "V")):
        put_raw(tmp_path / "p", name, "doc", "run", f"T1\t{type} 0 3\trun\n")
    result = draft(tmp_path / "p", tmp_path / "draft")
    assert written(result) == "T1\tV 0 3\trun\n#1\tAnnotatorNotes T1\tDisputed type: ben, carla: V; anna: N\n"
    assert result.tallies["span"] == Tally(0, 0, 2) and result.documents[0].chosen == 1


def test_discontinuous_tokens(tmp_path):
    ann = "T4\tV 0 4;8 10\ttake up\nT5\tN 5 7\tit\nR1\tobj Arg1:T4 Arg2:T5\t\n"
    put_raw(tmp_path / "p", "anna", "doc", "take it up", ann.replace("it up", "up"))
    put_raw(tmp_path / "p", "ben", "doc", "take it up", ann)
    result = draft(tmp_path / "p", tmp_path / "draft")
    assert written(result) == "T1\tV 0 4;8 10\ttake up\nT2\tN 5 7\tit\nR1\tobj Arg1:T1 Arg2:T2\t\n"
    read_back(result)


def test_a_head_that_the_sentence_has_twice_is_named_by_its_place(tmp_path):
    result = draft(project(tmp_path, "the cat the", anna="3>2:x", ben="2>1:y 3>2:x"), tmp_path / "draft")
    assert notes(result) == ["AnnotatorNotes T2\tDisputed arc: anna: no arc; ben: y from cat"]
    result = draft(project(tmp_path / "2", "the cat the", anna="3>2:x", ben="1>2:x"), tmp_path / "2" / "draft")
    assert notes(result)[0].endswith("anna: x from the (characters 13 to 16); ben: x from the (characters 5 to 8)")


def test_a_document_of_one_annotator_is_taken_over_and_says_so(tmp_path):
    root = project(tmp_path, anna=ANNA, ben=ANNA)
    put(root, "ben", "alone", WORDS, BEN)
    result = draft(root, tmp_path / "draft")
    assert result.single == ("alone",)
    text = (root / "ben/alone.txt").read_text("utf-8")
    own = read_annotations((root / "ben/alone.ann").read_bytes(), text, "ben")
    assert values(read_back(result, "alone"), text) == values(own, text)
    assert notes(result, "alone") == [
        "AnnotatorNotes T1\tOnly ben annotated this document. It is taken over as it is; nobody has checked it."
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


TEXT = "Ann met Bob. She smiled."
LAYERS = (
    "T1\tPER 0 3\tAnn\nT2\tMeet 4 7\tmet\nT3\tPER 8 11\tBob\nT4\tPRO 13 16\tShe\nT5\tSmile 17 23\tsmiled\n"
    "E1\tMeet:T2 Who:T1 Whom:T3\nE2\tSmile:T5 Who:T4 After:E1\n"
    "R1\tcoref Arg1:T1 Arg2:T4\t\nR2\tthen Arg1:E1 Arg2:E2\t\n"
    "A1\tPast E1\nA2\tMood T1 happy\nA3\tSure R1\nN1\tReference T1 Wiki:1\tAnn of X\n*\tEquiv T1 T4\n"
    "#1\tAnnotatorNotes T3\tWho is it?\n#2\tAnnotatorNotes sent:2\tshort\n#3\tAnnotatorNotes E1\tevent\n"
)
# The same with other ids, in another order, the chain in two lines.
AGAIN = (
    "R8\tthen Arg1:E7 Arg2:E3\t\nR9\tcoref Arg1:T11 Arg2:T14\t\n"
    "T15\tSmile 17 23\tsmiled\nT14\tPRO 13 16\tShe\nT13\tPER 8 11\tBob\nT12\tMeet 4 7\tmet\nT11\tPER 0 3\tAnn\n"
    "E3\tSmile:T15 After:E7 Who:T14\nE7\tMeet:T12 Who:T11 Whom:T13\n"
    "*\tEquiv T14 T11\nA7\tSure R9\nA8\tMood T11 happy\nA9\tPast E7\nN4\tReference T11 Wiki:1\tAnn of X\n"
    "#4\tAnnotatorNotes E7\tevent\n#5\tAnnotatorNotes sent:2\tshort\n#6\tAnnotatorNotes T13\tWho is it?\n"
)


def test_all_layers_are_carried_over(tmp_path):
    put_raw(tmp_path / "p", "anna", "doc", TEXT, LAYERS)
    put_raw(tmp_path / "p", "ben", "doc", TEXT, AGAIN)
    result = draft(tmp_path / "p", tmp_path / "draft")
    read_back(result)
    expected = dict(zip(KINDS, (5, 2, 0, 2, 1, 3, 1, 3)))
    assert result.tallies == {kind: Tally(number, 0, 0) for kind, number in expected.items()}
    assert result.left_out == ()
    assert set(written(result).splitlines()) == {
        "T1\tPER 0 3\tAnn", "T2\tMeet 4 7\tmet", "T3\tPER 8 11\tBob", "T4\tPRO 13 16\tShe", "T5\tSmile 17 23\tsmiled",
        "E1\tMeet:T2 Who:T1 Whom:T3", "E2\tSmile:T5 After:E1 Who:T4", "R1\tcoref Arg1:T1 Arg2:T4\t",
        "R2\tthen Arg1:E1 Arg2:E2\t", "*\tEquiv T1 T4", "A1\tMood T1 happy", "A2\tPast E1", "A3\tSure R1",
        "N1\tReference T1 Wiki:1\tAnn of X", "#1\tAnnotatorNotes E1\tevent", "#2\tAnnotatorNotes T3\tWho is it?",
        "#3\tAnnotatorNotes sent:2\tshort",
    }


def test_what_differs_in_other_layers_is_noted(tmp_path):
    put_raw(tmp_path / "p", "anna", "doc", TEXT, LAYERS)
    other = LAYERS.replace("happy", "sad").replace("Wiki:1", "Wiki:2").replace("Whom:T3", "Whom:T4")
    other = other.replace("Equiv T1 T4", "Equiv T3 T4").replace("Who is it?", "Bob?").replace("short", "long")
    put_raw(tmp_path / "p", "ben", "doc", TEXT, other)
    result = draft(tmp_path / "p", tmp_path / "draft")
    read_back(result)
    said = dict(line[len("AnnotatorNotes "):].split("\t") for line in notes(result))
    assert "Disputed attribute: anna: Mood = happy; ben: Mood = sad" in said["T1"]
    assert "Disputed reference: anna: Wiki:1; ben: Wiki:2" in said["T1"]
    assert "Disputed chain: anna: Equiv of Ann = She; ben: no chain" in said["T1"]
    assert "Disputed chain: anna: no chain; ben: Equiv of Bob = She" in said["T3"]
    assert "Disputed note: anna: “Who is it?”; ben: “Bob?”" in said["T3"]
    assert "Disputed event: anna: Meet (Who: Ann, Whom: Bob); ben: Meet (Who: Ann, Whom: She)" in said["T2"]
    assert said["sent:2"] == "Disputed note: anna: “short”; ben: “long”"
    assert "E1\t" not in written(result)


def test_one_note_for_each_target(tmp_path):
    """Of several, brat shows the last and changes the first."""
    for name, label in (("anna", "x"), ("ben", "y")):
        ann = f"T1\tW 0 1\ta\nT2\tW 2 3\tb\nR1\t{label} Arg1:T1 Arg2:T2\t\n#1\tAnnotatorNotes T2\tsee page 3\n"
        put_raw(tmp_path / "p", name, "doc", "a b", ann)
    assert notes(draft(tmp_path / "p", tmp_path / "draft")) == [
        "AnnotatorNotes T2\tsee page 3 | Disputed arc: anna: x from a; ben: y from a"
    ]


@pytest.mark.parametrize("pattern, note", [("<(.*)>", "<S>"), (r"^(\w+)$", "S")])
def test_a_note_of_the_draft_is_no_label(tmp_path, pattern, note):
    root = tmp_path / "p"
    for name, second in (("anna", "<O>"), ("ben", "<P>")):
        ann = f"T1\tW 0 1\ta\nT2\tW 2 3\tb\n#1\tAnnotatorNotes T1\t{note}\n#2\tAnnotatorNotes T2\t{second}\n"
        arc = f"R1\t{second} Arg1:T2 Arg2:T1\t\n"
        put_raw(root, name, "doc", "a b", ann + arc)
    layers = f"[layer dependencies]\nkind = dependencies\n[layer subcat]\nkind = labels\nvalue = note:{pattern}\n"
    (root / "iaa.conf").write_text("[project]\n" + layers)
    result = draft(root, tmp_path / "draft")
    found = [re.search(pattern, one.text) for one in read_back(result).notes]
    assert [match.group(1) for match in found if match] == ["S"]
    assert "Disputed note: anna: “‹O›”; ben: “‹P›”" in written(result)


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
    assert result.remarks == ("kb_shortcuts.conf differs between anna, ben; the one of anna was copied.",)
    assert "gold" not in written(result) and result.tallies["arc"].agreed == 4


def test_gold_is_one_more_annotator(tmp_path):
    """The adjudicator decides for anna on "dogs" and for anna and ben on "they"; each is then measured by it."""
    root = project(tmp_path, anna=ANNA, ben=BEN, carla=CARLA)
    result = draft(root, root / "adjudicated")
    assert result.inside
    path = root / "adjudicated" / "doc.ann"
    decided = "".join(line for line in path.read_text().splitlines(True) if not line.startswith("#"))
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


@pytest.fixture
def brat_with(brat_folder, tmp_path):
    started = []

    def start(data):
        started.append(RealBrat(brat_folder, data, tmp_path / "brat", ["lead"]))
        return started[-1]

    yield start
    for brat in started:
        brat.close()


CONF = (
    "[entities]\nROOT\nW\nPER\nPRO\n[relations]\n"
    + "".join(f"{label}\tArg1:<ENTITY>, Arg2:<ENTITY>\n" for label in ("subj", "obj", "iobj", "root", "coref"))
    + "then\tArg1:<EVENT>, Arg2:<EVENT>\n[events]\nMeet\tWho:PER, Whom:PER\nSmile\tWho:PRO, After:<EVENT>\n"
    "[attributes]\nPast\tArg:<EVENT>\nMood\tArg:<ENTITY>, Value:happy|sad\nSure\tArg:<RELATION>\n"
)
TOOLS = "[options]\n[search]\n[annotators]\n[disambiguators]\n[normalization]\n"


def test_brat_opens_a_draft_and_the_adjudicator_works_on_it(brat_with, tmp_path):
    data = tmp_path / "data"
    root = project(data, anna=ANNA, ben=BEN, carla=CARLA)
    for name, ann in (("anna", LAYERS), ("ben", AGAIN), ("carla", LAYERS.replace("happy", "sad"))):
        put_raw(root, name, "layers", TEXT, ann)
    for name, content in (("annotation", CONF), ("visual", "[labels]\n[drawing]\n"), ("tools", TOOLS)):
        (root / f"{name}.conf").write_text(content)
    result = draft(root, data / "draft", rule="majority")
    ask = brat_with(data).user("lead")
    where = {"collection": "/draft/", "document": "doc"}
    shown = ask("getDocument", **where)
    assert shown["messages"] == [] and "exception" not in shown
    assert [one[:2] for one in shown["relations"]] == [
        ["R1", "subj"], ["R2", "root"], ["R3", "obj"], ["R4", "subj"], ["R5", "root"]
    ]
    assert [one[:2] for one in shown["comments"]] == [["R3", "AnnotatorNotes"], ["R4", "AnnotatorNotes"]]
    before = written(result)
    # The adjudicator finds iobj right: changes the label, and takes the note away.
    changed = ask(
        "createArc", **where, origin="T3", target="T4", type="iobj", attributes="{}",
        old_type="obj", old_target="T4", comment="",
    )
    assert "exception" not in changed and changed["messages"] == []
    now = written(result)
    assert "iobj Arg1:T3 Arg2:T4" in now and "by majority: anna: obj" not in now
    assert now.count("\n") == before.count("\n") - 1
    layers = ask("getDocument", collection="/draft/", document="layers")
    assert layers["messages"] == [] and "exception" not in layers
    assert len(layers["events"]) == 2 and len(layers["attributes"]) == 3 and len(layers["normalizations"]) == 1
    read_back(result, "layers")
