"""The button, the figure and the switch in brat's page, in a real Chromium; what the service says
is made up here.
"""

import pytest
from brat_page import AGREEMENT, DISAGREEMENTS, OPEN, marker, shut

pytestmark = pytest.mark.browser(draws=False)

HOSTILE = '<img src=x onerror="window.hit=1"> & \'" \x00\x0b\ufffe]]> <b>x'
HOSTILE_XML = '<img src="x" onerror="window.hit=1"/>'


def test_the_button_says_how_the_document_stands(page):
    page.fake.answers = OPEN
    page.show()
    page.wait(lambda: page.text("#iaa_figure") == "LAA .94 \u00b7 12 disagreements")
    assert page.attribute("#iaa_button", "href") == page.fake.url + "iaa/p/-/document/d1"
    assert page.attribute("#iaa_button", "target") == "_blank"
    assert page.attribute("#iaa_figure", "title") == OPEN[AGREEMENT]["detail"]
    # Off, and so nothing was asked about single words.
    assert page.fake.asked == [(AGREEMENT, "/p/anna/", "d1")]
    assert (page.attribute("#iaa_switch", "aria-pressed"), page.marked()) == ("false", [])

    page.execute("location.hash = '#/p/ben/d2'")
    page.wait(lambda: page.fake.asked[1:] == [(AGREEMENT, "/p/ben/", "d2")])


def test_hostile_answers_stay_text(page):
    agreement = {
        **OPEN[AGREEMENT],
        "text": HOSTILE,
        "detail": HOSTILE,
        "messages": [[HOSTILE, 'x" onclick="1', 5]],
    }
    found = {**marker("T1", text=HOSTILE), "kind_text": HOSTILE}
    page.fake.answers = {
        AGREEMENT: agreement,
        DISAGREEMENTS: {
            "state": "open",
            "version": "1",
            "markers": [found, None, 7, marker("sent:1")],
        },
    }
    page.show(markers=True)
    page.wait_marked("T1")
    shown = HOSTILE.replace("\x00", "\ufffd").replace("\x0b", "\ufffd").replace("\ufffe", "\ufffd")
    page.wait(lambda: page.text("#iaa_figure") == shown + " \u00b7 12 disagreements")
    assert page.attribute("#iaa_figure", "title") == shown
    assert "<img src=x onerror=" in page.popup("#svg rect[data-span-id=T1]")

    # brat's message area shows well-formed text as HTML.
    for reason, text in ((HOSTILE, shown), (HOSTILE_XML, HOSTILE_XML)):
        down = {"exception": "iaaUnavailable", "reason": reason}
        page.fake.answers = {AGREEMENT: down, DISAGREEMENTS: down}
        page.load_again()
        page.wait(lambda text=text: any(text in message for message in page.messages()), text)
    assert page.execute("return document.querySelectorAll('img[src=x]').length") == 0
    assert page.execute("return window.hit === undefined")


ADDRESSES = [
    ("https://iaa.example/p/?a=b", "https://iaa.example/p/?a=b"),
    ("javascript:window.hit=1", None),
    ("iaa/p/-/", "{0}iaa/p/-/"),
    ("//elsewhere.example/", None),
    ("/\\elsewhere.example/", None),
    ("https://me:secret@elsewhere.example/", None),
    ("data:text/html,x", None),
    (7, None),
]


def test_only_addresses_of_pages_are_linked(page):
    page.fake.answers = OPEN
    page.show()
    for number, (pages, href) in enumerate(ADDRESSES):
        page.fake.answers = {
            AGREEMENT: {**OPEN[AGREEMENT], "pages": pages, "text": "no. %d" % number}
        }
        page.load_again()
        page.wait(lambda wanted="no. %d" % number: page.text("#iaa_figure").startswith(wanted))
        assert page.attribute("#iaa_button", "href") == (href and href.format(page.fake.url)), pages


def computing(again=0.1):
    return {
        action: {**answer, "reason": "It is being computed.", "again": again}
        for action, answer in shut("none", "").items()
    }


def test_what_is_being_computed_is_asked_for_again(page):
    page.fake.answers = computing()
    page.show(markers=True)
    page.wait(lambda: page.attribute("#iaa_button", "title") == "It is being computed.")
    # It is one question, and only when that is answered comes the other.
    page.wait(lambda: page.fake.count(DISAGREEMENTS) >= 3)
    assert page.fake.count(AGREEMENT) == 0
    page.fake.answers = OPEN
    page.wait(lambda: page.text("#iaa_figure"))
    page.wait(page.marked)
    marked = page.marked()
    page.settle()
    drawings = page.execute("return window.drawings")
    asked = len(page.fake.asked)
    assert page.fake.asked[-1] == (AGREEMENT, "/p/anna/", "d1")

    # After an edit what is known stays as it is, and is not drawn again and again.
    page.fake.answers = computing()
    page.load_again()
    page.wait(lambda: len(page.fake.asked) >= asked + 3)
    assert page.text("#iaa_figure").startswith("LAA .94") and page.marked() == marked
    page.fake.answers = OPEN
    page.wait(lambda: page.fake.asked[-1][0] == AGREEMENT)
    page.settle()
    assert page.execute("return window.drawings") == drawings + 1
