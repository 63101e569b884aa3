"""Random errors in layers of all kinds but trees."""

import pytest
from checkout import CHECKOUT
from small_projects import agreement, put_raw, whole

from brat_iaa.studies import simulation
from brat_iaa.studies.simulation import SimulationOptions, probability_of, simulate

CLINIC = CHECKOUT / "brat_iaa" / "demo" / "clinic"
STEPS = 0.0, 0.5, 1.0


@pytest.fixture(scope="module")
def clinic():
    return agreement(CLINIC)


@pytest.fixture
def few_steps(monkeypatch):
    monkeypatch.setattr(simulation, "PROBABILITIES", STEPS)


def simulated(found, of, layer=None, repetitions=3, seed=1):
    return simulate(
        found, SimulationOptions(of=of, layer=layer, repetitions=repetitions, seed=seed)
    )


def curves(found_there):
    """{(kind of errors, measure, statistic): [value at each step]}"""
    found: dict = {}
    for point in found_there.points:
        found.setdefault((point.kind, point.measure, point.statistic), []).append(point.value)
    return found


@pytest.mark.parametrize(
    ("layer", "kinds", "unchanged"),
    [
        ("spans", ["both", "label", "place"], set()),
        ("relations", ["both", "label", "place"], set()),
        ("events", ["both", "label", "place"], set()),
        ("chains", ["both"], {"mentions-f1"}),
        ("Certainty", ["both"], set()),
        ("Negated", ["both"], set()),
    ],
)
def test_more_errors_are_less_agreement(clinic, few_steps, layer, kinds, unchanged):
    # Of few chains and events one simulation may go either way.
    found = simulated(clinic, "anna", layer, 3 if layer in ("chains", "events") else 1)
    assert list(found.kinds) == kinds and found.layer == layer
    both = {name: curve for (kind, *name), curve in curves(found).items() if kind == "both"
            for name in [tuple(name)]}  # fmt: skip
    assert set(both) == set(found.figures)
    for (measure, _), (none, half, everything) in both.items():
        assert none == 1
        assert (half == everything == 1) if measure in unchanged else (1 > half > everything)
    # The project's own figures are those of its report, and stand on these curves.
    own = {(figure.measure, figure.statistic): figure for figure in found.project_figures}
    assert {measure for measure, _ in own} == {name for name, _ in both} - unchanged
    scores = whole(clinic, layer)
    for name, figure in own.items():
        score = scores[(*name, clinic.annotators)].value
        assert figure.value == score
        assert figure.p == probability_of(list(zip(STEPS, both[name])), score)


def test_another_label_is_never_the_same(clinic, few_steps):
    """With all labels changed no span agrees in its label, and all have their boundaries."""
    found = curves(simulated(clinic, "anna", "spans", 1))
    assert found["label", "f1", "exact"][2] == found["label", "agreement", "raw"][2] == 0
    half = found["label", "f1", "exact"][1]
    # Spans stay, so F1 is the share of the labels that did; as many as half, roughly.
    assert half == found["label", "agreement", "raw"][1] and 0.35 < half < 0.65
    # Places alone: as many stay as half, roughly, and what stays keeps its label.
    _, half, everything = found["place", "f1", "exact"]
    assert 0.35 < half < 0.65 and everything < 0.05
    assert found["place", "agreement", "raw"][1] > 0.9


def test_sets_of_labels_agree_without_errors(tmp_path, few_steps):
    """Each of the labels of a span is changed by itself."""
    spans = "T1\tPER 0 3\tAnn\nT2\tPER 8 11\tBob\n"
    first = f"{spans}N1\tReference T1 Wiki:1\tx\nN2\tReference T1 Wiki:2\ty\n"
    for name, ann in (("anna", first), ("ben", f"{first}N3\tReference T2 Wiki:1\tx\n")):
        put_raw(tmp_path, name, "doc", "Ann met Bob .\n", ann)
    (tmp_path / "iaa.conf").write_text(
        "[layer links]\nkind = labels\nvalue = normalization:Wiki\nset = yes\n"
    )
    found = curves(simulated(agreement(tmp_path), "anna", "links"))
    assert {curve[0] for curve in found.values()} == {1}
    assert found["both", "agreement", "raw"][2] < 1


def test_an_error_of_a_small_share_is_one_of_each_larger_share(clinic, monkeypatch):
    # So close that other errors would make some of them higher than the one before.
    monkeypatch.setattr(simulation, "PROBABILITIES", (0.4, 0.44, 0.48, 0.52, 0.56))
    first = simulated(clinic, "anna", "spans", 1)
    found = curves(first)
    curve = found["label", "f1", "exact"]
    assert curve == sorted(curve, reverse=True)
    again, other = (simulated(clinic, "anna", "spans", 1, seed).points for seed in (1, 2))
    assert again == first.points != other
