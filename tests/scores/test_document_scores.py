"""Scores of all documents from one pass are those of each document by itself."""

from itertools import chain

import pytest

from brat_iaa.scores.builder import ScoreBuilder
from brat_iaa.study import Study
from tests.benchmarks import random_project

NEARLY = dict.fromkeys(("interval", "standard_error", "degrees", "design_effect"))


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """Four annotators, five documents of which not everybody has done all."""
    root = tmp_path_factory.mktemp("documents")
    random_project.write(root, 5, 11, 4, 3)
    (root / "ann1" / "d0001.ann").unlink()
    (root / "ann3" / "d0002.ann").write_text("")
    for annotator in range(4):
        without_arcs(root / f"ann{annotator}" / "d0003.ann")
    without_arcs(root / "ann0" / "d0004.ann")
    for annotator in range(3):
        without_first_token(root / f"ann{annotator}" / "d0000.ann")
    (root / "iaa.conf").write_text("[layer dependencies]\ndistance = jaccard\n")
    return Study(root).agreement()


def without_arcs(path):
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(line for line in lines if not line.startswith("R")))


def without_first_token(path):
    """One that then only the fourth annotator has."""
    first, *lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(line for line in lines if ":T1 " not in line and ":T1\t" not in line))


def test_each_document_by_itself(project):
    layer, pooled = project.dependencies, project.pooled_layers["dependencies"]
    builders = {name: ScoreBuilder(project.config, layer, name) for name in project.tables}
    together = pooled.document_scores(builders, print)
    found = [*chain.from_iterable(together["d0000"])]
    assert {score.missing for score in found if score.statistic == "alpha"} == {1}
    for name, builder in builders.items():
        part = {name: project.parts["dependencies"][name]}
        alone = type(pooled)(part, pooled.annotators, print).document_scores({name: builder}, print)
        scores, expected = ([*chain.from_iterable(of[name])] for of in (together, alone))
        assert len(scores) == len(expected) > 0
        for one, other in zip(scores, expected):
            bounds = [score.interval or (0, 0) for score in (one, other)]
            assert bounds[0] == pytest.approx(bounds[1], rel=1e-12, abs=1e-12)
            errors = [score.standard_error or 0 for score in (one, other)]
            assert errors[0] == pytest.approx(errors[1], rel=1e-12, abs=1e-12)
            assert one._replace(**NEARLY) == other._replace(**NEARLY)


def test_documents_in_the_agreement(project):
    of_documents = {score.document for score in project.scores} - {None}
    assert of_documents == set(project.tables) and len(of_documents) == 5


def test_labels_of_each_document_by_themselves(tmp_path):
    random_project.write(tmp_path, 4, 11, 4, 5, ("N", "V", "A"))
    (tmp_path / "ann1" / "d0000.ann").unlink()
    for annotator in (0, 3):
        (tmp_path / f"ann{annotator}" / "d0002.ann").write_text("")
    for name in ("d0001", "d0002"):
        path = tmp_path / "ann2" / f"{name}.ann"
        path.write_text(path.read_text().replace("\tN ", "\tV ", 9).replace("\tA 0 ", "\tA 1 "))
    (tmp_path / "iaa.conf").write_text("[layer types]\nkind = labels\nset = yes\n")
    found = Study(tmp_path).agreement()
    (layer,), pooled = found.layers, found.pooled_layers["types"]
    builders = {name: ScoreBuilder(found.config, layer, name) for name in found.tables}
    of_all = pooled.document_scores(builders, print)
    for name, builder in builders.items():
        part = found.parts["types"][name]
        alone = type(pooled)({name: part}, part.items.annotators, print)
        parts = of_all[name], alone.document_scores({name: builder}, print)[name]
        together, by_itself = ([score for part in own for score in part] for own in parts)
        assert together == by_itself != []
