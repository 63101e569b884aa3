"""What a study adds to the scores: it keeps up with the files, and says what is odd in the
settings.
"""

import os
import shutil
from pathlib import Path

import pytest

from brat_iaa.errors import ProjectError
from brat_iaa.study import Study

FIGURE_3 = Path(__file__).parent / "data" / "projects" / "ragheb_fig3"


@pytest.fixture
def project(tmp_path):
    root = tmp_path / "project"
    shutil.copytree(FIGURE_3, root)
    return root


def exact(agreement, measure="LAA"):
    (score,) = [
        s
        for s in agreement.scores
        if (s.measure, s.statistic, s.document, s.label) == (measure, "exact", None, None)
    ]
    return score.value


def test_nothing_is_computed_again_while_no_file_changes(project):
    study = Study(project)
    assert study.agreement() is study.agreement()


def test_an_edit_is_seen(project):
    study = Study(project)
    before = study.agreement()
    file = project / "A1" / "fig3.ann"
    file.write_text(file.read_text("utf-8").replace("R7\tJCT Arg1:T2 Arg2:T8\n", ""), "utf-8")
    os.utime(file, (1, 1))
    after = study.agreement()
    assert (exact(before), exact(after)) == (7 / 9, 8 / 9)
    assert len(after.differences) == len(before.differences) - 1


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


def test_labels_that_nobody_used_are_a_problem_with_the_nearest_name(project):
    found = Study(project, {"labels": "SUJB"}).agreement()
    said = found.problems[0].message
    assert said.startswith("labels = SUJB: no annotator has used it. Did you mean “SUBJ”?")
    assert {score.value for score in found.scores} == {None}
    assert {score.undefined for score in found.scores} == {"nobody has drawn SUJB yet"}


def test_a_label_among_others_that_nobody_used_is_a_problem(project):
    problems = Study(project, {"labels": "SUBJ, OBJX"}).agreement().problems
    assert [(p.code, "OBJX" in p.message) for p in problems] == [("unused-name", True)]


def test_only_one_has_begun(project):
    (project / "A2" / "fig3.ann").write_text("", "utf-8")
    with pytest.raises(ProjectError, match="only A1 has annotated.*fig3 \\(A2\\): no span in it"):
        Study(project).agreement()
    (project / "A1" / "fig3.ann").write_text("", "utf-8")
    with pytest.raises(ProjectError, match=": nobody has annotated") as caught:
        Study(project).agreement()
    assert "token" not in str(caught.value)


def test_settings_of_a_project_in_an_unknown_directory(tmp_path):
    with pytest.raises(ProjectError, match="is no directory"):
        Study(tmp_path / "nowhere").agreement()


def test_two_annotators_with_other_texts_in_the_only_document_have_nothing_to_compare(project):
    text = project / "A2" / "fig3.txt"
    text.write_text(text.read_text("utf-8") + "more\n", "utf-8")
    with pytest.raises(ProjectError) as caught:
        Study(project).agreement()
    said = str(caught.value)
    assert "no two annotators have annotated the same text" in said
    assert "Excluded: fig3 (A2): the texts of A1 and A2 differ from line" in said
    assert "so no two annotators can be compared in it" in said


def test_scores_of_those_with_the_same_text_are_as_if_the_other_were_not_there(project):
    """A third annotator's slip costs the third annotator, and nobody else."""
    before = Study(project).agreement()
    shutil.copytree(project / "A1", project / "A0")
    text = project / "A0" / "fig3.txt"
    text.write_text("." + text.read_text("utf-8"), "utf-8")
    after = Study(project).agreement()
    assert after.scores == before.scores
    assert [(one.document, one.annotators) for one in after.excluded] == [("fig3", ("A0",))]
