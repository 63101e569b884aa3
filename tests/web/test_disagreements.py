"""The page of disagreements: filters, patterns, confused labels, items."""

import re

import pytest
from pages_project import page, plain, write

from brat_iaa.web import create_app, selection


@pytest.mark.parametrize(
    "query, expected",
    [
        ("", 4),
        ("kind=head", 2),
        ("a=anna&b=ben", 3),
        ("b=anna&a=ben", 3),
        ("a=carla", 3),
        ("label=OBJ", 1),
        ("label=nothing+drawn", 1),
        ("label=no+arc", 1),
        ("a=anna&b=ben&label_a=JCT&label_b=OBJ", 1),
        ("a=ben&b=anna&label_a=OBJ&label_b=JCT", 1),
        ("a=anna&b=ben&label_a=OBJ&label_b=JCT", 0),
        ("document=three", 1),
        ("document=letters/one&sentence=1", 3),
        ("pos=Token", 4),
        ("min_distance=3", 3),
        ("min_distance=4&max_distance=9", 0),
        ("kind=&a=&label=&document=&min_distance=", 4),
        ("text=to++GO+home", 4),
        ("text=tomorrow", 0),
        ("document=LETTERS", 3),
        ("label=ob", 1),
        ("a=CAR", 3),
        ("a=n", 4),  # anna and ben
        ("a=ca&b=n", 3),
        ("a=be&b=ann", 3),
    ],
)
def test_filters(client, query, expected):
    assert client.get("/disagreements?format=json&" + query).json["count"] == expected


def test_filters_stay_in_the_form_and_can_be_removed(client):
    text = page(client, "/disagreements?kind=head&a=anna&label_a=SUBJ&label_b=SUBJ")
    assert '<option selected value="head">' in text
    assert 'name="label_a" value="SUBJ"' in text
    assert 'href="/disagreements?a=anna&amp;label_a=SUBJ&amp;label_b=SUBJ"' in text


def test_nothing_found_says_what_to_do(client):
    assert "No disagreement meets all of these filters." in plain(
        page(client, "/disagreements?min_distance=50")
    )


@pytest.mark.parametrize(
    "query, said",
    [
        ("kind=heads", "head+label"),
        ("pos=Tokn", "Token"),
        ("a=anna&b=anna", "needs two different annotators"),
        ("label_a=OBJ", "needs both"),
        ("min_distance=x", "not a whole number"),
        ("min_distance=-1", "not a whole number"),
        ("max_distance=99999999999999999999", "not a whole number"),
        ("max_distance=²", "not a whole number"),
        ("min_distance=5&max_distance=2", "Swap the two"),
        ("page=0", "not a whole number"),
        ("format=xml", "html, json, csv"),
    ],
)
def test_bad_parameters_are_explained(client, query, said):
    assert said in plain(page(client, "/disagreements?" + query, 400))
    if "format" not in query:
        response = client.get("/disagreements?format=json&" + query)
        assert response.status_code == 400
        assert response.json["next_step"]


@pytest.mark.parametrize(
    "query, said",
    [
        ("a=ana", "There is no annotator with “ana” in its name. Did you mean “anna”?"),
        ("label=OBK", "Did you mean “OBJ”?"),
        ("document=lettres/one", "Did you mean “letters/one”?"),
    ],
)
def test_a_name_that_nothing_has_is_no_error_on_the_page_but_for_programs(client, query, said):
    assert said in plain(page(client, "/disagreements?" + query))
    assert client.get("/disagreements?format=json&" + query).status_code == 400


def test_chips_and_confused_labels_are_those_that_the_filters_let_through(client):
    text = page(client, "/disagreements?document=three&text=home")
    chips = re.findall(r'<a href="([^"]*)" data-key="\d"', text)
    assert len(chips) < 2
    cells = re.findall(r'<a href="([^"]*label_a=[^"]*)"', text)
    assert cells and all("document=three" in cell and "text=home" in cell for cell in cells)
    address = "/disagreements?document=three&a=anna&b=ben"
    body = client.get(f"{address}&format=json").json
    assert body["confusion"]["counts"] == [{"labels": ["JCT", "JCT"], "count": 1}]
    assert re.search(
        r'class="diagonal"><a href="[^"]*label_a=JCT&amp;label_b=JCT', page(client, address)
    )


