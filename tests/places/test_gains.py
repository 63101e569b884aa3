"""What settling a pattern brings: by hand, and in projects that are edited to agree in it."""

from collections import Counter
from itertools import combinations

import pytest
from drawn_projects import Drawn
from label_projects import write as write_labels
from small_projects import agreement, put, put_raw, scores_by_key

from brat_iaa.places.gains import gains
from brat_iaa.places.patterns import place_patterns
from brat_iaa.places.place import different_labels
from brat_iaa.study import Study

MEASURES = ("UAA", "LAA", "LOA")


def of_dependencies(found):
    return gains(found, found.dependencies)


def patterns_of(found):
    return place_patterns(found.places, found)


def project(root, words, **marks):
    for name, own in marks.items():
        put(root, name, "doc", words, own)
    return agreement(root)


def test_by_hand_with_one_head_each(tmp_path):
    """x for y on a and b, head and label on c, d is the same: LAA 1/4, UAA 3/4, LOA 1/4."""
    found = project(
        tmp_path, "a b c d", anna="4>1:x 4>2:y 4>3:x 0>4:r", ben="4>1:y 4>2:x 1>3:z 0>4:r"
    )
    known = of_dependencies(found)
    assert {labels: [own[m] for m in MEASURES] for labels, own in known.items()} == {
        ("x", "y"): [(3 / 4, 3 / 4), (1 / 4, 3 / 4), (1 / 4, 3 / 4)],
        ("x", "z"): [(3 / 4, 4 / 4), (1 / 4, 2 / 4), (1 / 4, 2 / 4)],
    }
    assert [(one.labels, one.places, one.kinds) for one in patterns_of(found)] == [
        (("x", "y"), 2, (("label", 2),)), (("x", "z"), 1, (("head+label", 1),)),
    ]  # fmt: skip


def arcs_of(found):
    """{(annotator, document): {dependent: set of (head, label)}}"""
    return {
        (name, document): {
            index: {(head, arc.type) for head, arc in own}
            for index, own in table.arcs[name].items()
        }
        for document, table in found.tables.items()
        for name in table.annotators
    }


def settle(found, arcs, pair, labels):
    """Give the two the same where they differ in these labels: what the first drew, if anything."""
    for one in found.differences:
        if one.annotators == pair and different_labels(one.labels) == labels:
            first, second = (
                arcs[name, one.document].setdefault(one.token.index, set()) for name in pair
            )
            mine, theirs = (
                None if arc is None else (arc.head.index, arc.label) for arc in one.marks
            )
            if mine is None:
                first.add(theirs)
                continue
            second.discard(theirs)
            second.add(mine)


def write(root, found, arcs, pair):
    for (name, document), own in arcs.items():
        table = found.tables[document]
        if name in pair:
            lines = [
                f"T{one.index + 1}\t{table.type_of(name, one.index)} {one.start} {one.end}\t{one.text}"
                for one in table.tokens
            ]
            drawn = sorted((index, *arc) for index, of in own.items() for arc in of)
            lines += [
                f"R{number}\t{label} Arg1:T{head + 1} Arg2:T{index + 1}\t"
                for number, (index, head, label) in enumerate(drawn, 1)
            ]
            put_raw(root, name, document, table.text, "\n".join(lines) + "\n")
    return root


@pytest.mark.parametrize("seed", range(1))
def test_gains_are_the_scores_of_a_project_that_is_edited_to_agree(seed, tmp_path):
    drawn = Drawn(seed, documents=2, holes=0)
    del drawn.marks["carla"]["d1"]
    found = agreement(drawn.write(tmp_path / "before"))
    before = scores_by_key(found)
    known = of_dependencies(found)
    assert len(known) > 4
    assert set(known) == {different_labels(one.labels) for one in found.differences}
    # The first and the last: each costs three projects.
    for number, labels in enumerate([*known][:: len(known) - 1]):
        own = known[labels]
        # carla has d0 alone: d1 has one pair, d0 three.
        after, items = dict.fromkeys(MEASURES, 0), 0
        for pair in combinations(found.annotators, 2):
            arcs = arcs_of(found)
            settle(found, arcs, pair, labels)
            root = write(tmp_path / f"{number}-{'-'.join(pair)}", found, arcs, pair)
            scores = scores_by_key(agreement(root))
            for document in ("d0", "d1") if "carla" not in pair else ("d0",):
                weight = 1 if document == "d1" else 1 / 3
                of_pair = {m: scores[m, "masi", pair, document, None] for m in MEASURES}
                items += weight * of_pair["UAA"].items
                for measure, score in of_pair.items():
                    after[measure] += weight * score.items * score.value
        after = {measure: total / items for measure, total in after.items()}
        for measure in MEASURES:
            score = before[measure, "masi", found.annotators, None, None]
            assert own[measure] == (pytest.approx(score.value), pytest.approx(after[measure])), (
                labels
            )


def f1_gains(found):
    (layer,) = (one for one in found.layers if one.kind == "labels")
    return gains(found, layer)


def test_by_hand_of_labels(tmp_path):
    """Of anna's three spans one has another label, ben has a fourth: F1 2 · 2 / (3 + 4)."""
    write_labels(tmp_path, "a b c d", anna="X Y X -", ben="X Y Y Z")
    found = Study(tmp_path).agreement()
    known = f1_gains(found)
    assert known == {
        ("X", "Y"): {"f1": (pytest.approx(4 / 7), pytest.approx(6 / 7))},
        ("Z", ""): {"f1": (pytest.approx(4 / 7), pytest.approx(6 / 8))},
    }
    assert [one.labels for one in patterns_of(found)] == [("X", "Y"), ("Z", "")]


def test_before_is_the_score_and_settling_all_is_perfect(tmp_path):
    """Of sets of labels, too: what all patterns add together is what is left to 1."""
    write_labels(
        tmp_path, "a b c", "note", many=True, anna="X,Y X Z", ben="X Y,Z Z", carla="X,Y X,Y -"
    )
    found = Study(tmp_path).agreement()
    known = f1_gains(found)
    score = scores_by_key(found)["f1", "exact", found.annotators, None, None]
    for own in known.values():
        assert own["f1"].before == pytest.approx(score.value)
        assert own["f1"].before < own["f1"].after <= 1


@pytest.mark.parametrize("seed", range(2))
def test_patterns_count_places_whoever_drew_which(seed, tmp_path):
    found = agreement(Drawn(seed).write(tmp_path))
    expected = Counter(
        labels
        for place in found.places
        for labels in {different_labels(one.labels) for one in place.differences}
    )
    assert {one.labels: one.places for one in patterns_of(found)} == expected
    renamed = agreement(
        Drawn(seed).write(tmp_path / "renamed", {"anna": "z", "ben": "b", "carla": "a"})
    )
    assert [one[:4] for one in patterns_of(renamed)] == [one[:4] for one in patterns_of(found)]
    assert {one.gain for one in place_patterns(found.places)} == {None}
