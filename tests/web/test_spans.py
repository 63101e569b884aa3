"""The pages of projects in which annotators draw spans, give them attributes, and relate them."""

import json
import re
from html import unescape

import pytest
from restaurants import ALIKE, LAYERS, PARTY, make_project, put
from site_projects import as_login, login_in_header

from brat_iaa.web import create_app
from brat_iaa.web.site import create_site

FAST = "[intervals]\nresamples = 0\n"


def client_of(root):
    return create_app(root).test_client()


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    return client_of(make_project(tmp_path_factory.mktemp("spans") / "p", settings=LAYERS + FAST))


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
