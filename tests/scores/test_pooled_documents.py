"""Scores of what was compared: labels, sentences, and tokens that one annotator lacks."""

from random import Random

import pytest
from scored_projects import lines, scored
from small_projects import agreement, like, put, random_marks, random_words, value_of

# Labels.


def test_labels_by_hand(tmp_path):
    """Tokens: a subj/subj, b subj/obj (same head), c -/subj, d obj/obj at another head, e
    mod+subj/mod.
    """
    put(tmp_path, "anna", "doc", "a b c d e", "5>1:subj 5>2:subj 1>4:obj 1>5:mod 2>5:subj")
    put(tmp_path, "ben", "doc", "a b c d e", "5>1:subj 5>2:obj 1>3:subj 2>4:obj 1>5:mod")
    scores = scored(tmp_path)

    def value(measure, statistic, label, pair=("anna", "ben")):
        score = scores[measure, statistic, pair, None, label]
        return score.value, score.items

    # Tokens on which one of the two has subj: a, b, c, e.
    assert value("LAA", "masi", "subj") == (pytest.approx((1 + 0 + 0 + 2 / 3) / 4), 4)
    assert value("UAA", "masi", "subj") == (pytest.approx((1 + 1 + 0 + 2 / 3) / 4), 4)
    assert value("LOA", "exact", "subj") == (pytest.approx(1 / 4), 4)
    # obj: b, d.  mod: e.
    assert value("LAA", "masi", "obj") == (0, 2)
    assert value("UAA", "masi", "obj") == (1 / 2, 2)
    assert value("LOA", "masi", "obj") == (1 / 2, 2)
    assert value("LAA", "masi-full", "mod") == (pytest.approx(2 / 3 * 1 / 2), 1)
    # Arcs: anna has 3 subj (a, b, e), ben 2 (a, c); 1 obj and 2; 1 mod each.
    for measure, agreed in (("LAA", 1), ("UAA", 2), ("LOA", 1)):
        assert value(measure, "gcm", "subj") == (pytest.approx(agreed / 3), 4)
    assert value("UAA", "gcm", "subj", ("ben", "anna")) == (1 / 2, 4)
    assert value("UAA", "gcm", "obj", ("ben", "anna")) == (1 / 2, 2)
    assert value("LOA", "gcm", "obj", ("ben", "anna")) == (1 / 2, 2)
    assert value("LOA", "gcm", "obj") == (1, 2)
    assert value("LAA", "gcm-f1", "subj") == (pytest.approx(2 * 1 / (3 + 2)), 4)
    assert value("LAA", "gcm-f1", "mod") == (1, 1)


# Sentences.


def test_sentence_scores(tmp_path):
    random = Random(4)
    words = random_words(random, 6)
    marks = random_marks(random, words)
    for annotator in ("anna", "ben"):
        put(tmp_path, annotator, "doc", words, like(random, marks, words, 0.5))
    found = agreement(tmp_path)
    scores = {
        (one.measure, one.statistic, one.sentence): one for one in found.sentence_scores("doc")
    }
    assert len(scores) == 3 * 3 * 6
    table = found.tables["doc"]
    values = [
        {item: value_of(table, name, item) for item in table.items} for name in ("anna", "ben")
    ]
    for sentence in range(1, 7):
        pairs = [
            tuple(own[item] for own in values)
            for item in table.items
            if table.tokens[item].sentence == sentence
        ]
        shared, arcs = (sum(map(len, part)) for part in ([a & b for a, b in pairs], sum(pairs, ())))
        exact, f1 = (scores["LAA", statistic, sentence] for statistic in ("exact", "gcm-f1"))
        assert exact.items == f1.items == len(pairs)
        assert exact.value == sum(a == b for a, b in pairs) / len(pairs)
        assert f1.value == (2 * shared / arcs if arcs else None)
        assert (exact.no_interval, exact.sentence) == ("one sentence", sentence)
        assert f"|sentence:{sentence}|" in exact.signature


# Tokens that one annotator lacks.


@pytest.mark.parametrize("lacking, said", [(1, False), (2, True)])
def test_more_than_one_in_a_hundred_missing_tokens_are_said(tmp_path, lacking, said):
    """100 tokens, and the other setting is named; every pair with the annotator says so."""
    words = lines(10, "a b c d e f g h i j")
    marks = lines(10, "2>1:x")
    put(tmp_path, "anna", "doc", words, marks)
    put(tmp_path, "ben", "doc", words, marks)
    put(
        tmp_path,
        "carla",
        "doc",
        words,
        "2>1:x " + " ".join(f"-{3 + n}" for n in range(lacking)) + marks[5:],
    )
    problems = [one for one in agreement(tmp_path).problems if one.code == "tokens-missing"]
    assert [one.message.split(";")[0] for one in problems] == [
        f"carla lacks {lacking} of the 100 tokens compared with {other}"
        for other in ("anna", "ben")
    ] * said
    assert all("tokens = drawn" in one.message for one in problems)
    assert not any(
        one.code == "tokens-missing" for one in agreement(tmp_path, tokens="drawn").problems
    )
