"""ScoreMapping of columns are computed when they are read, by any thread."""

import sys
import threading
from types import SimpleNamespace

import numpy
import pytest

from brat_iaa.scores.score_table import FigureColumn, FigureValues, ScoreMapping, Subjects


@pytest.fixture
def hasty():
    """Threads take turns as often as they can."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(interval)


def column(kind=FigureColumn):
    """A FigureColumn of one subject whose figure is .5."""
    builder = SimpleNamespace(figures_of=lambda estimates, _: [each.figures for each in estimates])
    subjects = Subjects([builder], [("anna", "ben")], numpy.zeros(1))
    estimate = SimpleNamespace(value=[0.5], cells=[0], figures=SimpleNamespace(value=[0.5]))
    values = FigureValues("", estimate, [1], None, "no item")
    return kind(subjects, threading.RLock(), ("F1", "exact"), lambda: values)


def test_who_sees_figures_without_the_lock_sees_all_that_is_said_of_them():
    class Watched(FigureColumn):
        def __setattr__(self, name, value):
            if name == "_figures" and value is not None:
                assert self.compute is None and self._values.items == [1]
            super().__setattr__(name, value)

    assert column(Watched).figures().value == [0.5]


def test_threads_that_read_a_figure_first_at_the_same_time(hasty):
    columns, readers, read = [column() for _ in range(2000)], 4, []
    together = threading.Barrier(readers)

    def reader(with_interval):
        together.wait()
        for one in columns:
            read.append(one.figures().value[0] if with_interval else one.value(0))

    threads = [threading.Thread(target=reader, args=(n % 2,)) for n in range(readers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert read == [0.5] * readers * len(columns)


def test_figures_that_are_left_out_have_no_value():
    score, keys = SimpleNamespace(value=0.5), [("agreement", "gcm"), ("agreement", "raw")]
    figures = ScoreMapping([{}, dict.fromkeys(keys, score)], without="gcm")
    assert list(figures) == keys[1:]
    assert [figures.read("value", key) for key in (*keys, ("F1", "exact"))] == [None, 0.5, None]
