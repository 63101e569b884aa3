"""B3, CEAFe and LEA against the printed cases of the CoNLL reference scorer, and by brute force."""

from fractions import Fraction as F
from itertools import permutations
from random import Random

import numpy
import pytest
from cases import each
from coreference_classes import added_by
from small_projects import agreement, put_raw, whole

from brat_iaa.measures.coreference import b_cubed, ceaf_e, f1, lea, mean_of_all
from brat_iaa.measures.estimate import ratios_of_sentences

KEY = "a bc def"
# Cases of the reference scorer (Pradhan et al. 2014; coval, commit 87071a6):
# response, then recall and precision of B3, CEAFe and LEA.
CASES = {
    "a bc def": [(F(1), F(1)), (F(1), F(1)), (F(1), F(1))],
    "a de": [(F(7, 18), F(1)), (F(3, 5), F(9, 10)), (F(1, 3), F(1))],
    "a bcx defy z": [(F(1), F(55, 108)), (F(31, 35), F(93, 140)), (F(1), F(4, 9))],
    "a bcx dy z": [(F(5, 9), F(17, 42)), (F(11, 15), F(11, 20)), (F(1, 2), F(2, 7))],
    "a bcxB dy z": [(F(5, 9), F(5, 16)), (F(31, 45), F(31, 60)), (F(1, 2), F(5, 24))],
    "a bcx dy Bz": [(F(5, 9), F(17, 48)), (F(11, 15), F(11, 20)), (F(1, 2), F(1, 4))],
}


def classes(text):
    return [set(members) for members in text.split()]


def share(metric, key, response):
    added = added_by(metric, key, response).values()
    return sum(above for above, _ in added) / sum(below for _, below in added)


@pytest.mark.parametrize("response", CASES)
@pytest.mark.parametrize("metric", [b_cubed, ceaf_e, lea], ids=lambda metric: metric.__name__)
def test_printed_cases(metric, response):
    recall, precision = CASES[response][[b_cubed, ceaf_e, lea].index(metric)]
    key, response = classes(KEY), classes(response)
    assert share(metric, key, response) == recall
    assert share(metric, response, key) == precision


# The scorer's cases as brat files; a word twice is a mention drawn twice: MUC, then B3.
AS_FILES = {
    "a bcxb dy z": [(F(1, 3), F(1, 3)), (F(5, 9), F(17, 42))],
    "a bcx dy bz": [(F(1, 3), F(1, 3)), (F(5, 9), F(17, 42))],
    "a bcx dy bbbbbbbbbbz": [(F(1, 3), F(1, 3)), (F(5, 9), F(17, 42))],
    "a b c d e f": [(F(0), None), (F(1, 2), F(1))], "abcdef": [(F(1), F(3, 5)), (F(1), F(7, 18))],
    "a x y c d e z": [(F(0), None), (F(13, 36), F(4, 7))], "axycdez": [(F(1, 3), F(1, 6)), (F(17, 36), F(6, 49))],
}  # fmt: skip


@pytest.mark.parametrize("response", AS_FILES)
def test_cases_as_files(response, tmp_path):
    text = " ".join("abcdefxyz")
    for name, chains in (("anna", KEY), ("ben", response)):
        lines, number = [], 0
        for chain in chains.split():
            ids = []
            for word in chain:
                number, at = number + 1, text.index(word)
                ids.append(f"T{number}")
                lines.append(f"T{number}\tM {at} {at + 1}\t{word}\n")
            lines += [f"*\tC {' '.join(ids)}\n"] if len(ids) > 1 else []
        put_raw(tmp_path, name, "d", text, "".join(lines))
    (tmp_path / "iaa.conf").write_text("[layer chains]\nkind = chains\n")
    found = whole(agreement(tmp_path))
    for measure, values in zip(("muc", "b3"), AS_FILES[response]):
        for statistic, value in zip(("recall", "precision"), values):
            score = found[measure, statistic, ("anna", "ben")]
            assert score.value == (None if value is None else pytest.approx(float(value)))


def drawn(random, mentions):
    """Some of the mentions in classes at random."""
    groups = {}
    for mention in mentions:
        if random.random() < 0.8:
            groups.setdefault(random.randrange(4), set()).add(mention)
    return list(groups.values())


def phi(first, second):
    return F(2 * len(first & second), len(first) + len(second))


def best_similarity(key, response):
    """Sum over the best of all one-to-one matchings."""
    short, long = sorted((key, response), key=len)
    return max(sum(map(phi, short, chosen)) for chosen in permutations(long, len(short)))


def link_share(key, response):
    """LEA as written: classes weighted by size, links counted as pairs."""

    def links(members):
        ordered = sorted(members)
        pairs = {(a, b) for a in ordered for b in ordered if a < b}
        return pairs or {(ordered[0], ordered[0])}

    theirs = set().union(*map(links, response)) if response else set()
    above = sum(F(len(own) * len(links(own) & theirs), len(links(own))) for own in key)
    return above / sum(map(len, key))


@each("seed", range(60))
def test_by_brute_force(seed):
    random = Random(seed)
    key, response = drawn(random, range(9)), drawn(random, range(9))
    if not key or not response:
        return
    best = best_similarity(key, response)
    assert share(ceaf_e, key, response) == best / len(key)
    assert share(ceaf_e, response, key) == best / len(response)
    assert share(lea, key, response) == link_share(key, response)
    by_mention = [
        F(len(own & other), len(own))
        for own in key
        for mention in own
        for other in [next((other for other in response if mention in other), set())]
    ]
    assert share(b_cubed, key, response) == sum(by_mention) / len(by_mention)


def test_f1_without_anything_in_common_and_without_anything():
    some = ratios_of_sentences(numpy.zeros(3), numpy.ones(3))
    none = ratios_of_sentences(*numpy.zeros((2, 3)))
    assert f1(some, some).value == f1(none, some).value == f1(some, none).value == 0
    assert not f1(some, none).influence.any()
    undefined = f1(none, none)
    assert numpy.isnan(undefined.value) and not undefined.influence.any()
    of_all = mean_of_all([f1(some, some), undefined])
    assert numpy.isnan(of_all.value) and not of_all.influence.any()


def test_f1_of_perfect_agreement_is_exactly_1():
    thirds = ratios_of_sentences(*[numpy.full(7, 1 / 3)] * 2)
    assert f1(thirds, thirds).value == 1
