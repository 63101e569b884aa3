"""Relations between spans: F1 and disagreements, worked out by hand and by a slow count of sets."""

from collections import Counter
from itertools import combinations

import pytest
from differences import told
from element_projects import (
    check_names_do_not_matter,
    order,
    put_project,
    random_project,
    records,
)
from layer_projects import project
from relation_projects import LAYER, ann, compared
from slow_coefficients import largest
from small_projects import agreement, whole

from brat_iaa.layers.difference import seen_from

PAIR = ("anna", "ben")


def f1(found, way="exact", pair=PAIR):
    return whole(found)["f1", way, pair].value


def married(first, second, **spans):
    return ann(
        {"ana": ("PER", 0), "lo": ("PER", 1), "un": ("ORG", 9), **spans}, ("Married", first, second)
    )


def test_symmetric_types_match_either_way_round(tmp_path):
    both = {"anna": married("ana", "lo"), "ben": married("lo", "ana")}
    found = compared(tmp_path / "directed", **both)
    assert f1(found) == 0 and [one.kind for one in found.differences] == ["reversed"]
    found = compared(tmp_path / "symmetric", "symmetric = Married\n", **both)
    assert f1(found) == 1 and not found.differences
    assert "|symmetric:Married|" in whole(found)["f1", "exact", PAIR].signature


@pytest.mark.parametrize("settings, exact, overlap", [
    ("symmetric = Married\n", 0, 0), ("end_types = ignore\nsymmetric = Married\n", 1 / 2, 1),
    ("types = Works\n", None, None),
])  # fmt: skip
def test_types_of_ends_and_of_relations_count_as_set(tmp_path, settings, exact, overlap):
    """The ends of one overlap crosswise only; those of the other are the same with other types."""
    found = compared(
        tmp_path,
        settings,
        anna=ann(
            {"p": ("PER", 0, 1), "o": ("ORG", 3, 5), "u": ("ORG", 9), "r": ("LOC", 11)},
            *(("Married", "p", "o"), ("Married", "u", "r")),
        ),
        ben=ann(
            {"p": ("PER", 3), "o": ("ORG", 1), "u": ("PER", 9), "r": ("PER", 11)},
            *(("Married", "p", "o"), ("Married", "r", "u")),
        ),
    )
    assert (f1(found), f1(found, "overlap")) == (exact, overlap)


# Random projects, against a count of its own


def known(content, symmetric):
    """{what makes a relation the same: its id}, of the first that says it."""
    spans, relations, _ = records(content)
    found = {}
    for id, kind, args in relations:
        ends = frozenset((role, spans[end]) for role, end in args)
        if kind in symmetric:
            ends = tuple(sorted(spans[end] for _, end in args)), frozenset(role for role, _ in args)
        found.setdefault((kind, ends), id)
    return found


def overlapping(content, ids, symmetric):
    """Of some relations [(type and roles, end types, characters)], in both orders if symmetric."""
    spans, relations, _ = records(content)
    made = {}
    for id, kind, args in relations:
        ends = [spans[end] for _, end in sorted(args)]
        orders = [ends, ends[::-1]] if kind in symmetric else [ends]
        what = kind, sorted(role for role, _ in args)
        made[id] = [
            (
                what, [end[0] for end in own], [{c for a, b in end[1] for c in range(a, b)} for end in own],
            )
            for own in orders
        ]  # fmt: skip
    return [made[id] for id in ids]


def touch(one, other):
    return any(
        (what, types) == (what2, types2) and all(a & b for a, b in zip(ends, ends2))
        for what, types, ends in one
        for what2, types2, ends2 in other
    )


@pytest.mark.parametrize("symmetric", [(), ("Sym",)])
@pytest.mark.parametrize("seed", range(2))
def test_random_projects(seed, symmetric, tmp_path):
    names = ("anna", "ben", "carla")
    made = random_project(seed, "relations", ("Arg1", "Arg2"))
    settings = LAYER + (f"symmetric = {', '.join(symmetric)}\n" if symmetric else "")
    found = agreement(put_project(tmp_path / "one", made, order(names) + settings))
    for pair in combinations(names, 2):
        sizes = matched = near = 0
        unmatched = Counter()
        for document, own in made.items():
            if set(pair) <= set(own):
                both = [known(own[name], symmetric) for name in pair]
                common = set(both[0]) & set(both[1])
                sizes += len(both[0]) + len(both[1])
                matched += len(common)
                alone = [[id for key, id in side.items() if key not in common] for side in both]
                near += largest(
                    *(overlapping(own[name], ids, symmetric) for name, ids in zip(pair, alone)),
                    touch,
                )
                unmatched.update(
                    (document, name, id) for name, ids in zip(pair, alone) for id in ids
                )
        for way, number in (("exact", matched), ("overlap", matched + near)):
            score = whole(found)["f1", way, pair]
            assert (
                score.value is None
                if not sizes
                else score.value == pytest.approx(2 * number / sizes)
            )
            assert score.value is None or 0 <= score.value <= 1
        # Scores and the list of disagreements cannot contradict each other.
        listed = Counter(
            (one.document, name, mark.id)
            for one in found.differences
            if one.annotators == pair
            for name, mark in zip(pair, one.marks)
            if mark
        )
        assert listed == unmatched

    turned = agreement(put_project(tmp_path / "two", made, order(names[::-1]) + settings))
    for pair in combinations(names, 2):
        own = map(told, seen_from(pair[1], found.differences, pair[0]))
        assert [*own] == [told(one) for one in turned.differences if one.annotators == pair[::-1]]
        assert f1(turned, "overlap", pair[::-1]) == f1(found, "overlap", pair)

    check_names_do_not_matter(tmp_path / "three", made, settings, found, seed)


# The global comparison method


@pytest.mark.parametrize(
    "name, other_types",
    [("ndt1", ["DET"]), ("ndt3", ["APP", "ATR", "DET", "DOBJ", "FLAT", "IK", "SPRED"])],
)
def test_on_tokens_that_all_share_it_is_the_global_comparison_method(tmp_path, name, other_types):
    """GCM of LAA (Ragheb & Dickinson 2013) asks for the same tokens, F1 for their types too.

    So it is the same figure for all labels at whose arcs the annotators chose the same types, and
    for everything where tokens have one type.
    """

    def both(root):
        found = agreement(root)
        pair = found.annotators
        scores = [score for score in found.scores if not score.document]
        of = {(score.layer, score.measure, score.statistic, score.label): score for score in scores}
        labels = {score.label for score in scores if score.layer == "links"}
        gcm = {label: of["dependencies", "LAA", "gcm-f1", label].value for label in labels}
        assert len(pair) == 2 and len(labels) > 20
        return gcm, {label: of["links", "f1", "exact", label].value for label in labels}

    settings = "[layer dependencies]\n" + LAYER
    gcm, own = both(project(tmp_path / "shipped", name, settings))
    assert {label for label in gcm if own[label] != pytest.approx(gcm[label])} == {
        None, *other_types,
    }  # fmt: skip
    assert all(own[label] <= gcm[label] + 1e-12 for label in gcm)

    root = project(tmp_path / "one_type", name, settings)
    for path in root.glob("*/*.ann"):
        lines = path.read_text("utf-8").splitlines(keepends=True)
        path.write_text("".join(_of_one_type(line) for line in lines), "utf-8")
    gcm, own = both(root)
    assert own == pytest.approx(gcm)


def _of_one_type(line):
    id, _, rest = line.partition("\t")
    kind, blank, places = rest.partition(" ")
    return f"{id}\tW {places}" if id[0] == "T" and kind != "ROOT" else line


# Corpora that come with brat


# The report and the list
