"""The pages of projects in which annotators draw spans, give them attributes, and relate them."""

import json
import re
from html import unescape

import pytest
from example_corpora import example_project
from restaurants import ALIKE, LAYERS, PARTY, make_project, put, standoff
from site_projects import as_login, login_in_header

from brat_iaa.study import Study
from brat_iaa.web import create_app
from brat_iaa.web.annotation_pictures import span_pictures
from brat_iaa.web.site import create_site

FAST = "[intervals]\nresamples = 0\n"


def client_of(root):
    return create_app(root).test_client()


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    return client_of(make_project(tmp_path_factory.mktemp("spans") / "p", settings=LAYERS + FAST))


@pytest.fixture(scope="module")
def golden(tmp_path_factory):
    root = make_project(tmp_path_factory.mktemp("gold") / "p", gold=True, settings=LAYERS + FAST)
    return client_of(root)


def html_of(client, address):
    response = client.get(address)
    assert response.status_code == 200, response.text
    return response.text


def text_of(client, address):
    text = re.sub("</?(bdi|sub|sup)[^>]*>", "", html_of(client, address))
    text = re.sub("(?s)<header class=.top.*?</header>|<dialog.*?</dialog>", "", text)
    return unescape(" ".join(re.sub(r"<[^>]*>", " ", text).split()))


def test_not_a_single_disagreement_where_it_is_true(tmp_path):
    for name in ("anna", "ben"):
        put(tmp_path, name, "d", PARTY, ALIKE)
    client, spans = client_of(tmp_path), "[layer spans]\nkind = labels\n"
    polarity = "[layer Polarity]\nkind = labels\nvalue = attribute:Polarity\n"
    (tmp_path / "iaa.conf").write_text(spans + polarity, "utf-8")
    assert "There is not a single disagreement." in text_of(client, "/")
    # Where something drawn is not compared, nobody can say so.
    (tmp_path / "iaa.conf").write_text(spans, "utf-8")
    for address in ("/", "/disagreements"):
        text = text_of(client, address)
        assert "No disagreement in spans." in text and "single disagreement" not in text
        assert "ot compared: " in text and "[layer Polarity] kind = labels" in text


def test_a_document_shows_its_text_with_the_spans_of_both(client):
    html = html_of(client, "/document/visit")
    text = text_of(client, "/document/visit")
    # Text runs on through the labels of the spans, each with whose it is.
    assert (
        "The [anna: Restaurant old [ben: Restaurant harbour inn ] ] serves [both: Food grilled"
        in text
    )
    assert "[anna: Food [ben: Restaurant fried potatoes ] ] ." in text
    assert 'class="drawn a lane1">old' in html and 'class="drawn both lane1">soup' in html
    assert "only anna (above, solid) only ben (below, dashed) both alike" in text
    assert "Polarity soup anna: POS ben: NEG waiter NEG" in text
    # A layer in which nothing is said of a sentence is not named there, nor a span without label.
    assert "Negated hired anna: Negated ben: (none) boundaries" in text


def test_relations_and_events_are_rows(client):
    text = text_of(client, "/document/visit")
    assert "1 refers_to grilled fish → old harbour inn no such relation extra-relation" in text
    assert "2 part_of waiter → soup both alike" in text
    assert "3 Whom hired → cook no such argument argument" in text


def test_links_on_a_document_lead_to_its_items(client):
    html = html_of(client, "/document/visit")
    anchors = set(re.findall(r'href="#([^"]+)"', html))
    assert len([anchor for anchor in anchors if anchor.startswith("d")]) > 6
    assert all(f'id="{anchor}"' in html for anchor in anchors)


def pictures(root, annotators="anna ben"):
    agreement = Study(root).agreement()
    table, part = agreement.tables["d"], agreement.parts["spans"]["d"]
    found = [(n, one) for n, one in enumerate(agreement.differences, 1) if one.layer == "spans"]
    pair = tuple(annotators.split())
    return span_pictures(part.items.items, table, table.sentences, pair, found)


def test_nested_and_discontinuous_spans_have_lines_of_their_own(tmp_path):
    text = "left and right upper arm hurt\n"
    nested = {"whole": ("Part", "left and right upper arm"), "left": ("Part", "left … upper arm")}
    put(tmp_path, "anna", "d", text, standoff(text, {**nested, "arm": ("Part", "arm")}))
    put(tmp_path, "ben", "d", text, standoff(text, {"arm": ("Pain", "arm")}))
    picture = pictures(tmp_path)[1]
    assert "".join(piece.text for piece in picture.pieces) == text.rstrip()
    assert picture.lanes == 3
    drawn = {
        piece.text: [(line.side, line.lane) for line in piece.lines] for piece in picture.pieces
    }
    assert sorted(side for side, _ in drawn["arm"]) == ["a", "a", "a", "b"]
    assert len(set(drawn["arm"])) == 4
    assert [line.side for piece in picture.pieces for line in piece.goes_on] == ["a"]


def test_filters_are_those_of_spans(client):
    html = html_of(client, "/disagreements")
    assert "Part of speech" not in html and "Tokens to the head" not in html
    assert re.search(r'<option value="nothing drawn">nothing \(\d+\)</option>', html)
    text = text_of(
        client, "/disagreements?label_a=nothing+drawn&label_b=Restaurant&a=anna&b=ben&layer=spans"
    )
    assert "nothing / Restaurant" in text and "1 of 7" in text
    assert "no arc" not in text_of(client, "/disagreements")
    kinds = text_of(client, "/disagreements?kind=boundaries")
    assert "overlapping spans with the same label" in kinds and "the dependency" not in kinds


