"""Matching discourse relations: exact, fast, and the same for whoever is first; what cannot be used
is said.
"""

import random
from itertools import permutations

import pytest
from cases import each
from chain_projects import Writer
from discourse_projects import CONFIG, TEXT, put_relations
from small_projects import agreement, put_raw, scores_by_key

from brat_iaa.measures.matching import largest_assignment
from brat_iaa.measures.relations import WAYS, DiscourseRelation, compare, match

NODES = "a1 a2 a4 b1 b3 b4 c1 c2 d1 d2".split()
TYPES = "reason conjunction condition".split()


def by_trying_all(weights):
    """The largest sum of weights of any matching."""
    rows, columns = (sorted({pair[side] for pair in weights}) for side in (0, 1))
    best = ()
    padded = columns + [None] * len(rows)
    for chosen in set(permutations(padded, len(rows))):
        kept = [weights[pair] for pair in zip(rows, chosen) if pair in weights]
        best = max(best, tuple(map(sum, zip(*kept))))
    return best


@pytest.mark.parametrize("largest_part", [2, 10**18])
@each("seed", range(60))
def test_largest_matching_against_all_matchings(seed, largest_part):
    """With large parts the sums leave 64 bits, and Python's integers take over."""
    draw = random.Random(seed)
    rows, columns = draw.randint(1, 4), draw.randint(1, 4)
    weights = {
        (row, column): (1, draw.randint(0, 1), draw.randint(0, 2), draw.randint(0, largest_part))
        for row in range(rows)
        for column in range(columns)
        if draw.random() < 0.7
    }
    found = largest_assignment(weights)
    assert found == sorted(set(found)) and set(found) <= set(weights)
    assert all(len({pair[side] for pair in found}) == len(found) for side in (0, 1))
    assert tuple(map(sum, zip(*(weights[pair] for pair in found)))) == by_trying_all(weights)
    turned = largest_assignment({(column, row): parts for (row, column), parts in weights.items()})
    assert tuple(map(sum, zip(*(weights[row, column] for column, row in turned)))) == by_trying_all(
        weights
    )


def some_relations(draw, number):
    return [
        DiscourseRelation(
            *(((place * 3, place * 3 + 2),) for place in draw.sample(range(4), 2)),
            draw.choice(TYPES),
            frozenset((token, "") for token in draw.sample(range(3), draw.randint(0, 2))),
        )
        for _ in range(number)
    ]


def may_match(x, y, way, neighbours, equal, directed):
    """The definitions, read off one by one."""
    if not directed:
        turned = y._replace(start=y.target, target=y.start)
        return any(may_match(x, other, way, neighbours, equal, True) for other in (y, turned))
    if way == "connective":
        return bool(x.connective & y.connective) and (not equal or x.connective == y.connective)
    same_start, same_target = x.start == y.start, x.target == y.target
    if same_start and same_target:
        return True
    return way == "one-level" and (
        same_start
        and y.target in neighbours.get(x.target, ())
        or same_target
        and y.start in neighbours.get(x.start, ())
    )


def counts(first, second, pairs, how):
    """What a matching is chosen by."""
    found = [compare(first[i], second[j], *how) for i, j in pairs]
    return tuple(
        map(sum, ([1] * len(found), *([same[part] for same in found] for part in range(3))))
    )


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("how", [(False, True), (True, True), (False, False), (True, False)])
@each("seed", range(30))
def test_match_against_all_matchings(way, how, seed):
    draw = random.Random(seed)
    first, second = (
        some_relations(draw, draw.randint(0, 5)), some_relations(draw, draw.randint(0, 5)),
    )  # fmt: skip
    neighbours = {((0, 2),): {((3, 5),)}, ((3, 5),): {((0, 2),), ((6, 8),)}, ((6, 8),): {((3, 5),)}}
    pairs = {
        (i, j): counts(first, second, [(i, j)], how)
        for i, x in enumerate(first)
        for j, y in enumerate(second)
        if may_match(x, y, way, neighbours, *how)
    }
    found = match(first, second, way, neighbours, *how)
    assert set(found) <= set(pairs)
    assert counts(first, second, found, how) == (by_trying_all(pairs) or (0, 0, 0, 0))
    turned = match(second, first, way, neighbours, *how)
    assert counts(first, second, [(i, j) for j, i in turned], how) == counts(
        first, second, found, how
    )


def relation(start, target, type, *connective):
    return DiscourseRelation(
        ((start, start + 1),),
        ((target, target + 1),),
        type,
        frozenset((token, "") for token in connective),
    )


