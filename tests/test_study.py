"""What a study adds to the scores: it keeps up with the files, and says what is odd in the
settings.
"""

import shutil
from pathlib import Path

import pytest

from brat_iaa.study import Study

FIGURE_3 = Path(__file__).parent / "data" / "projects" / "ragheb_fig3"


@pytest.fixture
def project(tmp_path):
    root = tmp_path / "project"
    shutil.copytree(FIGURE_3, root)
    return root


def test_nothing_is_computed_again_while_no_file_changes(project):
    study = Study(project)
    assert study.agreement() is study.agreement()


def test_a_change_of_iaa_conf_is_seen(project):
    study = Study(project)
    with_punctuation = study.agreement()
    (project / "iaa.conf").write_text("[layer dependencies]\npunctuation = out\n", "utf-8")
    without = study.agreement()
    assert len(with_punctuation.tables["fig3"].items) - 1 == len(without.tables["fig3"].items)


def test_a_document_that_goes_is_forgotten(project):
    for annotator in ("A1", "A2"):
        for ending in (".ann", ".txt"):
            shutil.copy(
                project / annotator / f"fig3{ending}", project / annotator / f"copy{ending}"
            )
    study = Study(project)
    assert list(study.agreement().tables) == ["copy", "fig3"]
    for file in project.glob("*/copy.*"):
        file.unlink()
    assert list(study.agreement().tables) == ["fig3"]
