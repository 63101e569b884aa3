"""Gamma on the overview: beside the other figures, explained, and said to be sampled."""

import re
from html import unescape
from random import Random

import pytest
from unitized_texts import changed, random_units, write

from brat_iaa.web import create_app

TEXT = "xxxxxxxxx\n" * 12


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    random, documents = Random(2), {}
    for name in ("d", "e"):
        base = random_units(random, len(TEXT))
        units = {name: changed(random, base, len(TEXT)) for name in ("anna", "ben")}
        documents[name] = TEXT, units
    settings = "[layer spans]\nkind = labels\ngamma = yes\n"
    return create_app(write(tmp_path_factory.mktemp("gamma"), documents, settings)).test_client()


def test_overview(client):
    html = client.get("/").text
    text = unescape(" ".join(re.sub(r"<[^>]*>", " ", html).split()))
    assert re.search(r" gamma \.\d{3} \.\d{3} \d\.\d{3} \d+ ", text)
    assert 'href="/-/guide/spans#gamma-formula"' in html
    assert re.search(r"Expected disorder of gamma: from \d+ random texts", text)
    assert "Gamma has no interval: fewer than 10 documents" in text
    assert "|gamma:Mathet2015|" in text


def test_json(client):
    scores = client.get("/?format=json").json["scores"]
    assert {score["document"] for score in scores if score["measure"] == "gamma"} == {
        None,
        "d",
        "e",
    }
