"""What must hold in layers of every kind, on random projects with records of every sort."""

import math
import re
import shutil
from random import Random

import pytest
from every_record import ANNOTATORS, write
from small_projects import agreement, scores_by_key, without_data

from brat_iaa.kinds import KINDS

# Seen from the first of two; all other figures are of both.
DIRECTED = {"recall", "precision", "gcm"}
EVERY_KIND = pytest.mark.parametrize("kind", KINDS)


@pytest.fixture
def project(kind, tmp_path):
    write(tmp_path / "p", f"[layer it]\nkind = {kind}\n", seed=2)
    return tmp_path / "p"


def figures(root):
    """{key: Score} of the layer, in its own terms: whoever is first, whatever the bytes."""
    found = without_data(scores_by_key(agreement(root)))
    return {key: score for key, score in found.items() if not DIRECTED & {*key[:2]}}


def numbers(score):
    return score.value, score.observed, score.expected, *(score.interval or ())


@EVERY_KIND
def test_agreement_with_oneself_is_1_and_nothing_differs(project):
    for name in ANNOTATORS[1:]:
        for path in (project / "anna").glob("*.ann"):
            shutil.copy(path, project / name / path.name)
    found = agreement(project)
    assert {score.value for score in found.scores} <= {1, None} and not found.differences
    layer = next(own for own in found.score_indexes if own.name == "it")
    assert layer.overall[layer.main[0]].value == 1


@EVERY_KIND
def test_the_order_of_lines_does_not_matter(project):
    before, random = figures(project), Random(0)
    for path in project.glob("*/*.ann"):
        lines = path.read_text("utf-8").splitlines(keepends=True)
        random.shuffle(lines)
        path.write_text("".join(lines), "utf-8")
    assert figures(project) == before


@EVERY_KIND
def test_names_and_order_of_annotators_do_not_matter(project):
    new = {"anna": "z", "ben": "b", "carla": "a"}
    before = figures(project)
    for name, other in new.items():
        (project / name).rename(project / other)
    after = figures(project)
    for key, score in before.items():
        names = tuple(sorted(new[name] for name in key[2]))
        other = after[(*key[:2], names, *key[3:])]
        of_both = zip(numbers(score), numbers(other))
        assert all(one == other or one == pytest.approx(other) for one, other in of_both), key
        assert (score.items, score.missing) == (other.items, other.missing), key


@EVERY_KIND
def test_an_empty_file_counts_as_one_with_a_note_where_it_is_said_and_is_foretold(project, kind):
    tokens = "shared" if kind == "dependencies" else "drawn"
    file = project / "carla" / "b.ann"
    file.write_text("")
    before = agreement(project, tokens=tokens)
    after = agreement(project, tokens=tokens, empty="nothing")
    layer = next(own for own in after.layers if own.name == "it")
    foretold = [score for score in before.if_finished if score.layer == "it"]
    for score in foretold:
        assert score == after.score_indexes[0].overall[score.measure, score.statistic]
    key = next(words.key for words in KINDS[layer.kind].answer[0])
    values = [each.score_indexes[0].overall[key].value for each in (before, after)]
    assert bool(foretold) == (values[0] != values[1])
    file.write_text("#1\tAnnotatorNotes T1\tnothing\n")
    noted = agreement(project, tokens=tokens)
    assert [numbers(score) for score in noted.scores] == [numbers(score) for score in after.scores]


@pytest.mark.parametrize(
    "kind, types, sort", [("labels", "N", "T"), ("entity-relations", "subj", "R"), ("events", "Cause", "E")]
)  # fmt: skip
def test_a_layer_of_some_types_is_that_of_files_without_the_others(project, kind, types, sort):
    with open(project / "iaa.conf", "a") as conf:
        conf.write(f"types = {types}\n")
    chosen = figures(project)
    (project / "iaa.conf").write_text(f"[layer it]\nkind = {kind}\n")
    assert [*map(numbers, figures(project).values())] != [*map(numbers, chosen.values())]
    for path in project.glob("*/*.ann"):
        lines = path.read_text("utf-8").splitlines(keepends=True)
        of_type = re.compile(rf"(?!{sort})|\w+\t{types}\b")
        path.write_text("".join(line for line in lines if of_type.match(line)), "utf-8")
    alone = figures(project)
    assert alone.keys() == chosen.keys()
    for key, score in alone.items():
        assert numbers(score) == numbers(chosen[key]), key
        assert (score.items, score.missing) == (chosen[key].items, chosen[key].missing), key


