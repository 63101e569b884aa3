"""Plans: what figures need, on drawn projects and on the shipped ones."""

import json
import math
from shutil import copy, copytree
from types import SimpleNamespace

import pytest
from checkout import DEMO, PROJECTS
from drawn_projects import Drawn
from scored_projects import make_twelve
from small_projects import agreement, put, shipped

from brat_iaa.cli import main
from brat_iaa.errors import ConfigError
from brat_iaa.formats.picture import to_svg
from brat_iaa.formats.tables import to_csv
from brat_iaa.studies.planning import (
    LABELS,
    NOBODY_DIFFERS,
    PlanningOptions,
    curve,
    half_widths,
    need_table,
    needs,
    picture,
    sentence,
    tables,
)
from brat_iaa.study import Study

SHIPPED = [DEMO, *sorted(path for path in PROJECTS.iterdir() if path.is_dir())]


@pytest.fixture(scope="module", params=SHIPPED, ids=lambda path: path.name)
def each_shipped(request):
    return shipped(request.param)


def test_at_the_number_there_is_the_interval_is_the_one_there_is(each_shipped):
    """Of every figure of every layer: its scale and its standard error are known rightly."""
    checked = 0
    for score in each_shipped.scores:
        if score.interval is None or score.standard_error < 1e-12 or score.value in (0, 1):
            continue
        low, high = score.interval
        half = half_widths(score, [score.units])
        assert half[0] == pytest.approx((high - low) / 2, rel=1e-9), score
        checked += 1
    assert checked or not any(score.interval for score in each_shipped.scores)


@pytest.mark.parametrize("seed", range(2))
def test_of_drawn_projects(seed, tmp_path):
    found = agreement(Drawn(seed, documents=8).write(tmp_path), unit="sentences")
    for need in needs(found, PlanningOptions(width=0.02)):
        assert (need.needed is None) == (need.undefined is not None)
        assert "nan" not in sentence(need)
        if need.needed is not None:
            assert need.more >= 0
            points = curve(need, 2 * need.needed)
            assert all(0 < half < 1.5 and math.isfinite(half) for _, half in points)
            assert points == sorted(points)
            halves = [half for _, half in points]
            assert halves == sorted(halves, reverse=True)
            if need.more:
                assert need.half > need.width


@pytest.mark.system
def test_names_of_annotators_change_nothing(tmp_path):
    drawn = Drawn(3, documents=8)
    same = agreement(drawn.write(tmp_path / "a"))
    names = {"anna": "zoe", "ben": "yan", "carla": "xi"}
    other = agreement(drawn.write(tmp_path / "b", names))

    def of(found):
        return [(need.name, need.score.label, need.needed, need.undefined) for need in found]

    assert of(needs(same, PlanningOptions())) == of(needs(other, PlanningOptions()))


def test_a_label_needs_sentences_as_often_as_it_is_there():
    found = needs(shipped(PROJECTS / "ndt1"), PlanningOptions(layer="dependencies"))
    rare = [need for need in found if need.score.label == "DOBJ"]
    (need,) = rare
    assert need.score.units < need.annotated == 130
    units = need.needed * need.score.units / need.annotated
    halves = half_widths(need.score, [round(units)])
    assert halves[0] == pytest.approx(need.width, rel=0.01)


def test_what_cannot_be_said_is_said_in_words(tmp_path):
    for annotator in ("anna", "ben"):
        put(
            tmp_path / "alike",
            annotator,
            "d",
            " / ".join(["a b"] * 12),
            " / ".join(["0>1:r 1>2:x"] * 12),
        )
        put(
            tmp_path / "few",
            annotator,
            "d",
            "a b",
            "0>1:r 1>2:x" if annotator == "anna" else "0>1:r",
        )
    alike = needs(agreement(tmp_path / "alike"), PlanningOptions())[0]
    assert alike.undefined == NOBODY_DIFFERS
    assert "no number can be given: nobody differs yet" in sentence(alike)
    few = needs(agreement(tmp_path / "few"), PlanningOptions())[0]
    assert "fewer than 10 sentences" in sentence(few)
    assert "No figure has a curve." in picture([few]).sentence
    (row,) = need_table([few]).dicts()
    assert row["needed"] is row["more"] is None and row["undefined"]


def test_documents_as_units():
    found = needs(Study(PROJECTS / "ndt1", {"unit": "documents"}).agreement(), PlanningOptions())[0]
    assert found.undefined and "documents" in found.undefined


