"""Printed paragraphs and tables against what is computed."""

import re
import textwrap

import pytest
from checkout import DEMO, PROJECTS
from small_projects import agreement, put

from brat_iaa.paper.checking import PrintedDifference, check, snapshot_named
from brat_iaa.paper.methods import as_text, layers_in, paper
from brat_iaa.study import Study

SHIPPED = [DEMO, *sorted(path for path in PROJECTS.iterdir() if path.is_dir())]
SNAPSHOT = "snapshot 2 of 2026-11-22"


@pytest.fixture(scope="module", params=SHIPPED, ids=lambda path: path.name)
def shipped(request):
    return Study(request.param).agreement()


@pytest.fixture(scope="module")
def demo():
    return Study(DEMO).agreement()


def test_what_is_printed_passes(shipped):
    made = paper(shipped, None, SNAPSHOT)
    for text in (as_text(shipped, SNAPSHOT), made.paragraph, made.table):
        checked = check(text, shipped, SNAPSHOT)
        assert checked.same > 3 and not checked.differences and not checked.unknown


def test_of_one_layer_too(shipped):
    for layer in layers_in(shipped):
        made = paper(shipped, layer.name, SNAPSHOT)
        checked = check(f"{made.paragraph}\n{made.table}", shipped, SNAPSHOT)
        assert checked.same and not checked.differences


def test_each_changed_digit_is_found(demo):
    """Of every figure in the paragraph and in the table."""
    for text in paper(demo)[:2]:
        figures = list(re.finditer(r"(?<![\w.:])\.\d{3}", text))
        assert len(figures) > 20
        for one in figures:
            other = f"{one[0][:-1]}{(int(one[0][-1]) + 1) % 10}"
            checked = check(text[: one.start()] + other + text[one.end() :], demo)
            assert [(found.printed, found.computed) for found in checked.differences] == [
                (other, one[0])
            ]


def test_it_is_named_by_what_stands_before(demo):
    changed = paper(demo).paragraph.replace("LAA .911 [", "LAA .912 [")
    (found,) = check(changed, demo).differences
    assert found.where.endswith(".965), LAA") and found[1:] == (".912", ".911")


def test_figures_that_changed_places_are_found(demo):
    text = paper(demo).paragraph
    swapped = text.replace("UAA .945", "UAA @").replace("LAA .911", "LAA .945")
    assert check(swapped.replace("@", ".911"), demo).differences


def test_authors_may_rephrase_wrap_and_leave_out(demo):
    text = paper(demo).paragraph
    text = text.replace("[how they were chosen]", "from the essays of 14 learners")
    text = text.replace("is the mean similarity of the two sets over the tokens, and then", "is")
    text = text.replace(".911", "0.911").replace("Punctuation is included. ", "")
    text = "\n\n".join(textwrap.fill(part, 60) for part in text.split("\n\n"))
    checked = check(text, demo)
    assert not checked.differences
    assert [(found.printed, found.where.split()[-1]) for found in checked.unknown] == [("14", "of")]
    shorter = text.partition("Krippendorff")[0]
    assert check(shorter, demo).left_out > 10 and not check(shorter, demo).differences


def test_a_figure_that_nobody_computed_is_a_difference(demo):
    text = paper(demo).paragraph + "Agreement with the experts was .987.\n"
    (found,) = check(text, demo).differences
    assert found.where.endswith("Agreement with the experts was") and found[1:] == (".987", "")


def test_settings_are_named(tmp_path):
    for name, label in (("anna", "obj"), ("ben", "obl")):
        put(tmp_path, name, "d", "one two ,", f"0>1:root 1>2:{label} 1>3:p")
    one = agreement(tmp_path)
    other = agreement(tmp_path, punctuation="out", distance="jaccard")
    checked = check(paper(one).paragraph + paper(one).table, other)
    assert PrintedDifference("punct", "in", "out") in checked.differences
    assert PrintedDifference("distance", "masi", "jaccard") in checked.differences


def test_another_snapshot_phase_and_fingerprint_are_named(demo, tmp_path):
    text = paper(demo, None, SNAPSHOT).paragraph.replace("a4340eb17149", "a4340eb17140")
    checked = check(text.replace("“1 apart”", "“2 revised”"), demo, "snapshot 3 of 2026-11-23")
    assert set(checked.differences) == {
        PrintedDifference("snapshot", "2 of 2026-11-22", "3 of 2026-11-23"),
        PrintedDifference("phase", "2 revised", "1 apart"),
        PrintedDifference("fingerprint", "a4340eb17140", "a4340eb17149"),
    }
    assert snapshot_named(text) == 2 and snapshot_named("nothing") is None


def test_another_version_is_said_and_no_difference(demo):
    text = re.sub(r"\b(v|brat-agreement )\d+\.\d+\.\d+", r"\g<1>0.0.9", paper(demo).paragraph)
    checked = check(text, demo)
    assert checked.version == "0.0.9" and not checked.differences


def test_a_text_about_something_else(demo):
    assert check("We thank everybody.", demo)[:3] == (0, [], [])
