"""What the pages of one project have in common: addresses, twins, errors, headers and words for
those who cannot see.
"""

import html
import json
import re

import pytest
from pages_project import addresses, page
from werkzeug.middleware.dispatcher import DispatcherMiddleware
from werkzeug.test import Client
from werkzeug.wrappers import Response

from brat_iaa.web import create_app


@pytest.mark.parametrize("address", ["/", "/document/letters/one", "/disagreements"])
def test_every_page_names_its_json_twin(client, address):
    text = page(client, address)
    twin = html.unescape(
        re.search(r'<link rel="alternate" type="application/json" href="([^"]+)"', text).group(1)
    )
    assert isinstance(json.loads(page(client, twin)), dict)


class _Broken:
    def __init__(self, error):
        self.error = error

    def agreement(self):
        raise self.error


def test_a_fault_of_ours_is_admitted_without_its_inside(tmp_path, caplog):
    client = create_app(tmp_path, study=_Broken(ZeroDivisionError("secret"))).test_client()
    text = page(client, "/", 500)
    assert "Internal error" in text and "secret" not in text
    assert "secret" in caplog.text


def test_mounted_below_a_prefix_every_address_keeps_it(root):
    app = create_app(root)
    client = Client(DispatcherMiddleware(Response("elsewhere", 404), {"/iaa": app}), Response)
    for address in ("/iaa/", "/iaa/document/letters/one", "/iaa/disagreements"):
        response = client.get(address)
        assert response.status_code == 200
        found = {one for one in addresses(response.text) if not one.startswith("#")}
        assert found and all(one.startswith("/iaa/") for one in found)
    assert client.get("/iaa/static/pages.css", buffered=True).status_code == 200


def test_pages_can_be_read_without_sight_or_mouse(client):
    for address in ("/", "/document/letters/one", "/disagreements"):
        text = page(client, address)
        assert '<html lang="en">' in text and 'class="skip" href="#main"' in text
        assert len(re.findall(r"<h1[ >]", text)) == 1
        titles = re.findall(r"<title>([^<]+)</title>", text.split("</head>")[0])
        assert len(titles) == 1 and "Agreement" in titles[0]
        for table in re.findall(r'<div class="scroll"[^>]*>', text):
            assert "aria-label=" in table and 'tabindex="0"' in table
