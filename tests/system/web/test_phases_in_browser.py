"""The pages of phases in a real Chromium."""

import pytest
from phase_pages_project import WORDS, begun, kept, marks, meet
from servers import served
from small_projects import put

from brat_iaa.web.site import create_site


@pytest.fixture
def data(tmp_path):
    return begun(tmp_path)


@pytest.fixture
def address(data):
    """Address of the project's pages as the lead sees them, really served."""
    site = create_site(data, "/brat/", lambda environ: "lead", state_dir=data.parent / "state")
    with served(site) as address:
        yield address + "p/-/"


@pytest.mark.browser(draws=False)
def test_a_lead_takes_two_and_finds_what_got_worse(browser, address, data):
    browser.open(address)
    browser.click(browser.find(".top a[href$='/phases']"))
    field = browser.find("form[method=post] input[name=phase]")
    assert browser.property(field, "value") == "2 revised"
    browser.execute("document.querySelector('input[name=phase]').value = '1 apart'")
    browser.click(browser.find("form[method=post] button"))
    assert "was taken" in browser.text(browser.find(".taken"))
    meet(data / "p")
    browser.click(browser.find(".take summary"))
    browser.send_keys(browser.find("input[name=note]"), "after the meeting\n")
    browser.find("#n2")
    assert browser.address().endswith("/phases?taken=2") and browser.find("svg.trend")
    browser.click(browser.find("form[action$=compare] button"))
    browser.click(browser.find(".tiles a[href*=regressed]"))
    browser.find(".two-states")
    browser.send_keys(browser.find("body"), "j")
    item = browser.text(browser.find("li.current"))
    assert "sentence 12" in item and "mod" in item and "changed" in item
    browser.click(browser.find("li.current .where a"))
    assert (
        "1: 1 apart" in browser.text(browser.find(".frozen"))
        and "/phases/1/document/doc" in browser.address()
    )
    assert browser.log() == []


@pytest.mark.browser(draws=False)
def test_nothing_is_wider_than_the_window(browser, address, data):
    name = "name_without_end_" * 12
    put(data / "p", name, "document_" + name, WORDS, marks(0))
    put(data / "p", "anna", "document_" + name, WORDS, marks(3, "LABEL_" + name))
    kept(data).take("phase_" + name[:90], name)
    put(data / "p", "anna", "document_" + name, WORDS, marks(2, "LABEL_" + name))
    kept(data).take("phase_" + name[:90], name, name)
    for path in ("phases", "phases/compare", "phases/compare?from=1&to=2&show=items", "phases/2/"):
        browser.open(address + path)
        assert "name_without_end" in browser.execute("return document.body.textContent")
        width = "return document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert browser.execute(width) == 0, path
