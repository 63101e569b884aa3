"""static/brat.js in a real brat in a real Chromium; what the service says is made up here."""

import pytest
from browser import wait_until
from fake_agreement import FakeAgreement
from servers import CHECKOUT, Server

pytestmark = pytest.mark.browser

SETTINGS = {
    "annotation.conf": """[entities]
Tok
[relations]
subj Arg1:Tok, Arg2:Tok
obj Arg1:Tok, Arg2:Tok
[events]
Meet Agent:Tok
[attributes]
""",
    "visual.conf": "[labels]\nTok | Token\n[drawing]\n",
    "tools.conf": "[options]\n[search]\n[annotators]\n[disambiguators]\n[normalization]\n",
}
TEXT = "Ä sees Ben .\nBen meets Ann .\n"
ANN = (
    "T1\tTok 0 1\tÄ\nT2\tTok 2 6\tsees\nT3\tTok 7 10\tBen\nT4\tTok 13 16\tBen\nT5\tMeet 17 22\tmeets\n"
    "T6\tTok 23 26\tAnn\nE1\tMeet:T5 Agent:T4\nR1\tsubj Arg1:T2 Arg2:T1\t\nR2\tobj Arg1:T2 Arg2:T3\t\n"
    "#1\tAnnotatorNotes T3\tmine & <b>own</b>\n#2\tAnnotatorNotes R2\tmy arc\n"
)
AGREEMENT, DISAGREEMENTS = "iaaAgreement", "iaaDisagreements"


def marker(id="", offsets=(0, 0), url="/iaa/p/-/document/d1#i1", text="anna: subj\nannotator 1: obj"):
    return {
        "id": id,
        "offsets": list(offsets),
        "kind": "label",
        "kind_text": "different label",
        "text": text,
        "url": url,
    }


MARKERS = [
    marker("T1", (0, 1)),
    marker("T3", (7, 10)),
    marker("R1", (2, 6)),
    marker("R2", (2, 6)),
    marker("", (13, 16)),
    marker("", (27, 28)),
    marker("E1~Agent~T4", (17, 22)),
    marker("T99", (0, 1)),
]
OPEN = {
    AGREEMENT: {
        "state": "open",
        "reason": "",
        "pages": "/iaa/p/-/document/d1",
        "text": "LAA .94",
        "detail": "LAA, MASI: .940 over 1,674 tokens; 12 disagreements in this document",
        "count": 12,
    },
    DISAGREEMENTS: {"state": "open", "reason": "", "version": "1", "markers": MARKERS},
}


def shut(state, reason, pages="/iaa/p/-/"):
    answer = {"state": state, "reason": reason, "pages": pages}
    return {
        AGREEMENT: {**answer, "text": "", "detail": "", "count": None},
        DISAGREEMENTS: {**answer, "version": "", "markers": []},
    }


CLOSED = shut("closed", "The lead has not opened this phase yet.")
NONE = shut("none", "This is the only annotator.")
DOWN = dict.fromkeys(
    OPEN, {"exception": "iaaUnavailable", "reason": "The agreement service at 127.0.0.1 does not answer."}
)
HOSTILE = "<img src=x onerror=\"window.hit=1\"> & '\" \x00\x0b\ufffe]]> <b>x"
HOSTILE_XML = '<img src="x" onerror="window.hit=1"/>'

# What brat's side-by-side page complains of by itself: a style sheet and settings that it does not have.
BRATS_OWN = ("static/jquery-theme/jquery-ui - Failed", "Cannot set properties of undefined (setting ")

# Counts drawings, and says where a page would have been opened.
WATCH = """
window.opened = []; window.drawings = 0;
window.open = (...given) => { window.opened.push(given); };
Dispatcher.dispatchers[0].on("doneRendering", null, () => { window.drawings += 1; });
"""
MARKED = """return Array.from(document.querySelectorAll(".iaa_differs"))
    .map((drawn) => drawn.getAttribute("data-span-id") || drawn.getAttribute("data-arc-ed")).sort();"""
HOVER = """document.querySelector(arguments[0]).dispatchEvent(
    new MouseEvent("mouseover", {bubbles: true, clientX: 300, clientY: 400}));"""
POPUP = "const popup = jQuery('#commentpopup'); return popup.is(':visible') ? popup[0].innerText : ''"
MENU = "document.querySelector('#header').dispatchEvent(new MouseEvent('mouseover', {bubbles: true}))"
SETTLED = """const page = Dispatcher.dispatchers[0];
return page.post("isReloadOkay", [], "all") !== false && !jQuery("#waiter").is(":visible");"""


