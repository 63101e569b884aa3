"""Groups of documents: figures of a project with these documents only, and their differences."""

import shutil
from math import exp, log

import pytest
import slow_intervals as slow
from layer_projects import SETTINGS, project
from small_projects import agreement, put, put_raw

from brat_iaa.report.document_groups import group_tables
from brat_iaa.scores.document_groups import (
    NEVER_DIFFERED,
    SAME_DOCUMENTS,
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
        "German": ("de/x", "de_1", "de_2"),
        "French": ("fr_1",),
        "all": tuple(sorted(names)),
    }
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


def test_only_what_was_compared_by_the_same_people_is_put_side_by_side(found):
    """A document that one has begun alone is no common sample of two groups."""
    groups = [group._replace(documents=(*group.documents, "alone")) for group in found.groups]
    assert group_differences(found, groups) == group_differences(found, found.groups)
    scores = [score._replace(annotators=("odin", "loki")) for score in found.groups[1].scores]
    others = [found.groups[0], found.groups[1]._replace(scores=scores)]
    assert group_differences(found, others) == []


def test_the_groups_of_all_documents_together_have_all_items(found):
    whole = {(s.layer, s.measure, s.statistic): s for s in found.scores if s.whole}
    for key in [("dependencies", "LAA", "masi"), ("trees", "alpha-plain", "alpha")]:
        parts = [group.figures(key[0])[key[1:]] for group in found.groups]
        assert sum(part.items for part in parts) == whole[key].items
        if key[2] == "masi":
            mean = sum(part.value * part.items for part in parts) / whole[key].items
            assert mean == pytest.approx(whole[key].value)


def test_the_order_of_the_groups_turns_differences_round(found):
    there = group_differences(found, found.groups)
    back = group_differences(found, found.groups[::-1])
    assert there and len(there) == len(back)
    for one, other in zip(there, back):
        assert one.difference == -other.difference
        assert one.interval == pytest.approx(tuple(-bound for bound in other.interval[::-1]))
        assert one.ratio * other.ratio == pytest.approx(1)
        low, high = one.ratio_interval
        assert (1 / high, 1 / low) == pytest.approx(other.ratio_interval)
        assert {one.clear, other.clear} in ({""}, {"up", "down"})


def test_a_group_does_not_differ_from_a_copy_of_itself(tmp_path):
    root = project(tmp_path, "ndt1", "[project]\ngroups = doc*: one, copy*: two\n")
    for annotator in ("odin", "thor"):
        for path in list((root / annotator).iterdir()):
            shutil.copy(path, path.with_name(path.name.replace("doc", "copy")))
    for one in group_differences(*with_groups(root)):
        assert (one.difference, one.ratio, one.clear) == (0, 1, "")
        assert one.interval[0] < 0 < one.interval[1]


def with_groups(root):
    found = agreement(root)
    return found, found.groups


def test_groups_with_a_common_document_have_a_difference_without_interval(tmp_path):
    root = project(tmp_path, "ndt1", "[project]\ngroups = doc0[1-4]: one, doc0[4-7]: two\n")
    differences = group_differences(*with_groups(root))
    assert {one.no_interval for one in differences} == {SAME_DOCUMENTS}
    assert all(one.difference is not None and one.interval is None for one in differences)


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
    one = group_differences(*small(tmp_path, (6, 3)))[0]
    assert (one.measure, one.first, one.second, one.ratio) == ("LAA", 0.75, 0.875, 0.5)
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


def test_where_nobody_differs_in_one_group(tmp_path):
    one = group_differences(*small(tmp_path / "first", (0, 3)))[0]
    assert one.ratio is None and one.ratio_interval[1] is None
    one = group_differences(*small(tmp_path / "second", (3, 0)))[0]
    low, high = one.ratio_interval
    assert one.ratio == low == 0 and high > 0
    one = group_differences(*small(tmp_path / "both", (0, 0)))[0]
    assert (one.difference, one.no_interval) == (0, NEVER_DIFFERED)


def test_a_group_that_one_annotator_alone_has_begun_has_no_figures(tmp_path):
    put(tmp_path, "anna", "c", "a b", "0>1:root 1>2:x")
    put_raw(tmp_path, "ben", "c", "ROOT a b\n", "")
    _, groups = small(tmp_path, (6, 3), "a: first, c: third")
    third = groups[1]
    assert (third.documents, third.compared, third.scores) == (("c",), (), [])


def test_a_group_without_a_document_has_no_figures(tmp_path):
    found, groups = small(tmp_path, (6, 3), "a: first, c: none")
    assert [(group.documents, bool(group.scores)) for group in groups] == [
        (("a",), True),
        ((), False),
    ]
    assert group_differences(found, groups) == []
    (table,) = group_tables(found)
    assert [row[0] for row in table.records] == ["first"]
    assert "Nothing to compare in none." in table.notes and "In no group: b." in table.notes
