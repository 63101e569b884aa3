"""Spans, attributes, relations and events as brat's own page marks them, in a real Chromium."""

import pytest
from inside_brat import CONFIG, Person, served
from restaurants import LAYERS, make_project
from running_brat import folder_with

pytestmark = pytest.mark.browser(draws=False)
ACCESS = "[access]\nmanagers = lead\nreveal = own\nothers = {others}\n[intervals]\nresamples = 20\n"


@pytest.fixture(params=["named", "hidden"])
def anna(request, brat_folder, browser, tmp_path):
    folder = folder_with(brat_folder, tmp_path / "brat", CONFIG)
    (folder / "work").mkdir()
    make_project(folder / "data" / "demo", settings=LAYERS + ACCESS.format(others=request.param))
    server, url = served(folder, tmp_path / "serve")
    try:
        yield request.param, Person(browser, url).comes("anna")
    finally:
        server.close()


def test_markers(anna):
    others, person = anna
    person.opens("anna", "visit")
    person.sees_marked("sentence 3")
    if others == "hidden":
        # Where it is, not what: ben's “its” is told as its sentence, his “Casa Pepe” as hers.
        assert person.marked() == ["E1", "T1", "T3", "T4", "T6", "sentence 3"]
        assert "Somebody differs here" in person.popup("T6")
        assert person.button()["figure"] == "review is open"
        return
    # The inn, Casa Pepe: extent; potatoes: label; soup: attribute; hiring: attribute, arguments.
    assert person.marked() == ["E1", "R1", "T1", "T3", "T4", "T6", "sentence 3"]
    assert "different first or last character" in person.popup("T1")
    assert "ben: Restaurant harbour inn" in person.popup("T1")
    assert "ben: NEG" in person.popup("T4")
    # What differs only because of the inn’s extent is told with the inn.
    assert "with it: Polarity, links" in person.popup("R1")
    assert "Whom hired → cook\nben: Hire, Who hired → Casa Pepe" in person.popup("E1")
    said = person.popup("sentence 3")
    assert (
        "drew the span: “its”" in said
        and "ben: Restaurant" in said
        and said.count("with it: ")
        and "refers_to its" not in said
    )
    button = person.button()
    assert button["figure"].startswith("F1 .59") and "over 12 spans" in button["tooltip"]
    assert person.errors() == []