def write_project(data):
    for annotator in ("anna", "ben"):
        (data / "p" / annotator).mkdir(parents=True)
        for document in ("d1", "d2"):
            (data / "p" / annotator / (document + ".txt")).write_text(TEXT, "utf-8")
            (data / "p" / annotator / (document + ".ann")).write_text(ANN, "utf-8")
    for name, text in SETTINGS.items():
        (data / name).write_text(text, "utf-8")


@pytest.fixture(scope="module")
def running(brat_folder, tmp_path_factory):
    """(address, data directory) of a brat with a small project."""
    folder = tmp_path_factory.mktemp("page")
    write_project(folder / "data")
    program = CHECKOUT / "tests" / "echo_in_brat.py"
    server = Server([program, brat_folder, folder / "data", folder / "work"], folder / "server")
    try:
        server.printed("ready")
        yield server.out.partition(" ")[0], folder / "data"
    finally:
        server.close()


class Page:
    """brat's page in the browser, with the fake answers behind it."""

    def __init__(self, browser, fake, data):
        self.browser, self.fake, self.data = browser, fake, data
        self.ann = data / "p" / "anna" / "d1.ann"

    def show(self, document="d1", markers=False, page="index.xhtml", query=""):
        """Open a document, and wait until it is drawn and all questions are answered."""
        self.browser.open(self.fake.url + "favicon.ico")
        self.browser.execute("localStorage.clear()")
        if markers:
            self.browser.execute("localStorage.setItem('brat-iaa.disagreements', 'on')")
        self.browser.open("%s%s#/p/anna/%s%s" % (self.fake.url, page, document, query))
        self.browser.find("#svg text[data-arc-ed=R1], #svg_second text[data-arc-ed=R1]")
        self.browser.execute(WATCH)
        self.wait(lambda: self.fake.asked)

    def login(self):
        self.browser.open(self.fake.url + "favicon.ico")
        self.execute(
            "const request = new XMLHttpRequest(); request.open('POST', 'ajax.cgi', false);"
            " request.send(new URLSearchParams(arguments[0]))",
            {"action": "login", "user": "ann1", "password": "pw", "protocol": "1"},
        )

    def wait(self, condition, what="the page's state"):
        return wait_until(condition, 10, what)

    def settle(self):
        self.wait(lambda: self.execute(SETTLED), "a settled page")

    def execute(self, script, *arguments):
        return self.browser.execute(script, *arguments)

    def text(self, css):
        return self.execute("return document.querySelector(arguments[0]).textContent", css)

    def attribute(self, css, name):
        return self.execute("return document.querySelector(arguments[0]).getAttribute(arguments[1])", css, name)

    def marked(self):
        return self.execute(MARKED)

    def wait_marked(self, *ids):
        self.wait(lambda: self.marked() == sorted(ids), "markers on %s" % (ids,))

    def press(self, css):
        self.execute("document.querySelector(arguments[0]).click()", css)

    def messages(self):
        return self.execute(
            "return Array.from(document.querySelectorAll('#messagepullup > div')).map((one) => one.textContent)"
        )

    def popup(self, css):
        self.execute("jQuery('#commentpopup').hide()")
        self.execute(HOVER, css)
        return self.wait(lambda: self.execute(POPUP), "a popup")

    def load_again(self):
        """Have brat fetch and draw the document again, as after a change by another user."""
        self.execute(
            "Dispatcher.dispatchers[0].post('ajax', [{action: 'getDocument', collection: '/p/anna/',"
            " document: 'd1'}, 'renderData', {collection: '/p/anna/', document: 'd1'}])"
        )

    def edit(self, css, form):
        """Open brat's dialog for what is drawn, press its OK, and wait until it is saved and drawn."""
        self.settle()
        before = self.execute("return window.drawings")
        self.execute(
            "document.querySelector(arguments[0]).dispatchEvent(new MouseEvent('dblclick', {bubbles: true}))",
            css,
        )
        self.wait(lambda: self.execute("return jQuery(arguments[0]).is(':visible')", "#" + form))
        self.press("#%s-ok" % form)
        self.wait(lambda: self.execute("return window.drawings") > before)
        self.settle()


@pytest.fixture
def page(browser, running):
    fake = FakeAgreement(running[0])
    yield Page(browser, fake, running[1])
    severe = [line["message"] for line in browser.log() if line["level"] == "SEVERE"]
    fake.close()
    assert [line for line in severe if not any(own in line for own in BRATS_OWN)] == []


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
    for answers, text in ((CLOSED, "Agreement"), (NONE, "Agreement"), (DOWN, "Agreement: not available")):
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


