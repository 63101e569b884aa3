"""Scores of all documents from one pass are those of each document by itself."""

import pytest

from brat_iaa.scores.score_table import NOTHING
from brat_iaa.study import Study
from tests.benchmarks import random_project

OF_DOCUMENTS = NOTHING._replace(documents=None, document_pairs=None)
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


def assert_alone_as_in_the_project(found, layer, document):
    """The Scores of one document are those that it has among all."""
    scores = found.document_scores(layer, document, OF_DOCUMENTS)
    there = [own for own in found.scores if (own.layer, own.document) == (layer.name, document)]
    assert len(scores) == len(there) > 0
    for one, other in zip(scores, there):
        bounds = [score.interval or (0, 0) for score in (one, other)]
        assert bounds[0] == pytest.approx(bounds[1], rel=1e-12, abs=1e-12)
        errors = [score.standard_error or 0 for score in (one, other)]
        assert errors[0] == pytest.approx(errors[1], rel=1e-12, abs=1e-12)
        assert one._replace(**NEARLY) == other._replace(**NEARLY)


def test_each_document_by_itself(project):
    first = [score for score in project.scores if score.document == "d0000"]
    assert {score.missing for score in first if score.statistic == "alpha"} == {1}
    for document in project.tables:
        assert_alone_as_in_the_project(project, project.dependencies, document)


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
    for document in found.tables:
        assert_alone_as_in_the_project(found, found.layers[0], document)
