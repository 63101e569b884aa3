"""The pages of projects with layers of every kind, and without dependencies."""

import re
from html import unescape

import pytest
from label_projects import settings, write
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


def test_a_note_on_several_layers_stands_once(clients):
    html = page(clients("mirovsky_example"), "/")
    assert html.count('class="layer"') > 1 and html.count("No intervals: fewer than 10") == 1


def test_overview_without_dependencies(clients):
    text = text_of(page(clients("passonneau_fig1"), "/"))
    assert "RA1, RA2 and RA3 agree on their coreference chains with alpha .743" in text
    assert "coref (coreference chains)" in text and "alpha, weighted (.33, .67)" in text
    for word in ("UAA", "LAA", "arc", "tokens compared", "Nothing can be compared"):
        assert word not in text


def test_overview_says_why_alpha_is_low_where_one_label_is_frequent(tmp_path):
    """Eighteen of twenty the same, the two others are the only of their label."""
    own = ["A"] * 18 + ["A B", "B A"]
    one, two = (" / ".join([*own[:18], *(pair.split()[side] for pair in own[18:])])
                for side in (0, 1))  # fmt: skip
    write(tmp_path, " / ".join(["w"] * 20), one=one, two=two)
    text = text_of(page(Client(create_app(tmp_path), Response), "/"))
    assert "alpha -.026: one label has a share of .903 or more of the values" in text
    assert "Gwet's AC1" in text and "(Feinstein & Cicchetti 1990)" in text


def test_overview_shows_fine_and_coarse_labels_side_by_side(tmp_path):
    conf = settings(coarse=":")
    write(tmp_path, "a b c", conf=conf, one="N:x V N:y", two="N:y V N:y")
    client = Client(create_app(tmp_path), Response)
    html = page(client, "/")
    assert "all labels coarse labels disagreement removed F1, exact .667 1.000 1.000" in (
        text_of(html)
    )
    assert 'href="/-/guide/labels#share-of-fine-distinctions"' in html
    assert "Due only to fine-grained labels: 1 disagreement" in text_of(html)
    listed = page(client, "/disagreements?distinction=fine")
    assert "1 of 1 disagreement" in text_of(listed) and "distinction: fine" in text_of(listed)
    page(client, "/disagreements?distinction=finer", 400)


def test_overview_says_nothing_of_coarse_labels_without_the_setting(clients):
    assert "coarse" not in page(clients("ndt1"), "/")


def test_pair_matrix_of_a_layer_follows_layer_measure_and_statistic(clients):
    client = clients("passonneau_fig1")
    assert ".799" in page(client, "/") and ".453" not in page(client, "/")
    assert ".453" in page(client, "/?layer=coref&measure=alpha&statistic=nominal")
    recall = text_of(page(client, "/?layer=coref&measure=muc&statistic=recall"))
    assert "RA1 .714 : RA1 and RA2 .857" in recall and "RA2 1.000 : RA2 and RA1" in recall


@pytest.mark.parametrize(
    "address, said",
    [
        ("/?layer=x", "There is no such layer: “x”"),
        ("/?layer=coref&measure=alpha&statistic=x", "“alpha” with the statistic “x” in coref"),
        ("/disagreements?layer=x", "There is no such layer: “x”"),
    ],
)
def test_layers_and_figures_that_are_not_there(clients, address, said):
    assert said in page(clients("passonneau_fig1"), address, 400)


def test_disagreements_of_one_layer(clients):
    client = clients("ndt1")
    text = text_of(page(client, "/disagreements?layer=pos"))
    assert "3 of 104" in text and "layer: pos" in text and "Confused labels pos. Rows: odin" in text
    twin = client.get("/disagreements?layer=pos&format=json").get_json()
    assert twin["count"] == 3 and {row["layer"] for row in twin["patterns"] + twin["places"]} == {
        "pos"
    }
    csv = client.get("/disagreements?layer=pos&format=csv").get_data(as_text=True)
    assert csv.count("\npos,") == 3 * 2


def test_confused_labels_of_a_layer_of_labels(clients):
    """1674 spans, all drawn by both; the three that differ open from their cells, in either order
    of the pair.
    """
    client = clients("ndt1")
    for pair in (("odin", "thor"), ("thor", "odin")):
        address = f"/disagreements?layer=pos&a={pair[0]}&b={pair[1]}"
        counts = client.get(address + "&format=json").get_json()["confusion"]
        assert counts["annotators"] == list(pair)
        assert sum(cell["count"] for cell in counts["counts"]) == 1674
        off = [cell for cell in counts["counts"] if cell["labels"][0] != cell["labels"][1]]
        assert sorted(
            tuple(cell["labels"] if pair[0] == "odin" else cell["labels"][::-1]) for cell in off
        ) == [("det", "pron"), ("subst", "adj"), ("subst", "det")]
        for cell in off:
            items = client.get(
                address + "&label_a={}&label_b={}&format=json".format(*cell["labels"])
            ).get_json()
            assert items["count"] == cell["count"] == 1


def test_twins_name_the_layers(clients):
    twin = clients("mirovsky_example").get("/?format=json").get_json()
    assert [layer["name"] for layer in twin["layers"]] == ["dependencies", "discourse"]
    twin = clients("mirovsky_example").get("/document/example?format=json").get_json()
    assert {"dependencies", "discourse"} == {row["layer"] for row in twin["scores"]}