def test_without_a_document_nothing_is_asked(page):
    page.browser.open(page.fake.url + "index.xhtml#/p/anna/")
    page.browser.find("#iaa_button")
    page.wait(lambda: page.execute("return jQuery('.ui-dialog').is(':visible')"), "brat's collection browser")
    assert page.attribute("#iaa_button", "aria-disabled") == "true"
    assert page.attribute("#iaa_button", "title").startswith("Open a document")
    page.execute("location.hash = '#/p/anna/none'")
    page.wait(lambda: any("Unable to read" in message for message in page.messages()))
    assert page.fake.asked == []


def test_markers_are_where_annotators_differ(page):
    page.fake.answers = OPEN
    page.show()
    page.press("#iaa_switch")
    page.wait_marked("T1", "T3", "T4", "E1", "R1", "R2")
    assert page.attribute("#iaa_switch", "aria-pressed") == "true"
    page.wait(lambda: page.execute("return window.drawings") >= 1)
    page.settle()
    assert page.execute("return window.drawings") == 1
    assert page.popup("#svg rect[data-span-id=T1]").endswith(
        "Annotators differ: different label\nanna: subj\nannotator 1: obj\nShift+click: open its page"
    )
    assert "Annotators differ: different label" in page.popup("#svg text[data-arc-ed=R1]")
    # The user's own note stays, and is told apart.
    assert "Note: mine & <b>own</b>\nAnnotators differ" in page.popup("#svg rect[data-span-id=T3]")
    glow = "return getComputedStyle(document.querySelector('#svg ' + arguments[0] + '.IAADisagree')).fill"
    assert page.execute(glow, "path") == "none"
    assert page.execute(glow, "rect.shadow_AnnotationWarning") == "rgb(255, 160, 51)"
    # An argument of an event has no id of its own.
    colour = "return document.querySelector('#svg text[data-arc-role=Agent]').getAttribute('fill')"
    assert page.execute(colour) == "#c45500"

    # Remembered, with the document's own questions; and without any once it is off.
    page.browser.open("about:blank")
    page.browser.open(page.fake.url + "index.xhtml#/p/anna/d2")
    page.browser.find(".iaa_differs")
    page.settle()
    page.press("#iaa_switch")
    page.wait_marked()
    asked = page.fake.count(DISAGREEMENTS)
    page.execute("location.hash = '#/p/anna/d1'")
    page.wait(lambda: page.fake.asked[-1] == (AGREEMENT, "/p/anna/", "d1"))
    assert page.fake.count(DISAGREEMENTS) == asked


def test_markers_are_never_saved(page):
    page.fake.answers = OPEN
    page.login()
    page.show(markers=True)
    page.wait_marked("T1", "T3", "T4", "E1", "R1", "R2")
    before = page.ann.read_bytes()
    # With a note of the user's own, and without.
    for css in ("rect[data-span-id=T3]", "text[data-arc-ed=R2]", "rect[data-span-id=T1]", "text[data-arc-ed=R1]"):
        asked = len(page.fake.asked)
        drawings = page.execute("return window.drawings")
        page.edit("#svg " + css, "span_form" if css.startswith("rect") else "arc_form")
        assert page.ann.read_bytes() == before
        # They stay, the question is asked again, and the same answer is not drawn again.
        assert page.marked() == ["E1", "R1", "R2", "T1", "T3", "T4"]
        both = [DISAGREEMENTS, AGREEMENT]
        page.wait(lambda asked=asked: [action for action, _, _ in page.fake.asked[asked:]] == both)
        page.settle()
        assert page.execute("return window.drawings") == drawings + 1


def test_after_an_edit_the_new_answer_is_drawn(page):
    page.fake.answers = OPEN
    page.login()
    page.show(markers=True)
    page.wait_marked("T1", "T3", "T4", "E1", "R1", "R2")
    page.fake.answers = {
        **OPEN,
        DISAGREEMENTS: {"state": "open", "version": "2", "markers": [marker("R2", (2, 6))]},
    }
    page.edit("#svg rect[data-span-id=T1]", "span_form")
    page.wait_marked("R2")


def test_markers_wait_for_an_open_dialog(page):
    page.fake.answers = OPEN
    page.login()
    page.show()
    page.settle()
    page.fake.go.clear()
    page.press("#iaa_switch")
    page.wait(lambda: page.fake.count(DISAGREEMENTS))
    page.execute(
        "document.querySelector('#svg rect[data-span-id=T1]')"
        ".dispatchEvent(new MouseEvent('dblclick', {bubbles: true}))"
    )
    page.wait(lambda: page.execute("return jQuery('#span_form').is(':visible')"))
    asked = page.fake.count(AGREEMENT)
    page.fake.go.set()
    page.wait(lambda: page.fake.count(AGREEMENT) > asked)
    assert page.marked() == []
    assert page.execute("return jQuery('#span_form').is(':visible')")
    page.press("#span_form-cancel")
    page.wait_marked("T1", "T3", "T4", "E1", "R1", "R2")


