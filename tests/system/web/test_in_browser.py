"""The pages in a real Chromium."""

import pytest
from pages_project import ARCS, WORDS, changed, write
from servers import served

from brat_iaa.web import create_app


@pytest.fixture
def address(root):
    """Address of the pages, really served, with a slash at the end."""
    with served(create_app(root)) as address:
        yield address


@pytest.mark.browser(draws=False)
def test_names_and_labels_without_end_fit_on_the_page(browser, address, root):
    name = "name_without_end_" * 12
    write(
        root,
        name,
        "document_" + name,
        changed((5, 4, "LABEL_" + name)),
        WORDS.replace("home", name),
    )
    write(root, "anna", "document_" + name, ARCS, WORDS.replace("home", name))
    for path in ("", "disagreements", f"disagreements?a={name}", "document/document_" + name):
        browser.open(address + path)
        assert name in browser.execute("return document.body.textContent")
        width = "return document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert browser.execute(width) == 0, path


@pytest.mark.browser(draws=False)
def test_keys_walk_through_disagreements(browser, address):
    marked = (
        "return [...document.querySelectorAll('.current')].map(one => one.id || "
        "one.getAttribute('href'))"
    )
    browser.open(address + "document/letters/one?a=anna&b=ben")
    body = browser.find("body")
    for keys, expected in (
        ("j", "1"),
        ("n", "2"),
        ("j", "2"),
        ("k", "1"),
        ("\ue014", "2"),
        ("\ue012", "1"),
    ):
        browser.send_keys(body, keys)
        here = browser.execute(marked)
        assert f"d{expected}" in here and f"#d{expected}" in here
        assert set(here) == {f"d{expected}", f"#d{expected}"}
    browser.send_keys(body, "?")
    assert browser.execute("return document.querySelector('dialog').open")
    assert browser.log() == []


@pytest.mark.browser(draws=False)
def test_keys_can_be_switched_off(browser, address):
    marked = "return document.querySelectorAll('li.current').length"
    browser.open(address + "disagreements")
    for shown, after in ((True, 0), (False, 1)):
        browser.click(browser.find("footer button.keys"))
        box = browser.find("dialog[open] [name=keys]")
        assert browser.property(box, "checked") is shown
        browser.click(box)
        browser.send_keys(box, "\ue00c")
        # It holds on the next page too.
        browser.open(address + "disagreements")
        hint = "return document.querySelector('.one-click kbd').checkVisibility()"
        assert browser.execute(hint) is not shown
        browser.send_keys(browser.find("body"), "j")
        assert browser.execute(marked) == after
    assert browser.log() == []


@pytest.mark.browser(draws=False)
def test_a_key_unfolds_the_arcs_of_a_place(browser, address, root):
    text = WORDS + " and so on" * 12
    write(root, "anna", "a", ARCS, text)
    write(root, "ben", "a", changed((5, 4, "OBJ")), text)
    browser.open(address + "disagreements")
    body = browser.find("body")
    browser.send_keys(body, "j")
    browser.send_keys(body, "a")
    browser.find("li.current .arcs-of[open] svg.arcs")
    links = browser.execute(
        "return [...document.querySelectorAll('li.current svg a')].map((a) => a.getAttribute('href'))"
    )
    assert links and all("/document/a?" in link for link in links)
    browser.show_on(390, 800)
    width = "return document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert browser.execute(width) == 0
    browser.send_keys(body, "a")
    assert not browser.find_all("li.current .arcs-of[open]")
    assert browser.log() == []
