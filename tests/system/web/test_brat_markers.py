"""Markers in brat's own drawing, in a real Chromium; what the service says is made up here."""

import pytest
from brat_page import DISAGREEMENTS, OPEN, POPUP, marker

pytestmark = pytest.mark.browser(draws=False)


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