def test_another_login_asks_again(page):
    page.fake.answers = OPEN
    page.login()
    page.show(markers=True)
    page.wait_marked("T1", "T3", "T4", "E1", "R1", "R2")
    page.settle()
    page.fake.answers = shut("closed", "Log in to see agreement.")
    page.fake.go.clear()
    page.press("#auth_button")
    # Gone before there is an answer.
    page.wait_marked()
    page.fake.go.set()
    page.wait(lambda: "Log in" in page.attribute("#iaa_button", "title"))
    assert page.text("#iaa_figure") == ""


def test_hostile_answers_stay_text(page):
    agreement = {**OPEN[AGREEMENT], "text": HOSTILE, "detail": HOSTILE, "messages": [[HOSTILE, 'x" onclick="1', 5]]}
    found = {**marker("T1", text=HOSTILE), "kind_text": HOSTILE}
    page.fake.answers = {
        AGREEMENT: agreement,
        DISAGREEMENTS: {"state": "open", "version": "1", "markers": [found, None, 7, marker("sent:1")]},
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
        page.fake.answers = {AGREEMENT: {**OPEN[AGREEMENT], "pages": pages, "text": "no. %d" % number}}
        page.load_again()
        page.wait(lambda wanted="no. %d" % number: page.text("#iaa_figure").startswith(wanted))
        assert page.attribute("#iaa_button", "href") == (href and href.format(page.fake.url)), pages


def test_a_marker_opens_its_page_by_mouse_and_by_keys(page):
    # Without an address there is nothing to open.
    markers = [marker("T1"), marker("R1", url="javascript:1"), marker("T4", url="/iaa/p/-/document/d1#i4")]
    page.fake.answers = {**OPEN, DISAGREEMENTS: {"state": "open", "version": "1", "markers": markers}}
    page.login()
    page.show(markers=True)
    page.wait_marked("T1", "R1", "T4")
    page.settle()
    for css in ("rect[data-span-id=T1]", "text[data-arc-ed=R1]", "rect[data-span-id=T2]"):
        for kind in ("mousedown", "mouseup", "click"):
            page.execute(
                "document.querySelector(arguments[0]).dispatchEvent("
                "new MouseEvent(arguments[1], {bubbles: true, cancelable: true, shiftKey: true}))",
                "#svg " + css,
                kind,
            )
    address = page.fake.url + "iaa/p/-/document/d1#i"
    assert page.execute("return window.opened") == [[address + "1", "_blank", "noopener"]]

    key = (
        "document.activeElement.dispatchEvent(new KeyboardEvent('keydown',"
        " {bubbles: true, cancelable: true, key: 'D', code: 'KeyD', altKey: true, shiftKey: true}));"
        " return document.activeElement.getAttribute('data-span-id') || document.activeElement.getAttribute('data-arc-ed')"
    )
    walked = [page.execute(key) for _ in range(4)]
    assert sorted(walked[:3]) == ["R1", "T1", "T4"] and walked[3] == walked[0]
    page.execute("document.querySelector('#svg rect[data-span-id=T4]').focus()")
    page.wait(lambda: "different label" in page.execute(POPUP))
    focused = page.browser.find("#svg rect[data-span-id=T4]")
    page.browser.send_keys(focused, "\ue007")
    assert page.execute("return window.opened[1][0]") == address + "4"
    assert not page.execute("return jQuery('.ui-dialog').is(':visible')")


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
    page.fake.answers = {AGREEMENT: lambda values: {**OPEN[AGREEMENT], "text": "of " + values["document"]}}
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
    # Another document does not wait for the answer to the first, nor until the script gives that up.
    page.execute("location.hash = '#/p/anna/d2'")
    asked = [(AGREEMENT, "/p/anna/", "d2")]
    wait_until(lambda: page.fake.asked[1:] == asked, 7, "the question about the second document")
    page.fake.go.set()
    page.wait(lambda: page.text("#iaa_figure").startswith("of d2"))
    assert len(page.fake.asked) == 2


def test_the_side_by_side_page_marks_its_right_side(page):
    page.fake.answers = OPEN
    page.show(page="diff.xhtml", markers=True, query="?diff=/p/ben/")
    page.wait_marked("T1", "T3", "T4", "E1", "R1", "R2")
    assert page.execute("return document.querySelectorAll('#svg_first .iaa_differs').length") == 0
    assert {asked[1:] for asked in page.fake.asked} == {("/p/anna/", "d1")}
    page.wait(lambda: page.attribute("#iaa_button", "href") == page.fake.url + "iaa/p/-/document/d1")
