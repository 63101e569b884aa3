"""A real brat in a real Chromium: the links open what they say and mark it."""

import pytest
from demo_in_browser import log_in
from real_brat import RealBrat
from waiting import wait_until

from brat_iaa.corpus.standoff import read_annotations
from brat_iaa.demo.serve import COLLECTION, PROJECT
from brat_iaa.formats.brat_links import BratLinks

pytestmark = pytest.mark.browser(draws=False)

# What brat draws for its URL's focus, as [left, right, top, bottom] on the page.
MARKED = """
const place = (element) => {
    const box = element.getBoundingClientRect();
    return [box.left, box.right, box.top, box.bottom];
};
return Array.from(document.querySelectorAll("animate[data-type=focus]"))
    .map((animate) => place(animate.parentNode));
"""
PLACE = MARKED.partition("return Array")[0] + "return place(document.querySelector(arguments[0]));"


def show(browser, url):
    """Open a page of brat and wait until it has drawn the document."""
    browser.open(url)
    wait_until(lambda: browser.find_all("#svg g.arcs text"), what="drawn arcs at " + url)


def name_shown(browser):
    return browser.property(browser.find("#document_name input"), "value")


def marked(browser):
    """The marked places; brat draws some of them twice."""
    boxes = wait_until(lambda: browser.execute(MARKED), what="something marked")
    return [box for index, box in enumerate(boxes) if box not in boxes[:index]]


def middle(box):
    left, right, top, bottom = box
    return (left + right) / 2, (top + bottom) / 2


def holds(box, point):
    left, right, top, bottom = box
    return left <= point[0] <= right and top <= point[1] <= bottom


def arc(annotator, document, label):
    """The first relation with this label, and its two spans, (id, head, dependent)."""
    file = PROJECT / annotator / (document + ".ann")
    text = file.with_suffix(".txt").read_text("utf-8")
    annotations = read_annotations(file.read_bytes(), text, file.name)
    relation = next(item for item in annotations.relations if item.type == label)
    (_, head), (_, dependent) = relation.args
    return relation.id, annotations.spans[head], annotations.spans[dependent]


class Tabs:
    """The pages, and the one other tab that has brat."""

    def __init__(self, browser):
        self._browser = browser
        self._pages = browser._call("GET", "/window")

    def handles(self):
        return set(self._browser._call("GET", "/window/handles"))

    def follow(self, link):
        """Click on a link into brat's tab, and go there."""
        self._browser.click(link)
        others = wait_until(lambda: self.handles() - {self._pages}, what="the tab with brat")
        (other,) = others
        self._browser._call("POST", "/window", handle=other)

    def back(self):
        self._browser._call("POST", "/window", handle=self._pages)


@pytest.fixture
def tabs(browser):
    yield Tabs(browser)
    browser.close_other_tabs()


@pytest.mark.parametrize("annotator", ["anna", "ben"])
def test_an_arc_link_marks_that_arc(browser, brat, annotator):
    relation, _, _ = arc(annotator, "a_letter", "CJCT")
    show(browser, BratLinks(brat, COLLECTION).file(f"{annotator}/a_letter.ann", [relation]))
    boxes = marked(browser)
    label = browser.execute(PLACE, "#svg text[data-arc-ed=%s]" % relation)
    assert len(boxes) == 1
    assert holds(boxes[0], middle(label))


def test_words_are_marked_by_their_offsets(browser, brat):
    _, _, dependent = arc("anna", "a_letter", "CJCT")
    focus = ["%d~%d" % fragment for fragment in dependent.fragments]
    show(browser, BratLinks(brat, COLLECTION).file("anna/a_letter.ann", focus))
    boxes = marked(browser)
    span = browser.execute(PLACE, "#svg rect[data-span-id=%s]" % dependent.id)
    assert len(boxes) == 1
    # The words stand below the span's box.
    assert holds(boxes[0], (middle(span)[0], middle(boxes[0])[1]))
    assert 0 < middle(boxes[0])[1] - middle(span)[1] < 40


ODD = "Ä b,c~d#e&f+g'h\"i;j=k[l]文"
ODD_LEFT = "Ä b#e+g'h\"i;j=k[l]文"


@pytest.fixture
def odd_brat(brat_folder, tmp_path):
    """A brat with a document, a folder and an annotator of odd names."""
    data = tmp_path / "data"
    for annotator in (ODD, ODD_LEFT):
        folder = data / "p" / annotator / "Ä b#c+d"
        folder.mkdir(parents=True)
        (folder / (ODD + ".txt")).write_text("Ann runs", "utf-8")
        ann = "T1\tTok 0 3\tAnn\nT2\tTok 4 8\truns\nR1\tsubj Arg1:T2 Arg2:T1\t\n"
        (folder / (ODD + ".ann")).write_text(ann, "utf-8")
    (data / "annotation.conf").write_text(
        "[entities]\nTok\n[relations]\nsubj Arg1:Tok, Arg2:Tok\n[events]\n[attributes]\n", "utf-8"
    )
    brat = RealBrat(brat_folder, data, tmp_path)
    try:
        yield brat.url
    finally:
        brat.close()


def test_odd_names_open(browser, odd_brat):
    links = BratLinks(odd_brat, "p")
    show(browser, links.file(f"{ODD}/Ä b#c+d/{ODD}.ann", ["R1", "0~3"]))
    assert len(marked(browser)) == 2
    browser.open(links.side_by_side(f"{ODD_LEFT}/Ä b#c+d/{ODD}", f"{ODD}/Ä b#c+d/{ODD}"))
    for side in ("first", "second"):
        browser.find("#svg_%s g.arcs text" % side)


def test_from_the_overview_to_the_arc_in_brat(browser, brat, tabs):
    """A project lead's way: a number on the overview, its items, one of them, the arc in brat."""
    log_in(browser, brat)
    browser.open(brat + "iaa/demo/-/")
    number = browser.find(".patterns td.number a")
    count = int(browser.text(number).split()[0])
    browser.click(number)
    items = wait_until(
        lambda: browser.find_all("ol.places > li"), what="the items behind the number"
    )
    assert len(items) == count

    # A disagreement on the label: both annotators have an arc to look at.
    browser.open(brat + "iaa/demo/-/disagreements?kind=label&a=anna&b=ben")
    link = browser.find("ol.places > li .group.a a.brat")
    source = browser.text(browser.find("ol.places > li .group.a .source"))
    relation = source.removeprefix("anna ").partition(",")[0]
    label = browser.text(browser.find("ol.places > li .group.a .label"))
    tabs.follow(link)
    wait_until(lambda: browser.find_all("#svg g.arcs text"), what="the document in brat")
    text = "#svg text[data-arc-ed=%s]" % relation
    # brat draws the document first, and marks what the link names then.
    wait_until(
        lambda: any(holds(box, middle(browser.execute(PLACE, text))) for box in marked(browser)),
        what="the mark on the arc",
    )
    role = "return document.querySelector(arguments[0]).getAttribute('data-arc-role')"
    assert browser.execute(role, text) == label
    assert name_shown(browser).startswith("/demo/anna/")