def cells_open_their_items(client, layer):
    """How many cells off the diagonal there are; each opens as many items as it counts."""
    address = f"/disagreements?layer={layer}"
    confusion = client.get(f"{address}&format=json").get_json()["confusion"]
    pair, off = confusion["annotators"], 0
    for cell in confusion["counts"]:
        labels = [label or "nothing drawn" for label in cell["labels"]]
        if labels[0] != labels[1]:
            query = {
                "a": pair[0],
                "b": pair[1],
                "label_a": labels[0],
                "label_b": labels[1],
                "layer": layer,
                "format": "json",
            }
            assert (
                client.get("/disagreements", query_string=query).get_json()["count"]
                == cell["count"]
            ), cell
            off += 1
    return off


# What differs in links follows from spans, and is counted there.
@pytest.mark.parametrize(
    "layer, differs", [("spans", True), ("Polarity", True), ("Negated", True), ("links", False)]
)
def test_cells_open_exactly_their_items(client, layer, differs):
    assert (cells_open_their_items(client, layer) > 0) == differs


@pytest.mark.system
@pytest.mark.parametrize("name, layer", [("esp", "spans"), ("rel", "links"), ("id", "events")])
def test_pages_of_real_corpora(brat_folder, tmp_path, name, layer):
    root = example_project(name, tmp_path / name)
    settings = "[layer spans]\nkind = labels\n[layer links]\nkind = entity-relations\n"
    settings += "[layer events]\nkind = events\n"
    (root / "iaa.conf").write_text(settings + FAST, "utf-8")
    client = client_of(root)
    assert cells_open_their_items(client, layer)
    overview = client.get("/?format=json").get_json()
    texts = [text_of(client, "/"), text_of(client, f"/disagreements?layer={layer}")]
    for document in sorted({row["document"] for row in overview["scores"] if row["document"]})[:2]:
        texts.append(text_of(client, f"/document/{document}"))
    # Words of the corpus are no words of ours.
    corpus = " ".join(path.read_text("utf-8") for path in root.rglob("*.txt"))
    words = set(re.findall(r" arc\w+", corpus))
    for text in texts:
        assert not (set(re.findall(r" arc\w*", text)) - words) and "LAA" not in text


@pytest.mark.system
def test_the_gold_section_opens_the_disagreements_of_each_layer(golden):
    html = html_of(golden, "/")
    links = re.findall(r'href="/(disagreements\?layer=(\w+)&amp;a=gold)">\s*\w+ \((\d+)', html)
    assert [layer for _, layer, _ in links][:3] == ["spans", "Polarity", "Negated"]
    for link, _, number in links:
        shown = text_of(golden, f"/{link}".replace("&amp;", "&"))
        assert f"{number} of 8 disagreements" in shown
    assert "spans (4)" in text_of(golden, "/")


def test_a_document_beside_the_gold(golden):
    text = text_of(golden, "/document/visit?a=gold&b=anna&only=all")
    assert "[gold: Restaurant [anna: Restaurant Casa Pepe ] in Rome ]" in text
    assert "1 refers_to grilled fish → old harbour inn both alike" in text
    assert "gold/spans .875" in text and "LAA" not in text


def test_where_others_are_hidden_a_span_of_theirs_is_not_told(tmp_path):
    (tmp_path / "data").mkdir()
    access = "[access]\nmanagers = lead\nreveal = own\nothers = hidden\n"
    make_project(tmp_path / "data" / "p", settings=LAYERS + access + FAST)
    app = create_site(tmp_path / "data", "/brat/", login_in_header, state_dir=tmp_path / "state")
    client = app.test_client()
    items = json.loads(
        client.get("/p/-/disagreements/mine?format=json", headers=as_login("anna")).text
    )["places"]
    told = {(item["layer"], item["token"], item["start"], item["end"]) for item in items}
    assert ("spans", "Casa Pepe in Rome", 103, 120) in told and (
        "spans",
        "its",
        138,
        141,
    ) not in told
    assert ("spans", "somewhere in the sentence", 103, 160) in told
    assert not any(token in ("its", "Casa Pepe") for _, token, _, _ in told)
    page = client.get("/p/-/disagreements/mine", headers=as_login("anna")).text
    assert "somewhere in the sentence" in page


def test_where_nobody_draws_arcs_nobody_lacks_one(tmp_path):
    (tmp_path / "data").mkdir()
    access = "[access]\nreveal = own\nothers = named\n"
    make_project(tmp_path / "data" / "p", settings=LAYERS + access + FAST)
    app = create_site(tmp_path / "data", "/brat/", login_in_header, state_dir=tmp_path / "state")
    page = app.test_client().get("/p/-/disagreements/mine", headers=as_login("anna")).text
    assert re.search(r'value="nothing drawn">nothing \(', page) and ">no arc" not in page


def test_a_chip_of_a_pattern_names_the_layer_where_another_is_of_its_kind(client):
    chips = html_of(client, "/disagreements").partition("one-click")[2].partition("</ul>")[0]
    named = [re.findall('<span class="who"><bdi>([^<]*)', chip) for chip in chips.split("<li>")[1:]]
    assert ["Polarity"] in named and ["links"] not in named
    assert '<span class="quiet">(boundaries)</span>' in chips
