"""Groups of documents: figures of a project with these documents only, and their differences."""

from math import exp, log

import pytest
import slow_intervals as slow
from layer_projects import SETTINGS, project
from small_projects import agreement, put

from brat_iaa.scores.document_groups import (
    group_differences,
    members,
)

GROUPS = "[project]\ngroups = doc0[1-3]: early, doc0[4-6]: late, doc07: late\n"


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    root = project(tmp_path_factory.mktemp("groups"), "ndt1", GROUPS + SETTINGS["ndt1"])
    return agreement(root)


def test_names_and_patterns_make_groups_in_the_order_of_the_settings():
    patterns = (("de_*", "German"), ("fr_1", "French"), ("de/x", "German"), ("*", "all"))
    names = ["fr_1", "de_2", "de_1", "de/x", "other"]
    assert members(patterns, names) == {
        "German": ("de/x", "de_1", "de_2"), "French": ("fr_1",), "all": tuple(sorted(names)),
    }  # fmt: skip
    assert members((("it_*", "Italian"),), names) == {"Italian": ()}


def test_a_group_is_a_project_with_its_documents_only(found, tmp_path):
    for group in found.groups:
        root = project(tmp_path / group.name, "ndt1")
        for annotator in ("odin", "thor"):
            for path in (root / annotator).iterdir():
                if path.stem not in group.documents:
                    path.unlink()
        alone = [score for score in agreement(root).scores if score.document is None]
        assert len(alone) == len(group.scores)
        for one, own in zip(alone, group.scores):
            assert f"|group:{group.name}|" in own.signature
            assert own.signature.replace(f"|group:{group.name}", "") == one.signature
            assert (own.value, own.interval, own.items) == (one.value, one.interval, one.items)


def with_groups(root):
    found = agreement(root)
    return found, found.groups


def small(root, differing, groups="a: first, b: second"):
    """anna and ben, two documents of 12 sentences; ben has another label in the first few."""
    words = " / ".join(["a b"] * 12)
    for document, number in zip("ab", differing):
        same, other = "0>1:root 1>2:x", "0>1:root 1>2:y"
        put(root, "anna", document, words, " / ".join([same] * 12))
        put(root, "ben", document, words, " / ".join([other] * number + [same] * (12 - number)))
    (root / "iaa.conf").write_text(f"[project]\ngroups = {groups}\n")
    return with_groups(root)


def test_by_hand(tmp_path):
    """LAA 18/24 and 21/24: half of the disagreement is left."""
    names, one = group_differences(*small(tmp_path, (6, 3)))[0]
    assert names == ("first", "second")
    assert (one.measure, one.before, one.after, one.ratio) == ("LAA", 0.75, 0.875, 0.5)
    # Of 24 tokens 6 and 3 differ, one a sentence: without a sentence that differs 17 of 22 and 20 of
    # 22 agree, without another 16 and 19; the errors are those of the logit, brought to the figure.
    errors, degrees = [], []
    for right, wrong in ((18, 6), (21, 3)):
        logit = log(right / wrong)
        changes = [log((right - 1) / (wrong - 1)) - logit] * wrong
        changes += [log((right - 2) / wrong) - logit] * (12 - wrong)
        errors.append(slow.jackknife(changes, 12) * right * wrong / 24**2)
        u = [(1 - 2 * right / 24) / 24] * wrong + [(2 - 2 * right / 24) / 24] * (12 - wrong)
        degrees.append(slow.degrees(u, 12))
    for own, scale in ((one.interval, (1, 1)), (one.ratio_interval, (0.25, 0.125))):
        first, second = ((error / size) ** 2 for error, size in zip(errors, scale))
        nu = (first + second) ** 2 / (first**2 / degrees[0] + second**2 / degrees[1])
        half = slow.student(nu) * (first + second) ** 0.5
        expected = (0.125 - half, 0.125 + half)
        if own is one.ratio_interval:
            expected = (0.5 * exp(-half), 0.5 * exp(half))
        assert own == pytest.approx(expected, abs=1e-6)
