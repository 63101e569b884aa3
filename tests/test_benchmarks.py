"""Benchmarks are commands and no tests; but they must be able to begin."""

import importlib
from pathlib import Path

import numpy
import pytest

FOLDER = Path(__file__).parent / "benchmarks"
NAMES = sorted(path.stem for path in FOLDER.glob("*.py"))


@pytest.mark.parametrize("name", NAMES)
def test_it_finds_what_it_measures(name, monkeypatch):
    monkeypatch.syspath_prepend(FOLDER)
    assert importlib.import_module(name)


def test_coverage_of_intervals_knows_the_figures_of_a_treebank(monkeypatch):
    monkeypatch.syspath_prepend(FOLDER)
    coverage = importlib.import_module("interval_coverage")
    corpus = coverage.Corpus(coverage.PROJECTS / "ndt1")
    everything = numpy.arange(corpus.sentences)
    found = {name: figure(everything).value for name, figure in corpus.figures.items()}
    assert found["LAA"][0] == pytest.approx(0.93966547, abs=1e-8)
    assert found["alpha-plain of trees"][0] == pytest.approx(0.98382704, abs=1e-8)
    assert corpus.change(everything).ratio > 0
