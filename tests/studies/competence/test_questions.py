"""Which items and values the models of annotators see."""

from random import Random

import numpy
import pytest
from label_projects import write
from small_projects import (
    agreement,
    like,
    put,
    put_raw,
    random_marks,
    random_words,
    three_annotators,
)

from brat_iaa.studies.competence.questions import (
    ARCS,
    DRAWN,
    LABELS,
    LABELS_OF_HEADS,
    NO_ARC,
    questions,
)

WORDS = "a b c d / e f"


def of_marks(root, **marks):
    """[Question] of three annotators or more."""
    for name, own in marks.items():
        put(root, name, "doc", WORDS, own)
    return [*questions(agreement(root))]


def said(question):
    """[(word, value of each annotator, None for none)]"""
    rows = []
    for row, codes in enumerate(question.codes.tolist()):
        at = question.documents[question.document[row]], question.position[row]
        values = [None if code < 0 else question.shown(*at, code) for code in codes]
        rows.append((question.token(*at).text, *values))
    return rows


def test_heads_with_labels_and_labels_where_heads_agree(tmp_path):
    arcs, labels = of_marks(
        tmp_path,
        anna="0>1:R 1>2:OBJ 2>3:JCT / 0>1:R 1>2:X 0>2:Y",
        ben="0>1:R 1>2:MOD 1>3:JCT / 0>1:R 1>2:X",
        carla="0>1:R 1>2:OBJ 1>3:JCT / 0>1:S 1>2:X",
    )
    assert (arcs.about, labels.about) == (ARCS, LABELS_OF_HEADS)
    assert said(arcs) == [
        ("a", "R from ROOT", "R from ROOT", "R from ROOT"),
        ("b", "OBJ from a", "MOD from a", "OBJ from a"),
        ("c", "JCT from b", "JCT from a", "JCT from a"),
        # Nobody drew an arc to d.
        ("e", "R from ROOT", "R from ROOT", "S from ROOT"),
        ("f", "Y from ROOT, X from e", "X from e", "X from e"),
    ]
    assert said(labels) == [
        ("a", "R", "R", "R"), ("b", "OBJ", "MOD", "OBJ"), ("c", None, "JCT", "JCT"),
        ("e", "R", "R", "S"), ("f", None, "X", "X"),
    ]  # fmt: skip
    assert arcs.name(int(arcs.codes[1, 0])) == "OBJ from -1"
    assert arcs.name(int(arcs.codes[0, 0])) == "R from the root"


def test_heads_that_half_of_them_have_are_not_agreed_on(tmp_path):
    _, labels = of_marks(
        tmp_path, anna="1>2:A", ben="1>2:B", carla="0>2:A", dora="0>2:A"
    )  # fmt: skip
    assert said(labels) == [] and labels.why_not is not None


def test_no_arc_is_a_value_where_somebody_drew_one(tmp_path):
    arcs, _ = of_marks(tmp_path, anna="1>2:A 0>3:B", ben="1>2:A", carla="1>2:A -3")
    assert ("c", "B from ROOT", NO_ARC, NO_ARC) in said(arcs) or (
        "c", "B from ROOT", NO_ARC, None,
    ) in said(arcs)  # fmt: skip


def test_labels_of_spans(tmp_path):
    root = write(tmp_path / "p", "a b c / d", one="N V - / N", two="N N V / -", zoe="V N V / -")
    question, _ = questions(agreement(root))
    assert question.about == LABELS and question.left_out == 1
    assert said(question) == [
        ("a", "N", "N", "V"), ("b", "V", "N", "N"), ("c", None, "V", "V"),
    ]  # fmt: skip
    assert question.unit.tolist() == [0, 0, 0] and question.why_not is None


def test_a_set_of_labels_is_one_value(tmp_path):
    root = write(tmp_path / "p", "a b", "note", many=True, one="N,V .", two="V,N N", zoe="N N")
    (question,) = questions(agreement(root))
    assert said(question) == [("a", "N, V", "N, V", "N"), ("b", "(none)", "N", "N")]


def test_why_nothing_is_estimated(tmp_path):
    three_annotators(tmp_path / "p")
    arcs, _ = questions(agreement(tmp_path / "p"))
    assert arcs.why_not is None
    two = of_marks(tmp_path / "two", anna="1>2:A", ben="1>2:B")[0]
    assert "needs 3 annotators" in two.why_not
    for pair in (("anna", "ben"), ("ben", "carla")):
        for name in pair:
            put(tmp_path / "apart", name, "-".join(pair), WORDS, f"1>2:{name}")
    apart = next(questions(agreement(tmp_path / "apart")))
    assert "no item has values of three annotators" in apart.why_not
    alike = of_marks(tmp_path / "alike", **dict.fromkeys(("anna", "ben", "carla"), "1>2:A"))[0]
    assert "no error" in alike.why_not


