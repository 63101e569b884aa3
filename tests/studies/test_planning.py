"""Plans: what figures need, on drawn projects and on the shipped ones."""

import pytest
from checkout import DEMO, PROJECTS
from drawn_projects import Drawn
from scored_projects import make_twelve
from small_projects import agreement, put, shipped

from brat_iaa.cli import main
from brat_iaa.studies.planning import (
    NOBODY_DIFFERS,
    PlanningOptions,
    half_widths,
    need_table,
    needs,
    sentence,
)

SHIPPED = [DEMO, PROJECTS / "ndt1"]


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
            units = need.needed * need.score.units / need.annotated
            halves = half_widths(need.score, [10, 20, units, 4 * units])
            assert list(halves) == sorted(halves, reverse=True) and halves[2] < 1.01 * need.width
            if need.more:
                assert need.half > need.width


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
    (row,) = need_table([few]).dicts()
    assert row["needed"] is row["more"] is None and row["undefined"]


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
