"""A project as its people use it, from the first look to the paper: with a real brat, in a real
Chromium, without a shell.
"""

import re
import shutil
import sys

import pytest
from demo_in_browser import log_in
from inside_brat import CONFIG, Person, served
from keyboard import ENTER, Keyboard
from running_brat import folder_with
from servers import Server
from small_projects import put
from waiting import wait_until

from brat_iaa.config import load
from brat_iaa.demo.serve import PROJECT

pytestmark = pytest.mark.browser(draws=False)

LAPTOP, PHONE = (1366, 768), (390, 800)
WORDS = "a b c d / e f g / h i j / k l m"
MARKS = {
    "anna": "0>1:S 1>2:OBJ 2>3:JCT 3>4:OBJ / 0>1:S 1>2:OBJ 1>3:JCT / 0>1:S 1>2:OBJ / 0>1:S 1>2:JCT",
    "ben": "0>1:S 1>2:JCT 1>3:JCT 3>4:OBJ / 0>1:S 1>2:JCT / 0>1:S 1>2:JCT / 0>1:S 1>2:OBJ 1>3:X",
}
# Marks the link or button of these words.
_LINK = """const words = (one) => one.textContent.replace(/\\s+/g, " ").trim();
const found = Array.from(document.querySelectorAll("a, button")).find((one) => words(one) === arguments[0]);
if (found) found.dataset.followed = "yes";
return found ? "yes" : "";"""


class Visitor:
    """Somebody who follows links and fills in forms, on a laptop; each page also fits a phone."""

    def __init__(self, browser):
        self.browser = browser
        browser.show_on(*LAPTOP)

    def open(self, address):
        self.browser.open(address)
        return self.fits()

    def fits(self):
        """No page is wider than a phone."""
        self.browser.show_on(*PHONE)
        wide = self.browser.execute("return document.documentElement.scrollWidth")
        self.browser.show_on(*LAPTOP)
        assert wide <= PHONE[0], (wide, self.browser.address())
        return self

    def follow(self, words):
        """Press the link or button of these words; what comes then fits, too."""
        mark = wait_until(lambda: self.browser.execute(_LINK, words), what=f"“{words}”")
        return self.press(f"[data-followed='{mark}']")

    def press(self, css):
        """Press what leads to another page, and wait for it."""
        before = self.browser.execute("return performance.timeOrigin")
        self.browser.click(self.browser.find(css))
        new = "return performance.timeOrigin !== arguments[0] && document.readyState === 'complete'"
        wait_until(lambda: self.browser.execute(new, before), what=f"the page after {css}")
        return self.fits()

    def fill(self, css, text):
        field = self.browser.find(css)
        self.browser.execute(
            "const field = document.querySelector(arguments[0]);"
            "field.closest('details') && (field.closest('details').open = true); field.value = ''",
            css,
        )
        self.browser.send_keys(field, text)

    def choose(self, css, value):
        self.browser.execute(
            "document.querySelector(arguments[0]).value = arguments[1]", css, value
        )

    def reads(self, *words):
        """All of these are on the page."""
        text = self.browser.execute("return document.body.innerText").replace("\xa0", " ")
        for one in words:
            assert one in text, (one, text)


@pytest.fixture
def pilot(brat_folder, browser, tmp_path):
    """(Person at the browser, folder of the project): two folders in brat, no settings."""
    folder = folder_with(brat_folder, tmp_path / "brat", CONFIG)
    (folder / "work").mkdir()
    root = folder / "data" / "pilot"
    for name, marks in MARKS.items():
        put(root, name, "letter", WORDS, marks)
    for name in ("annotation.conf", "visual.conf", "tools.conf"):
        shutil.copy(PROJECT / name, root)
    server, url = served(folder, tmp_path / "serve", "--managers", "lead")
    try:
        yield Person(browser, url), root
    finally:
        server.close()


