"""Coreference chains: distances, MUC, and what projects of several documents and annotators make of
them.
"""

import random
from fractions import Fraction
from itertools import combinations

import numpy
import pytest
from cases import each
from chain_projects import Writer, put_chains
from coreference_classes import added_by, two_annotators
from small_projects import agreement, put_raw, scores_by_key

from brat_iaa.measures.coreference import Classes, kappa_of_links, muc

CONFIG = "[project]\nannotators = {}\n[layer coref]\nkind = chains\n{}"
ALPHAS = [
    ("alpha-weighted", "weighted"), ("alpha-weighted", "thirds"), ("alpha", "nominal"), ("alpha", "jaccard"),
    ("alpha", "masi"), ("alpha", "masi-full"),
]  # fmt: skip


def test_a_chain_of_thousands_of_mentions():
    """Both have all mentions in one chain: only the mention itself is missing from each value."""
    n = 5000
    numbers = numpy.repeat([[0, 1]], n, axis=0)
    sums = Classes(numbers, numpy.array([n, n]), numpy.arange(n), numpy.zeros(n, int), 1).alpha(
        "jaccard"
    )
    found = sums.score()
    apart = 1 - (n - 2) / n
    pairs = 2 * n * (2 * n - 1)
    assert found.observed == 0 and found.value == 1
    assert found.expected == pytest.approx(apart * 4 * n * (n - 1) / pairs)


def muc_by_parts(key, response):
    """Vilain et al. 1995: sum of |S| - |p(S)| over sum of |S| - 1, parts counted one by one."""
    above = below = 0
    for members in key:
        parts = {
            next(
                (number for number, other in enumerate(response) if mention in other),
                ("alone", mention),
            )
            for mention in members
        }
        above += len(members) - len(parts)
        below += len(members) - 1
    return above, below


@each("seed", range(20))
def test_muc_against_its_formula(seed):
    draw = random.Random(seed)
    key, response = ([set(chain) for chain in some_chains(draw, 12, 0.2)] for _ in range(2))
    for one, other in ((key, response), (response, key)):
        added = added_by(muc, one, other).values()
        assert tuple(map(sum, zip(*added))) == muc_by_parts(one, other)


