"""One project, one number: overview, lists, documents, review and brat say the same."""

import csv
import functools
import html
import io
import itertools
import re
import time
from urllib.parse import quote

import pytest
from pages_project import plain
from site_projects import as_login, configure, login_in_header
from small_projects import put
from werkzeug.test import Client

from brat_iaa.report.places import counts as overview_report
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


def make_folder(folder, reveal):
    root = folder / "data" / "corpus" / "pilot"
    for name, marks in MARKS.items():
        put(root, name, "one", WORDS, marks)
    for name, marks in MORE.items():
        put(root, name, "two", "a b", marks)
    configure(root, reveal, "named")
    return folder


def on_page(text, of="disagreement"):
    """The number before the word, or the first of all, in the first line of a page."""
    lead = plain(re.search(r'<p class="lead">.*?</p>', text, re.S).group())
    return int(re.search(r"\d+" if of is None else rf"\d+(?=\s{of}s?\b)", lead).group())


def opened(everything, text):
    """Asserts that each number that opens places opens so many; returns the numbers."""
    numbers = []
    pattern = r'href="[^"]*?/-/(disagreements\?[^"#]*)(?:#\w+)?">(\d+)<'
    for address, number in re.findall(pattern, text):
        found = everything.text("lead", html.unescape(address))
        assert on_page(found, of=None) == int(number), address
        numbers.append(int(number))
    return numbers


def answered(ask, site, login, person, document):
    """The answer, however long it takes to be computed."""
    while True:
        found = ask(site, login, f"/corpus/pilot/{person}/", document)
        if "again" not in found:
            return found
        time.sleep(0.05)


@functools.cache
def app(folder):
    return create_site(folder / "data", "/", login_in_header, state_dir=folder / "state")


# Two layers, a token with two heads one of which is agreed on, and a gold.

GOLD = "0>1:r 1>2:y 1>3:x 1>4:y / 0>1:r 1>2:x 1>3:z"
LAYERS = (
    "[project]\ngold = gold\nphase = 2\n[layer arcs]\nkind = dependencies\n[layer "
    "pos]\nkind = labels\n"
)


class Everything:
    """The pages, files and answers of the project, as a login gets them."""

    def __init__(self, folder):
        self._folder = folder
        self.root = folder / "data" / "corpus" / "pilot"
        self.app = app(folder)
        self._client = Client(self.app)

    def agreement(self):
        return Study(self.root).agreement()

    def get(self, login, address):
        response = self._client.get(f"/corpus/pilot/-/{address}", headers=as_login(login))
        assert response.status_code == 200, response.text
        return response

    def text(self, login, address):
        return self.get(login, address).text

    def json(self, login, address):
        return self.get(login, f"{address}{'&' if '?' in address else '?'}format=json").json

    def rows(self, login, address):
        text = self.text(login, f"{address}{'&' if '?' in address else '?'}format=csv")
        return list(csv.DictReader(io.StringIO(text)))

    def in_brat(self, login, person, document):
        asked = site_of(self.app), login, person, document
        return answered(api.agreement, *asked), answered(api.disagreements, *asked)

    def snapshot(self):
        token = self.app.extensions["brat_iaa_tokens"].token("lead")
        response = self._client.post(
            "/corpus/pilot/-/phases",
            data={"phase": "2", "note": "", "token": token},
            headers={**as_login("lead"), "Sec-Fetch-Site": "same-origin"},
        )
        assert response.status_code in (200, 302, 303)


def everything_in(folder):
    root = folder / "data" / "corpus" / "pilot"
    put(root, "gold", "one", WORDS, GOLD)
    for name, tokens in (("ben", "b"), ("carla", "bf"), ("gold", "e")):
        path = root / name / "one.ann"
        for word in tokens:
            path.write_text(
                re.sub(rf"\tW (\d+ \d+)\t{word}\n", rf"\tV \1\t{word}\n", path.read_text())
            )
    settings = root / "iaa.conf"
    settings.write_text(settings.read_text() + LAYERS)
    return Everything(folder)


