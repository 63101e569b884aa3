"""Hovy et al. 2013 (MACE): annotators of known competence, and a slow oracle with loops."""

from math import log, prod

import numpy
import pytest
from cases import each

from brat_iaa.studies.competence.mace import MISSING, true_values


def simulated(seed, items, competence, values=40, absent=0.1):
    """(codes, true values): who does not know the value guesses by frequencies of one's own."""
    random = numpy.random.default_rng(seed)
    truth = random.integers(0, values, items)
    columns = []
    for share in competence:
        guesses = random.choice(values, items, p=random.dirichlet(numpy.full(values, 0.3)))
        given = numpy.where(random.random(items) < share, truth, guesses)
        columns.append(numpy.where(random.random(items) < absent, MISSING, given))
    codes = numpy.stack(columns, axis=1)
    kept = (codes != MISSING).any(axis=1)
    return codes[kept], truth[kept]


def by_the_book(codes, values, steps):
    """(competence, guesses, posteriors by value, log-likelihood) with loops over all values."""
    annotators = range(codes.shape[1])
    given = [[a for a in annotators if row[a] != MISSING] for row in codes]
    known = numpy.zeros(codes.shape)
    for i, row in enumerate(codes):
        for a in given[i]:
            known[i, a] = sum(row[b] == row[a] for b in given[i]) / len(given[i])
    for _ in range(steps):
        competence, guesses = numpy.zeros(len(annotators)), numpy.zeros((len(annotators), values))
        for a in annotators:
            mine = [i for i in range(len(codes)) if a in given[i]]
            competence[a] = (sum(known[i, a] for i in mine) + 0.5) / (len(mine) + 1)
            guesses[a] = 1 / values
            for i in mine:
                guesses[a, codes[i, a]] += 1 - known[i, a]
            guesses[a] /= guesses[a].sum()
        likelihood, posteriors = 0.0, numpy.zeros((len(codes), values))
        for i, row in enumerate(codes):
            for t in range(values):
                posteriors[i, t] = prod(
                    competence[a] * (row[a] == t) + (1 - competence[a]) * guesses[a, row[a]]
                    for a in given[i]
                )
            likelihood += log(posteriors[i].sum() / values)
            posteriors[i] /= posteriors[i].sum()
            for a in given[i]:
                guessed = (1 - competence[a]) * guesses[a, row[a]]
                share = competence[a] / (competence[a] + guessed)
                known[i, a] = posteriors[i, row[a]] * share
    return competence, guesses, posteriors, likelihood


@each("seed", range(4))
def test_by_the_book(seed):
    codes, _ = simulated(seed, 40, (0.9, 0.7, 0.5, 0.8), values=6, absent=0.3)
    found = true_values(codes, 6)
    competence, guesses, posteriors, likelihood = by_the_book(codes, 6, found.steps)
    assert found.competence == pytest.approx(competence, abs=1e-9)
    assert found.guesses == pytest.approx(guesses, abs=1e-9)
    assert found.log_likelihood == pytest.approx(likelihood, abs=1e-7)
    for row, (given, likely) in enumerate(zip(codes, found.posteriors)):
        for code, share in zip(given, likely):
            if code == MISSING:
                assert numpy.isnan(share)
            else:
                assert share == pytest.approx(posteriors[row, code], abs=1e-9)
        seen = sorted(set(given) - {MISSING})
        assert found.unseen[row] == pytest.approx(1 - posteriors[row, seen].sum(), abs=1e-9)


@pytest.mark.system
@each("seed", range(5))
def test_competence_is_recovered(seed):
    known = (0.95, 0.85, 0.7, 0.5)
    codes, truth = simulated(seed, 3000, known)
    found = true_values(codes, 40)
    assert found.converged
    assert found.competence == pytest.approx(known, abs=0.04)
    rows = numpy.flatnonzero((codes != MISSING).sum(axis=1) >= 3)
    chosen = numpy.nan_to_num(found.posteriors, nan=-1).argmax(axis=1)
    assert (codes[rows, chosen[rows]] == truth[rows]).mean() > 0.95


@each("seed", range(5))
def test_each_step_makes_the_annotation_more_likely(seed):
    codes, _ = simulated(seed, 200, (0.9, 0.6, 0.7), values=12)
    path = true_values(codes, 12).path
    assert len(path) > 2 and (numpy.diff(path) >= -1e-9 * abs(path[-1])).all()


@each("seed", range(5))
def test_names_and_order_do_not_matter(seed):
    codes, _ = simulated(seed, 120, (0.9, 0.6, 0.7), values=12)
    found, random = true_values(codes, 12), numpy.random.default_rng(seed)
    items, annotators, names = (random.permutation(n) for n in (*codes.shape, 12))
    renamed = numpy.append(names, MISSING)[codes[items][:, annotators]]
    other = true_values(renamed, 12)
    assert other.competence == pytest.approx(found.competence[annotators], abs=1e-4)
    assert other.posteriors == pytest.approx(
        found.posteriors[items][:, annotators], abs=1e-3, nan_ok=True
    )
    assert other.log_likelihood == pytest.approx(found.log_likelihood, rel=1e-8)


@pytest.mark.parametrize("seed", range(3))
def test_rows_that_stand_for_several_items(seed):
    codes, _ = simulated(seed, 300, (0.9, 0.6, 0.7), values=4)
    rows, times = numpy.unique(codes, axis=0, return_counts=True)
    every, once = true_values(codes, 4), true_values(rows, 4, times)
    assert once.competence == pytest.approx(every.competence, abs=1e-9)
    assert once.log_likelihood == pytest.approx(every.log_likelihood)
    doubled = true_values(rows, 4, 2 * times)
    assert doubled.competence == pytest.approx(every.competence, abs=0.02)


def test_the_end_is_where_it_ends():
    codes, _ = simulated(1, 300, (0.9, 0.6, 0.7), values=8)
    found = true_values(codes, 8)
    again = true_values(codes, 8, start=found)
    assert again.steps == 2 and again.competence == pytest.approx(found.competence, abs=1e-4)


@pytest.mark.parametrize("number", (1, 10, 1000))
def test_who_always_agrees_knows_all_but_for_the_prior(number):
    codes = numpy.repeat(numpy.arange(number) % 5, 3).reshape(-1, 3)
    found = true_values(codes, 5)
    assert (found.competence <= 1).all() and (found.competence > 0.5).all()
    assert found.posteriors == pytest.approx(
        numpy.broadcast_to(1 - found.unseen[:, None], codes.shape)
    )
    if number == 1000:
        assert found.competence == pytest.approx([1, 1, 1], abs=0.002)


def test_who_guesses_is_not_trusted():
    codes, _ = simulated(7, 2000, (0.9, 0.9, 0.0), absent=0)
    found = true_values(codes, 40)
    assert found.competence[2] < 0.03 and found.competence[:2] == pytest.approx([0.9] * 2, abs=0.03)
