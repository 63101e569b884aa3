"""Fine and coarse labels side by side: in the report, for programs, and in the paragraph."""

import shutil

import pytest
from checkout import DEMO
from label_projects import settings, write
from small_projects import agreement

from brat_iaa.formats.tables import to_csv
from brat_iaa.formats.text import to_text
from brat_iaa.paper.methods import methods
from brat_iaa.report.kind_tables import coarse_table, further_coarse_tables
from brat_iaa.report.scores import score_table, to_dict
from brat_iaa.report.tables import summary, tables

GROUPS = "core = SUBJ, OBJ; modifier = MOD, JCT"


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    root = tmp_path_factory.mktemp("demo") / "project"
    shutil.copytree(DEMO, root)
    (root / "iaa.conf").write_text(f"[layer dependencies]\ncoarse = {GROUPS}\n", "utf-8")
    return agreement(root)


def test_programs_get_all_of_them(demo):
    rows = to_dict(demo)["scores"]
    assert {row["measure"] for row in rows} >= {"LAA-coarse", "LAA-removed", "LOA-removed"}
    assert "dependencies,LOA-removed,alpha," in to_csv(score_table(demo.scores))


def test_of_labels(tmp_path):
    conf = settings(coarse=":")
    root = write(tmp_path, "a b c", conf=conf, one="N:x V N:y", two="N:y V N:y")
    (layer,) = agreement(root).score_indexes
    table = coarse_table(layer)
    rows = {name: values for name, *values in table.rows}
    assert rows["F1, exact"] == [".667", "1.000", "1.000"]
    assert rows["agreement"] == [".667", "1.000", "1.000"]
    assert "labels up to “:”" in table.glossary[0]
    names = {"F1, exact", "agreement", "Cohen's kappa", "alpha, nominal"}
    assert set(rows) == names | {"Gwet's AC1"}


def test_coarse_labels_by_document_and_label(tmp_path):
    conf = settings(coarse="first = x, y")
    for document, two in (("d", "x x z"), ("e", "x y z"), ("f", "x z z")):
        write(tmp_path, "a b c", conf=conf, document=document, one="x y z", two=two)
    found = agreement(tmp_path)
    (layer,) = found.score_indexes
    documents, labels = further_coarse_tables(layer)
    assert documents.header == ("document", "all labels", "coarse labels", "disagreement removed")
    assert documents.rows == (
        ("d", ".667", "1.000", "1.000"),
        ("f", ".667", ".667", ".000"),
        ("e", "1.000", "1.000", "–"),
    )
    assert labels.rows[0] == ("y", ".500", ".750", ".500")
    assert "Fine and coarse labels of pos by document" in to_text(summary(found), tables(found))


def test_none_without_the_setting(tmp_path):
    root = write(tmp_path, "a b c", one="N V N", two="N V V")
    (layer,) = agreement(root).score_indexes
    assert layer.coarse is None
    assert not any("coarse" in text for text in methods(agreement(root))[0])