@EVERY_KIND
def test_a_document_scores_as_a_project_of_its_own(project, tmp_path):
    """One annotator lacks it, or it is the last that all have; pairs and labels of it, too."""
    (project / "ben" / "b.ann").unlink()
    whole, checked = figures(project), 0
    for document in "ab":
        alone = tmp_path / document
        for path in project.glob(f"*/{document}.*"):
            (alone / path.parent.name).mkdir(parents=True, exist_ok=True)
            shutil.copy(path, alone / path.parent.name)
        shutil.copy(project / "iaa.conf", alone)
        of_alone = figures(alone)
        for key, score in whole.items():
            if key[3] == document:
                other = of_alone[(*key[:3], None, key[4])]
                assert numbers(score) == pytest.approx(numbers(other)), key
                assert score.items == other.items, key
                checked += 1
    assert checked


NEW = {"N": "Zebra", "V": "Ape", "subj": "z", "obj": "a", "Mood": "Air", "glad": "zz", "sad": "aa",
       "Cause": "Zoo", "Move": "Ant", "Coref": "Same"}  # fmt: skip


@EVERY_KIND
def test_other_names_of_types_and_documents_in_one_change_no_figure(project):
    """In another order, too. Of chains, links within a document are counted."""
    before = {
        key: score for key, score in figures(project).items()
        if key[3] is None and key[:2] != ("kappa", "links")
    }  # fmt: skip
    for annotator in ANNOTATORS:
        text, lines = "", []
        for number, document in enumerate("ba"):
            path = project / annotator / f"{document}.ann"
            for line in path.read_text("utf-8").splitlines():
                line = re.sub(
                    r"(?<=[\t :])T?[0-9]+", lambda found: _moved(found, number, text), line
                )
                line = re.sub(r"^([A-Z])(\d+)", rf"\g<1>{number}000\2", line)
                words = re.split(r"(?<=[\t :])|(?=[\t :])", line)
                lines.append("".join(NEW.get(word, word) for word in words))
            text += path.with_suffix(".txt").read_text("utf-8")
            path.unlink()
            path.with_suffix(".txt").unlink()
        (project / annotator / "one.txt").write_text(text)
        (project / annotator / "one.ann").write_text("\n".join(lines))
    after = figures(project)
    assert len(before) > 1
    for key, score in before.items():
        other = after[(*key[:4], NEW.get(key[4], key[4]))]
        assert numbers(score) == pytest.approx(numbers(other), abs=1e-12), key
        assert (score.items, score.missing) == (other.items, other.missing), key


def _moved(found, number, text):
    """An id, or an offset, in the second of two documents that are joined."""
    word = found.group()
    return f"T{number}000{word[1:]}" if word[0] == "T" else str(int(word) + len(text))


@EVERY_KIND
def test_a_third_annotator_changes_nothing_for_a_pair(project, kind):
    pair = ("anna", "ben")
    three = {key: score for key, score in figures(project).items() if key[2] == pair}
    shutil.rmtree(project / "carla")
    two = figures(project)
    for key, score in three.items():
        if key[3] is None:
            assert numbers(score) == pytest.approx(numbers(two[key])), key
            assert (score.items, score.missing) == (two[key].items, two[key].missing), key


@EVERY_KIND
def test_nothing_is_nan_and_all_is_within_bounds(project):
    (project / "carla" / "a.ann").unlink()
    (project / "ben" / "b.ann").write_text("")
    for score in agreement(project).scores:
        known = [figure for figure in numbers(score) if figure is not None]
        assert not any(map(math.isnan, known)), score
        assert score.value is None or score.value <= 1
        if score.expected is None:
            assert all(0 <= figure <= 1 for figure in known), score
        if score.interval is not None:
            assert score.interval[0] <= score.value <= score.interval[1], score
        assert (score.value is None) == bool(score.undefined), score
