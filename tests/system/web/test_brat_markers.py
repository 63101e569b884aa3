"""Markers in brat's own drawing, in a real Chromium; what the service says is made up here."""

import pytest
from brat_page import AGREEMENT, DISAGREEMENTS, OPEN, POPUP, marker, shut

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


def test_markers_are_never_saved(page):
    page.fake.answers = OPEN
    page.login()
    page.show(markers=True)
    page.wait_marked("T1", "T3", "T4", "E1", "R1", "R2", "sentence 2")
    page.wait(lambda: page.fake.count(AGREEMENT))
    before = page.ann.read_bytes()
    # With a note of the user's own, and without.
    for css in (
        "rect[data-span-id=T3]",
        "text[data-arc-ed=R2]",
        "rect[data-span-id=T1]",
        "text[data-arc-ed=R1]",
    ):
        asked = len(page.fake.asked)
        drawings = page.execute("return window.drawings")
        page.edit("#svg " + css, "span_form" if css.startswith("rect") else "arc_form")
        assert page.ann.read_bytes() == before
        # They stay, the question is asked again, and the same answer is not drawn again.
        assert page.marked() == ["E1", "R1", "R2", "T1", "T3", "T4", "sentence 2"]
        both = [DISAGREEMENTS, AGREEMENT]
        page.wait(lambda asked=asked: [action for action, _, _ in page.fake.asked[asked:]] == both)
        page.settle()
        assert page.execute("return window.drawings") == drawings + 1


def test_after_an_edit_the_new_answer_is_drawn(page):
    page.fake.answers = OPEN
    page.login()
    page.show(markers=True)
    page.wait_marked("T1", "T3", "T4", "E1", "R1", "R2", "sentence 2")
    page.fake.answers = {
        **OPEN,
        DISAGREEMENTS: {"state": "open", "version": "2", "markers": [marker("R2", (2, 6))]},
    }
    page.edit("#svg rect[data-span-id=T1]", "span_form")
    page.wait_marked("R2")


def test_markers_wait_for_an_open_dialog(page):
    page.fake.answers = OPEN
    page.login()
    page.show()
    page.settle()
    page.fake.go.clear()
    page.press("#iaa_switch")
    page.wait(lambda: page.fake.count(DISAGREEMENTS))
    page.execute(
        "document.querySelector('#svg rect[data-span-id=T1]')"
        ".dispatchEvent(new MouseEvent('dblclick', {bubbles: true}))"
    )
    page.wait(lambda: page.execute("return jQuery('#span_form').is(':visible')"))
    asked = page.fake.count(AGREEMENT)
    page.fake.go.set()
    page.wait(lambda: page.fake.count(AGREEMENT) > asked)
    assert page.marked() == []
    assert page.execute("return jQuery('#span_form').is(':visible')")
    page.press("#span_form-cancel")
    page.wait_marked("T1", "T3", "T4", "E1", "R1", "R2", "sentence 2")


def test_another_login_asks_again(page):
    page.fake.answers = OPEN
    page.login()
    page.show(markers=True)
    page.wait_marked("T1", "T3", "T4", "E1", "R1", "R2", "sentence 2")
    page.settle()
    page.fake.answers = shut("closed", "Log in to see agreement.")
    page.fake.go.clear()
    page.press("#auth_button")
    # Gone before there is an answer.
    page.wait_marked()
    page.fake.go.set()
    page.wait(lambda: "Log in" in page.attribute("#iaa_button", "title"))
    assert page.text("#iaa_figure") == ""


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


@pytest.mark.browser(whole=True)  # drawn, for the mouse
def test_keys_open_the_popup_also_where_the_pointer_rests_on_the_text(page):
    markers = [marker("T1"), marker("R1"), marker("T4")]
    page.fake.answers = {
        **OPEN,
        DISAGREEMENTS: {"state": "open", "version": "1", "markers": markers},
    }
    page.show(markers=True)
    page.wait_marked("T1", "R1", "T4")
    page.settle()

    def act(kind, **actions):
        page.browser._call("POST", "/actions", actions=[{"type": kind, **actions}])

    def pointed(*spans):
        """Whether the page has seen the pointer come to rest on a span: the first that no popup
        covers and that the keys have not led to.
        """
        found = page.execute(
            "for (const id of arguments[0]) {"
            " const span = document.querySelector(`#svg rect[data-span-id=${id}]`);"
            " const box = span.getBoundingClientRect();"
            " const at = [box.left + box.width / 2, box.top + box.height / 2].map(Math.round);"
            " if (document.elementFromPoint(...at) === span && span !== document.activeElement)"
            "  return [id, ...at];"
            "}",
            spans,
        )
        if found is None:
            return False
        id, x, y = found
        # By way of somewhere else: a hand does not jump.
        moves = [
            {"type": "pointerMove", "duration": 100, "x": x, "y": y}
            for x, y in ((x + 40, y + 60), (x, y))
        ]
        act("pointer", id="mouse", parameters={"pointerType": "mouse"}, actions=moves)
        return page.browser.find_all(f"#svg rect[data-span-id={id}]:hover")

    # On a span without a marker, whose own popup opens under the pointer.
    page.wait(lambda: pointed("T2"))
    keys = ["\ue00a", "\ue008", "d"]
    strokes = [{"type": "keyDown", "value": key} for key in keys]
    strokes += [{"type": "keyUp", "value": key} for key in reversed(keys)]
    for _ in range(2):
        act("key", id="keyboard", actions=strokes)
        page.wait(lambda: "Annotators differ" in page.execute(POPUP))

    # A pointer that moves is a hand again.
    told = page.execute(POPUP)
    page.wait(lambda: pointed("T3", "T2", "T4", "T1"))
    page.wait(lambda: page.execute(POPUP) != told)


def test_what_has_a_note_is_still_marked_as_one_that_differs(page):
    page.fake.answers = OPEN
    page.show(markers=True)
    page.wait_marked("T1", "T3", "T4", "E1", "R1", "R2", "sentence 2")
    glow = "return document.querySelectorAll('#svg .shadow_AnnotationWarning.IAANoted').length"
    # The span, the arc's label and its line.
    assert page.execute(glow) >= 3
    assert not page.browser.find_all("#svg .shadow_AnnotatorNotes")
    fill = "return getComputedStyle(document.querySelector('#svg rect.IAANoted')).fill"
    assert page.execute(fill) == "rgb(255, 160, 51)"


def test_the_side_by_side_page_marks_its_right_side(page):
    page.fake.answers = OPEN
    page.show(page="diff.xhtml", markers=True, query="?diff=/p/ben/")
    page.wait_marked("T1", "T3", "T4", "E1", "R1", "R2", "sentence 2")
    assert page.execute("return document.querySelectorAll('#svg_first .iaa_differs').length") == 0
    assert {asked[1:] for asked in page.fake.asked} == {("/p/anna/", "d1")}
    page.wait(
        lambda: page.attribute("#iaa_button", "href") == page.fake.url + "iaa/p/-/document/d1"
    )