@pytest.mark.parametrize("way", ["strict", "one-level"])
def test_of_equally_good_matchings_the_one_with_pairs_that_agree_on_everything(way):
    """Either has one pair with equal types and one with a common connective; in one they are the
    same pair.
    """
    first = [relation(0, 9, "reason", 1), relation(0, 9, "reason", 2)]
    second = [relation(0, 9, "reason", 1), relation(0, 9, "condition", 1)]
    assert match(first, second, way) == [(0, 0), (1, 1)]
    assert match(second, first, way) == [(0, 0), (1, 1)]


def test_of_equally_good_matchings_the_one_of_ends_that_lie_close():
    first = [relation(0, 100, "reason", 1), relation(2, 10, "reason", 1)]
    second = [relation(1, 10, "reason", 1), relation(3, 100, "reason", 1)]
    assert match(first, second, "connective") == [(0, 1), (1, 0)]


def some_marks(draw, number):
    """Relations for put_relations, each once; several share a connective and nodes."""
    chosen = {
        (
            f"{' '.join(draw.sample(NODES, 2))} {draw.choice(TYPES)} "
            f"{' '.join(sorted(draw.sample(['k1', 'k2', 'k4', 'k5'], draw.randint(1, 2))))}"
        )
        for _ in range(number)
    }
    return "; ".join(sorted(chosen))


def scored(root, annotators, marks, config=CONFIG.format("shared"), **style):
    for annotator, own in zip(annotators, marks):
        put_relations(root, annotator, own, **style)
    (root / "iaa.conf").write_text(
        f"[project]\nannotators = {', '.join(annotators)}\n{config}", "utf-8"
    )
    return agreement(root)


def test_figures_of_several_annotators_are_means_over_pairs(tmp_path):
    draw = random.Random(1)
    scores = scores_by_key(scored(tmp_path, "ABC", [some_marks(draw, n) for n in (6, 11, 15)]))
    whole = {
        key[:2]: score
        for key, score in scores.items()
        if key[2:] == (tuple("ABC"), None, None) and score.layer == "discourse"
    }
    # Of each way to match four F1s, two shares and kappa.
    assert len(whole) == 3 * 7
    for key, score in whole.items():
        of_pairs = [
            scores[(*key, pair, None, None)]
            for pair in ["AB", "AC", "BC"]
            for pair in [tuple(pair)]
        ]
        values = [each.value for each in of_pairs if each.value is not None]
        expected = pytest.approx(sum(values) / len(values)) if values else None
        assert score.value == expected, key
        assert score.items == sum(each.items for each in of_pairs)


def test_dependencies_of_either_annotator_make_a_level(tmp_path):
    """Only A drew the tree; and an arc that is a discourse relation is no dependency."""
    put_relations(tmp_path, "A", "a1 b1 reason k1")
    writer = Writer(TEXT)
    words = TEXT.split()
    node = {word: writer.span("Node", words.index(word)) for word in ("a2", "b1", "c1", "k1")}
    writer.event(
        "reason", writer.span("reason", words.index("k1")), Start=node["a2"], Target=node["b1"]
    )
    put_raw(tmp_path, "B", "example", TEXT, writer.content())
    (tmp_path / "iaa.conf").write_text("[layer discourse]\nkind = relations\n", "utf-8")
    scores = scores_by_key(agreement(tmp_path))
    assert scores["f1", "strict", ("A", "B"), None, None].value == 0
    assert scores["f1", "one-level", ("A", "B"), None, None].value == 1


@pytest.mark.parametrize(
    "roles, turned",
    [(("Arg1", "Arg2"), False), (("Target", "From"), True), (("To", "Start"), True)],
)
def test_roles_of_arcs(tmp_path, roles, turned):
    """The end written first is the start, unless the other role says otherwise."""
    for annotator, ends, own in (
        ("A", ("a1", "b1"), ("Start", "Target")),
        ("B", ("b1", "a1") if turned else ("a1", "b1"), roles),
    ):
        writer = Writer(TEXT)
        words = TEXT.split()
        node = {word: writer.span("Node", words.index(word)) for word in ("a1", "b1")}
        writer.relation("reason", *(node[end] for end in ends), own)
        put_raw(tmp_path, annotator, "example", TEXT, writer.content())
    (tmp_path / "iaa.conf").write_text(
        "[layer discourse]\nkind = relations\ntypes = reason\n", "utf-8"
    )
    assert scores_by_key(agreement(tmp_path))["f1", "strict", ("A", "B"), None, None].value == 1
