"""The overview of a project."""

import re

import pytest
from pages_project import client_of, page, plain


def test_overview_shows_figures_pairs_documents_labels_and_patterns(client):
    html = page(client, "/")
    text = plain(html)
    assert "3 documents · 18 tokens compared · 4 disagreements" in text
    # In letters/one the three pairs agree on 4, 4 and 3 of 6 tokens; in three and two, 5 and 6 of 6.
    assert "LAA of anna, ben and carla: .815 (mean over 18 tokens); alpha .787." in text
    assert (
        "4 disagreements. If all disagreements on the heads of JCT were resolved, LAA would rise "
        "from .815 to .870." in text
    )
    for paragraph in ("uaa-laa-and-loa", "krippendorffs-alpha", "exact-match"):
        assert f'href="/-/guide/dependencies#{paragraph}"' in html
    assert "LAA|masi:RD13|pairs:3,by-sentence|annotators:3|documents:3|" in text
    assert "excluded" in text.lower() and "carla has no .ann" in text


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


def test_coarse_labels_and_how_figures_are_made_are_said(root):
    (root / "iaa.conf").write_text("[layer dependencies]\ncoarse = core = SUBJ, OBJ\n")
    text = plain(page(client_of(root), "/"))
    assert "Fine and coarse labels of dependencies" in text and "No intervals: fewer than" in text
