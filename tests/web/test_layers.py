"""The pages of projects with layers of every kind, and without dependencies."""

import re
from html import unescape

import pytest
from layer_projects import project
from small_projects import put_raw
from werkzeug.test import Client
from werkzeug.wrappers import Response

from brat_iaa.layers.difference import seen_from
from brat_iaa.study import Study
from brat_iaa.web import annotation_pictures, create_app
from brat_iaa.web.annotation_pictures import chain_pictures, label_cells


@pytest.fixture(scope="module")
def clients(tmp_path_factory):
    made = {}

    def of(name, **settings):
        if name not in made:
            root = project(tmp_path_factory.mktemp("pages"), name)
            made[name] = Client(create_app(root), Response)
        return made[name]

    return of


def page(client, address, status=200):
    response = client.get(address)
    assert response.status_code == status, response.get_data(as_text=True)
    return response.get_data(as_text=True)


def text_of(html):
    html = re.sub("</?(bdi|sub|sup)[^>]*>", "", html)
    return unescape(
        " ".join(re.sub(r"<[^>]*>", " ", re.sub(r"(?s)<svg.*?</svg>", "", html)).split())
    )


def test_overview_shows_every_layer_dependencies_first(clients):
    html = page(clients("ndt1"), "/")
    text = text_of(html)
    assert text.index("UAA") < text.index("alpha, plain") < text.index("Cohen's kappa")
    assert re.search(r"alpha, diff \.930 \[\S+, \S+\] 4\.008 57\.654 130", text)
    assert 'href="/-/guide/trees#diff-and-norm"' in html


@pytest.fixture(scope="module")
def agreements(tmp_path_factory):
    def of(name):
        return Study(project(tmp_path_factory.mktemp("parts"), name)).agreement()

    return of


def own(agreement, layer, pair):
    found = [item for item in agreement.differences if item.layer == layer]
    return list(enumerate(seen_from(pair[0], found, pair[1]), 1))


def test_every_disagreement_is_in_the_picture_and_no_other(agreements):
    pos = agreements("ndt1")
    for document, part in pos.parts["pos"].items():
        pair = ("odin", "thor")
        found = [(n, item) for n, item in own(pos, "pos", pair) if item.document == document]
        cells = [cell for row in label_cells(part.items, pair, found).values() for cell in row]
        assert sum(cell.values[0] != cell.values[1] for cell in cells) == len(found)
        assert all(
            (cell.number is not None) == (cell.values[0] != cell.values[1]) for cell in cells
        )
    discourse = agreements("mirovsky_example")
    for pair in (("A", "B"), ("B", "A")):
        rows = annotation_pictures.of_discourse(
            discourse.parts["discourse"]["example"].items, discourse.tables["example"],
            discourse.tables["example"].sentences, pair,
            own(discourse, "discourse", pair),
        )  # fmt: skip
        assert sum(len(row["kinds"]) for row in rows) == 8 and len(rows) == 9


def test_chains_keep_the_text_whole(agreements):
    coref = agreements("passonneau_fig1")
    table = coref.tables["fig1"]
    for pair in (("RA1", "RA2"), ("RA3", "RA1")):
        items = coref.parts["coref"]["fig1"].items
        drawn = chain_pictures(items, table, table.sentences, pair, own(coref, "coref", pair))
        for sentence, picture in zip(table.sentences, drawn):
            text = "".join(piece.text for piece in picture.pieces)
            assert text == table.text[sentence.start : sentence.end]
            opened = [line for piece in picture.pieces for line in piece.opens]
            assert len(opened) == sum(len(piece.closes) for piece in picture.pieces)
            assert {line.label for line in opened if line.side == "both"} <= {*"123456789", "alone"}


NESTED = (
    "T1\tM 0 13\tthe old queen\nT2\tM 8 21\tqueen regnant\nT3\tM 22 25;30 33\tshe "
    "her\nT4\tM 30 33\ther\n*\tCoref T1 T3\n"
)


def test_mentions_that_cross_nest_and_break(tmp_path):
    for annotator in ("anna", "ben"):
        put_raw(tmp_path, annotator, "d", "the old queen regnant she saw her\n", NESTED)
    (tmp_path / "iaa.conf").write_text("[layer coref]\nkind = chains\n")
    text = text_of(page(Client(create_app(tmp_path), Response), "/document/d"))
    assert "[both: 1 the old [both: alone queen ] regnant ] [both: 1 she saw" in text


def test_hostile_labels_and_words_stay_text(tmp_path):
    text = "<b>one</b> & two\n"
    for annotator, label in (("anna", "X"), ("ben", "Y")):
        ann = f"T1\t{label} 0 10\t<b>one</b>\nA1\tk T1 <i>{label}</i>\n"
        put_raw(tmp_path, annotator, "d", text, ann)
    (tmp_path / "iaa.conf").write_text(
        "[layer <s>]\nkind = labels\nvalue = attribute:k\n[layer coref]\nkind = chains\n"
    )
    client = Client(create_app(tmp_path), Response)
    for address in ("/", "/document/d", "/disagreements"):
        html = page(client, address)
        assert not re.search("<(b|i|s)>", html) and "&lt;" in html


@pytest.mark.parametrize("label, said", [("NP", "some differ"), ("VP", "All trees are the same.")])
def test_trees_that_differ_are_not_said_to_agree(tmp_path, label, said):
    for annotator, own in (("anna", "VP"), ("ben", label), ("carla", label)):
        spans = f"T1\tS 0 7\tone two\nT2\tNP 0 3\tone\nT3\t{own} 4 7\ttwo\n"
        put_raw(tmp_path, annotator, "d", "one two\n", spans)
    (tmp_path / "iaa.conf").write_text("[layer trees]\nnodes = spans\n")
    client = Client(create_app(tmp_path), Response)
    for address in ("/", "/disagreements"):
        text = text_of(page(client, address))
        assert said in text and "Click a" not in text
        assert "single disagreement." not in text and "Nothing was compared" not in text
    text = text_of(page(client, "/document/d"))
    assert "Trees are compared as wholes" in text and "do not disagree" not in text


def test_a_layer_that_nobody_has_marked_is_no_fault(tmp_path):
    for annotator in ("anna", "ben"):
        put_raw(tmp_path, annotator, "d", "one two\n", "T1\tW 0 3\tone\n")
    (tmp_path / "iaa.conf").write_text(
        "[layer trees]\n[layer discourse]\nkind = relations\n[layer chains]\n[layer "
        "pos]\nkind = labels\nvalue = attribute:N\n"
    )
    client = Client(create_app(tmp_path), Response)
    for address in (
        "/",
        "/document/d",
        "/disagreements",
        "/?format=json",
        "/document/d?format=json",
    ):
        page(client, address)
    assert "do not disagree in this document" in page(client, "/document/d")
