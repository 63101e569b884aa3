"""Learning curves: agreement stage by stage, in the order in which each annotator worked."""

import json
from random import Random

import pytest
from annotation_logs import arc, opened
from drawn_projects import Drawn
from small_projects import agreement, put

from brat_iaa.timing import report, time_of_project
from brat_iaa.timing.learning import learning_curves

# ROOT a b c d
WORDS = "a b c d / e f"
SAME = "0>1:x 1>2:y 1>3:y 1>4:y / 0>1:x 1>2:y"
ONE_OTHER = "0>1:x 1>2:y 1>3:y 1>4:z / 0>1:x 1>2:y"
TWO_OTHERS = "0>1:x 1>2:y 1>3:z 1>4:z / 0>1:x 1>2:y"


def log_of(root, order):
    """A log in which each annotator edits documents one after the other.

    order  {annotator: names of documents}
    """
    lines = []
    for annotator, documents in order.items():
        for hour, document in enumerate(documents):
            directory = f"{root.name}/{annotator}"
            # Everybody opens the last document first: opening is not annotating.
            lines.append(opened("00:30:00", annotator, directory, documents[-1]))
            lines.append(arc(f"{hour + 1:02}:00:00", annotator, directory, document, "T1"))
            lines.append(arc(f"{hour + 1:02}:00:30", annotator, directory, documents[0], "T1"))
    log = root.parent / "annotation.log"
    log.write_text("".join(lines))
    return log


def curves(root, order, found=None):
    """The curves of an Agreement; None: as the files are."""
    found = found or agreement(root)
    return learning_curves(found, time_of_project(found, root, log=log_of(root, order)))


@pytest.fixture
def project(tmp_path):
    """anna and ben differ on two tokens of d1, on one of d2 and d3, on none of d4 and d5."""
    marks = {"d1": TWO_OTHERS, "d2": ONE_OTHER, "d3": ONE_OTHER, "d4": SAME, "d5": SAME}
    for document, other in marks.items():
        put(tmp_path / "p", "anna", document, WORDS, SAME)
        put(tmp_path / "p", "ben", document, WORDS, other)
    return tmp_path / "p"


def test_stages_by_hand(project):
    """Of six tokens in a document, five documents in four stages: the first stage has two."""
    forwards = ["d1", "d2", "d3", "d4", "d5"]
    anna, ben = curves(project, {"anna": forwards, "ben": forwards[::-1]})
    assert (anna.annotator, anna.other, anna.key) == ("anna", "ben", ("LAA", "masi"))
    assert anna.documents == (("d1", "d2"), ("d3",), ("d4",), ("d5",))
    assert [score.value for score in anna.scores] == pytest.approx([9 / 12, 5 / 6, 1, 1])
    assert [score.items for score in anna.scores] == [12, 6, 6, 6]
    assert ben.documents == (("d5", "d4"), ("d3",), ("d2",), ("d1",))
    assert [score.value for score in ben.scores] == pytest.approx([1, 5 / 6, 5 / 6, 4 / 6])
    assert anna.difference.groups == ("anna 1", "anna 4")
    assert anna.difference.difference == pytest.approx(1 / 4)
    assert ben.difference.difference == pytest.approx(-1 / 3)
    assert anna.difference.no_interval.startswith("fewer than 10 sentences")


def test_only_documents_that_were_edited_and_compared_have_a_place(project):
    put(project, "anna", "alone", WORDS, SAME)
    order = {"anna": ["alone", "d4", "d1"], "ben": ["d3"]}
    (anna,) = curves(project, order)
    assert anna.documents == (("d4",), ("d1",))


def test_who_edited_one_document_has_no_curve(project):
    assert curves(project, {"anna": ["d1"], "ben": ["d2"]}) == []


@pytest.mark.parametrize("seed", range(3))
def test_the_curve_turned_round_is_that_of_the_turned_order(tmp_path, seed):
    """With as many documents in each stage, and three annotators."""
    root = Drawn(seed, documents=8).write(tmp_path / "p")
    order = [f"d{number}" for number in range(8)]
    Random(seed).shuffle(order)
    found = agreement(root)
    there = curves(root, dict.fromkeys(("anna", "ben", "carla"), order), found)
    back = curves(root, dict.fromkeys(("anna", "ben", "carla"), order[::-1]), found)
    assert len(there) == len(back) > 5
    for one, other in zip(there, back):
        assert [score and score.value for score in one.scores] == [
            score and score.value for score in reversed(other.scores)
        ]
        assert all(score is None or score.value is None or score.value <= 1 for score in one.scores)
        if one.difference and one.difference.difference is not None:
            assert one.difference.difference == pytest.approx(-other.difference.difference)
    # Both orders are the same, so a pair has the same curve in either direction.
    by_pair = {(c.annotator, c.other, c.layer): [s and s.value for s in c.scores] for c in there}
    assert all(
        values == by_pair[other, annotator, layer]
        for (annotator, other, layer), values in by_pair.items()
    )


def test_table_and_rows(project):
    found = agreement(project)
    order = {"anna": ["d1", "d2", "d3", "d4"], "ben": ["d4"]}
    time = time_of_project(found, project, log=log_of(project, order))
    table = next(t for t in report.tables(found, time) if t.title.startswith("Learning curves"))
    assert table.title == "Learning curves: dependencies, LAA in the order of annotation"
    assert table.rows[0] == ("anna", "ben", ".667", ".833", ".833", "1.000", "0 %", "")
    assert sum("fewer than 10 sentences" in note for note in table.notes) == 1
    row = json.loads(json.dumps(report.to_dict(found, time)))["learning"][0]
    assert (row["annotator"], row["with"], row["layer"]) == ("anna", "ben", "dependencies")
    assert [stage["documents"] for stage in row["stages"]] == [["d1"], ["d2"], ["d3"], ["d4"]]
    assert row["stages"][0]["score"]["value"] == pytest.approx(2 / 3)
    assert row["difference"]["difference"] == pytest.approx(1 / 3)
