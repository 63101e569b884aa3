"""The pages of projects with layers of every kind, and without dependencies."""

import json
import re
from html import unescape

import pytest
from layer_projects import project
from small_projects import put_raw
from werkzeug.test import Client
from werkzeug.wrappers import Response

from brat_iaa.web import create_app


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


def test_overview_shows_every_layer_what_differs_most_first(clients):
    html = page(clients("ndt1"), "/")
    text = text_of(html)
    assert text.index("LAA") < text.index("alpha, plain") < text.index("Cohen's kappa")
    assert re.search(r"alpha, diff \.930 \[\S+, \S+\] 4\.008 57\.654 130", text)
    assert 'href="/-/guide/trees#diff-and-norm"' in html


@pytest.mark.parametrize(
    "name, address, differing, row",
    [
        ("mirovsky_example", "example?a=A&b=B", 8, "3 k5 opposition b4 → c3 reason b4 → c2"),
        ("passonneau_fig1", "fig1?a=RA1&b=RA2", 5, "4 they committee members, witnesses committee"),
    ],
)
def test_items_stand_beside_each_other_as_both_have_them(clients, name, address, differing, row):
    html = page(clients(name), f"/document/{address}&only=all")
    assert html.count('<tr class="differs">') == differing == html.count('class="card"')
    assert row in text_of(html)


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


@pytest.mark.parametrize(
    "label, said", [("NP", "1 of 1 trees differ"), ("VP", "0 of 1 trees differ")]
)
def test_trees_that_differ_are_not_said_to_agree(tmp_path, label, said):
    for annotator, own in (("anna", "VP"), ("ben", label), ("carla", label)):
        spans = f"T1\tS 0 7\tone two\nT2\tNP 0 3\tone\nT3\t{own} 4 7\ttwo\n"
        put_raw(tmp_path, annotator, "d", "one two\n", spans)
    (tmp_path / "iaa.conf").write_text("[layer trees]\nnodes = spans\n")
    client = Client(create_app(tmp_path), Response)
    for address in ("/", "/disagreements"):
        text = text_of(page(client, address))
        assert said in text and "Click a" not in text
        assert bool(re.search("Sentences that differ|The sentences", text)) == (label == "NP")
        assert "single disagreement." not in text and "Nothing was compared" not in text
    text = text_of(page(client, "/document/d"))
    assert ("1 sentence whose trees differ" in text) == (label == "NP")
    assert ("are the same in this document" in text) == (label == "VP")
    differing = json.loads(page(client, "/?format=json"))["trees"]
    assert [each["distances"] for each in differing] == [
        [
            {"annotators": ["anna", "ben"], "distance": 1},
            {"annotators": ["anna", "carla"], "distance": 1},
            {"annotators": ["ben", "carla"], "distance": 0},
        ]
    ] * (label == "NP")


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
