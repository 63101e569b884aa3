"""A layer of trees with expected = sampled: signatures, notes, and what stays exact."""

import re
import shutil

import pytest
from checkout import PROJECTS

from brat_iaa.scores import trees as tree_pairs
from brat_iaa.study import Study

NDT = PROJECTS / "ndt1"
# Two of its seven documents: 30 sentences, so 1,770 pairs of trees.
OTHERS = shutil.ignore_patterns(*(f"doc0{number}.*" for number in (1, 2, 3, 4, 6)))


def agreement_of(root, setting):
    if not root.exists():
        shutil.copytree(NDT, root, ignore=OTHERS)
    (root / "iaa.conf").write_text(f"[layer trees]\nkind = trees\nexpected = {setting}\n")
    return Study(root).agreement()


@pytest.fixture(scope="module")
def exact(tmp_path_factory):
    return agreement_of(tmp_path_factory.mktemp("exact") / "ndt", "exact")


@pytest.fixture(scope="module")
def sampled(tmp_path_factory):
    """Sampling begins early, and is quick."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tree_pairs, "_MANY", 1000)
        patch.setattr(tree_pairs, "DRAWN", 1000)
        return agreement_of(tmp_path_factory.mktemp("sampled") / "ndt", "sampled")


def figures(agreement):
    return {(score.document, score.annotators, score.measure): score for score in agreement.scores}


def test_figures_name_their_sample(exact, sampled):
    assert not any("sampl" in score.signature for score in exact.scores)
    whole, found = figures(exact), figures(sampled)
    assert whole.keys() == found.keys()
    for about, score in found.items():
        assert "|expected:sampled|" in score.signature
        assert score.items == whole[about].items
        named = re.search(r"\|sampled-pairs:(\d+)\|sampling-se:([\d.e-]+)\|", score.signature)
        if about[0] is None and about[2].startswith("alpha"):
            assert named[1] == "1000"
            assert 0 < abs(score.value - whole[about].value) < 4 * float(named[2])
            assert score.observed == whole[about].observed
        elif not about[2].startswith("alpha"):
            assert score.value == whole[about].value and not named


def test_pairs_of_annotators_share_a_sample(tmp_path, monkeypatch):
    """As large as that of all together."""
    monkeypatch.setattr(tree_pairs, "_MANY", 100)
    monkeypatch.setattr(tree_pairs, "DRAWN", 300)
    agreement_of(tmp_path / "ndt", "sampled")
    shutil.copytree(tmp_path / "ndt" / "odin", tmp_path / "ndt" / "loki")
    scores = [score for score in Study(tmp_path / "ndt").agreement().scores if score.whole]
    drawn = {len(one.annotators): re.search(r"sampled-pairs:(\d+)", one.signature)[1]
             for one in scores if one.measure == "alpha-plain"}  # fmt: skip
    assert drawn == {3: "300", 2: "100"}


def test_small_documents_stay_exact(exact, tmp_path, monkeypatch):
    pairs = sorted(
        tree_pairs.number_of_pairs({None: part}) for part in exact.parts["trees"].values()
    )
    exact = figures(exact)
    monkeypatch.setattr(tree_pairs, "_MANY", pairs[-1])
    monkeypatch.setattr(tree_pairs, "DRAWN", pairs[-1])
    found = figures(agreement_of(tmp_path / "ndt", "sampled"))
    of_documents = [about for about in found if about[0] is not None]
    assert len(pairs) == 2 and of_documents
    for about in of_documents:
        assert found[about].value == pytest.approx(exact[about].value, abs=1e-12)
        assert "sampled-pairs" not in found[about].signature
    assert any("sampled-pairs" in score.signature for score in found.values())
