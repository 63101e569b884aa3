"""Processes that share computations: real ones, and none before they are needed."""

import multiprocessing
import os
import signal
import time
from concurrent.futures import BrokenExecutor

import numpy
import pytest
from random_trees import flat, many

from brat_iaa.errors import BratIaaError
from brat_iaa.measures import trees
from brat_iaa.measures.trees import distances
from brat_iaa.parallel.processes import Processes, processors


def test_none_begin_before_there_is_work():
    with Processes():
        assert not multiprocessing.active_children()
    assert processors() >= 1


def test_the_same_distances_and_nobody_is_left(monkeypatch):
    monkeypatch.setattr(trees, "_TILE", 1500)
    forests = [flat(nested) for nested in many(4, 100, 26, "ABCD")]
    with Processes() as executor:
        found = distances(forests, executor=executor)
        assert len(multiprocessing.active_children()) <= processors()
    assert not multiprocessing.active_children()
    numpy.testing.assert_array_equal(found, distances(forests))


def kill_all():
    for process in multiprocessing.active_children():
        os.kill(process.pid, signal.SIGKILL)


def test_one_of_them_is_killed():
    with pytest.raises(BratIaaError, match="was ended from outside"):
        with Processes() as executor:
            executor.submit(abs, -1).result()
            task = executor.submit(time.sleep, 60)
            kill_all()
            task.result()
    assert not multiprocessing.active_children()


def test_after_that_there_are_others():
    """Servers go on for weeks."""
    with Processes() as executor:
        task = executor.submit(time.sleep, 60)
        kill_all()
        with pytest.raises(BrokenExecutor):
            task.result()
        assert executor.submit(abs, -1).result() == 1
    assert not multiprocessing.active_children()
