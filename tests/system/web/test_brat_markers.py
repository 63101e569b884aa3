"""Markers in brat's own drawing, in a real Chromium; what the service says is made up here."""

import pytest
from brat_page import AGREEMENT, DISAGREEMENTS, OPEN, POPUP, marker

pytestmark = pytest.mark.browser(draws=False)


def test_markers_are_where_annotators_differ(page):
    page.fake.answers = OPEN
    page.show()
    page.press("#iaa_switch")
    page.wait_marked("T1", "T3", "T4", "E1", "R1", "R2", "sentence 2")
    assert page.attribute("#iaa_switch", "aria-pressed") == "true"
    page.wait(lambda: page.execute("return window.drawings") >= 1)
    page.settle()
    assert page.execute("return window.drawings") == 1
    assert page.popup("#svg rect[data-span-id=T1]").endswith(
        "Annotators differ: different label\nanna: subj\nannotator 1: "
        "obj\nShift+click: open its page"
    )
    assert "Annotators differ: different label" in page.popup("#svg text[data-arc-ed=R1]")
    # The user's own note stays, and is told apart.
    assert "Note: mine & <b>own</b>\nAnnotators differ" in page.popup("#svg rect[data-span-id=T3]")
    glow = (
        "return getComputedStyle(document.querySelector('#svg ' + arguments[0] + "
        "'.IAADisagree')).fill"
    )
    assert page.execute(glow, "path") == "none"
    assert page.execute(glow, "rect.shadow_AnnotationWarning") == "rgb(255, 160, 51)"
    # Where nothing is drawn, the sentence's number says so.
    assert "Annotators differ: different label" in page.popup("#svg text[data-sent='2']")
    # An argument of an event has no id of its own.
    colour = "return document.querySelector('#svg text[data-arc-role=Agent]').getAttribute('fill')"
    assert page.execute(colour) == "#c45500"

    # Remembered, with the document's own questions; and without any once it is off.
    page.browser.open("about:blank")
    page.browser.open(page.fake.url + "index.xhtml#/p/anna/d2")
    page.browser.find(".iaa_differs")
    page.settle()
    page.press("#iaa_switch")
    page.wait_marked()
    asked = page.fake.count(DISAGREEMENTS)
    page.execute("location.hash = '#/p/anna/d1'")
    page.wait(lambda: page.fake.asked[-1] == (AGREEMENT, "/p/anna/", "d1"))
    assert page.fake.count(DISAGREEMENTS) == asked


def test_a_marker_opens_its_page_by_mouse_and_by_keys(page):
    # Without an address there is nothing to open.
    markers = [
        marker("T1"),
        marker("R1", url="javascript:1"),
        marker("T4", url="/iaa/p/-/document/d1#i4"),
    ]
    page.fake.answers = {
        **OPEN,
        DISAGREEMENTS: {"state": "open", "version": "1", "markers": markers},
    }
    page.login()
    page.show(markers=True)
    page.wait_marked("T1", "R1", "T4")
    page.settle()
    for css in ("rect[data-span-id=T1]", "text[data-arc-ed=R1]", "rect[data-span-id=T2]"):
        for kind in ("mousedown", "mouseup", "click"):
            page.execute(
                "document.querySelector(arguments[0]).dispatchEvent("
                "new MouseEvent(arguments[1], {bubbles: true, cancelable: true, shiftKey: true}))",
                "#svg " + css,
                kind,
            )
    address = page.fake.url + "iaa/p/-/document/d1#i"
    assert page.execute("return window.opened") == [[address + "1", "_blank", "noopener"]]

    key = (
        "document.activeElement.dispatchEvent(new KeyboardEvent('keydown',"
        " {bubbles: true, cancelable: true, key: 'D', code: 'KeyD', altKey: true, "
        "shiftKey: true}));"
        " return document.activeElement.getAttribute('data-span-id') || "
        "document.activeElement.getAttribute('data-arc-ed')"
    )
    walked = [page.execute(key) for _ in range(4)]
    assert sorted(walked[:3]) == ["R1", "T1", "T4"] and walked[3] == walked[0]
    page.execute("document.querySelector('#svg rect[data-span-id=T4]').focus()")
    page.wait(lambda: "different label" in page.execute(POPUP))
    focused = page.browser.find("#svg rect[data-span-id=T4]")
    page.browser.send_keys(focused, "\ue007")
    assert page.execute("return window.opened[1][0]") == address + "4"
    assert not page.execute("return jQuery('.ui-dialog').is(':visible')")
