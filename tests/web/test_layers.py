"""The pages of projects with layers of every kind, and without dependencies."""

import json
import re
from html import unescape

import pytest
from small_projects import put_raw
from werkzeug.test import Client
from werkzeug.wrappers import Response

from brat_iaa.web import create_app


def page(client, address, status=200):
    response = client.get(address)
    assert response.status_code == status, response.get_data(as_text=True)
    return response.get_data(as_text=True)


def text_of(html):
    html = re.sub("</?(bdi|sub|sup)[^>]*>", "", html)
    return unescape(
        " ".join(re.sub(r"<[^>]*>", " ", re.sub(r"(?s)<svg.*?</svg>", "", html)).split())
    )


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


def test_hostile_labels_and_words_stay_text(tmp_path):
    text = "<b>one</b> & two\n"
    for annotator, label in (("anna", "X"), ("ben", "Y")):
        drawn = f"T1\t<u>{label} 0 10\t<b>one</b>\nT2\t<u>X 13 16\ttwo\nA1\tk T1 <i>{label}</i>\n"
        drawn += "*\t<u>c T1 T2\n" if label == "X" else f"R1\t<u>r{label} Arg1:T1 Arg2:T2\t\n"
        put_raw(tmp_path, annotator, "d", text, drawn)
    settings = "[layer <s>]\nkind = labels\nvalue = attribute:k\n[layer coref]\nkind = chains\n"
    settings += (
        "[layer links]\nkind = entity-relations\n[layer spans]\nkind = labels\nvalue = type\n"
    )
    (tmp_path / "iaa.conf").write_text(settings)
    client = Client(create_app(tmp_path), Response)
    for address in ("/", "/document/d", "/disagreements"):
        found = page(client, address)
        assert not re.search("<(b|i|s|u)>", found) and "&lt;" in found
