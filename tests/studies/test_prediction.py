"""Few sentences of real treebanks predict the width of the interval of four times as many."""

import importlib
from pathlib import Path

import numpy
import pytest

FOLDER = Path(__file__).parents[1] / "benchmarks"
DRAWS = 40


@pytest.fixture(scope="module", params=["ndt1"])
def drawn(request):
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(FOLDER)
        benchmark = importlib.import_module("sample_size")
        return benchmark, benchmark.Corpus(benchmark.PROJECTS / request.param)


@pytest.mark.parametrize("name", ["LAA", "alpha of LAA", "kappa of labels"])
def test_the_width_predicted_is_the_width_found(drawn, name):
    benchmark, corpus = drawn
    ratios = benchmark.ratios(corpus, name, 60, DRAWS)
    assert len(ratios) == DRAWS
    assert numpy.median(ratios) == pytest.approx(1, abs=0.12)
    assert ((ratios > 0.5) & (ratios < 2)).mean() > 0.9


@pytest.mark.system
def test_so_many_sentences_tell_a_change_in_four_of_five_cases(drawn):
    benchmark, corpus = drawn
    needed, share = benchmark.told(corpus, 200)
    assert 10 <= needed < corpus.sentences
    assert share == pytest.approx(0.8, abs=0.12)