def test_labels_stand_below_the_words(clients):
    html = page(clients("ndt1"), "/document/doc02?only=all")
    assert html.count('class="labels"') == 20
    cell = re.search(
        r'(?s)<span class="labelled differs">.*?</span>\s*(?=<span class="labelled|</div>)', html
    ).group()
    assert text_of(cell) == "xxxxxx odin: subst thor: det"


def test_chains_stand_in_the_text_of_both(clients):
    text = text_of(page(clients("passonneau_fig1"), "/document/fig1"))
    assert "[both: 1 Gov. Price Daniel ]" in text
    assert "[RA1: 3 [RA2: alone Texas bankers ] ]" in text
    assert "only RA1 (above, solid)" in text and "both alike" in text


def test_relations_stand_in_a_list(clients):
    html = page(clients("mirovsky_example"), "/document/example")
    text = text_of(html)
    assert "conjunction “k4” a2 → b3 conjunction “k4” a4 → b3 nodes" in text
    assert "no such relation opposition “k11” d2 → a1 missing-relation" in text
    assert "<mark>k5</mark> c1 <mark>k6</mark>" in html
    turned = text_of(page(clients("mirovsky_example"), "/document/example?a=B&b=A"))
    assert "conjunction “k4” a4 → b3 conjunction “k4” a2 → b3 nodes" in turned
    assert "opposition “k11” d2 → a1 no such relation extra-relation" in turned


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


def test_a_project_without_any_arc_is_told_what_was_found(tmp_path):
    for annotator in ("anna", "ben"):
        put_raw(tmp_path, annotator, "d", "one two\n", "T1\tA 0 3\tone\nT2\tB 4 7\ttwo\n")
    (tmp_path / "iaa.conf").write_text("[layer dependencies]\n")
    client = Client(create_app(tmp_path), Response)
    for address in ("/", "/disagreements"):
        text = text_of(page(client, address))
        assert "No arc was found, so there are no figures of arcs." in text
        assert "Not compared" in text and "spans, A (2), B (2)" in text
        assert "[layer spans] kind = labels" in text
        for words in ("single disagreement", "1.000", "agree on all"):
            assert words not in text


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


def test_counts_beside_dependencies_are_those_of_dependencies(clients):
    """doc02 has 18 disagreements on arcs and one on a part of speech."""
    text = text_of(page(clients("ndt1"), "/"))
    row = re.sub(r"(\.\d+|18) : [^.]*?doc02", r"\1", text[text.index("doc02") :])
    assert re.match(r"doc02 .*?\.930 \.953 \.957 256 18 ", row) and "19 disagreements" in text_of(
        page(clients("ndt1"), "/document/doc02")
    )


def test_halves_of_a_chain_have_two_numbers(tmp_path):
    spans = "T1\tM 0 1\ta\nT2\tM 2 3\tb\nT3\tM 4 5\tc\nT4\tM 6 7\td\n"
    put_raw(tmp_path, "anna", "d", "a b c d\n", spans + "*\tCoref T1 T2 T3 T4\n")
    put_raw(tmp_path, "ben", "d", "a b c d\n", spans + "*\tCoref T1 T2\n*\tCoref T3 T4\n")
    (tmp_path / "iaa.conf").write_text("[layer coref]\nkind = chains\n")
    text = text_of(page(Client(create_app(tmp_path), Response), "/document/d"))
    both = "[both: 1 a ] [both: 1 b ]"
    assert f"{both} [anna: 1 [ben: 2 c ] ] [anna: 1 [ben: 2 d ] ]" in text


def test_relations_written_in_another_order(tmp_path):
    spans = "T1\tM 0 1\ta\nT2\tM 2 3\tb\nT3\tx 4 5\tx\nT4\ty 6 7\ty\n"
    first, second = "E1\tx:T3 Start:T1 Target:T2\n", "E2\ty:T4 Start:T2 Target:T1\n"
    third = "T5\tz 8 9\tz\nE3\tz:T5 Start:T1 Target:T1\n"
    put_raw(tmp_path, "anna", "d", "a b x y z\n", spans + first + second + third)
    put_raw(tmp_path, "ben", "d", "a b x y z\n", spans + third + first + second)
    (tmp_path / "iaa.conf").write_text("[layer discourse]\nkind = relations\n")
    client = Client(create_app(tmp_path), Response)
    for address in ("/document/d", "/document/d?a=ben&b=anna"):
        text = text_of(page(client, address))
        for relation in ("x “x” a → b", "y “y” b → a", "z “z” a → a"):
            assert f"{relation} both alike" in text


def test_labels_of_spans_with_other_boundaries_lead_to_their_disagreement(tmp_path):
    tokens = "T2\tW 0 3\tAna\nT3\tW 4 9\tLopez\nR1\tapp Arg1:T2 Arg2:T3\t\n"
    put_raw(tmp_path, "anna", "d", "Ana Lopez\n", f"T1\tPER 0 9\tAna Lopez\n{tokens}")
    put_raw(tmp_path, "ben", "d", "Ana Lopez\n", f"T1\tPER 4 9\tLopez\n{tokens}")
    conf = "[layer dependencies]\ntoken_types = W\n[layer names]\nkind = labels\ntypes = PER\n"
    (tmp_path / "iaa.conf").write_text(conf, "utf-8")
    html = page(Client(create_app(tmp_path), Response), "/document/d")
    assert html.count('class="labelled differs"') == 2 and "#dNone" not in html
