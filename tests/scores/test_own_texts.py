"""Trees of annotators whose texts differ, sentence by sentence (Skjærholt 2014, section 4)."""

import re
from random import Random

import pytest
from small_projects import agreement, lacking, like, put, random_words

from brat_iaa.errors import NothingToCompare

FOUR = "2>1:subj 0>2:root 4>3:det 2>4:obj"


def configured(root, settings="texts = by-sentence", before=""):
    root.mkdir(exist_ok=True)
    (root / "iaa.conf").write_text(f"{before}[layer trees]\n{settings}\n", "utf-8")
    return root


def tree_scores(found):
    """{(measure, annotators as a set, document): Score} of the trees."""
    return {
        (score.measure, frozenset(score.annotators), score.document): score
        for score in found.scores
        if score.layer == "trees"
    }


def without(words, marks):
    """Words and marks of somebody in whose text the words do not stand that are marked -3."""
    texts, changed = [], []
    for sentence, own in zip(words.split(" / "), marks.split("/")):
        gone = {int(mark[1:]) for mark in own.split() if mark.startswith("-")}
        left = [place for place in range(1, len(sentence.split()) + 1) if place not in gone]
        number = {0: 0, **{place: new for new, place in enumerate(left, 1)}}
        texts.append(" ".join(sentence.split()[place - 1] for place in left))
        changed.append(
            " ".join(
                re.sub(r"\d+(?=[>:])", lambda end: str(number[int(end[0])]), mark)
                for mark in own.split()
                if not mark.startswith("-")
            )
        )
    return " / ".join(texts), " / ".join(changed)


def one_head(random, words):
    return " / ".join(
        " ".join(
            f"{random.randint(0, len(sentence.split()))}>{place}:{random.choice('ABC')}"
            for place in range(1, len(sentence.split()) + 1)
        )
        for sentence in words.split(" / ")
    )


class Drawn:
    """Random trees of three annotators in two documents; each lacks some of the words."""

    annotators = ("anna", "ben", "carla")

    def __init__(self, seed):
        random = Random(seed)
        self.files = []
        for document in ("d1", "d2"):
            words = random_words(random, random.randint(1, 5), 5)
            base = one_head(random, words)
            for annotator in self.annotators:
                own = like(random, base, words, heads=(1,))
                share = random.choice((0, 0, 0.3))
                marks = lacking(random, words, own, share)
                while any(not sentence for sentence in without(words, marks)[0].split(" / ")):
                    marks = lacking(random, words, own, share)
                self.files.append((annotator, document, words, marks))

    def one_text(self, root):
        for annotator, document, words, marks in self.files:
            put(configured(root), annotator, document, words, marks)
        return root

    def own_texts(self, root, names=None, before=""):
        for annotator, document, words, marks in self.files:
            name = (names or {}).get(annotator, annotator)
            put(configured(root, before=before), name, document, *without(words, marks))
        return root


@pytest.mark.parametrize("seed", range(2))
def test_a_word_that_a_text_lacks_is_a_token_that_an_annotator_lacks(seed, tmp_path):
    """So the figures are those of one text in which the token is not marked."""
    drawn = Drawn(seed)
    expected = tree_scores(agreement(drawn.one_text(tmp_path / "one")))
    scores = tree_scores(agreement(drawn.own_texts(tmp_path / "own")))
    assert scores.keys() == expected.keys()
    for key, score in scores.items():
        assert score.value == pytest.approx(expected[key].value, abs=1e-12), key
        assert (score.items, score.undefined) == (expected[key].items, expected[key].undefined)
        assert score.interval == pytest.approx(expected[key].interval, abs=1e-12)
        assert "|texts:by-sentence|" in score.signature


def test_by_default_texts_that_differ_are_not_compared(tmp_path):
    put(configured(tmp_path, ""), "anna", "doc", "she sees the dog", FOUR)
    put(tmp_path, "ben", "doc", "she sees dog", "2>1:subj 0>2:root 2>3:obj")
    with pytest.raises(NothingToCompare, match="anna and ben differ from line 1, column 15"):
        agreement(tmp_path)


def with_a_word_less(root, before=""):
    """Sentence 1 is the same. In sentence 2 ben has no article; sentence 3 has other places."""
    put(
        configured(root, before=before), "anna", "doc",
        "she sleeps / she sees the dog / see it",
        f"2>1:subj 0>2:root / {FOUR} / 0>1:root 1>2:obj",
    )  # fmt: skip
    put(
        root, "ben", "doc",
        "she sleeps / she sees dog / see it",
        "2>1:subj 0>2:root / 2>1:subj 0>2:root 2>3:obj / 0>1:root 1>2:subj",
    )  # fmt: skip
    return root


def test_a_sentence_of_other_words_counts_in_alpha_and_not_in_accuracies(tmp_path):
    """Distances 0, 1 and 1: Do = (0 + 2 + 2) / 6. LAS is 3/4: the tokens of sentence 3 have other
    offsets in the two texts, and the same place in the sentence.
    """
    found = agreement(with_a_word_less(tmp_path))
    scores = tree_scores(found)
    both = frozenset(("anna", "ben"))
    plain = scores["alpha-plain", both, None]
    assert (plain.observed, plain.items) == (pytest.approx(4 / 6), 3)
    assert (scores["UAS", both, None].value, scores["UAS", both, None].items) == (1.0, 4)
    assert scores["LAS", both, None].value == 0.75
    assert "|ignored:1|" in scores["LAS", both, None].signature
    assert "|annotators:2|documents:1|sentences:3|" in plain.signature
    assert scores["LAS", both, "doc"].value == 0.75
    assert found.excluded == ()
    assert found.annotators_of("doc") == ("anna", "ben")