@pytest.mark.parametrize("seed", range(2))
def test_documents_in_a_row(tmp_path, seed):
    """Items keep their document and their place in it."""
    random = Random(seed)
    for document in ("one", "two", "three"):
        words = random_words(random, 4)
        marks = random_marks(random, words)
        for name in ("anna", "ben", "carla"):
            put(tmp_path, name, document, words, like(random, marks, words))
    found = agreement(tmp_path)
    for question in questions(found):
        assert (numpy.diff(question.document) >= 0).all()
        assert ((question.codes >= 0).sum(axis=1) >= 2).all()
        assert sorted(set(question.codes[question.codes >= 0])) == list(range(question.values))
        for row in range(len(question.codes)):
            document = question.documents[question.document[row]]
            table = found.tables[document]
            index = table.items[question.position[row]]
            for column, name in enumerate(question.annotators):
                code = int(question.codes[row, column])
                if question.about == ARCS and code >= 0:
                    arcs = table.arcs[name].get(index, ())
                    words = sorted(
                        f"{arc.label} from {table.tokens[arc.head].text}" for arc in arcs
                    )
                    shown = question.shown(document, question.position[row], code)
                    assert sorted(shown.split(", ")) == (words or [NO_ARC])


def test_a_label_called_nothing_and_ends_in_any_direction(tmp_path):
    (tmp_path / "iaa.conf").write_text("[layer labels]\n[layer relations]\ndirection = any\n")
    spans = "T1\tPER 0 3\tAnn\nT2\tFOOD 8 12\tfigs\nT3\tWhy 4 7\tate\n"
    ends = "Start:T1 Target:T2", "Start:T2 Target:T1"
    for name, chosen in (("anna", 0), ("ben", 1), ("carla", 1)):
        ann = (
            spans.replace("FOOD", "nothing")
            if chosen
            else spans.replace("T2\tFOOD 8", "T2\tFOOD 4")
        )
        put_raw(tmp_path, name, "doc", "Ann ate figs .\n", f"{ann}E1\tWhy:T3 {ends[chosen]}\n")
    found = {question.layer.kind: question for question in questions(agreement(tmp_path))}
    figs = found["labels"]
    (row,) = [row for row in range(len(figs.codes)) if figs.token("doc", row).text == "figs"]
    assert len({*figs.codes[row].tolist()}) == 2
    assert len(found["relations"].codes) == 2


def test_what_is_drawn_or_not(tmp_path):
    """Spans, relations, events and their arguments, of those who have begun the document."""
    spans = "T1\tPER 0 3\tAnn\nT2\tFOOD 8 12\tfigs\nT3\tEat 4 7\tate\n"
    likes = "R1\tlikes Arg1:T1 Arg2:T2\n"
    files = {
        "anna": f"{spans}{likes}E1\tEat:T3 Who:T1 What:T2\n",
        "ben": spans.replace("PER", "LOC") + "E1\tEat:T3 Who:T1\n",
        "carla": f"{spans}{likes.replace('likes', 'has')}E1\tEat:T3 Who:T1 Where:T2\n",
        "dora": "T1\tPER 0 3\tAnn\n",
    }
    for name, ann in files.items():
        put_raw(tmp_path, name, "doc", "Ann ate figs .\n", ann)
    put_raw(tmp_path, "dora", "other", "Ann ate figs .\n", "T1\tPER 0 3\tAnn\n")
    put_raw(tmp_path, "anna", "other", "Ann ate figs .\n", "T1\tPER 0 3\tAnn\n")
    found = {
        (question.layer.name, question.about): said(question)
        for question in questions(agreement(tmp_path))
    }
    assert found["spans", DRAWN] == [
        ("Ann", "PER", "LOC", "PER", "PER"),
        ("ate", "Eat", "Eat", "Eat", "nothing"),
        ("figs", "FOOD", "FOOD", "FOOD", "nothing"),
        # Neither ben nor carla has the document.
        ("Ann", "PER", None, None, "PER"),
    ]
    assert found["spans", LABELS][0] == ("Ann", "PER", "LOC", "PER", "PER")
    assert found["relations", DRAWN] == [("Ann → figs", "likes", "nothing", "has", "nothing")]
    assert found["events", DRAWN] == [
        ("ate", "Eat", "Eat", "Eat", "nothing"),
        ("ate → Ann", "Who", "Who", "Who", "nothing"),
        ("ate → figs", "What", "nothing", "Where", "nothing"),
    ]
