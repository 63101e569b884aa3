"""The overview and the pages of the first minutes in a real Chromium."""

import shutil
import threading
from types import SimpleNamespace

import pytest
from page_checks import faults
from servers import served
from small_projects import put
from waiting import PATIENCE, wait_until

from brat_iaa.demo.serve import PROJECT
from brat_iaa.study import Study
from brat_iaa.web import background, create_app
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


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    root = tmp_path_factory.mktemp("brat") / "data"
    shutil.copytree(PROJECT, root / "demo")
    (root / "demo" / "iaa.conf").write_text(
        "[access]\nmanagers = lead\n[layer dependencies]\ncoarse = core = SUBJ, OBJ\n"
    )
    put(root / "alone", "anna", "first", "one two", "0>1:root 1>2:subj")
    return root


@pytest.fixture(scope="module")
def address(data):
    """Address of the site as its lead sees it, with a slash at the end."""
    state = data.parent / "state"
    site = create_site(data, "/brat/", lambda _: "lead", state_dir=state, managers=("lead",))
    with served(site) as address:
        yield address


@pytest.mark.browser(draws=False)
def test_on_a_phone_the_first_figure_is_in_the_first_screen(browser, address):
    browser.show_on(390, 800)
    browser.open(address + "demo/-/")
    assert 100 < browser.execute(FIRST_FIGURE) < 220
    # Two lines: the pages, and who it is.
    assert browser.execute("return document.querySelector('.top').offsetHeight") < 90
    # Figures with all labels, with coarse ones, and the third column.
    assert browser.execute(
        "const table = document.querySelector('.layer-figures').closest('.scroll');"
        "return table.scrollWidth <= table.clientWidth"
    )


@pytest.mark.browser(draws=False)
def test_a_page_that_waits_for_figures_becomes_the_overview(browser, data, monkeypatch):
    monkeypatch.setattr(background, "PAGE_TIMEOUT", 0)
    study, done = Study(data / "demo"), threading.Event()

    def agreement():
        done.wait(PATIENCE)
        return study.agreement()

    slow = SimpleNamespace(agreement=agreement)
    with served(create_app(data / "demo", study=slow)) as address:
        browser.open(address)
        assert faults(browser) == {}
        said = browser.execute("return document.querySelector('[role=status]').textContent")
        assert said.startswith("The first time takes a while")
        done.set()
        assert browser.find(".answer", timeout=PATIENCE)


@pytest.mark.browser(draws=False)
def test_each_part_of_the_paper_is_copied_with_a_click(browser, address):
    browser.open(address + "demo/-/paper")
    buttons = browser.find_all(".copy")
    assert len(buttons) == 3  # the text, the appendix, the works
    for button in buttons:
        browser.click(button)
        wait_until(lambda: browser.text(button) == "Copied", what="the text to be copied")
