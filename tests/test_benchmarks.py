"""Benchmarks are commands and no tests; but they must be able to begin."""

import importlib
from pathlib import Path

import numpy
import pytest

from brat_iaa.study import Study

FOLDER = Path(__file__).parent / "benchmarks"
NAMES = sorted(path.stem for path in FOLDER.glob("*.py"))


@pytest.mark.parametrize("name", NAMES)
def test_it_finds_what_it_measures(name, monkeypatch):
    monkeypatch.syspath_prepend(FOLDER)
    assert importlib.import_module(name)


@pytest.mark.system
def test_coverage_of_intervals_knows_the_figures_of_a_treebank(monkeypatch):
    monkeypatch.syspath_prepend(FOLDER)
    coverage = importlib.import_module("interval_coverage")
    corpus = coverage.Corpus(coverage.PROJECTS / "ndt1")
    found = {name: truth for name, (_, truth) in corpus.figures.items()}
    assert found["LAA"] == pytest.approx(0.93966547, abs=1e-8)
    assert found["alpha-plain of trees"] == pytest.approx(0.98382704, abs=1e-8)
    assert corpus.change(numpy.arange(corpus.sentences)).ratio > 0


@pytest.mark.system
def test_coverage_of_intervals_draws_what_the_package_computes(monkeypatch):
    """Everything drawn once has the interval of the whole."""
    monkeypatch.syspath_prepend(FOLDER)
    coverage = importlib.import_module("interval_coverage")
    corpus = coverage.Corpus(coverage.PROJECTS / "ndt1")
    everything = numpy.arange(corpus.sentences)[None]
    scores = {
        (one.measure, one.statistic): one
        for one in Study(coverage.PROJECTS / "ndt1").agreement().scores
        if one.whole and one.layer == "dependencies"
    }
    for name, key in (("LAA", ("LAA", "masi")), ("alpha of LAA", ("LAA", "alpha-nominal"))):
        low, high = coverage.bounds_of(corpus.figures[name][0](everything), corpus.sentences)
        assert (low[0], high[0]) == pytest.approx(scores[key].interval, abs=1e-12)
