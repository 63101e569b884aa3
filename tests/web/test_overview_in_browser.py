"""The overview and the pages of the first minutes in a real Chromium: phone, landmarks, headings."""

import shutil

import pytest
from browser import wait_until
from servers import served
from small_projects import put

from brat_iaa.demo.serve import PROJECT
from brat_iaa.study import Study
from brat_iaa.web import create_app
from brat_iaa.web import figures as module
from brat_iaa.web.site import create_site

# y of the first figure, such as .911, on the screen.
FIRST_FIGURE = r"""
const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
while (texts.nextNode()) {
  const at = texts.currentNode.data.search(/[.]\d\d/);
  if (at >= 0) {
    const range = document.createRange();
    range.setStart(texts.currentNode, at);
    range.setEnd(texts.currentNode, at + 3);
    return range.getBoundingClientRect().bottom;
  }
}
"""
BEYOND = "return document.documentElement.scrollWidth - document.documentElement.clientWidth"
LEVELS = "return [...document.querySelectorAll('h1,h2,h3,h4')].map((one) => Number(one.tagName[1]))"
LANDMARKS = """
return [...document.querySelectorAll(
  "nav, section[aria-labelledby], section[aria-label], [role=region]")].map((one) =>
  one.tagName + " " + (one.getAttribute("aria-label") ||
  (document.getElementById(one.getAttribute("aria-labelledby")) || {}).textContent || ""))
"""
# Links, and how high they are, which are too near one another to be hit.
CROWDED = """
const boxes = [...document.querySelectorAll(".sorted a, .patterns a, .state a, .choose a")]
  .map((one) => one.getBoundingClientRect()).filter((one) => one.width);
const near = (a, b) => a.left < b.right && b.left < a.right && Math.abs(
  (a.top + a.bottom) / 2 - (b.top + b.bottom) / 2) < 23 && a.top !== b.top;
return boxes.filter((a) => boxes.some((b) => a !== b && near(a, b))).length;
"""


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    root = tmp_path_factory.mktemp("brat") / "data"
    shutil.copytree(PROJECT, root / "demo")
    (root / "demo" / "iaa.conf").write_text("[access]\nmanagers = lead\n")
    put(root / "alone", "anna", "first", "one two", "0>1:root 1>2:subj")
    return root


@pytest.fixture(scope="module")
def address(data):
    """Address of the site as its lead sees it, with a slash at the end."""
    state = data.parent / "state"
    site = create_site(data, "/brat/", lambda _: "lead", state_dir=state, managers=("lead",))
    with served(site) as address:
        yield address


@pytest.mark.browser
def test_on_a_phone_the_first_figure_is_in_the_first_screen(browser, address):
    browser.show_on(390, 800)
    browser.open(address + "demo/-/")
    assert 100 < browser.execute(FIRST_FIGURE) < 320


@pytest.mark.browser
@pytest.mark.parametrize("width", [320, 683, 1366])
@pytest.mark.parametrize("page", ["", "demo/-/", "alone/-/", "demo/-/paper", "demo/-/plan"])
def test_pages_fit_every_screen(browser, address, page, width):
    browser.show_on(width, 800)
    browser.open(address + page)
    assert browser.execute(BEYOND) == 0
    assert browser.execute(CROWDED) == 0


@pytest.mark.browser
@pytest.mark.parametrize("page", ["", "demo/-/", "alone/-/", "demo/-/paper", "demo/-/plan"])
def test_headings_are_in_order_and_landmarks_have_names_of_their_own(browser, address, page):
    browser.open(address + page)
    levels = browser.execute(LEVELS)
    assert levels[0] == 1 and levels.count(1) == 1
    assert all(after <= before + 1 for before, after in zip(levels, levels[1:]))
    names = browser.execute(LANDMARKS)
    assert len(names) == len(set(names)) and all(name.split(" ", 1)[1] for name in names)


@pytest.mark.browser
def test_a_figure_leads_to_what_it_says(browser, address):
    browser.open(address + "demo/-/")
    browser.click(browser.find(".answer a"))
    assert browser.address().endswith("/-/guide/dependencies#uaa-laa-and-loa")
    assert "LAA" in browser.text(browser.find(":target"))


@pytest.mark.browser
def test_a_page_that_shows_progress_becomes_the_overview(browser, data, monkeypatch):
    monkeypatch.setattr(module, "FIRST", 0)
    with served(create_app(data / "demo", study=Study(data / "demo"))) as address:
        browser.open(address)
        assert browser.find(".answer", timeout=60)


@pytest.mark.browser
def test_each_part_of_the_paper_is_copied_with_a_click(browser, address):
    browser.open(address + "demo/-/paper")
    buttons = browser.find_all(".copy")
    assert len(buttons) == 3
    for button in buttons:
        browser.click(button)
        wait_until(lambda: browser.text(button) == "Copied", what="the text to be copied")
