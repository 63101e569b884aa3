"""Figures of trees: shares in [0, 1] that no name and no order of annotators changes."""

from random import Random

import pytest
from small_projects import agreement, lacking, like, put, random_words

ALL = ("anna", "ben", "carla")
FOUR = "2>1:subj 0>2:root 4>3:det 2>4:obj"


def tree_scores(root, **settings):
    """{(measure, annotators as a set, document): Score} of the trees."""
    return {
        (score.measure, frozenset(score.annotators), score.document): score
        for score in agreement(root, **settings).scores
        if score.layer == "trees"
    }


def with_trees(root):
    root.mkdir(exist_ok=True)
    (root / "iaa.conf").write_text("[layer trees]\n", "utf-8")
    return root


@pytest.mark.parametrize("short", ALL)
def test_a_sentence_with_other_tokens_of_one_is_ignored_whatever_their_names(short, tmp_path):
    """One annotator has 1 token, two have 4 and agree: nothing of the three, 1 for the two."""
    for name in ALL:
        marks = "0>1:root -2 -3 -4" if name == short else FOUR
        put(with_trees(tmp_path), name, "doc", "she sees the dog", marks)
    scores = tree_scores(tmp_path)
    rest = frozenset(ALL) - {short}
    for measure in ("UAS", "LAS", "LA"):
        whole = scores[measure, frozenset(ALL), None]
        assert (whole.value, whole.items) == (None, 0)
        assert whole.undefined == "no sentence of which all annotators have the same tokens"
        assert "|ignored:1|" in whole.signature
        assert (scores[measure, rest, None].value, scores[measure, rest, None].items) == (1.0, 4)
        assert "|ignored:0|" in scores[measure, rest, None].signature


def test_other_sentences_count_beside_an_ignored_one(tmp_path):
    """Sentence 1: carla lacks a token. Sentence 2, 2 tokens: 1/2 of LAS for two pairs of three."""
    two = "0>1:root 1>2:obj"
    put(with_trees(tmp_path), "anna", "doc", "she sees the dog / see it", f"{FOUR} / {two}")
    put(tmp_path, "ben", "doc", "she sees the dog / see it", f"{FOUR} / {two}")
    carla = FOUR.replace("4>3:det", "-3") + " / " + two.replace("obj", "subj")
    put(tmp_path, "carla", "doc", "she sees the dog / see it", carla)
    scores = tree_scores(tmp_path)
    assert scores["UAS", frozenset(ALL), None].value == 1.0
    assert scores["LAS", frozenset(ALL), None].value == pytest.approx((1 + 1 / 2 + 1 / 2) / 3)
    assert scores["LAS", frozenset(ALL), None].items == 2
    assert "|ignored:1|" in scores["LAS", frozenset(ALL), None].signature
    assert scores["LAS", frozenset(("anna", "ben")), None].items == 6
    # Alpha has both sentences: trees of different sizes have a distance, too.
    assert scores["alpha-plain", frozenset(ALL), None].items == 2


@pytest.mark.parametrize("root_token", [True, False])
def test_trees_without_any_arc_do_not_agree(root_token, tmp_path):
    """Without a root token each token would be a root of its own, the same for everybody."""
    for name in ("anna", "ben"):
        put(with_trees(tmp_path), name, "doc", "a b / c", "")
    if not root_token:
        (tmp_path / "iaa.conf").write_text("[project]\nroot = none\n[layer trees]\n", "utf-8")
    for score in tree_scores(tmp_path).values():
        assert (score.value, score.undefined) == (None, "no annotator drew an arc")


def one_head(random, words, labels="ABC"):
    """Marks of a tree or a cycle: each word has one head, any word or the root."""
    sentences = []
    for sentence in words.split(" / "):
        length = len(sentence.split())
        sentences.append(
            " ".join(
                f"{random.randint(0, length)}>{place}:{random.choice(labels)}"
                for place in range(1, length + 1)
            )
        )
    return " / ".join(sentences)


class Drawn:
    """Random trees of three or four annotators; some tokens and some documents are missing."""

    def __init__(self, seed):
        random = Random(seed)
        self.annotators = ("anna", "ben", "carla", "dora")[: random.choice((3, 4))]
        self.files = []
        for document in ("d1", "d2", "d3"):
            words = random_words(random, random.randint(1, 4), 5)
            base = one_head(random, words)
            for annotator in self.annotators:
                own = like(random, base, words, heads=(1,))
                marks = lacking(random, words, own, random.choice((0, 0, 0.2, 0.6)))
                if random.random() > 0.2:
                    self.files.append((annotator, document, words, marks))

    def write(self, root, names):
        for annotator, document, words, marks in self.files:
            put(with_trees(root), names[annotator], document, words, marks)
        return root


@pytest.mark.parametrize("seed", range(2))
def test_shares_are_shares_and_neither_names_nor_order_matter(seed, tmp_path):
    drawn = Drawn(seed)
    present = [name for name in drawn.annotators if any(name == file[0] for file in drawn.files)]
    same = {name: name for name in present}
    scores = tree_scores(drawn.write(tmp_path / "one", same))
    for (measure, *_), score in scores.items():
        if not measure.startswith("alpha") and score.value is not None:
            assert 0 <= score.value <= 1, (measure, score)
    renamed = {name: f"z{9 - place}" for place, name in enumerate(present)}
    others = tree_scores(drawn.write(tmp_path / "other", renamed))
    assert len(others) == len(scores)
    order = ", ".join(reversed(present))
    (tmp_path / "one" / "iaa.conf").write_text(
        f"[project]\nannotators = {order}\n[layer trees]\n", "utf-8"
    )
    reordered = tree_scores(tmp_path / "one")
    for (measure, group, document), score in scores.items():
        twins = (
            reordered[measure, group, document],
            others[measure, frozenset(renamed[name] for name in group), document],
        )
        for twin in twins:
            assert twin.value == pytest.approx(score.value, abs=1e-12)
            assert (twin.items, twin.undefined) == (score.items, score.undefined)
            assert twin.signature == score.signature
