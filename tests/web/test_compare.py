"""The pages of two snapshots compared."""

import html
import re

import pytest
from phase_pages_project import Lead, begun, configure, take_two
from viewers import plain

from brat_iaa.phases.report import margin_sentence
from brat_iaa.scores.difference import Difference


@pytest.fixture(scope="module")
def two(tmp_path_factory):
    """A project with two snapshots, for tests that only read."""
    return take_two(Lead(begun(tmp_path_factory.mktemp("two"))))


def test_the_last_two_are_compared(two):
    text = two.get("phases/compare")
    assert text == two.get("phases/compare?from=1&to=2")
    body = two.twin("phases/compare")
    assert (body["from"]["number"], body["to"]["number"]) == (1, 2)
    assert body["counts"] == {"resolved": 3, "remaining": 3, "regressed": 1, "new": 0, "removed": 0}
    laa = next(
        one
        for one in body["differences"]
        if (one["measure"], one["statistic"], one["annotators"]) == ("LAA", "masi", ["anna", "ben"])
    )
    assert laa["difference"] == pytest.approx(2 / 26)
    # A few of thirteen sentences differ.
    assert laa["ratio_low"] is laa["ratio_high"] is None and "too few differ" in laa["no_interval"]
    # In doc two agree on 18, 22 and 20 of 24 tokens, then on 20, 21 and 23; in other on both tokens.
    assert "+.077" in text and "LAA was .846 and is .897" in text


def test_the_picture_leads_to_what_changed_and_the_table_names_who_changed_it(two):
    text = two.get("phases/compare?from=1&to=2")
    picture = re.search(r"(?s)<svg class=.chart.*?</svg>", text).group()
    links = [html.unescape(link) for link in re.findall(r'<a href="/p/-/([^"]+)"', picture)]
    of_all = "disagreements/changes?from=1&to=2&layer=dependencies"
    assert of_all in links and f"{of_all}&a=anna&b=ben" in links
    assert two.twin(of_all)["count"] == two.twin("disagreements/changes")["count"]
    assert 'role="group"' in picture
    text = plain(text)
    assert "Changed by: who of the pair" in text and "second" not in text


def test_each_count_opens_as_many_items(two):
    """Every number of the page that is a link, against the list behind it in JSON, in CSV and on
    the page.
    """
    text = two.get("phases/compare?from=1&to=2")
    links = re.findall(
        r'<a (?:class="plain" )?href="/p/-/(disagreements/changes\?[^"]+)">'
        r'(?:<span class="big">)?(\d+)<',
        text,
    )
    assert len(links) > 20
    for address, number in links:
        address, number = html.unescape(address), int(number)
        found = two.twin(address)
        assert found["count"] == len(found["places"]) == number, address
        assert len(two.rows(address)) == number, address
        assert two.get(address).count("data-item") == number, address


@pytest.mark.parametrize(
    "arguments, status, said",
    [
        ("from=1&to=1", 400, "not compared with itself"), ("from=1", 400, "needs both"),
        ("from=1&to=7", 404, "no snapshot 7"), ("from=one&to=2", 400, "not a whole number"),
        ("from=1&to=2&status=solved", 400, "resolved"),
        ("from=1&to=2&document=dok&format=json", 400, "There are: doc."),
        ("from=1&to=2&a=anna&b=anna", 400, "two different annotators"),
        ("from=1&to=2&format=xml", 400, "html, json, csv"),
    ],
)  # fmt: skip
def test_what_cannot_be_compared(two, arguments, status, said):
    assert said in html.unescape(two.get(f"disagreements/changes?{arguments}", status))


def test_snapshots_with_the_same_annotations_say_so_first(tmp_path):
    lead = Lead(begun(tmp_path))
    lead.take("1 apart")
    configure(lead.root, "own")
    lead.take("2 before the meeting")
    text = plain(lead.get("phases/compare"))
    assert "Nothing has changed: both snapshots hold the same annotations." in text
    assert "significant" not in text and "Per pair" not in text


@pytest.mark.parametrize("margin", ["2", "0", "-.1", "nan", "few"])
def test_what_is_no_margin(two, margin):
    said = html.unescape(two.get(f"phases/compare?margin={margin}", 400))
    assert f"“{margin}”: expected a number between 0 and 1" in said


def test_a_margin_is_asked_and_answered(two):
    text = two.get("phases/compare?margin=.02")
    said = "That it is not worse by more than .02 is not shown, as there is no interval."
    assert said in text and re.search(r"<th[^>]*>[^/]*not worse by more than .02", text)
    assert 'name="margin" value=".02"' in text
    body = two.twin("phases/compare?margin=.02")
    assert {(one["margin"], one["not_worse"]) for one in body["differences"]} >= {(0.02, False)}
    assert said not in two.get("phases/compare?margin=")


def test_what_a_margin_says():
    about = "d", "LAA", "masi", ("anna", "ben"), 0.8, 0.81
    for bounds, words in (
        ((-0.03, 0.05), "That it is not worse by more than .02 is not shown: "),
        ((-0.01, 0.05), "It is not worse by more than .02: "),
        ((-0.01, 0.015), "It is not worse by more than .02: "),
    ):
        said = margin_sentence(Difference(*about, margin=0.02, bounds=bounds))
        assert said.startswith(f"{words}90% interval of the difference [-.")
        assert said.endswith("Nor is it better by more than that.") is (bounds[1] < 0.02)


def test_the_overview_says_how_agreement_has_gone_to_whom_phases_are_open(two):
    said = "from the first to the last snapshot"
    assert re.search(rf"\.\d+ → \.\d+ {said}", plain(two.get("")))
    assert said not in two.get("phases/1/")
    configure(two.root, "own")
    assert said not in two.as_login("anna").get("")
