"""Processes that share computations: real ones, and none before they are needed."""

import multiprocessing
import os
import signal

import numpy
import pytest
from test_tree_edit import flat, many

from brat_iaa.errors import ProcessError
from brat_iaa.measures import tree_edit
from brat_iaa.measures.tree_edit import distances
from brat_iaa.processes import Processes, processors


def test_none_begin_before_there_is_work():
    with Processes():
        assert not multiprocessing.active_children()
    assert processors() >= 1


def test_the_same_distances_and_nobody_is_left(monkeypatch):
    monkeypatch.setattr(tree_edit, "_TILE", 1500)
    forests = [flat(nested) for nested in many(4, 100, 26, "ABCD")]
    with Processes() as executor:
        found = distances(forests, executor=executor)
        assert len(multiprocessing.active_children()) <= processors()
    assert not multiprocessing.active_children()
    numpy.testing.assert_array_equal(found, distances(forests))


def test_one_of_them_is_killed():
    with pytest.raises(ProcessError, match="was ended from outside"):
        with Processes() as executor:
            executor.submit(os.kill, os.getpid(), 0).result()
            for process in multiprocessing.active_children():
                os.kill(process.pid, signal.SIGKILL)
            executor.submit(abs, -1).result()
    assert not multiprocessing.active_children()
