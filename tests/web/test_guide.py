"""The guide on the pages: of one project, of all projects, and from figures to paragraphs."""

import functools
import re
from urllib.parse import unquote

import pytest
from cases import each
from pages_project import make_project

from brat_iaa.guide import NAMES, anchors
from brat_iaa.web import create_app
from brat_iaa.web.guide_view import explained_at
from brat_iaa.web.site import create_site
from brat_iaa.web.viewers.identity import IdentityError


def nobody(environ):
    raise IdentityError("brat cannot be asked")


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    return make_project(tmp_path_factory.mktemp("guide") / "data" / "letters")


@pytest.fixture(scope="module", params=["pages", "site"])
def app(request, project, tmp_path_factory):
    """The pages of one project, and those of all projects while brat cannot say who is asking."""
    state = tmp_path_factory.mktemp("state")
    if request.param == "pages":
        return create_app(project, state_dir=state)
    return create_site(project.parent, "/brat/", nobody, state_dir=state)


@each("name", NAMES)
def test_a_topic_is_open_to_everybody(app, name):
    page = app.test_client().get(f"/-/guide/{name}")
    assert page.status_code == 200
    assert page.text.count("<h1>") == 1
    for anchor in anchors(name)[1:]:
        assert f'id="{anchor}"' in page.text
    ids = re.findall(r' id="([^"]*)"', page.text)
    assert len(ids) == len(set(ids))


def test_a_question_lists_the_sections_that_hold_its_words(app):
    client = app.test_client()
    page = client.get("/-/guide/?q=gwet+ac1").text
    assert "section" in page and "/-/guide/labels#gwets-ac1" in page
    assert "sections with “&lt;zz&gt;”" in client.get("/-/guide/?q=<zz>").text


def test_every_link_of_the_guide_leads_somewhere(app):
    client = app.test_client()

    @functools.cache
    def text(address):
        page = client.get(address)
        assert page.status_code == 200, address
        return page.text

    seen, waiting = set(), ["/-/guide/"]
    while waiting:
        address = waiting.pop()
        for link in re.findall(r'<a [^>]*href="([^"]*)"', text(address)):
            path, _, anchor = link.partition("#")
            if anchor:
                assert f'id="{unquote(anchor)}"' in text(path or address), (address, link)
            if path.startswith("/-/guide/") and path not in seen:
                seen.add(path)
                waiting.append(path)
    assert {f"/-/guide/{name}" for name in NAMES} <= seen


def test_an_unknown_topic(app):
    page = app.test_client().get("/-/guide/tree")
    assert page.status_code == 404
    assert "There is no topic “tree”." in page.text and "Did you mean “trees”?" in page.text


def test_figures_lead_to_their_paragraphs(app):
    with app.test_request_context():
        shown = explained_at("dependencies", "LAA", "gcm-f1"), explained_at("x", "y")
    assert shown == ("/-/guide/dependencies#one-figure-for-both-directions", None)


@pytest.mark.parametrize(
    "name, address",
    [("kappa", "labels#cohens-kappa"), ("places", "disagreements")],
)
def test_names_of_measures_and_of_former_topics_lead_to_their_sections(app, name, address):
    answer = app.test_client().get(f"/-/guide/{name}")
    assert (answer.status_code, answer.location) == (302, f"/-/guide/{address}")
