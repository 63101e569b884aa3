"""An adjudicator finishes a project with the keyboard alone and sets the gold; then an annotator
sees the own errors. In a real Chromium.
"""

import pytest
from keyboard import ENTER, ESCAPE, Keyboard
from servers import served
from small_projects import put
from waiting import wait_until

from brat_iaa.config import load
from brat_iaa.web.site import create_site

pytestmark = pytest.mark.browser(draws=False)

WORDS = "a b c d / e f g / h i j / k l m"
MARKS = {
    "anna": "0>1:S 1>2:OBJ 2>3:JCT 3>4:OBJ / 0>1:S 1>2:OBJ 1>3:JCT / 0>1:S 1>2:OBJ / 0>1:S 1>2:JCT",
    "ben": "0>1:S 1>2:JCT 1>3:JCT 3>4:OBJ / 0>1:S 1>2:JCT / 0>1:S 1>2:JCT / 0>1:S 1>2:OBJ 1>3:X",
}


@pytest.fixture
def pages(tmp_path):
    """(address, project, {"login": who asks})"""
    root, who = tmp_path / "data" / "p", {"login": "lead"}
    for name, marks in MARKS.items():
        put(root, name, "doc", WORDS, marks)
    (root / "iaa.conf").write_text(
        "[layer dependencies]\n[access]\nmanagers = lead\nreveal = own\n"
    )
    site = create_site(
        root.parent, "/brat/", lambda environ: who["login"], state_dir=tmp_path / "state"
    )
    with served(site) as address:
        yield address + "p/-/", root, who


def key_of(browser, name):
    """The key with which the gold takes what somebody has."""
    css = f"[value='taken:{name}']"
    return browser.execute(f'return document.querySelector("{css}").dataset.key')


def test_from_two_annotators_to_what_one_learns(browser, pages):
    address, root, who = pages
    ben = root / "ben" / "doc.ann"
    ben.write_text(ben.read_text().replace("\tW 44 45\tm", "\tV 44 45\tm"))
    conf = root / "iaa.conf"
    conf.write_text(conf.read_text().replace("[access]", "[layer types]\nkind = labels\n[access]"))
    keyboard = Keyboard(browser)
    browser.open(address + "adjudicate")
    # The form for the draft by Tab and Enter alone. Whose value is taken is seen.
    browser.execute("document.querySelector('[name=names][value=yes]').checked = true")
    browser.execute("document.querySelector('[name=name]').focus()")
    keyboard.type(ENTER)
    wait_until(lambda: browser.find_all("#review[data-item]"), what="the first place")
    shown = keyboard.shown()
    assert shown["title"].startswith("b, c ") and shown["meter"].startswith(
        "0 of 8 disagreements adjudicated"
    )
    # A reason, then the decision: ben is right.
    keyboard.press("c", lambda now: now["focused"] == "TEXTAREA")
    keyboard.type("2 of them")
    keyboard.press(ESCAPE, lambda now: now["focused"] == "one")
    # Two hang together and are decided in one go.
    shown = keyboard.press(key_of(browser, "ben"), lambda now: now["meter"].startswith("2 of 8"))
    assert shown["title"].startswith("f ") and shown["typed"] == ""
    # Undone, and taken again.
    keyboard.press("u", lambda now: now["meter"].startswith("0 of 8"))
    shown = keyboard.press(key_of(browser, "ben"), lambda now: now["meter"].startswith("2 of 8"))
    # The rest one after the other; k goes back and nothing is decided twice.
    while not (before := keyboard.shown())["meter"].startswith("8 of 8"):
        if before["badge"] != "to decide":
            keyboard.press("j", lambda now, key=before["key"]: now["key"] != key)
            continue
        taken = key_of(browser, "anna")
        keyboard.press(taken, lambda now, meter=before["meter"]: now["meter"] != meter)
    browser.open(address + "adjudicate")
    assert keyboard.shown()["title"] == "All 8 disagreements are adjudicated"
    keyboard.press("g", lambda now: now["focused"] == "INPUT")
    browser.execute("window.before = true")
    keyboard.type(" " + ENTER)
    # The lead's page has come before somebody else asks.
    come = "return !window.before && document.readyState === 'complete'"
    wait_until(lambda: browser.execute(come), what="the page after the gold was set")
    assert load(root).gold == "gold" and load(root).draft is None
    assert "W 44 45\tm" in (root / "gold" / "doc.ann").read_text()
    who["login"] = "anna"
    browser.open(address + "disagreements/mine")
    browser.execute("document.querySelector('.sides a[href$=gold]').click()")
    text = wait_until(
        lambda: (
            "You and the gold standard" in browser.execute("return document.body.textContent")
            and browser.execute("return document.body.textContent")
        ),
        what="the own errors",
    )
    assert "2 of them" in text and "JCT" in text and "ben" not in text
    assert [line for line in browser.log() if line["level"] == "SEVERE"] == []


def test_without_javascript_all_is_a_form(pages):
    import re

    import requests

    address, root, _ = pages
    session = requests.Session()
    headers = {"Sec-Fetch-Site": "same-origin"}

    def send(css, **chosen):
        text = session.get(address + "adjudicate").text
        form = re.search(rf'<form method="post" action="([^"]+)" class="{css}">(.*?)</form>', text, re.S)  # fmt: skip
        values = dict(
            re.findall(r'<input (?:type="hidden" )?name="(\w+)" value="([^"]*)"', form[2])
        )
        target = address.partition("/p/-/")[0] + form[1]
        return session.post(target, data={**values, **chosen}, headers=headers).text

    send("new-draft", rule="unanimous", names="yes", name="gold")
    text = send("decide", decision="taken:anna", comment="so")
    assert "2 of 7" in text
    assert "OBJ" in (root / "gold" / "doc.ann").read_text()
