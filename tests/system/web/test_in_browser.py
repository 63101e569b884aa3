"""The pages in a real Chromium."""

import pytest
from pages_project import ARCS, WORDS, changed, write
from servers import served
from waiting import wait_until

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
def test_keys_choose_patterns_and_filters(browser, address):
    where = "return location.pathname + location.search"
    browser.open(address + "disagreements")
    top = "return document.querySelector('.filters').getBoundingClientRect().top"
    before = browser.execute(top)
    first = browser.find(".one-click [data-key='1']")
    wanted = browser.property(first, "href").split("/disagreements")[1]
    browser.send_keys(browser.find("body"), "1")
    wait_until(lambda: browser.execute(where).endswith(wanted), what="the first pattern")
    # What was chosen stands where it stood, and its places come right below.
    assert browser.execute(top) == before
    assert browser.execute("return document.querySelectorAll('.survey[open]').length") == 0
    assert browser.find_all(".one-click [aria-current]")
    browser.send_keys(browser.find("body"), "f")
    assert browser.execute("return document.activeElement.name") == "text"
    # An arrow looks at a value; Enter applies it.
    browser.send_keys(browser.find("select[name=document]"), "\ue015")
    assert "document=" not in browser.execute(where)
    browser.send_keys(browser.find("select[name=document]"), "\ue007")
    wait_until(lambda: "document=" in browser.execute(where), what="the document")
    assert "a=" not in browser.execute(where).replace("label_a=", "")
    browser.send_keys(browser.find("body"), "0")
    wait_until(lambda: browser.execute(where).endswith("/disagreements"), what="no filter")
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


@pytest.mark.browser(draws=False)
@pytest.mark.parametrize("width", [1366, 390])
def test_values_do_not_jump_from_card_to_card(browser, address, width):
    browser.open(address + "disagreements")
    browser.resize(width, 900)
    lefts = "return [...new Set([...document.querySelectorAll('.group dd:nth-of-type(1)')]" + (
        ".map((one) => Math.round(one.getBoundingClientRect().left)))]"
    )
    assert len(browser.execute(lefts)) == 1


@pytest.mark.browser(draws=False)
def test_the_caption_of_a_wide_table_is_seen_whole(browser, address, root):
    for number in range(20):
        for annotator, label in (("anna", f"LABEL{number}"), ("ben", f"LABEL{number + 1}")):
            write(root, annotator, f"more{number}", changed((5, 4, label)))
    browser.open(address + "disagreements?show=labels")
    caption, table, seen = browser.execute(
        """const table = document.querySelector(".confusion"), seen = table.parentElement;
        return [table.caption, table, seen].map((one) => one.getBoundingClientRect().right);"""
    )
    assert caption <= seen < table
    # Its last column can be scrolled to, and does not lie on the edge.
    beyond = (
        "const seen = document.querySelector('.confusion').parentElement; seen.scrollLeft = 9999;"
        + (
            "return seen.getBoundingClientRect().right - "
            "document.querySelector('.confusion').getBoundingClientRect().right"
        )
    )
    assert browser.execute(beyond) > 4
