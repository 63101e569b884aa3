"""The button, the figure and the switch in brat's page, in a real Chromium; what the service says
is made up here.
"""

import pytest
from brat_page import AGREEMENT, DISAGREEMENTS, OPEN, marker, shut
from waiting import wait_until

pytestmark = pytest.mark.browser(draws=False)

CLOSED = shut("closed", "The lead has not opened this phase yet.")
NONE = shut("none", "This is the only annotator.")
DOWN = dict.fromkeys(
    OPEN,
    {
        "exception": "iaaUnavailable",
        "reason": "The agreement service at 127.0.0.1 does not answer.",
    },
)
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


def test_the_button_says_why_there_is_no_figure(page):
    page.fake.answers = CLOSED
    page.show(markers=True)
    for answers, text in (
        (CLOSED, "Agreement"),
        (NONE, "Agreement"),
        (DOWN, "Agreement: not available"),
    ):
        page.fake.answers = answers
        page.load_again()
        reason = answers[AGREEMENT]["reason"]
        page.wait(lambda reason=reason: reason in page.attribute("#iaa_button", "title"), reason)
        assert (page.text("#iaa_button"), page.text("#iaa_figure"), page.marked()) == (text, "", [])
        assert (page.attribute("#iaa_button", "href") is not None) == (answers is CLOSED)
    said = [message for message in page.messages() if "Agreement" in message]
    assert said == ["Agreement is not available: " + reason]

    # Nothing is said twice, the next document asks again, and the button comes back.
    asked = len(page.fake.asked)
    page.execute("location.hash = '#/p/anna/d2'")
    page.wait(lambda: len(page.fake.asked) > asked)
    page.settle()
    assert [message for message in page.messages() if "Agreement" in message] == said
    page.fake.answers = OPEN
    page.execute("location.hash = '#/p/anna/d1'")
    page.wait(lambda: page.text("#iaa_figure"))
    assert page.text("#iaa_button") == "Agreement"


def test_an_answer_that_is_none_is_unavailable(page):
    page.fake.answers = OPEN
    page.show()
    for answer in ("<html>502</html>", "[]", '{"action": "iaaAgreement"}'):
        page.fake.answers = {AGREEMENT: answer}
        page.load_again()
        page.wait(lambda: page.text("#iaa_button") == "Agreement: not available", answer)
        page.fake.answers = OPEN
        page.load_again()
        page.wait(lambda: page.text("#iaa_figure"))


def test_a_collection_without_a_document_is_asked_for_once(page):
    page.fake.answers = {AGREEMENT: {**OPEN[AGREEMENT], "pages": "/iaa/p/-/", "count": None}}
    page.browser.open(page.fake.url + "index.xhtml#/p/anna/")
    page.browser.find("#iaa_button")
    page.wait(lambda: page.text("#iaa_figure") == "LAA .94")
    page.wait(
        lambda: page.execute("return jQuery('.ui-dialog').is(':visible')"),
        "brat's collection browser",
    )
    assert page.attribute("#iaa_button", "href") == page.fake.url + "iaa/p/-/"
    page.execute("Dispatcher.dispatchers[0].post('forceUpdate')")
    page.execute("location.hash = '#/p/ben/'")
    page.wait(lambda: page.fake.count(AGREEMENT) == 2)
    assert page.fake.asked == [(AGREEMENT, "/p/anna/", None), (AGREEMENT, "/p/ben/", None)]
    # No document came: nothing is known of it, and nothing of the collection is shown for it.
    page.execute("location.hash = '#/p/anna/none'")
    page.wait(lambda: any("Unable to read" in message for message in page.messages()))
    assert (
        page.attribute("#iaa_button", "aria-disabled") == "true" and page.text("#iaa_figure") == ""
    )
    assert page.fake.count(AGREEMENT) == 2
    page.execute("location.hash = '#/p/anna/d1'")
    page.wait(lambda: page.fake.asked[2:] == [(AGREEMENT, "/p/anna/", "d1")])


def test_a_word_says_that_it_is_closed_or_that_nothing_is_marked(page):
    closed = shut("closed", "The lead has not opened this phase yet.")
    page.fake.answers = {**closed, AGREEMENT: {**closed[AGREEMENT], "text": "not open yet"}}
    page.show(markers=True)
    page.wait(lambda: page.text("#iaa_figure") == "not open yet")
    assert page.attribute("#iaa_figure", "title") == "The lead has not opened this phase yet."
    page.fake.answers = {
        AGREEMENT: {"exception": "notAuthorised"},
        DISAGREEMENTS: {"exception": "notAuthorised"},
    }
    page.load_again()
    page.wait(lambda: page.text("#iaa_figure") == "log in to see")
    page.fake.answers = {**closed, AGREEMENT: {**OPEN[AGREEMENT], "count": None}}
    page.load_again()
    page.wait(lambda: page.text("#iaa_figure") == "LAA .94 \u00b7 nothing marked")
    assert page.attribute("#iaa_figure", "title").endswith(
        " The lead has not opened this phase yet."
    )
    page.press("#iaa_switch")
    page.wait(lambda: page.text("#iaa_figure") == "LAA .94")


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


def test_the_switch_is_reached_by_keys(page):
    page.fake.answers = OPEN
    page.show()
    page.settle()
    page.browser.send_keys(page.browser.find("body"), "\ue00a\ue008d")
    page.wait(lambda: page.execute("return document.activeElement.id") == "iaa_switch")
    page.wait(lambda: page.execute("return jQuery('#pulldown').is(':visible')"))
    page.browser.send_keys(page.browser.find("#iaa_switch"), " ")
    page.wait(page.marked)
    assert not page.execute("return jQuery('#collection_browser').is(':visible')")


def test_one_question_at_a_time_and_the_latest_wins(page):
    page.fake.answers = {
        AGREEMENT: lambda values: {**OPEN[AGREEMENT], "text": "of " + values["document"]}
    }
    page.fake.go.clear()
    page.show()
    page.wait(lambda: page.fake.asked == [(AGREEMENT, "/p/anna/", "d1")])
    # The same document again, as after edits: one question is under way, and one waits.
    for drawings in (1, 2, 3):
        page.load_again()
        page.wait(lambda wanted=drawings: page.execute("return window.drawings") >= wanted)
    page.execute("window.later = false; setTimeout(() => { window.later = true; }, 400)")
    page.wait(lambda: page.execute("return window.later"))
    assert len(page.fake.asked) == 1
    # Another document does not wait for the answer to the first, nor until the script gives that
    # up.
    page.execute("location.hash = '#/p/anna/d2'")
    asked = [(AGREEMENT, "/p/anna/", "d2")]
    wait_until(lambda: page.fake.asked[1:] == asked, 7, "the question about the second document")
    page.fake.go.set()
    page.wait(lambda: page.text("#iaa_figure").startswith("of d2"))
    assert len(page.fake.asked) == 2


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


def test_what_is_never_ready_is_given_up(page):
    page.fake.answers = computing(again=0.001)
    page.show()
    page.wait(lambda: page.fake.count(AGREEMENT) == 10)
    # Nothing but a new question of the user's own asks again.
    page.execute("window.later = false; setTimeout(() => { window.later = true; }, 300)")
    page.wait(lambda: page.execute("return window.later"))
    assert page.fake.count(AGREEMENT) == 10
    page.fake.answers = OPEN
    page.load_again()
    page.wait(lambda: page.text("#iaa_figure"))
