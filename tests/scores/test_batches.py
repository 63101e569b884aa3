"""Documents that were annotated by different pairs: each item counts once, however many did it."""

import shutil

import pytest
from checkout import CHECKOUT
from small_projects import agreement, put, put_raw

PAIR, OTHERS = ("anna", "ben"), {"anna": "carla", "ben": "dan"}
CLINIC = CHECKOUT / "brat_iaa/demo/clinic"


def of_all(found, names):
    """{figure: Score} of the project and its labels, of all annotators."""
    return {
        (score.layer, score.measure, score.statistic, score.label): score
        for score in found.scores
        if score.annotators == names and score.document is None
    }


def test_two_batches_are_as_one_by_two_people(tmp_path):
    """Who did a batch does not matter where each document has one pair."""
    for name in PAIR:
        shutil.copytree(CLINIC / name, tmp_path / "one" / name)
        files = sorted((CLINIC / name).iterdir())
        documents = sorted({file.stem for file in files})
        for file in files:
            batch = documents.index(file.stem) * 3 > len(documents)
            target = tmp_path / "two" / (OTHERS[name] if batch else name)
            target.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, target)
    together = of_all(agreement(tmp_path / "one"), PAIR)
    apart = of_all(agreement(tmp_path / "two"), (*PAIR, *OTHERS.values()))
    shares = [
        key
        for key, score in apart.items()
        if score.signature and "pairs:2,by-sentence" in score.signature
    ]
    assert len(shares) > 10
    for key in shares:
        one, two = together[key], apart[key]
        assert two.value == pytest.approx(one.value, abs=1e-12), key
        assert two.interval == pytest.approx(one.interval, abs=1e-9), key
        assert (two.items, two.units) == (one.items, one.units), key
    # Cohen's kappa has each pair's own distribution of labels.
    assert not any(key[1] == "kappa" for key in shares)


def test_a_document_of_three_counts_as_one_of_two(tmp_path):
    """F1 2m / (a+b): d by anna and ben, e by all three: m and a+b of e are means over its pairs."""
    text = "one two three four five six\n"
    spans = [f"T{n}\tF {start} {end}\tx" for n, (start, end) in enumerate(
        [(0, 3), (4, 7), (8, 13), (14, 18), (19, 23), (24, 27)], 1
    )]  # fmt: skip
    drawn = {
        "d": {"anna": (0, 1, 2, 3), "ben": (0, 1)},  # 2 * 2 of 6
        "e": {"anna": (0, 1), "ben": (0, 1), "carla": (1, 2)},  # 4 of 4, 2 of 4, 2 of 4
    }
    for document, by in drawn.items():
        for name, chosen in by.items():
            lines = "".join(f"{spans[n]}\n" for n in chosen)
            put_raw(tmp_path, name, document, text, lines)
    found = of_all(agreement(tmp_path), ("anna", "ben", "carla"))
    score = found["spans", "f1", "exact", None]
    assert score.value == pytest.approx((4 + (4 + 2 + 2) / 3) / (6 + (4 + 4 + 4) / 3))
    assert "|pairs:3,by-sentence|" in score.signature


def test_the_mean_of_pairs_stays_where_all_did_all(tmp_path):
    text = "one two three\n"
    for name, ends in (("anna", (3, 7)), ("ben", (3,)), ("carla", (3, 7))):
        lines = "".join(f"T{n}\tF {end - 3} {end}\tx\n" for n, end in enumerate(ends, 1))
        put_raw(tmp_path, name, "d", text, lines)
    score = of_all(agreement(tmp_path), ("anna", "ben", "carla"))["spans", "f1", "exact", None]
    assert score.value == pytest.approx((2 / 3 + 1 + 2 / 3) / 3)
    assert "|pairs:3|" in score.signature


def test_who_has_no_items_in_a_document_is_in_none_of_its_pairs(tmp_path):
    marks = {
        "anna": "0>1:root 1>2:obj 1>3:mod", "ben": "0>1:root 1>2:obj 2>3:mod", "carla": "0>1:root 1>2:mod 1>3:mod",
    }  # fmt: skip
    for name, arcs in marks.items():
        put(tmp_path, name, "d", "one two three", arcs)
        put(tmp_path, name, "e", "one two three", arcs if name != "carla" else "")
    found = []
    for _ in range(2):
        of_figures = of_all(agreement(tmp_path, no_arcs="missing"), ("anna", "ben", "carla"))
        found.append({key: (score.value, score.interval) for key, score in of_figures.items()})
        assert "|pairs:3,by-sentence|" in of_figures["dependencies", "LAA", "masi", None].signature
        (tmp_path / "carla" / "e.ann").unlink(missing_ok=True)
    # LAA: each token of d is in three pairs, each of e in one.
    value, _ = found[0]["dependencies", "LAA", "masi", None]
    assert value == pytest.approx(((2 + 2 + 1) / 3 + 2) / 6) and found[0] == found[1]
