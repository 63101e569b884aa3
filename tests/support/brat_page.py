"""brat's page with static/brat.js in a real Chromium; what the service says is made up here."""

from fake_agreement import FakeAgreement
from real_brat import RealBrat
from waiting import wait_until

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
    "T1\tTok 0 1\tÄ\nT2\tTok 2 6\tsees\nT3\tTok 7 10\tBen\nT4\tTok 13 "
    "16\tBen\nT5\tMeet 17 22\tmeets\n"
    "T6\tTok 23 26\tAnn\nE1\tMeet:T5 Agent:T4\nR1\tsubj Arg1:T2 Arg2:T1\t\nR2\tobj "
    "Arg1:T2 Arg2:T3\t\n"
    "#1\tAnnotatorNotes T3\tmine & <b>own</b>\n#2\tAnnotatorNotes R2\tmy arc\n"
)
AGREEMENT, DISAGREEMENTS = "iaaAgreement", "iaaDisagreements"


def marker(
    id="", offsets=(0, 0), url="/iaa/p/-/document/d1#i1", text="anna: subj\nannotator 1: obj"
):
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


# What brat's side-by-side page complains of by itself: a style sheet and settings that it does not
# have.
BRATS_OWN = (
    "static/jquery-theme/jquery-ui - Failed",
    "Cannot set properties of undefined (setting ",
)

# Counts drawings, and says where a page would have been opened.
WATCH = """
window.opened = []; window.drawings = 0;
window.open = (...given) => { window.opened.push(given); };
Dispatcher.dispatchers[0].on("doneRendering", null, () => { window.drawings += 1; });
"""
MARKED = """return Array.from(document.querySelectorAll(".iaa_differs"))
    .map((drawn) => drawn.getAttribute("data-span-id") || drawn.getAttribute("data-arc-ed")
        || "sentence " + drawn.getAttribute("data-sent")).sort();"""
HOVER = """document.querySelector(arguments[0]).dispatchEvent(
    new MouseEvent("mouseover", {bubbles: true, clientX: 300, clientY: 400}));"""
POPUP = (
    "const popup = jQuery('#commentpopup'); return popup.is(':visible') ? popup[0].innerText : ''"
)
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


class FakedBrat:
    """A brat on a small project, with fake answers about agreement. close() at the end."""

    def __init__(self, folder, directory):
        self.data = directory / "data"
        write_project(self.data)
        self.brat = RealBrat(folder, self.data, directory, ["ann1"])
        self.fake = FakeAgreement(self.brat.url)

    def close(self):
        self.fake.close()
        self.brat.close()


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
        return wait_until(condition, what=what)

    def settle(self):
        self.wait(lambda: self.execute(SETTLED), "a settled page")

    def execute(self, script, *arguments):
        return self.browser.execute(script, *arguments)

    def text(self, css):
        return self.execute("return document.querySelector(arguments[0]).textContent", css)

    def attribute(self, css, name):
        return self.execute(
            "return document.querySelector(arguments[0]).getAttribute(arguments[1])", css, name
        )

    def marked(self):
        return self.execute(MARKED)

    def wait_marked(self, *ids):
        self.wait(lambda: self.marked() == sorted(ids), "markers on %s" % (ids,))

    def press(self, css):
        self.execute("document.querySelector(arguments[0]).click()", css)

    def messages(self):
        return self.execute(
            "return Array.from(document.querySelectorAll('#messagepullup > "
            "div')).map((one) => one.textContent)"
        )

    def popup(self, css):
        self.execute("jQuery('#commentpopup').hide()")
        self.execute(HOVER, css)
        return self.wait(lambda: self.execute(POPUP), "a popup")

    def load_again(self):
        """Have brat fetch and draw the document again, as after a change by another user."""
        self.execute(
            "Dispatcher.dispatchers[0].post('ajax', [{action: 'getDocument', "
            "collection: '/p/anna/',"
            " document: 'd1'}, 'renderData', {collection: '/p/anna/', document: 'd1'}])"
        )

    def edit(self, css, form):
        """Open brat's dialog for what is drawn, press its OK, and wait until it is saved and
        drawn.
        """
        self.settle()
        before = self.execute("return window.drawings")
        self.execute(
            (
                "document.querySelector(arguments[0]).dispatchEvent(new "
                "MouseEvent('dblclick', {bubbles: true}))"
            ),
            css,
        )
        self.wait(lambda: self.execute("return jQuery(arguments[0]).is(':visible')", "#" + form))
        self.press("#%s-ok" % form)
        self.wait(lambda: self.execute("return window.drawings") > before)
        self.settle()

    def complaints(self):
        """Errors in the browser's console since the last call that are not brat's own."""
        severe = [line["message"] for line in self.browser.log() if line["level"] == "SEVERE"]
        return [line for line in severe if not any(own in line for own in BRATS_OWN)]
