"""Every address on the pages leads somewhere."""

import json
import re

import pytest
from layer_projects import project
from pages_project import addresses
from site_projects import as_login, login_in_header, make_project
from werkzeug.middleware.dispatcher import DispatcherMiddleware
from werkzeug.test import Client
from werkzeug.wrappers import Response

from brat_iaa.web import create_app
from brat_iaa.web.site import create_site


def test_of_a_project(client):
    seen, todo = set(), {"/"}
    while todo:
        address = todo.pop()
        seen.add(address)
        response = client.get(address, buffered=True)
        assert response.status_code == 200, address
        if response.mimetype != "text/html" or len(seen) > 400:
            continue
        for found in addresses(response.text):
            if not found.startswith(("#", "http:")):
                todo |= {found.split("#")[0]} - seen


def page(client, address, status=200):
    response = client.get(address)
    assert response.status_code == status, response.get_data(as_text=True)
    return response.get_data(as_text=True)


@pytest.mark.parametrize("name", ["ndt1", "passonneau_fig1", "mirovsky_example"])
def test_of_layers_of_every_kind_with_their_anchors(name, tmp_path):
    client = create_app(project(tmp_path, name)).test_client()
    document = {"ndt1": "doc02", "passonneau_fig1": "fig1", "mirovsky_example": "example"}[name]
    known = {}
    for start in (
        "/",
        f"/document/{document}",
        "/disagreements",
        f"/document/{document}?only=differing",
    ):
        for link in sorted(set(re.findall(r'href="([^"]*)"', page(client, start)))):
            link = link.replace("&amp;", "&")
            if link.startswith("/static") or "format=" in link:
                continue
            path, _, anchor = link.partition("#")
            path = path or start
            if path not in known:
                known[path] = page(client, path)
            assert not anchor or f'id="{anchor}"' in known[path], (start, link)


@pytest.fixture
def data(tmp_path):
    make_project(tmp_path / "data" / "pilot", reveal="own")
    make_project(tmp_path / "data" / "deep" / "second one", reveal="none")
    return tmp_path / "data"


def app_of(data, brat_url="/", identify=login_in_header, **settings):
    return create_site(data, brat_url, identify, state_dir=data.parent / "state", **settings)


@pytest.mark.parametrize("prefix", ["/a/b"])
def test_below_a_prefix_every_address_keeps_it(data, prefix):
    app = app_of(data)
    client = Client(DispatcherMiddleware(Response("elsewhere", 404), {prefix: app}), Response)
    seen, todo = set(), [prefix + "/"]
    while todo:
        address = todo.pop()
        response = client.get(address, headers=as_login("anna"))
        if response.status_code == 302:  # where a form is sent to
            found = {response.location.split("#")[0]}
        else:
            assert response.status_code == 200, address
            found = {
                one.split("#")[0]
                for one in addresses(response.text)
                if not one.startswith("#") and "xhtml" not in one
            }
        assert all(one.startswith(prefix + "/") for one in found), (address, found)
        seen.add(address)
        todo = sorted({one for one in [*todo, *found] if "/static/" not in one} - seen)
    parts = {one[len(prefix) :].partition("?")[0] for one in seen}
    assert parts >= {
        "/",
        "/pilot/-/",
        "/pilot/-/disagreements",
        "/pilot/-/document/shared",
        "/pilot/-/disagreements/mine",
        "/pilot/-/disagreements/mine/done",
    }
    there = client.get(
        f"{prefix}/?collection=/pilot/anna/&document=shared", headers=as_login("anna")
    )
    assert there.headers["Location"].startswith(prefix + "/pilot/-/document/shared?")
    body = client.get(
        f"{prefix}/api/agreement?collection=/pilot/anna/&document=shared", headers=as_login("anna")
    )
    assert json.loads(body.text)["pages"].startswith(prefix + "/pilot/-/document/shared?")