def test_a_page_is_reached_by_its_number(client, monkeypatch):
    monkeypatch.setattr("brat_iaa.web.places.lists.ITEMS", 1)
    text = page(client, "/disagreements?a=a&page=2")
    form = re.search(r'<nav class="pager".*?</form>', text, re.S).group()
    assert 'name="page" value="2" min="1" max="4"' in form and 'name="a" value="a"' in form


def test_items_come_in_pages(client, monkeypatch):
    monkeypatch.setattr("brat_iaa.web.places.lists.ITEMS", 3)
    bodies = [client.get(f"/disagreements?format=json&page={number}").json for number in (1, 2)]
    assert [len(body["places"]) for body in bodies] == [3, 1]
    assert 'id="i4"' in page(client, "/disagreements?page=2")
    text = page(client, "/disagreements?page=4&kind=head", 404)
    assert 'href="/disagreements?kind=head&amp;page=1"' in text


def test_patterns_and_confusion_open_their_items(client):
    text = page(client, "/disagreements")
    assert 'href="/disagreements?label_a=JCT&amp;label_b=OBJ#items"' in text
    body = client.get("/disagreements?format=json").json
    for pattern in body["patterns"]:
        query = {
            "label_a": pattern["label_1"],
            "label_b": pattern["label_2"] or "nothing drawn",
            "format": "json",
        }
        assert client.get("/disagreements", query_string=query).json["count"] == pattern["places"]
    pair = {"a": "anna", "b": "ben"}
    for chosen in ({}, {"a": "ben"}, pair, {**pair, "document": "three"}, {"text": "home", **pair}):
        table = client.get("/disagreements", query_string=dict(chosen, format="json")).json[
            "confusion"
        ]
        assert table["annotators"] == (list(pair.values()) if "b" in chosen else None)
        assert table["counts"]
        for cell in table["counts"]:
            first, second = cell["labels"]
            # Of a whole pair those of one label are also the arcs that both drew alike.
            if first != second or chosen != pair:
                labels = {"label_a": first or "nothing drawn", "label_b": second or "nothing drawn"}
                query = dict(chosen, format="json", **labels)
                assert (
                    client.get("/disagreements", query_string=query).json["count"] == cell["count"]
                )


def test_the_confusion_of_all_pairs_is_symmetric(client):
    text = page(client, "/disagreements").split('id="confusion"')[1].split("</section>")[0]
    assert "All pairs, whoever drew which" in text
    rows = re.findall(r"<tr><th.*?</tr>", text, re.S)
    cells = [re.findall(r"<td[^>]*>(?:<a[^>]*>(\d+))?", row) for row in rows]
    assert cells and cells == [list(column) for column in zip(*cells)]


def test_a_place_shows_everybody_with_the_whole_value(client):
    text = plain(page(client, "/disagreements?document=letters/one&label=OBJ"))
    assert "anna JCT ← go4 R5, line 12 in brat, anna" in text
    assert "ben OBJ ← go4" in text and "carla MOD ← wants2" in text


def test_pairs_come_in_the_order_of_the_annotators(root):
    write(root, "ben", "a_first")
    write(root, "carla", "a_first")
    text = (
        page(create_app(root).test_client(), "/disagreements")
        .split('class="choose pairs"')[1]
        .split("</p>")[0]
    )
    assert plain(text).strip().endswith("pair: all pairs anna and ben anna and carla ben and carla")


def test_confusion_turns_with_the_pair(client):
    there = client.get("/disagreements?a=anna&b=ben&format=json").json["confusion"]
    back = client.get("/disagreements?a=ben&b=anna&format=json").json["confusion"]
    turned = sorted((cell["labels"][::-1], cell["count"]) for cell in back["counts"])
    assert turned == sorted((cell["labels"], cell["count"]) for cell in there["counts"])


def test_tokens_stand_in_their_sentence(client):
    text = plain(page(client, "/disagreements?a=anna&b=ben&kind=label"))
    assert "She wants to go home ." in text
    assert "ROOT She" not in text


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
