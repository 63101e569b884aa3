"""The demo's project of entities: every kind of annotation, a gold, and a second phase that agrees
more.
"""

import shutil

import pytest
from cases import each
from small_projects import whole

from brat_iaa.demo import history
from brat_iaa.demo.serve import CLINIC
from brat_iaa.study import Study

KINDS = {"labels", "entity-relations", "events", "chains"}
FILES = sorted(CLINIC.rglob("*.ann")) + sorted(CLINIC.with_name("clinic_revised").rglob("*.ann"))


@each("path", FILES)
def test_what_a_line_says_is_in_the_text(path):
    name = CLINIC / path.parent.name / f"{path.stem}.txt"
    text = name.read_text("utf-8")
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("T"):
            _, where, words = line.split("\t")
            start, end = map(int, where.split()[1:])
            assert text[start:end] == words


@pytest.fixture(scope="module")
def phases(tmp_path_factory):
    """{phase: Agreement at its end}"""
    root, found = tmp_path_factory.mktemp("clinic") / "clinic", {}
    shutil.copytree(CLINIC, root)

    def at_end_of(phase):
        copy = shutil.copytree(root, root.parent / phase)
        found[phase] = Study(copy).agreement()

    history.revise(root, at_end_of)
    return found


@pytest.mark.system
def test_each_kind_is_compared_and_agreement_rises(phases):
    first, second = phases.values()
    assert list(phases) == ["1 apart", "2 revised"] and second.config.phase == "2 revised"
    assert {layer.kind for layer in first.layers} == KINDS and len(first.layers) == 6
    assert first.config.gold == "gold" and not first.problems
    between = [sum(one.places.by_document().values()) for one in (first, second)]
    assert between[0] > 2 * between[1] > 20
    for layer in first.layers:
        values = [next(iter(whole(one, layer.name).values())).value for one in (first, second)]
        assert values[0] < values[1], layer.name
