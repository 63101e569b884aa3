"""One project, one number: overview, lists, documents, review and brat say the same."""

import html
import re

import pytest
from pages_project import plain
from site_projects import as_login, configure, login_in_header
from small_projects import put
from werkzeug.test import Client

from brat_iaa.places import of_annotator, of_pair, places
from brat_iaa.study import Study
from brat_iaa.web.in_brat import api
from brat_iaa.web.site import create_site, site_of

WORDS = "a b c d / e f g"
MARKS = {
    "anna": "0>1:r 1>2:x 1>3:x 2>3:x 1>4:y / 0>1:r 1>2:x 1>3:z",
    "ben": "0>1:r 1>2:y 1>3:x 1>4:z / 0>1:r 1>2:x 2>3:y",
    "carla": "0>1:r 1>2:z 1>3:x 3>3:y 1>4:y / 0>1:r 1>2:x 1>3:z",
}
MORE = {"anna": "0>1:r 1>2:x", "ben": "0>1:r 1>2:y"}


@pytest.fixture(params=["own", "all"])
def folder(request, tmp_path):
    root = tmp_path / "data" / "corpus" / "pilot"
    for name, marks in MARKS.items():
        put(root, name, "one", WORDS, marks)
    for name, marks in MORE.items():
        put(root, name, "two", "a b", marks)
    configure(root, request.param, "named")
    return tmp_path


@pytest.fixture
def visit(folder):
    """Function of a login and an address below the project that returns the page."""
    client = Client(create_site(folder / "data", "/", login_in_header, state_dir=folder / "state"))

    def page(login, address):
        response = client.get(f"/corpus/pilot/-/{address}", headers=as_login(login))
        assert response.status_code == 200, response.text
        return response.text

    return page


def all_of(folder):
    found = Study(folder / "data" / "corpus" / "pilot").agreement()
    return places(found)


def on_page(text, of="disagreement"):
    """The number before the word, or the first of all, in the first line of a page."""
    lead = plain(re.search(r'<p class="lead">.*?</p>', text, re.S).group())
    return int(re.search(r"\d+" if of is None else rf"\d+(?=\s{of}s?\b)", lead).group())


def opened(visit, login, text):
    """Asserts that each number that opens places opens so many; returns the numbers."""
    numbers = []
    pattern = r'href="[^"]*?/-/(disagreements\?[^"#]*)(?:#\w+)?">(\d+)<'
    for address, number in re.findall(pattern, text):
        found = visit(login, html.unescape(address))
        assert on_page(found, of=None) == int(number), address
        numbers.append(int(number))
    return numbers


def menu(folder, login, person, document):
    return api.agreement(site(folder), login, f"/corpus/pilot/{person}/", document)


def marked(folder, login, person, document):
    return api.disagreements(site(folder), login, f"/corpus/pilot/{person}/", document)


def site(folder):
    return site_of(create_site(folder / "data", "/", login_in_header, state_dir=folder / "state"))


def test_the_lead_reads_one_number_everywhere(folder, visit):
    expected = all_of(folder)
    overview = visit("lead", "")
    assert on_page(overview) == on_page(visit("lead", "disagreements")) == len(expected)
    assert len(opened(visit, "lead", overview)) > 5
    listed = visit("lead", "disagreements")
    for filters in (
        "", "?document=one", "?label=x", "?kind=missing-arc", "?a=ben", "?a=carla&b=anna",
        "?label_a=x&label_b=y", "?document=one&sentence=1&label_a=y&label_b=z",
    ):  # fmt: skip
        assert opened(visit, "lead", visit("lead", f"disagreements{filters}")), filters
    assert listed.count("data-item") == len(expected)
    for document in ("one", "two"):
        own = [place for place in expected if place.document == document]
        assert f'/disagreements?document={document}">{len(own)}<' in overview
        pair = of_pair(own, ("anna", "ben"))
        text = plain(visit("lead", f"document/{document}?a=anna&b=ben"))
        assert f"{len(pair)} disagreements of anna and ben" in text.replace(
            "1 disagreement of", "1 disagreements of"
        )
        for name in MARKS if document == "one" else MORE:
            number = len(of_annotator(own, name))
            assert menu(folder, "lead", name, document)["count"] == number
            assert marked(folder, "lead", name, document)["count"] == number


def test_annotators_read_one_number_everywhere(folder, visit):
    for name in MARKS:
        mine = of_annotator(all_of(folder), name)
        found = 0
        for document in ("one", "two") if name in MORE else ("one",):
            number = menu(folder, name, name, document)["count"]
            assert number == marked(folder, name, name, document)["count"]
            assert number == len([place for place in mine if place.document == document])
            found += number
        review = plain(visit(name, "review"))
        assert f"{found} disagreements" in review.replace("\u00a0", " ")


def test_pages_of_a_pair_count_the_places_of_the_pair(folder, visit):
    expected = len(of_pair(all_of(folder), ("anna", "ben")))
    if "with=" in visit("anna", ""):
        assert on_page(visit("anna", "?with=ben")) == expected
        assert on_page(visit("anna", "disagreements?with=ben")) == expected
    text = visit("anna", "disagreements?a=anna&b=ben")
    assert text.count("data-item") == expected