@each("seed", range(10))
def test_kappa_of_links_and_its_derivatives(seed):
    """a, b and x are the links that MUC counts, of one less than there are mentions. Sentences have
    weights: what a little more of one changes is its influence.
    """
    draw = random.Random(seed)
    chains = [[{*range(6)}, *({word + 6 for word in each} for each in some_chains(draw, 12, 0.2))]
              for _ in range(2)]  # fmt: skip
    both, mentions = two_annotators(*chains)
    sentence = numpy.array([mention // 3 for mention in mentions])
    found = kappa_of_links(both, sentence, numpy.zeros(6, dtype=int), 1)
    x, a = muc_by_parts(*chains)
    b, T = muc_by_parts(*chains[::-1])[1], len(mentions) - 1

    def kappa(x, a, b, T):
        return 1 - (a + b - 2 * x) / T / ((a * (T - b) + b * (T - a)) / T**2)

    estimate = found.estimate()
    assert found.items == [T]
    assert estimate.value[0] == pytest.approx(kappa(x, a, b, T), rel=1e-12)
    small, links = 1e-6, [added_by(muc, *pair) for pair in (chains, chains[::-1])]
    for at in range(6):
        here = [[terms for mention, terms in side.items() if mention // 3 == at] for side in links]
        more = [sum(above for above, _ in here[0]), len(here[0]), len(here[1]),
                sum(mention // 3 == at for mention in mentions[1:])]  # fmt: skip
        sums = [whole + small * float(own) for whole, own in zip((x, a, b, T), more)]
        changed = (kappa(*sums) - kappa(x, a, b, T)) / small
        assert estimate.influence[at] == pytest.approx(changed, abs=1e-4)


def some_chains(draw, words, unmarked=0.1):
    """Random classes of the words; some words are no mention."""
    chains = {}
    for word in range(words):
        if draw.random() >= unmarked:
            chains.setdefault(draw.randrange(words // 2), set()).add(word)
    return list(chains.values())


def text_of(sentences, words=3):
    return "".join(
        " ".join(f"w{sentence}{place}" for place in range(words)) + "\n"
        for sentence in range(sentences)
    )


def put_project(root, chains, sentences, config="", **style):
    """chains: {annotator: {document: classes}}"""
    for annotator, documents in chains.items():
        for document, own in documents.items():
            put_chains(root, annotator, document, text_of(sentences), own, **style)
    (root / "iaa.conf").write_text(CONFIG.format(", ".join(chains), config), "utf-8")
    return agreement(root)


def some_project(draw, annotators="AB", documents=("d1", "d2"), sentences=6):
    return {
        name: {document: some_chains(draw, 3 * sentences) for document in documents}
        for name in annotators
    }


def distance(statistic, u, x, v, y):
    if statistic == "nominal":
        return Fraction(x != y)
    x, y = x - {u}, y - {v}
    share = Fraction(len(x & y), len(x | y)) if x | y else Fraction(1)
    if statistic in ("weighted", "thirds"):
        within, overlap = {
            "weighted": (Fraction(33, 100), Fraction(67, 100)), "thirds": (Fraction(1, 3), Fraction(2, 3)),
        }[statistic]  # fmt: skip
        return (
            Fraction(0)
            if x == y
            else within
            if x <= y or y <= x
            else overlap
            if x & y
            else Fraction(1)
        )
    monotony = Fraction(3 if x == y else 0 if not x & y else 2 if x <= y or y <= x else 1, 3)
    return 1 - {"jaccard": share, "masi": monotony, "masi-full": share * monotony}[statistic]


def slow_alpha(chains, annotators, statistic):
    """(D_o, D_e, items, missing) over all ordered pairs of values, as fractions."""
    items = {}
    for annotator in annotators:
        for document, own in chains[annotator].items():
            for chain in own:
                for word in chain:
                    items.setdefault((document, word), []).append(
                        frozenset((document, other) for other in chain)
                    )
    kept = {item: own for item, own in items.items() if len(own) > 1}
    pooled = [(item, value) for item, own in kept.items() for value in own]

    def among(values):
        return sum(
            distance(statistic, *one, *other)
            for i, one in enumerate(values)
            for j, other in enumerate(values)
            if i != j
        )

    observed = sum(
        Fraction(among([(item, value) for value in own])) / (len(own) - 1)
        for item, own in kept.items()
    )
    expected = Fraction(among(pooled), len(pooled) * (len(pooled) - 1))
    return observed / len(pooled), expected, len(kept), len(items) - len(kept)


@pytest.mark.parametrize("seed", range(2))
def test_alpha_against_a_slow_one(tmp_path, seed):
    """Several documents, three annotators, mentions that not everybody marked, a document that one
    has not begun.
    """
    chains = some_project(random.Random(seed), "ABC", sentences=4)
    del chains["C"]["d2"]
    scores = scores_by_key(put_project(tmp_path, chains, 4))
    d2 = {name: {"d2": chains[name]["d2"]} for name in "AB"}
    for measure, statistic in ALPHAS:
        for annotators in (tuple("ABC"), *combinations("ABC", 2)):
            score = scores[measure, statistic, annotators, None, None]
            observed, expected, items, missing = slow_alpha(chains, annotators, statistic)
            assert score.observed == pytest.approx(float(observed), rel=1e-12)
            assert score.expected == pytest.approx(float(expected), rel=1e-12)
            assert score.value == pytest.approx(float(1 - observed / expected), rel=1e-12)
            assert (score.items, score.missing) == (items, missing)
        one = scores[measure, statistic, ("A", "B"), "d2", None]
        observed, expected, *_ = slow_alpha(d2, "AB", statistic)
        assert (one.observed, one.expected) == (
            pytest.approx(float(observed)), pytest.approx(float(expected)),
        )  # fmt: skip


def values(found):
    return {
        key[:2]: (score.value, score.observed, score.expected, score.items, score.missing)
        for key, score in scores_by_key(found).items()
        if score.document is None
    }


def test_a_mention_that_one_lacks_is_missing_but_stays_in_the_chain(tmp_path):
    """A: {0, 1, 2}; B has no mention 2: missing, but 0 and 1 are in different classes all the
    same.
    """
    found = put_project(tmp_path, {"A": {"d": [{0, 1, 2}]}, "B": {"d": [{0, 1}]}}, 2)
    assert [(item.kind, item.token.text, item.labels) for item in found.differences] == [
        ("chain", "w00", ("w01, w02", "w01")), ("chain", "w01", ("w00, w02", "w00")),
        ("extra-span", "w02", ("w00, w01", "")),
    ]  # fmt: skip
    scores = scores_by_key(found)
    # Mention 0: {1, 2} and {1}; mention 1: {0, 2} and {0}: one within the other.
    thirds = scores["alpha-weighted", "thirds", ("A", "B"), None, None]
    assert (thirds.observed, thirds.items, thirds.missing) == (pytest.approx(1 / 3), 2, 1)
    # The response lacks mention 2, which is a part of its own.
    assert scores["muc", "recall", ("A", "B"), None, None].value == 0.5
    assert scores["muc", "precision", ("A", "B"), None, None].value == 1
    assert scores["mentions-f1", "exact", ("A", "B"), None, None].value == pytest.approx(4 / 5)


def test_no_chains_on_one_side_and_on_both(tmp_path):
    alone = [{0}, {1}, {4}]
    scores = scores_by_key(
        put_project(tmp_path / "one", {"A": {"d": alone}, "B": {"d": [{0, 1}, {4}]}}, 2)
    )
    recall, precision, f1 = (
        scores["muc", part, ("A", "B"), None, None] for part in ("recall", "precision", "f1")
    )
    assert (recall.value, recall.undefined) == (None, "the first annotator has no chain")
    assert (precision.value, f1.value) == (0, 0)
    scores = scores_by_key(
        put_project(tmp_path / "both", {"A": {"d": alone}, "B": {"d": alone}}, 2)
    )
    assert scores["muc", "f1", ("A", "B"), None, None].undefined == "no chain by either annotator"
    assert (
        scores["alpha-weighted", "weighted", ("A", "B"), None, None].undefined
        == "every value is the same"
    )
    assert scores["alpha", "nominal", ("A", "B"), None, None].value == 1, (
        "classes of different mentions differ"
    )


def write(root, annotator, fill):
    writer = Writer(text_of(2))
    fill(writer)
    put_raw(root, annotator, "d", text_of(2), writer.content())


def test_the_root_token_is_no_mention_and_lines_are_transitive(tmp_path):
    def fill(writer):
        writer.span("ROOT", 0)
        ids = [writer.span("NP", word) for word in (1, 2, 3, 4)]
        writer.equiv("Coref", ids[0], ids[1])
        writer.relation("Anaphor", ids[2], ids[1])
        writer.relation("Other", ids[3], ids[1])

    for annotator in "AB":
        write(tmp_path, annotator, fill)
    (tmp_path / "iaa.conf").write_text(
        "[layer coref]\nkind = chains\nrelations = Coref, Anaphor\n", "utf-8"
    )
    scores = scores_by_key(agreement(tmp_path))
    assert scores["alpha", "nominal", ("A", "B"), None, None].items == 4
    assert scores["muc", "recall", ("A", "B"), None, None].items == 2


@pytest.mark.parametrize("chains, items, links", [(1, 3, 4), (2, 2, 2)])
def test_two_spans_of_one_annotator_on_the_same_words(tmp_path, chains, items, links):
    """In one chain they are one mention; of two chains MUC takes the first, as CoNLL's scorer."""

    def fill(writer):
        first, same, second, third = (writer.span("NP", word) for word in (0, 0, 1, 2))
        writer.equiv("Coref", first, second)
        writer.equiv("Coref", same, third, *[second] * (chains == 1))

    for annotator in "AB":
        write(tmp_path, annotator, fill)
    (tmp_path / "iaa.conf").write_text("[layer coref]\nkind = chains\n", "utf-8")
    scores = scores_by_key(agreement(tmp_path))
    assert scores["alpha", "nominal", ("A", "B"), None, None].items == items
    assert scores["muc", "f1", ("A", "B"), None, None].items == links
    assert scores["muc", "f1", ("A", "B"), None, None].value == 1
    assert not agreement(tmp_path).differences