@pytest.fixture(scope="module")
def everything(tmp_path_factory):
    """For tests that only read."""
    made = everything_in(make_folder(tmp_path_factory.mktemp("everything"), "own"))
    made.get = functools.cache(made.get)
    made.agreement = functools.cache(made.agreement)
    return made


@pytest.fixture
def changing(tmp_path):
    """Of its own for each test: for those that change files."""
    return everything_in(make_folder(tmp_path, "own"))


def where(row):
    """What makes a row of an export one of a place."""
    return row["layer"], row["document"], int(row["start"]), int(row["end"])


def key(place):
    return place.layer, place.document, place.token.start, place.token.end


def of_annotator(places, annotator):
    """Those of some Places at which an annotator differs from somebody."""
    return [place for place in places if place.seen_from(annotator)]


def of_annotators(found):
    return [place for place in found if any("gold" not in pair for pair in place.pairs)]


def test_every_page_and_export_of_the_lead_has_the_number(everything):
    found = everything.agreement().places
    between = of_annotators(found)
    counted = (
        f"{len(found)} disagreements: {len(between)} between annotators, "
        f"{len(found) - len(between)} only with the gold"
    )
    for address in ("", "disagreements"):
        assert counted in plain(everything.text("lead", address)), address
        assert len(opened(everything, everything.text("lead", address))) > 5
    of_two = [place for place in between if place.differ("anna", "ben")]
    assert on_page(everything.text("anna", "disagreements?with=ben")) == len(of_two)
    listed = everything.json("lead", "disagreements")
    assert (listed["count"], len(listed["places"])) == (len(found), len(found))
    assert {where(row) for row in listed["places"]} == set(map(key, found))
    assert {where(row) for row in everything.rows("lead", "disagreements")} == set(map(key, found))
    for cell in listed["confusion"]["counts"]:
        labels = "&".join(
            f"label_{x}={label or 'not annotated'}" for x, label in zip("ab", cell["labels"])
        )
        layer = "layer=arcs&differ=annotators&" + labels
        assert everything.json("lead", f"disagreements?{layer}")["count"] == cell["count"], layer
    for pattern in listed["patterns"]:
        labels = f"label_a={pattern['label_1']}&label_b={pattern['label_2'] or 'not annotated'}"
        layer = f"layer={pattern['layer']}&{labels}"
        assert everything.json("lead", f"disagreements?{layer}")["count"] == pattern["places"], (
            layer
        )

    discussed = everything.text("lead", "disagreements?review=any")
    assert f"{len(between)} of {len(found)} disagreements" in plain(discussed)
    rows = everything.json("lead", "disagreements?review=any")["places"]
    assert {where(row) for row in rows} == set(map(key, between))
    decided = {
        row["annotator"]: row["decided"]
        for row in everything.json("lead", "progress")["annotators"]
    }
    assert decided == {name: [0, len(of_annotator(between, name))] for name in MARKS}

    written = overview_report(everything.agreement())
    assert [one["places"] for one in written if one["document"] is None] == [
        sum(place.layer == one["layer"] for place in between)
        for one in written
        if one["document"] is None
    ]


def test_every_document_and_marker_has_the_number(everything):
    found = everything.agreement().places
    for document, names in (("one", (*MARKS, "gold")), ("two", tuple(MORE))):
        own = [place for place in found if place.document == document]
        for pair in itertools.combinations(names, 2):
            expected = [place for place in own if place.differ(*pair)]
            address = f"document/{document}?a={pair[0]}&b={pair[1]}"
            text = everything.text("lead", address)
            assert text.count("data-item") == len(expected), pair
            assert not expected or f"{len(expected)} disagreement" in plain(text), pair
            sentences = everything.json("lead", address)["sentences"]
            assert [where(row) for one in sentences for row in one["places"]] == list(
                map(key, sorted(expected, key=lambda place: place.sentence))
            )
        for name in names:
            menu, marks = everything.in_brat("lead", name, document)
            expected = of_annotator(own, name)
            assert menu["count"] == marks["count"] == len(marks["markers"]) == len(expected), name


