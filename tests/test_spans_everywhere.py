"""Commands, drafts and phases where annotators draw spans: nothing speaks of tokens and arcs."""

from restaurants import BEN, LAYERS, TEXT, make_project, put, standoff

from brat_iaa.cli import main
from brat_iaa.phases.states import ComparedStates
from brat_iaa.study import Study

FAST = "[intervals]\nresamples = 0\n"


def said(capsys, *arguments):
    """(exit code, all that a command prints)"""
    code = main([*map(str, arguments)])
    out, err = capsys.readouterr()
    return code, out + err


def test_check_where_nothing_is_compared(tmp_path, capsys):
    for name in ("anna", "ben"):
        put(tmp_path, name, "d", TEXT, standoff(TEXT, {"soup": ("ROOT", "soup")}))
    code, text = said(capsys, "check", tmp_path, "--min", "spans/f1:exact=0.6")
    assert code == 2 and "nothing is compared in this project" in text


def states(tmp_path, spans):
    """The project, and the same with other spans of ben's."""
    before = make_project(tmp_path / "before", settings=LAYERS + FAST)
    after = make_project(tmp_path / "after", settings=LAYERS + FAST)
    put(after, "ben", "visit", TEXT, standoff(TEXT, spans))
    return Study(before).agreement(), Study(after).agreement()


def test_a_span_that_was_drawn_anew_still_differs(tmp_path):
    """ben's "Casa Pepe" becomes "Casa", which no Casa Pepe stands at any more; "its" goes."""
    spans = {**BEN, "casa": ("Restaurant", "Casa"), "inn": ("Restaurant", "old harbour inn")}
    del spans["its"]
    before, after = states(tmp_path, spans)
    found = {
        change.place.token.text: (change.status, *change.before.kinds)
        for change in ComparedStates(before, after).changes
        if change.place.layer == "spans"
    }
    assert found == {
        "old harbour inn": ("resolved", "boundaries"),
        "fried potatoes": ("remaining", "label"),
        "Casa": ("remaining", "boundaries"),
        "its": ("resolved", "missing-span"),
    }