def test_each_figure_has_a_name_of_its_own(each_shipped):
    for layer in each_shipped.layers:
        found = needs(each_shipped, PlanningOptions(layer=layer.name))
        for measure in {need.score.measure for need in found}:
            rows = [
                (need.name, need.score.label)
                for need in needs(each_shipped, PlanningOptions(layer=layer.name, measure=measure))
            ]
            assert len(rows) == len(set(rows))


def test_names_that_are_not_there():
    found = shipped(DEMO)
    for asked in ({"layer": "none"}, {"measure": "none"}, {"label": ("none",)}):
        with pytest.raises(ConfigError):
            needs(found, PlanningOptions(**asked))
    (label, *_) = [need.score.label for need in needs(found, PlanningOptions()) if need.score.label]
    with pytest.raises(ConfigError, match="no figure of none"):
        needs(found, PlanningOptions(label=(label, "none")))


def test_the_forms(tmp_path, capsys):
    project = str(make_twelve(tmp_path / "p"))
    assert main(["study", "planning", project, "--width", ".05"]) == 0
    text = capsys.readouterr().out
    assert "How much more: sentences for ± .050" in text
    found = needs(agreement(tmp_path / "p"), PlanningOptions(width=0.05))
    for form in ("json", "csv", "svg"):
        assert main(["study", "planning", project, "--width", ".05", "--format", form]) == 0
        out = capsys.readouterr().out
        if form == "json":
            assert json.loads(out)["rows"] == need_table(found).dicts()
        elif form == "csv":
            assert out == to_csv(need_table(found))
        else:
            assert out == to_svg(picture(found), paper=True) + "\n"


@pytest.mark.parametrize(
    ("width", "shown"), [(".0004", ".0004"), (".0125", ".0125"), (".02", ".020"), ("1e-9", "1e-09")]
)
def test_the_wanted_width_is_said_as_it_is_meant(tmp_path, capsys, width, shown):
    project = str(make_twelve(tmp_path / "p"))
    for form in ("text", "svg"):
        assert main(["study", "planning", project, "--width", width, "--format", form]) == 0
        out = " ".join(capsys.readouterr().out.split())
        assert f"or ± {shown}" in out and "± .000 " not in out


def test_two_phases(tmp_path, capsys):
    root, state = make_twelve(tmp_path / "p"), ["--state-dir", str(tmp_path / "state")]
    main(["snapshot", str(root), "--phase", "1 apart", *state])
    path = root / "ben" / "doc.ann"
    path.write_text(path.read_text().replace("\ty ", "\tx ", 2))
    main(["snapshot", str(root), "--phase", "2 met", *state])
    capsys.readouterr()
    assert main(["study", "planning", str(root), "--phases", "1,2", *state]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "To tell 1 apart and 2 met apart by LAA" in out and "too few differ" in out
    assert main(["study", "planning", str(root), "--phases", "1,1", *state]) == 0
    assert "the two do not differ at all" in " ".join(capsys.readouterr().out.split())


@pytest.mark.system
def test_two_phases_of_other_layers(tmp_path, capsys):
    """By the leading figure of the layer, or by another one of its main figures."""
    root, state = tmp_path / "p", ["--state-dir", str(tmp_path / "state")]
    copytree(DEMO.parent / "clinic", root)
    (root / "iaa.conf").write_text("[layer spans]\nkind = labels\n[layer chains]\nkind = chains\n")
    main(["snapshot", str(root), "--phase", "1 apart", *state])
    for path in root.glob("ben/*.ann"):
        copy(root / "anna" / path.name, path)
    main(["snapshot", str(root), "--phase", "2 met", *state])
    capsys.readouterr()
    for asked, figure in (
        ((), "spans: F1, exact ("),
        (("--layer", "chains"), "chains: alpha, weighted (.33, .67)"),
        (("--layer", "spans", "--measure", "alpha"), "spans: alpha, nominal ("),
    ):
        assert main(["study", "planning", str(root), "--phases", "1,2", *asked, *state]) == 0
        out = " ".join(capsys.readouterr().out.split())
        assert f"To tell 1 apart and 2 met apart by {figure}" in out or "too few differ" in out
    command = ["study", "planning", str(root), "--phases", "1,2", "--measure", "delta", *state]
    assert main(command) == 2
    assert "delta" in capsys.readouterr().err


def test_many_labels_are_cut_short_in_words_only(each_shipped):
    report = tables(
        SimpleNamespace(agreement=lambda: each_shipped, phases=lambda _: None), PlanningOptions()
    )
    assert all(len(table.rows) <= LABELS + 1 for table in report.tables[1:])
    assert len(report.rows.records) == len(needs(each_shipped, PlanningOptions()))
