"""The page of disagreements: filters, patterns, confused labels, items."""

import re
from html import unescape

import pytest
from pages_project import page, plain, write

from brat_iaa.web import create_app, selection


@pytest.mark.parametrize(
    "query, said",
    [
        ("kind=heads", "Did you mean “head”"), ("pos=Tokn", "Token"),
        ("a=anna&b=anna", "needs two different annotators"), ("label_a=OBJ", "needs both"),
        ("min_distance=x", "not a whole number"), ("max_distance=²", "not a whole number"),
        ("min_distance=5&max_distance=2", "Swap the two"), ("page=0", "not a whole number"),
        ("format=xml", "html, json, csv"),
    ],
)  # fmt: skip
def test_bad_parameters_are_explained(client, query, said):
    assert said in plain(page(client, "/disagreements?" + query, 400))
    if "format" not in query:
        response = client.get("/disagreements?format=json&" + query)
        assert response.status_code == 400
        assert response.json["next_step"]


def test_items_come_in_pages(client, monkeypatch):
    monkeypatch.setattr("brat_iaa.web.places.lists.ITEMS", 3)
    bodies = [client.get(f"/disagreements?format=json&page={number}").json for number in (1, 2)]
    assert [len(body["places"]) for body in bodies] == [3, 1]
    assert 'id="i4"' in page(client, "/disagreements?page=2")
    text = page(client, "/disagreements?page=4&kind=head", 404)
    assert 'href="/disagreements?kind=head&amp;page=1"' in text


@pytest.mark.parametrize(
    "words, direction",
    [("הילד אכל את התפוח", "rtl"), ("( هذا ) x", "rtl"), ("Ein Wort", "ltr"), ("12 !", "ltr")],
)
def test_words_before_a_token_stand_where_its_script_has_them(tmp_path, words, direction):
    write(tmp_path, "anna", "d", ((1, 0, "A"),), "ROOT " + words)
    write(tmp_path, "ben", "d", ((1, 0, "B"),), "ROOT " + words)
    assert f'<p class="whole-sentence" dir="{direction}">' in page(
        create_app(tmp_path).test_client(), "/disagreements"
    )


@pytest.mark.parametrize("lines", [1, 2000])
def test_csv_holds_what_the_filters_leave(client, monkeypatch, lines):
    monkeypatch.setattr(selection, "_LINES", lines)
    response = client.get("/disagreements?format=csv&kind=head")
    assert response.mimetype == "text/csv"
    assert "attachment" in response.headers["Content-Disposition"]
    # Two places, with all who have the document.
    assert len(response.text.splitlines()) == 1 + 3 + 2
    nothing = client.get("/disagreements?format=csv&document=three&label=VC&kind=label")
    assert nothing.text.startswith("layer,document,") and nothing.text.count("\n") == 1


def test_parameters_that_a_list_does_not_have_are_named(client):
    text = plain(page(client, "/disagreements?anotator=anna", 400))
    assert "This page has no parameter “anotator”." in text


def test_the_list_is_sorted(client):
    places = [place["labels"] for place in client.get("/disagreements?format=json").json["places"]]
    by_pattern = client.get("/disagreements?sort=pattern&format=json").json["places"]
    assert [place["labels"] for place in by_pattern] == sorted(
        places, key=lambda labels: (-places.count(labels), [label or "" for label in labels])
    )
    page(client, "/disagreements?sort=age", 400)


def test_an_empty_list_says_which_filter_to_drop(client):
    """Each way on has as many as it says."""
    page = client.get("/disagreements?document=letters/one&text=nowhere").text
    empty = re.search('(?s)<p class="empty">.*?</p>', page).group()
    ways = re.findall('<a href="([^"]*)">Without (.*?): ([0-9,]+)</a>', empty)
    assert [re.sub("<.*?>", "", what) for _, what, _ in ways] == ["words: nowhere"]
    for address, _, number in ways:
        body = client.get(unescape(address) + "&format=json").json
        assert body["count"] == int(number) > 0
