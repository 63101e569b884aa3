"""The pages, and the markers in brat, of layers of relations between spans and of events."""

import re
from html import unescape

import pytest
from chain_projects import Writer
from element_projects import WORDS
from small_projects import put_raw
from werkzeug.test import Client
from werkzeug.wrappers import Response

from brat_iaa.web import create_app


def content(place, role):
    writer = Writer(WORDS)
    ana, town, leaving = (writer.span(*what) for what in (("N", 0, 1), ("N", place), ("Leave", 2)))
    writer.relation("Lives", ana, town)
    writer.event("Leave", leaving, **{role: ana, "From": town})
    return writer.content()


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    root = tmp_path_factory.mktemp("elements")
    for name, place, role in (("anna", 3, "Who"), ("ben", 5, "What"), ("carla", 3, "Who")):
        put_raw(root, name, "d", WORDS, content(place, role))
    (root / "iaa.conf").write_text(
        "[layer links]\nkind = entity-relations\n[layer events]\n", "utf-8"
    )
    return Client(create_app(root), Response)


def text_at(client, address):
    response = client.get(address)
    html = response.get_data(as_text=True)
    assert response.status_code == 200, html
    html = re.sub("</?(bdi|sub|sup)[^>]*>", "", html)
    return unescape(" ".join(re.sub(r"<[^>]*>", " ", html).split()))


def test_overview(client):
    text = text_at(client, "/")
    assert "links relations" in text
    for name in ("F1, exact", "events, F1", "triggers, F1, overlapping", "arguments, F1"):
        assert name in text


def test_lists(client):
    text = text_at(client, "/disagreements?layer=links&a=anna&b=ben")
    assert "Lives Ana Lopez → Grenoble" in text and "Lives Ana Lopez → France" in text
    assert "ends" in text and "same relation type, different ends" in text
    text = text_at(client, "/disagreements?layer=events&kind=argument")
    assert "From left → Grenoble" in text and "From left → France" in text
    text = text_at(client, "/disagreements?layer=events&kind=role&label=What")
    assert "Who left → Ana Lopez" in text and "What left → Ana Lopez" in text


# "" is nothing; what both have alike stands on the diagonal.
@pytest.mark.parametrize("layer, cells", [
    ("links", {("Lives", "Lives"): 1}),
    ("events", {("", "From"): 1, ("From", ""): 1, ("Who", "What"): 1, ("Leave", "Leave"): 1}),
])  # fmt: skip
def test_cells_of_the_table_of_types_open_what_they_count(client, layer, cells):
    address = f"/disagreements?layer={layer}&a=anna&b=ben&format=json"
    counts = client.get(address).get_json()["confusion"]["counts"]
    assert {tuple(cell["labels"]): cell["count"] for cell in counts} == cells


def test_document(client):
    text = text_at(client, "/document/d?a=anna&b=ben")
    assert "Lives Ana Lopez → Grenoble" in text and "From left → France" in text
