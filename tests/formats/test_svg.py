import xml.etree.ElementTree as ElementTree
from types import SimpleNamespace

from differences import OneDrawn

from brat_iaa.corpus.records import Relation
from brat_iaa.formats import svg
from brat_iaa.layers.difference import Mark, PairDifference, PlaceItem
from brat_iaa.layers.tokens import Sentence, Token

SVG = "{http://www.w3.org/2000/svg}"


def table(words, anna, ben, second=()):
    """A document of one sentence (and perhaps a second one); arcs as (dependent, head, label), 0 is
    the root.
    """
    tokens, sentences = [], []
    for number, sentence in enumerate(filter(None, (words, second)), 1):
        first = len(tokens)
        for position, word in enumerate(["ROOT", *sentence]):
            start = 10 * len(tokens)
            tokens.append(
                Token(
                    len(tokens),
                    ((start, start + len(word)),),
                    word,
                    number,
                    position,
                    position == 0,
                )  # fmt: skip
            )
        sentences.append(Sentence(number, 10 * first, 10 * len(tokens), range(first, len(tokens))))
    drawn = {}
    for name, triples in (("anna", anna), ("ben", ben)):
        own = drawn.setdefault(name, {})
        for line, (dependent, head, label) in enumerate(triples, 1):
            arc = head, Relation(f"R{line}", label, (), line)
            own[dependent] = own.get(dependent, ()) + (arc,)
    return SimpleNamespace(
        document="doc", tokens=tuple(tokens), sentences=tuple(sentences), arcs=drawn,
        annotators=("anna", "ben"),
        has=lambda annotator, token: annotator == "anna", type_of=lambda *token: "noun",
    )  # fmt: skip


def disagreement(made, token, a, b):
    """One disagreement on a token; a and b are arcs or None."""
    marks = tuple(
        drawn and Mark(drawn[1].type, drawn[1].id, drawn[1].line, head=made.tokens[drawn[0]])
        for drawn in (a, b)
    )
    drawn = OneDrawn(made.tokens[token], marks, ("anna", "ben"), ("", ""))
    item = PlaceItem("dependencies", "doc", made.tokens[token].fragments, 1)
    labels = tuple(mark.label if mark else "" for mark in marks)
    return PairDifference(item, ("anna", "ben"), "head", labels, 0, 0, drawn)


def picture(made, *found):
    text = svg.sentence_picture(
        made, made.sentences[0], ("anna", "ben"), found, list(range(1, len(found) + 1))
    )
    return ElementTree.fromstring(text)


def texts(root, group):
    return [
        "".join(text.itertext())
        for element in root.iter(SVG + "g")
        if element.get("class") == group
        for text in element.iter(SVG + "text")
    ]


# Text widths


# Levels and places


# The picture


def test_agreed_arcs_are_quiet_and_differing_ones_tell_their_sides():
    made = table(
        ["My", "Age", "is"], [(1, 2, "DET"), (2, 3, "SUBJ")], [(1, 2, "DET"), (2, 3, "OBJ")]
    )
    root = picture(made, disagreement(made, 2, made.arcs["anna"][2][0], made.arcs["ben"][2][0]))
    assert texts(root, "agreed") == ["DET", "DET"]
    assert texts(root, "differs a") == ["SUBJ"]
    assert texts(root, "differs b") == ["OBJ"]
    dashed = [path for path in root.iter(SVG + "path") if path.get("stroke-dasharray")]
    assert len(dashed) == 1
    assert [link.get("href") for link in root.iter(SVG + "a")] == ["#d1", "#d1"]
    titles = ["".join(title.itertext()) for title in root.iter(SVG + "title")]
    assert "head: anna: SUBJ ← is (3), R2, line 2" in titles


def test_a_sentence_that_runs_from_right_to_left_is_drawn_so():
    words, drawn = ["1)", "הילד", "אוכל", "pizza"], [(2, 3, "subj"), (3, 0, "root")]
    root = picture(table(words, drawn, []))
    assert texts(root, "positions") == ["4", "3", "2", "1"]
    places = {
        (text[0].tail if len(text) else text.text): float(text.get("x"))
        for text in root.iter(SVG + "text")
    }
    assert places["pizza"] < places["אוכל"] < places["subj"] < places["הילד"] < places["1)"]
    assert texts(picture(table(["pizza", "אוכל"], [], [])), "positions") == ["1", "2"]
