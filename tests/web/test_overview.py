"""The overview of a project."""

import re

import pytest
from pages_project import page, plain


def test_anchors_exist(client):
    for address in ("/", "/document/letters/one", "/disagreements"):
        text = page(client, address)
        for anchor in re.findall(r'href="#([^"]+)"', text):
            assert f'id="{anchor}"' in text, (address, anchor)


@pytest.mark.parametrize(
    "name", ["endpoint", "project", "snapshot", "_anchor", "_scheme", "_method"]
)
def test_links_take_nothing_for_their_own_from_the_address(client, name):
    for address, status in (("/?documents_find=t&", 200), ("/disagreements?", 400)):
        text = page(client, f"{address}{name}=x9", status)
        assert "x9" not in text and "http://localhost" not in text


@pytest.mark.parametrize("address", ["/?measure=XAA", "/?statistic=kappa", "/?labels_sort=LAA"])
def test_unknown_measures_are_refused_with_the_choices(client, address):
    text = plain(page(client, address, 400))
    assert "LAA" in text or "masi" in text or "lowest" in text
