"""The perturbation study of Skjærholt 2014, section 3."""

import functools
import random

import pytest
from cases import each
from small_projects import put, put_raw, random_words

from brat_iaa.errors import ProjectError
from brat_iaa.studies import simulation
from brat_iaa.studies.simulation import (
    ERROR_KINDS,
    FIGURES,
    ROOT,
    Tree,
    dominates,
    perturbed,
)
from brat_iaa.study import Study

STEPS = 0.0, 0.5, 1.0


def simulate(found, repetitions=1, seed=1):
    return simulation.simulate(found, "anna", repetitions, seed)


def make_project(root, sentences):
    rng = random.Random(5)
    words = random_words(rng, sentences, 9)

    def marks():
        return " / ".join(
            " ".join(
                f"{rng.randrange(at)}>{at}:{rng.choice('ABCD')}"
                for at in range(1, len(sentence.split()) + 1)
            )
            for sentence in words.split(" / ")
        )

    first = marks()
    put(root, "anna", "doc", words, first)
    put(root, "ben", "doc", words, first.replace(":A", ":B", 3))
    return root


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A project, with fewer steps than the curves have."""
    monkeypatch.setattr(simulation, "PROBABILITIES", STEPS)
    return make_project(tmp_path, 8)


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    root = make_project(tmp_path_factory.mktemp("simulated"), 10)
    return simulate(Study(root).agreement())


def test_more_errors_are_less_agreement(found):
    for kind in ERROR_KINDS:
        for figure in FIGURES:
            curve = [
                point.value for point in found.points if (point.kind, point[1:3]) == (kind, figure)
            ]
            untouched = (kind, figure[0]) in (("label", "UAA"), ("head", "LOA"))
            assert (set(curve) == {1}) if untouched else (curve[0] > curve[4] > curve[8]), (
                kind, figure,
            )  # fmt: skip


def test_the_seed_decides(project):
    agreement = Study(project).agreement()
    first, again, other = (simulate(agreement, seed=seed) for seed in (1, 1, 2))
    assert first == again and first.points != other.points


def test_the_projects_own_figures_stand_on_the_curves(project):
    found = simulate(Study(project).agreement())
    assert {*found.own} == {*FIGURES}
    for key, (value, p) in found.own.items():
        curve = found.curve("both", *key)
        (low, above), (high, below) = next(
            (one, other) for one, other in zip(curve, curve[1:]) if value >= other[1]
        )
        assert value == pytest.approx(above + (p - low) / (high - low) * (below - above))


def test_without_trees_there_is_nothing_to_change(tmp_path):
    for name in ("anna", "ben"):
        put_raw(tmp_path, name, "doc", "Ann met Bob .\n", "T1\tPER 0 3\tAnn\n")
    with pytest.raises(ProjectError, match="neither dependencies nor trees"):
        simulate(Study(tmp_path).agreement())


@each("seed", range(20))
def test_what_is_perturbed_stays_a_tree(seed):
    rng = random.Random(seed)
    tokens = tuple(range(10, 22))
    heads = {at: rng.choice((ROOT, *tokens[:place])) for place, at in enumerate(tokens)}
    tree = Tree(tokens, heads, dict.fromkeys(tokens, "A"))
    changed = perturbed(tree, ["A", "B"], 1, 1, rng)
    assert not any(dominates(changed.heads, at, changed.heads[at]) for at in tokens)
    assert set(changed.labels.values()) == {"B"}
    assert perturbed(tree, ["A", "B"], 0, 0, rng) == tree


def test_alpha_over_trees_by_the_slow_way(project):
    """p = .5 once: the trees that the simulation drew, their distances by the textbook
    recursion.
    """
    found = simulate(Study(project).agreement())
    table = Study(project).agreement().tables["doc"]
    trees = simulation.trees_of(table, "anna")
    labels = sorted({label for tree in trees for label in tree.labels.values()})
    rng = random.Random("1 both 0.5 0")
    both = [(tree, perturbed(tree, labels, 0.5, 0.5, rng)) for tree in trees]

    def nested(tree, head=ROOT):
        return tuple(
            (tree.labels[i], nested(tree, i)) for i in tree.tokens if tree.heads[i] == head
        )

    @functools.lru_cache(None)
    def size(forest):
        return sum(1 + size(below) for _, below in forest)

    @functools.lru_cache(None)
    def ted(one, other):
        if not one or not other:
            return size(one) + size(other)
        (a, below_a), (b, below_b) = one[-1], other[-1]
        return min(
            ted(one[:-1] + below_a, other) + 1,
            ted(one, other[:-1] + below_b) + 1,
            ted(one[:-1], other[:-1]) + ted(below_a, below_b) + (a != b),
        )

    every = [nested(tree) for pair in both for tree in pair]
    functions = {
        "plain": ted,
        "diff": lambda a, b: ted(a, b) - abs(size(a) - size(b)),
        # The artificial root counts in both sizes.
        "norm": lambda a, b: ted(a, b) / (size(a) + size(b) + 2),
    }
    for metric, distance in functions.items():
        observed = sum(2 * distance(nested(a), nested(b)) ** 2 for a, b in both) / len(every)
        expected = (
            sum(distance(a, b) ** 2 for a in every for b in every) / len(every) / (len(every) - 1)
        )
        value = next(
            point.value
            for point in found.points
            if point[:4] == ("both", f"alpha-{metric}", "alpha", 0.5)
        )
        assert value == pytest.approx(1 - observed / expected, rel=1e-12)