def test_a_lead_from_two_folders_to_the_paper(browser, pilot):
    person, root = pilot
    person.comes("lead")
    lead, keyboard = Visitor(browser), Keyboard(browser)
    lead.open(person.url + "iaa/").follow("pilot").follow("Manage")
    lead.reads("This project has no settings file yet")
    # Who manages it, what is compared, and the first phase.
    lead.fill("[name='set:access|managers']", "lead")
    lead.press("#general ~ form button").follow("Settings").follow("Lead")
    lead.fill("#new-name", "1 apart")
    lead.follow("Add and open").reads("acl.conf lines that hide annotators from each other")
    assert (load(root).phase, load(root).access.reveal) == ("1 apart", "none")
    lead.press("a[href$='preview?as=anna']").reads("As anna sees it", "sees nothing")
    # How it stands at the end of the phase.
    lead.follow("Phases").follow("Take a snapshot").reads("1 apart")
    # The gold, by keyboard.
    lead.follow("Adjudicate").follow("Make the draft")
    assert keyboard.settle_all("2 of them") == 7
    lead.follow("Adjudicate")
    keyboard.press("g", lambda now: now["focused"] == "INPUT")
    keyboard.type(" " + ENTER)
    wait_until(lambda: load(root).gold == "gold", what="the gold")
    wait_until(lambda: browser.execute("return document.readyState") == "complete")
    lead.fits().reads("Whether annotators see where it differs")
    lead.follow("Manage")
    lines = "return document.querySelector('#brat ~ details pre').textContent"
    (root / "acl.conf").write_text(browser.execute(lines))
    assert "Disallow: /pilot/gold/" in (root / "acl.conf").read_text()
    # Annotators learn from it.
    lead.fill("#new-name", "2 learn")
    lead.choose("#new-reveal", "own")
    lead.follow("Add and open")
    (root / "acl.conf").write_text(browser.execute(lines))
    assert "Disallow: /pilot/gold/" not in (root / "acl.conf").read_text()
    lead.follow("Manage").press("a[href$='preview?as=ben']")
    lead.reads("where the gold differs from their own work")
    lead.follow("Overview").follow("write the paper").reads("LAA", ".462", "For the text")
    person.comes("ben")
    Visitor(browser).open(person.url + "iaa/pilot/-/gold").reads(
        "You and the gold standard", "2 of them"
    )
    assert [line for line in browser.log() if line["level"] == "SEVERE"] == []


@pytest.fixture
def demo(brat_folder, tmp_path):
    """Address of a demo of its own, with its history of phases."""
    start = "from brat_iaa.demo.serve import serve; serve(port=0)"
    server = Server(["-c", start], tmp_path / "server", sys.executable)
    try:
        server.printed("Ctrl-C")
        yield re.search(r"http://127\.0\.0\.1:\d+/", server.err).group()
    finally:
        server.close()


def test_an_adjudicator_finishes_the_demo_by_keyboard_and_an_annotator_learns(browser, demo):
    log_in(browser, demo)
    lead, keyboard = Visitor(browser), Keyboard(browser)
    lead.open(demo + "iaa/demo/-/adjudicate")
    keyboard.tab_to("name")
    keyboard.type(ENTER)
    wait_until(lambda: browser.find_all("#review[data-item]"), what="the first place")
    settled = keyboard.settle_all("section 3")
    lead.open(demo + "iaa/demo/-/adjudicate")
    assert keyboard.shown()["title"] == f"All {settled} disagreements are adjudicated"
    keyboard.press("g", lambda now: now["focused"] == "INPUT")
    keyboard.type(" " + ENTER)
    set_as_gold = "Whether annotators see where it differs from their own work"
    wait_until(lambda: set_as_gold in browser.execute("return document.body.innerText"))
    lead.fits()
    # What ben learns: where the own work differs, and why.
    log_in(browser, demo, "ben")
    ben = Visitor(browser).open(demo + "iaa/demo/-/disagreements/gold")
    ben.reads("Why:", "section 3")
    assert "carla" not in browser.execute("return document.querySelector('main').innerText")
    assert [line for line in browser.log() if line["level"] == "SEVERE"] == []
