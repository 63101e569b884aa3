"""Manage in a real Chromium: a lead who uses the keyboard only, and pages as narrow as a phone."""

import pytest
from phase_pages_project import begun
from servers import served
from waiting import wait_until

from brat_iaa import config
from brat_iaa.web.site import create_site

ENTER = "\ue007"


@pytest.fixture
def data(tmp_path):
    return begun(tmp_path)


@pytest.fixture
def address(data):
    """Address of the project's pages as the lead sees them, really served."""
    site = create_site(data, "/brat/", lambda environ: "lead", state_dir=data.parent / "state")
    with served(site) as address:
        yield address + "p/-/"


def press(browser, css, keys=ENTER):
    element = browser.find(css)
    browser.execute("document.querySelector(arguments[0]).focus()", css)
    browser.send_keys(element, keys)


@pytest.mark.browser(draws=False)
def test_a_lead_leads_by_keyboard(browser, address, data):
    browser.open(address + "manage")
    press(browser, ".add-phase summary")
    browser.send_keys(browser.find("#new-name"), "3 met")
    browser.send_keys(browser.find("#new-reveal"), "th")  # their own disagreements
    press(browser, "button[value='add and open']")
    assert "3 met" in browser.text(browser.find("#said"))
    found = config.load(data / "p")
    assert (found.phase, found.access.reveal) == ("3 met", "own")
    press(browser, "#said button")
    wait_until(lambda: config.load(data / "p").phase == "2 revised")
    browser.open(address + "manage")
    press(browser, "button[value=close]")
    wait_until(lambda: config.load(data / "p").phase == "")
    assert "No phase is open" in browser.text(browser.find(".lead"))
    assert browser.log() == []


@pytest.mark.browser(draws=False)
def test_a_wrong_line_is_numbered_and_found_from_its_message(browser, address, data):
    before = (data / "p" / "iaa.conf").read_text()
    browser.open(address + "manage/settings")
    browser.execute("document.getElementById('text').value += '\\n[layer pos]\\nkind = lables\\n'")
    press(browser, "button[value=check]")
    link = browser.find("[data-line]")
    wrong = browser.execute("return document.querySelector('.gutter mark').textContent.trim()")
    assert browser.text(link) == f"Line {wrong}"
    browser.click(link)
    marked = "const a = document.activeElement; return a.value.slice(a.selectionStart, a.selectionEnd)"  # fmt: skip
    assert browser.execute(marked) == "kind = lables"
    assert (data / "p" / "iaa.conf").read_text() == before and browser.log() == []
