"""Projects that processes read: the same figures and lists, with the records read again on
demand.
"""

import os
import pickle
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from random import Random

import pytest
from checkout import DEMO, PROJECTS
from small_projects import like, put, random_marks, random_words

from brat_iaa.corpus import read_ahead
from brat_iaa.corpus.lazy_annotations import LazyAnnotations
from brat_iaa.errors import ProjectError
from brat_iaa.study import Study

SHIPPED = [PROJECTS / "ndt1", PROJECTS / "passonneau_fig1", PROJECTS / "mirovsky_example", DEMO]
FIELDS = ("annotators", "layers", "scores", "excluded", "problems", "survey", "config")


class Here:
    """An executor that works at once, with copies as another process has them."""

    def __init__(self):
        self.tasks = 0

    def submit(self, function, *given):
        self.tasks += 1
        done = Future()
        function, given = pickle.loads(pickle.dumps((function, given)))
        done.set_result(pickle.loads(pickle.dumps(function(*given))))
        return done


@pytest.fixture(autouse=True)
def everything_is_large(monkeypatch):
    monkeypatch.setattr(read_ahead, "LARGE", 1)
    monkeypatch.setattr(read_ahead, "_PART", 2000)


def same(found, expected):
    for name in FIELDS:
        assert getattr(found, name) == getattr(expected, name)
    assert list(found.disagreements) == list(expected.disagreements)
    for layer in expected.layers:
        assert found.confusion(layer.name) == expected.confusion(layer.name)
    for name, table in expected.tables.items():
        assert found.tables[name].whole() == table.whole()


@pytest.mark.parametrize("root", SHIPPED, ids=lambda path: path.name)
def test_the_same_as_in_one_process(root):
    executor = Here()
    same(Study(root, processes=executor).agreement(), Study(root).agreement())
    assert executor.tasks


def test_processes_that_are_started_anew():
    with ProcessPoolExecutor(1, get_context("spawn")) as executor:
        found = Study(PROJECTS / "ndt1", processes=executor).agreement()
        same(found, Study(PROJECTS / "ndt1").agreement())


@pytest.fixture
def project(tmp_path):
    """Three annotators; a document with a text of its own, a broken line, a file that is
    missing.
    """
    random = Random(3)
    for document in ("a", "b", "c", "d"):
        words = random_words(random, 4)
        marks = random_marks(random, words)
        for annotator in ("anna", "ben", "carla"):
            put(tmp_path, annotator, document, words, like(random, marks, words, 0.4))
    put(tmp_path, "carla", "b", "another text", "2>1:x")
    with (tmp_path / "ben" / "c.ann").open("a") as file:
        file.write("R999\tbroken line\nT998\tW 9000 9001\tx\n")
    (tmp_path / "anna" / "d.ann").unlink()
    return tmp_path


def change(path):
    """Take one arc out of a file."""
    lines = path.read_text().splitlines(keepends=True)
    last = max(number for number, line in enumerate(lines) if line.startswith("R"))
    path.write_text("".join(lines[:last] + lines[last + 1 :]))
    os.utime(path, (1_000_000_100, 1_000_000_100))


def test_what_cannot_be_used_is_said_as_ever(project):
    found, expected = Study(project, processes=Here()).agreement(), Study(project).agreement()
    same(found, expected)
    assert len(found.excluded) == 2 and found.problems


def test_after_a_change_only_the_changed_document_is_read(project):
    executor = Here()
    study = Study(project, processes=executor)
    study.agreement()
    first = executor.tasks
    change(project / "ben" / "a.ann")
    same(study.agreement(), Study(project).agreement())
    assert executor.tasks == first + 1
    study.agreement()
    assert executor.tasks == first + 1


def test_records_of_a_file_that_changed_meanwhile_are_not_guessed(project):
    found = Study(project, processes=Here()).agreement()
    change(project / "ben" / "a.ann")
    with pytest.raises(
        ProjectError, match=r"^ben/a.ann was changed while .* Run the command again"
    ):
        found.tables["a"].arcs


def test_a_small_project_is_read_here(project, monkeypatch):
    monkeypatch.setattr(read_ahead, "LARGE", 10**9)
    executor = Here()
    Study(project, processes=executor).agreement()
    assert not executor.tasks


def test_facts_are_at_hand_without_reading(project, monkeypatch):
    agreement = Study(project, processes=Here()).agreement()
    monkeypatch.setattr(LazyAnnotations, "_read", lambda self: pytest.fail("read again"))
    assert agreement.disagreements.number_of_places
    assert agreement.disagreements.places_by_document() and agreement.problems
    assert {table.columns.sentences for table in agreement.tables.values()} == {4}