def test_annotators_have_the_number_in_review_and_brat(everything):
    found = of_annotators(everything.agreement().places)
    for name in MARKS:
        mine = of_annotator(found, name)
        twin = everything.json(name, "disagreements/mine")
        assert twin["count"] == len(twin["places"]) == len(mine), name
        assert {where(row) for row in twin["places"]} == set(map(key, mine))
        whole = {key(place): place.values for place in mine}
        for row in twin["places"]:
            values = whole[where(row)]
            assert row["values"]
            for value in row["values"]:
                assert len(value["elements"]) == len(values[value["annotator"]].elements), row
        for document in ("one", "two") if name in MORE else ("one",):
            menu, marks = everything.in_brat(name, name, document)
            own = [place for place in mine if place.document == document]
            assert menu["count"] == marks["count"] == len(marks["markers"])
            assert len(own) <= menu["count"], (name, document)
            if "only with the gold" not in menu["detail"]:
                assert menu["count"] == len(own), (name, document)


@pytest.mark.parametrize(
    "login, address",
    [
        ("lead", "disagreements?b=anna&a=ben"),
        ("lead", "disagreements/gold?annotator=ben"),
        ("ben", "disagreements?with=anna"),
    ],
)
def test_every_chip_and_menu_of_a_list_opens_as_many_as_it_says(everything, login, address):
    text, asked = everything.text(login, address), []
    chips = re.search(r'<ul class="chips one-click".*?</ul>', text, re.S).group()
    for chip, number in re.findall(r'/-/([^"]*)" data-.*?class="quiet">(\d+)<', chips, re.S):
        asked.append((html.unescape(chip), number))
    for name, values in re.findall(r'<select name="(\w+)".*?</option>(.*?)</select>', text, re.S):
        for value, number in re.findall(r'value="([^"]*)">[^<]*\((\d+)\)', values):
            both = "&" if "?" in address else "?"
            asked.append((f"{address}{both}{name}={quote(html.unescape(value))}", number))
    assert len(asked) > 8
    for each, number in asked:
        assert everything.json(login, each)["count"] == int(number), each


def test_of_a_blinded_partner_no_page_tells_ids_lines_or_names(changing):
    configure(changing.root, "own", "blinded")
    settings = changing.root / "iaa.conf"
    settings.write_text(settings.read_text() + LAYERS)
    for name, first in (("ben", 7100), ("carla", 8100)):
        put(changing.root, name, "one", WORDS, MARKS[name], first_id=first)
        path = changing.root / name / "one.ann"
        notes = "".join(f"#{number}\tAnnotatorNotes T{first}\tx\n" for number in range(1, 12_000))
        path.write_text(notes + path.read_text())
    asked = [
        f"{page}{form}"
        for partner in ("annotator 1", "annotator 2")
        for page in (
            f"?with={partner}", f"disagreements?with={partner}", f"document/one?with={partner}",
            f"document/one?with={partner}&only=all", "disagreements/mine?",
        )
        for form in ("", "&format=json")
    ]  # fmt: skip
    asked += [
        f"disagreements?with={partner}&format=csv" for partner in ("annotator 1", "annotator 2")
    ]
    for address in asked:
        text = changing.text("anna", address)
        text = re.sub(r'name="token" value="[^"]*"|"version": ?"\w+"|data-version="\w+"', "", text)
        assert not re.search(r"\b(?:ben|carla)\b", text), address
        assert not re.search(r"\b[TR](?:71|81)\d\d\b|(?<![.\d])12\d\d\d\b", plain(text)), address
        assert not re.search(r"annotator \d/one", text), address
        assert "diff.xhtml" not in text, address
    rows = changing.rows("anna", "disagreements?with=annotator 1")
    known = {row["annotator"]: row for row in rows}
    assert known["anna"]["token_id"] and known["anna"]["file"]
    other = known["annotator 1"]
    assert [other[name] for name in ("token_id", "ids", "lines", "file", "link")] == [""] * 5
    _, marks = changing.in_brat("anna", "anna", "one")
    assert marks["markers"] and not re.search(r"[TR](?:71|81)\d\d|ben|carla", str(marks))
