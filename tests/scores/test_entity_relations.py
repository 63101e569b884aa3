"""Relations between spans: F1 and disagreements, worked out by hand and by a slow count of sets."""

from collections import Counter
from itertools import combinations

import pytest
from differences import told
from element_projects import (
    WORDS,
    check_names_do_not_matter,
    described,
    order,
    put_project,
    random_project,
    records,
    share,
)
from layer_projects import project
from relation_projects import LAYER, SPANS, ann, compared
from slow_coefficients import largest
from small_projects import agreement, of_labels, put_raw, whole

from brat_iaa.layers.difference import seen_from

PAIR = ("anna", "ben")


def f1(found, way="exact", pair=PAIR):
    return whole(found)["f1", way, pair].value


def test_worked_by_hand(tmp_path):
    """anna 4, ben 3. Exact: Works. By overlap also Lives, where ben drew the last name only."""
    found = compared(
        tmp_path,
        anna=ann(
            SPANS,
            ("Works", "ana", "un"),
            ("Lives", "ana", "gre"),
            ("In", "gre", "fra"),
            ("In", "un", "rome"),
        ),
        ben=ann(
            {**SPANS, "lopez": ("PER", 1)},
            ("Works", "ana", "un"),
            ("Lives", "lopez", "gre"),
            ("In", "fra", "gre"),
        ),
    )
    assert f1(found) == share(1, 4, 3)
    assert f1(found, "overlap") == share(2, 4, 3)
    assert whole(found)["f1", "exact", PAIR].items == 6
    labels = of_labels(found)
    assert labels["f1", "exact", PAIR, "In"].value == share(0, 2, 1)
    assert labels["f1", "overlap", PAIR, "Lives"].value == share(1, 1, 1)
    assert described(found) == [
        (
            "d",
            "Ana Lopez",
            "ends",
            ("Lives", "Lives"),
            ("Ana Lopez → Grenoble", "Lopez → Grenoble"),
        ),
        ("d", "Grenoble", "reversed", ("In", "In"), ("Grenoble → France", "France → Grenoble")),
        ("d", "UN", "extra-relation", ("In", ""), ("UN → Rome", "")),
    ]
    assert found.confusion("links") == {
        PAIR: {("Works", "Works"): 1, ("Lives", "Lives"): 1, ("In", "In"): 1, ("In", ""): 1}
    }


def test_the_end_nearest_to_the_other_annotators_is_its_counterpart(tmp_path):
    """Both share an end, and one of them overlaps: it is the counterpart, the other is alone."""
    spans = {**SPANS, "long": ("LOC", 3, 4, 5)}
    found = compared(
        tmp_path,
        anna=ann(spans, ("Lives", "ana", "gre")),
        ben=ann(spans, ("Lives", "ana", "rome"), ("Lives", "ana", "long")),
    )
    assert f1(found, "overlap") == share(1, 1, 2)
    assert [one[2:] for one in described(found)] == [
        ("missing-relation", ("", "Lives"), ("", "Ana Lopez → Rome")),
        ("ends", ("Lives", "Lives"), ("Ana Lopez → Grenoble", "Ana Lopez → Grenoble ( France")),
    ]


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
    ("symmetric = Married\n", 0, 0),
    ("end_types = ignore\nsymmetric = Married\n", 1 / 2, 1),
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


def test_what_cannot_be_used_is_a_problem(tmp_path):
    content = ann(SPANS, ("Works", "ana", "un"), ("Works", "ana", "un"))
    broken = content + "R7\tWorks Arg1:T1 Arg2:T99\t\n"
    put_raw(tmp_path, "anna", "more", WORDS, ann(SPANS, ("Works", "ana", "un")))
    put_raw(tmp_path, "ben", "more", WORDS, ann(SPANS, ("In", "ana", "un")))
    found = compared(tmp_path, anna=broken, ben=ann(SPANS))
    problems = {problem.code: problem for problem in found.problems}
    assert (problems["duplicate-relation"].file, problems["duplicate-relation"].line) == (
        "anna/d.ann",
        7,
    )
    assert (
        problems["dangling-reference"].line == 8 and "T99" in problems["dangling-reference"].message
    )
    assert (problems["no-relations"].file, problems["no-relations"].line) == ("ben/d.ann", None)
    assert whole(found)["f1", "exact", PAIR].items == 1 + 2
    # The same the other way round is the same only where the type is symmetric.
    both = ann(SPANS, ("Married", "gre", "fra"), ("Married", "fra", "gre"))
    codes = [
        problem.code
        for problem in compared(
            tmp_path / "b", "symmetric = Married\n", anna=both, ben=both
        ).problems
    ]
    assert codes == ["duplicate-relation"] * 2
    assert not compared(tmp_path / "c", anna=both, ben=both).problems


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
                what,
                [end[0] for end in own],
                [{c for a, b in end[1] for c in range(a, b)} for end in own],
            )
            for own in orders
        ]
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
        None,
        *other_types,
    }
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


def test_a_gold_has_precision_and_recall_too(tmp_path):
    put_raw(tmp_path, "gold", "d", WORDS, ann(SPANS, ("Works", "ana", "un"), ("In", "un", "rome")))
    for name in PAIR:
        put_raw(tmp_path, name, "d", WORDS, ann(SPANS, ("Works", "ana", "un")))
    (tmp_path / "iaa.conf").write_text("[project]\ngold = gold\n" + LAYER, "utf-8")
    found = agreement(tmp_path)
    values = {
        (score.measure, score.statistic): score.value
        for score in found.scores
        if score.annotators == ("gold", "anna") and score.document is None and score.label is None
    }
    assert values["f1", "exact"] == pytest.approx(2 / 3)
    assert (values["precision", "exact"], values["recall", "exact"]) == (1, 0.5)
