"""An annotator reviews the own disagreements with the keyboard alone, and corrects one of them in a
real brat.
"""

import pytest
from demo_in_browser import log_in
from keyboard import Keyboard
from waiting import wait_until

pytestmark = pytest.mark.browser(draws=False)

ESCAPE, ENTER, CONTROL = "\ue00c", "\ue007", "\ue009"
SHOWN = """const root = document.getElementById("review"), flash = root.querySelector(".flash");
return {
    key: root.dataset.item || "", title: document.getElementById("one").textContent,
    flash: flash ? flash.textContent.replace(/\\s+/g, " ").trim() : "",
    meter: root.querySelector(".meter").textContent.trim(),
    badge: (root.querySelector(".card .badge:not(.new)") || {}).textContent || "",
    typed: (root.querySelector("textarea") || {}).value || "",
    focused: document.activeElement.id || document.activeElement.tagName,
    said: document.getElementById("aloud").textContent,
};"""
IN_BRAT = """const asked = new XMLHttpRequest(); asked.open("POST", "/ajax.cgi", false);
asked.setRequestHeader("Content-Type", "application/x-www-form-urlencoded");
asked.send(new URLSearchParams(Object.assign({protocol: "1"}, arguments[0])).toString());
return JSON.parse(asked.responseText);"""
ITEMS = """const asked = new XMLHttpRequest(); asked.open("GET", "?format=json", false); asked.send();
return JSON.parse(asked.responseText);"""


class Reviewer(Keyboard):
    """anna at her own page, without a mouse."""

    def __init__(self, browser, brat):
        super().__init__(browser)
        self.brat = brat
        log_in(browser, brat, "anna")
        self.page = brat + "iaa/demo/-/disagreements/mine"
        browser.open(self.page)
        browser.find("#review[data-item]")

    def shown(self):
        return self.browser.execute(SHOWN)

    def type(self, keys):
        """Into whatever has the focus."""
        down = [{"type": "keyDown", "value": key} for key in keys]
        up = [{"type": "keyUp", "value": key} for key in reversed(keys)]
        strokes = (
            down + up
            if keys[0] == CONTROL
            else [stroke for pair in zip(down, reversed(up)) for stroke in pair]
        )
        self.browser._call(
            "POST", "/actions", actions=[{"type": "key", "id": "keyboard", "actions": strokes}]
        )

    def items(self):
        return self.browser.execute(ITEMS)["places"]


@pytest.fixture
def reviewer(browser, brat):
    reviewer = Reviewer(browser, brat)
    yield reviewer
    # What one test has said is nothing that another begins with.
    browser.open(reviewer.page)
    for item in reviewer.items():
        if item["decision"]:
            browser.execute(
                "const form = new URLSearchParams({item: arguments[0], decision: '', "
                "token: arguments[1]});"
                "const asked = new XMLHttpRequest(); asked.open('POST', '', false); "
                "asked.send(form);",
                item["key"],
                browser.execute("return document.querySelector('[name=token]').value"),
            )
    assert [line for line in browser.log() if line["level"] == "SEVERE"] == []


def test_ten_without_the_mouse(reviewer):
    first = reviewer.shown()
    assert first["badge"] == "open" and first["meter"].startswith("0 of")
    reviewer.press("j", lambda now: now["key"] != first["key"])
    back = reviewer.press("k", lambda now: now["key"] == first["key"])
    assert back["focused"] == "one"
    seen = [first["key"]]
    for number, key in enumerate("1231231231", 1):
        now = reviewer.press(key, lambda now: now["key"] != seen[-1])
        assert now["meter"].startswith(f"{number} of"), now
        assert now["key"] not in seen and now["badge"] == "open"
        assert (
            now["flash"].split(":")[0]
            == {"1": "Keep my annotation", "2": "I will correct mine", "3": "Unclear"}[key]
        )
        assert now["flash"].split(":")[0] in now["said"] and now["focused"] == "one"
        seen.append(now["key"])
    decisions = {item["key"]: item["decision"] for item in reviewer.items()}
    assert [decisions[key] for key in seen] == ["keep", "wrong", "unclear"] * 3 + ["keep", None]
    undone = reviewer.press("u", lambda now: now["key"] == seen[-2])
    assert undone["meter"].startswith("9 of") and undone["badge"] == "open"
    for _ in reviewer.items()[len(seen) - 2 :]:
        before = reviewer.shown()["meter"]
        now = reviewer.press("2", lambda now: now["meter"] != before)
    assert (now["title"], now["key"]) == ("All decided", "")
    reviewer.type("1")  # one too many
    correcting = reviewer.press("j", lambda now: now["badge"] == "to correct")
    reviewer.press("u", lambda now: now["badge"] == "open" and now["key"] == correcting["key"])


@pytest.mark.browser(draws=False, whole=True)
def test_corrected_in_brat_it_is_settled_without_a_click(reviewer):
    """anna gives an arc the label that ben has, in the one other tab; then it gets its old one
    back.
    """
    browser = reviewer.browser
    item = next(
        item
        for item in reviewer.items()
        if item["kinds"] == ["label"] and item["document"] == "free_time"
    )
    (label,) = [
        each["label"]
        for value in item["values"]
        if value["annotator"] != "anna"
        for each in value["elements"]
    ]
    here = browser._call("GET", "/window")
    browser.open(f"{reviewer.page}?item={item['key']}")
    shown = reviewer.shown()
    windows = _open_in_brat(reviewer, "o")
    _open_in_brat(reviewer, "o", windows)  # the same tab
    (brat_tab,) = windows - {here}
    browser._call("POST", "/window", handle=brat_tab)
    wait_until(lambda: browser.find_all("#svg g.arcs text"), what="brat")
    arc = _arc(browser, item)
    try:
        assert "exception" not in browser.execute(IN_BRAT, _relabel(arc, label))
        browser._call("POST", "/window", handle=here)
        browser._call("POST", "/goog/cdp/execute", cmd="Page.bringToFront", params={})
        settled = wait_until(lambda: _come_back(reviewer, shown["key"]), what="the item settled")
        assert settled["flash"].startswith("Resolved") and "Resolved" in settled["said"]
        assert item["key"] not in [one["key"] for one in reviewer.items()]
    finally:
        browser._call("POST", "/window", handle=brat_tab)
        browser.execute(IN_BRAT, _relabel(dict(arc, type=label), arc["type"]))
        browser._call("DELETE", "/window")
        browser._call("POST", "/window", handle=here)
    browser.open(f"{reviewer.page}?item={item['key']}")
    assert reviewer.shown()["key"] == item["key"]  # it is back


def _open_in_brat(reviewer, key, before=None):
    handles = lambda: set(reviewer.browser._call("GET", "/window/handles"))  # noqa: E731
    reviewer.type(key)
    return (
        wait_until(lambda: handles() if len(handles()) == 2 else None, what="the tab with brat")
        if before is None
        else handles()
    )


def _come_back(reviewer, key):
    shown = reviewer.shown()
    return shown if shown["key"] != key else None


def _relabel(arc, label):
    return dict(arc, action="createArc", type=label, old_type=arc["type"], old_target=arc["target"])


def _arc(browser, item):
    """What brat calls the arc."""
    number = item["brat"].partition("focus=")[2].partition(",")[0]
    where = {"collection": "/demo/anna/", "document": item["document"]}
    told = browser.execute(IN_BRAT, dict(where, action="getDocument"))
    _, kind, ends = next(relation for relation in told["relations"] if relation[0] == number)
    (_, origin), (_, target) = ends
    return dict(where, origin=origin, target=target, type=kind)
