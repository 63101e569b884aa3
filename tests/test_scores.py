"""What a score says beside its figure: items, missing, interval or why not, undefined or why, signature."""

import math
from random import Random

import numpy
import pytest
from small_projects import agreement, like, put, put_raw, random_marks, random_words, scores_by_key

from brat_iaa import __version__
from brat_iaa.measures import bootstrap
from brat_iaa.study import Study

MEASURES = ("UAA", "LAA", "LOA")
FEW = "fewer than 10 sentences: too few to estimate an interval"


def lines(number, marks):
    """The same sentence several times."""
    return " / ".join([marks] * number)


def scored(root, /, **settings):
    return scores_by_key(agreement(root, **settings))


def pair_score(scores, pair=("anna", "ben"), measure="LAA", statistic="masi", document=None, label=None):
    return scores[measure, statistic, pair, document, label]


@pytest.fixture
def twelve(tmp_path):
    """anna and ben, 12 sentences of 3 words; in every third ben has another label."""
    words = lines(12, "a b c")
    put(tmp_path, "anna", "doc", words, lines(12, "2>1:x 0>2:r 2>3:x"))
    put(tmp_path, "ben", "doc", words, lines(4, "2>1:x 0>2:r 2>3:x / 2>1:y 0>2:r 2>3:x / 2>1:x 0>2:r 2>3:x"))
    return tmp_path


def test_every_score_says_why_it_lacks_what_it_lacks(twelve):
    put(twelve, "carla", "empty of arcs", "a b", "")
    put(twelve, "dora", "empty of arcs", "a b", "")
    found = agreement(twelve).scores
    assert {score.undefined for score in found} >= {None, "no arc to divide by", "every value is the same"}
    for score in found:
        assert (score.value is None) == (score.undefined is not None)
        assert (score.interval is None) == (score.no_interval is not None)
        figures = [score.value, score.observed, score.expected, *(score.interval or ())]
        assert not any(math.isnan(figure) for figure in figures if figure is not None)
        assert score.layer == "dependencies" and score.items >= 0
        whole = score.label is None and score.sentence is None
        assert (score.missing is not None and score.missing >= 0) if whole else score.missing is None


def test_observed_is_the_figure_itself_without_chance(twelve):
    for (_, statistic, *_), score in scored(twelve).items():
        if statistic.startswith("alpha"):
            assert score.value == pytest.approx(1 - score.observed / score.expected)
        else:
            assert (score.observed, score.expected) == (score.value, None)


@pytest.mark.parametrize(
    "settings, expected",
    [
        ({}, "LAA|masi:RD13|items:36|punct:in|tokens:shared|sentences:newline|bootstrap:1000,seed:1"),
        ({"resamples": 0}, "LAA|masi:RD13|items:36|punct:in|tokens:shared|sentences:newline"),
        (
            {"resamples": 50, "seed": 7},
            "LAA|masi:RD13|items:36|punct:in|tokens:shared|sentences:newline|bootstrap:50,seed:7",
        ),
        (
            {"resamples": 0, "punctuation": "out", "punctuation_types": "P, Q"},
            "LAA|masi:RD13|items:36|punct:out|tokens:shared|punct-types:P+Q|sentences:newline",
        ),
        (
            {"resamples": 0, "labels": "x, y, r", "token_types": "W", "tokens": "drawn"},
            "LAA|masi:RD13|items:36|punct:in|tokens:drawn|labels:x+y+r|token-types:W|sentences:newline",
        ),
        (
            {"resamples": 0, "no_arcs": "missing", "sentences": "punctuation"},
            "LAA|masi:RD13|items:36|punct:in|tokens:shared|no-arcs:missing|sentences:punctuation",
        ),
        (
            {"resamples": 0, "head": "Arg2", "root": "TOP"},
            "LAA|masi:RD13|items:48|punct:in|tokens:shared|head-role:Arg2|root:TOP|sentences:newline",
        ),
    ],
    ids=str,
)
def test_signature_names_every_setting(twelve, settings, expected):
    assert pair_score(scored(twelve, **settings)).signature == f"{expected}|v{__version__}"


@pytest.mark.parametrize(
    "measure, statistic, source",
    [
        ("UAA", "masi", "masi:RD13"),
        ("LAA", "masi-full", "masi:PA06"),
        ("LOA", "exact", "exact"),
        ("LAA", "gcm", "gcm:RD13"),
        ("LAA", "gcm-f1", "gcm-f1:RD13"),
        ("UAA", "alpha", "alpha:KR04|distance:masi|head:offset"),
        ("LAA", "alpha-index", "alpha:KR04|distance:masi|head:index"),
        ("LOA", "alpha", "alpha:KR04|distance:masi"),
        ("UAA", "alpha-nominal", "alpha:KR04|distance:nominal|head:offset"),
    ],
)
def test_signature_names_the_measure_and_its_source(twelve, measure, statistic, source):
    scores = scored(twelve, resamples=0)
    found = pair_score(scores, measure=measure, statistic=statistic).signature
    assert found.startswith(f"{measure}|{source}|items:36|")


def test_signature_names_the_part(twelve):
    scores = scored(twelve, resamples=0)
    assert "|document:doc|items:36|" in pair_score(scores, document="doc").signature
    assert "|label:y|items:4|" in pair_score(scores, label="y").signature
    assert "distance:jaccard" in pair_score(
        scored(twelve, resamples=0, distance="jaccard"), statistic="alpha"
    ).signature


def test_a_signature_belongs_to_one_figure(twelve):
    put(twelve, "carla", "doc", lines(12, "a b c"), lines(12, "2>1:x 0>2:r 2>3:z"))
    seen = {}
    for score in agreement(twelve).scores:
        key = (score.signature, score.annotators)
        assert key not in seen or seen[key] == score
        seen[key] = score


@pytest.mark.parametrize("sentences", [1, 9])
def test_no_interval_below_ten_sentences(tmp_path, sentences):
    for annotator, marks in (("anna", "2>1:x"), ("ben", "2>1:x 1>2:y")):
        put(tmp_path, annotator, "doc", lines(sentences, "a b"), lines(sentences, marks))
    for score in agreement(tmp_path).scores:
        assert score.interval is None
        assert score.no_interval == (FEW if score.value is not None else score.no_interval)
        assert "bootstrap" not in score.signature


def test_an_interval_from_ten_sentences_on(tmp_path):
    for annotator, marks in (("anna", "2>1:x"), ("ben", "2>1:x 1>2:y")):
        put(tmp_path, annotator, "doc", lines(10, "a b"), lines(10, marks))
    for score in agreement(tmp_path).scores:
        if score.value is not None:
            assert (score.no_interval, "bootstrap:1000,seed:1" in score.signature) == (None, True)


def test_sentences_that_the_pair_did_not_compare_do_not_count(tmp_path):
    """15 lines, but ben has tokens on 9 of them only."""
    marks = lines(15, "2>1:x")
    put(tmp_path, "anna", "doc", lines(15, "a b"), marks)
    put(tmp_path, "ben", "doc", lines(15, "a b"), lines(9, "2>1:y") + " / " + lines(6, "-1 -2"))
    score = pair_score(scored(tmp_path))
    assert (score.items, score.missing, score.no_interval) == (18, 12, FEW)


def test_no_resamples(twelve):
    for score in agreement(twelve, resamples=0).scores:
        assert score.interval is None
        if score.value is not None:
            assert score.no_interval == "resamples = 0 in the settings"


def test_interval_of_a_pair_by_hand(twelve):
    """Every third of 12 sentences has one of three tokens wrong: the resampled figure is 1 - wrong / 36."""
    wrong = bootstrap.weights(12, 1000, 1)[:, 1::3].sum(axis=1)
    low, high = numpy.percentile(1 - wrong / 36, [2.5, 97.5])
    for statistic in ("masi", "masi-full", "exact", "gcm", "gcm-f1"):
        score = pair_score(scored(twelve), statistic=statistic)
        assert score.value == pytest.approx(1 - 4 / 36)
        assert score.interval == pytest.approx((low, high))
        assert low < score.value < high


def test_interval_of_alpha_by_hand(twelve):
    """LOA: x 3 + 3 - 1, r, y; both D_o and D_e are computed in every resample."""
    weights = bootstrap.weights(12, 1000, 1)
    y = weights[:, 1::3].sum(axis=1)
    N, r, x = 72, 24, 48 - y
    D_e = 1 - (x * (x - 1) + y * (y - 1) + r * (r - 1)) / (N * (N - 1))
    expected = numpy.percentile(1 - (2 * y / N) / D_e, [2.5, 97.5])
    for statistic in ("alpha", "alpha-nominal"):
        score = pair_score(scored(twelve), measure="LOA", statistic=statistic)
        assert score.interval == pytest.approx(tuple(expected))


def test_the_seed_decides_the_interval(twelve):
    one, other, again = (
        pair_score(scored(twelve, resamples=200, seed=seed)).interval for seed in (1, 2, 1)
    )
    assert one != other
    assert one == again


# Annotators who did only a part.


@pytest.fixture
def partial(tmp_path):
    """d1 by anna, ben and carla, d2 by anna and ben, d3 by carla alone, d4 by dora alone; 2 words each.

    anna and ben agree on 4 of 4, anna and carla on 1 of 2, ben and carla on 1 of 2.
    """
    for document, annotators in {"d1": "anna ben carla", "d2": "anna ben", "d3": "carla", "d4": "dora"}.items():
        for annotator in annotators.split():
            marks = "2>1:z 0>2:r" if annotator == "carla" else "2>1:x 0>2:r"
            put(tmp_path, annotator, document, "a b", marks)
    return tmp_path


ALL = ("anna", "ben", "carla", "dora")


def test_items_and_missing(partial):
    """Missing is what only one of the annotators in question annotated; the same in every statistic."""
    scores = scored(partial)
    expected = {
        ("anna", "ben"): (4, 0),
        ("anna", "carla"): (2, 4),
        ("ben", "carla"): (2, 4),
        ("anna", "dora"): (0, 6),
        ("carla", "dora"): (0, 6),
        ALL: (4, 4),
    }
    checked = set()
    for (_, statistic, annotators, document, label), score in scores.items():
        if document is None and label is None and annotators in expected:
            assert (score.items, score.missing) == expected[annotators], (statistic, annotators)
            checked.add((statistic, annotators))
    assert len(checked) == len(expected) * 8 - 1  # no gcm over all


def test_a_document_that_nobody_began_is_not_missing(partial):
    """Told that no arc is no annotation: d5 has tokens and nobody's arcs, d6 those of carla."""
    for annotator in ALL:
        put(partial, annotator, "d5", "a b c d e", "")
        put(partial, annotator, "d6", "a b c", "2>1:x" if annotator == "carla" else "")
    scores = scored(partial, no_arcs="missing")
    for statistic in ("masi", "alpha", "alpha-index"):
        assert pair_score(scores, ALL, statistic=statistic).missing == 4 + 3
        assert pair_score(scores, ("anna", "carla"), statistic=statistic).missing == 4 + 3
        assert pair_score(scores, ("anna", "ben"), statistic=statistic).missing == 0


def test_mean_over_pairs_is_of_those_with_a_value(partial):
    """(1 + 1/2 + 1/2) / 3: the three pairs with dora have no value and do not pull the mean down."""
    scores = scored(partial)
    for statistic in ("masi", "masi-full", "exact", "gcm-f1"):
        score = pair_score(scores, ALL, statistic=statistic)
        assert score.value == pytest.approx((1 + 0.5 + 0.5) / 3)
        assert "|pairs:3|" in score.signature
        assert pair_score(scores, ("anna", "dora"), statistic=statistic).value is None
        assert pair_score(scores, ("anna", "dora"), statistic=statistic).undefined == "no token that both annotated"


def test_alpha_of_a_pair_without_a_common_item(partial):
    score = pair_score(scored(partial), ("ben", "dora"), statistic="alpha")
    assert score.value is None
    assert score.undefined == "no item with at least two values"
    assert score.no_interval == "no value"


def test_a_document_of_one_annotator_has_no_scores(partial):
    assert {score.document for score in agreement(partial).scores} == {None, "d1", "d2"}


def test_a_pair_has_no_mean(tmp_path):
    for annotator in ("anna", "ben"):
        put(tmp_path, annotator, "doc", "a b", "2>1:x")
    signatures = [score.signature for score in agreement(tmp_path).scores]
    assert signatures and not any("pairs:" in signature for signature in signatures)


def test_interval_of_the_mean_draws_sentences_for_all_pairs_together(tmp_path):
    """Three annotators, carla lacks the second document: her pairs have 12 of the 24 sentences."""
    wrong = {}
    random = Random(3)
    for document, annotators in (("d1", ("anna", "ben", "carla")), ("d2", ("anna", "ben"))):
        drawn = {name: [random.choice("xyz") for _ in range(12)] for name in annotators}
        for annotator, labels in drawn.items():
            put(tmp_path, annotator, document, lines(12, "a b"), " / ".join(f"2>1:{label} 0>2:r" for label in labels))
        for pair in (("anna", "ben"), ("anna", "carla"), ("ben", "carla")):
            if set(pair) <= set(annotators):
                differs = [x != y for x, y in zip(drawn[pair[0]], drawn[pair[1]])]
                wrong.setdefault(pair, []).extend(differs)
    weights = bootstrap.weights(24, 1000, 1)
    resampled = [
        1 - weights[:, : len(own)] @ numpy.array(own, float) / (2 * weights[:, : len(own)].sum(axis=1))
        for own in wrong.values()
    ]
    expected = numpy.percentile(numpy.mean(resampled, axis=0), [2.5, 97.5])
    score = pair_score(scored(tmp_path), ("anna", "ben", "carla"))
    assert score.value == pytest.approx(numpy.mean([1 - sum(own) / 2 / len(own) for own in wrong.values()]))
    assert score.interval == pytest.approx(tuple(expected))


# Undefined, in words.


def test_no_arcs_at_all(tmp_path):
    """Two empty sets agree; there is no arc to divide by, and nothing to correct for chance."""
    for annotator in ("anna", "ben"):
        put(tmp_path, annotator, "doc", "a b", "")
    scores = scored(tmp_path)
    for measure in MEASURES:
        for statistic in ("masi", "masi-full", "exact"):
            assert pair_score(scores, measure=measure, statistic=statistic).value == 1
        for statistic in ("gcm", "gcm-f1"):
            score = pair_score(scores, measure=measure, statistic=statistic)
            assert (score.value, score.undefined) == (None, "no arc to divide by")
        score = pair_score(scores, measure=measure, statistic="alpha")
        assert (score.value, score.observed, score.expected) == (None, None, None)
        assert score.undefined == "every value is the same"


def test_a_document_that_nobody_has_begun_changes_no_score(twelve):
    before = agreement(twelve)
    for annotator in ("anna", "ben"):
        put_raw(twelve, annotator, "opened", "ROOT a\n", "")
    after = agreement(twelve)
    assert after.scores == before.scores
    assert [(left.document, left.annotators) for left in after.excluded] == [
        ("opened", ("anna",)), ("opened", ("ben",)),
    ]


def test_arcs_of_one_annotator_only(tmp_path):
    """The share of ben's arcs that anna has is 0 of 2; of anna's none to divide by; F1 is 0."""
    put(tmp_path, "anna", "doc", "a b", "")
    put(tmp_path, "ben", "doc", "a b", "2>1:x 0>2:r")
    scores = scored(tmp_path)
    assert pair_score(scores, ("ben", "anna"), statistic="gcm").value == 0
    assert pair_score(scores, ("anna", "ben"), statistic="gcm").undefined == "no arc to divide by"
    assert pair_score(scores, statistic="gcm-f1").value == 0
    assert pair_score(scores).value == 0


# Labels.


def test_labels_by_hand(tmp_path):
    """Tokens: a subj/subj, b subj/obj (same head), c -/subj, d obj/obj at another head, e mod+subj/mod."""
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


def test_a_label_that_one_annotator_never_uses(tmp_path):
    put(tmp_path, "anna", "doc", "a b", "2>1:x")
    put(tmp_path, "ben", "doc", "a b", "2>1:y")
    put(tmp_path, "carla", "doc", "a b", "2>1:y")
    scores = scored(tmp_path)
    assert pair_score(scores, label="x", statistic="gcm").value == 0
    assert pair_score(scores, ("ben", "anna"), label="x", statistic="gcm").undefined == "no arc to divide by"
    score = pair_score(scores, ("ben", "carla"), label="x")
    assert (score.items, score.undefined) == (0, "no token of the pair has this label")
    # Its pairs that have a value: anna and ben, anna and carla.
    mean = pair_score(scores, ("anna", "ben", "carla"), label="x")
    assert (mean.value, mean.items) == (0, 1)
    assert "|pairs:2|" in mean.signature


# Sentences.


def test_sentence_scores(tmp_path):
    random = Random(4)
    words = random_words(random, 6)
    marks = random_marks(random, words)
    for annotator in ("anna", "ben"):
        put(tmp_path, annotator, "doc", words, like(random, marks, words, 0.5))
    found = agreement(tmp_path)
    scores = {(one.measure, one.statistic, one.sentence): one for one in found.sentence_scores("doc")}
    assert len(scores) == 3 * 3 * 6
    table = found.tables["doc"]
    values = [dict(zip(table.items, table.values[name])) for name in ("anna", "ben")]
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


def test_unknown_document(twelve):
    with pytest.raises(KeyError):
        agreement(twelve).sentence_scores("no such document")


def test_sentence_scores_are_of_the_same_moment_as_the_others(twelve):
    study = Study(twelve)
    before = study.agreement()
    put(twelve, "ben", "doc", lines(12, "a b c"), lines(12, "2>1:x 0>2:r 2>3:x"))
    after = study.agreement()
    for found, exact in ((before, 1 - 4 / 36), (after, 1)):
        scores = [
            one.value for one in found.sentence_scores("doc") if (one.measure, one.statistic) == ("LAA", "exact")
        ]
        assert sum(scores) / 12 == pytest.approx(exact)


# Tokens that one annotator lacks.


@pytest.mark.parametrize("lacking, said", [(1, False), (2, True)])
def test_more_than_one_in_a_hundred_missing_tokens_are_said(tmp_path, lacking, said):
    """100 tokens, and the other setting is named; every pair with the annotator says so."""
    words = lines(10, "a b c d e f g h i j")
    marks = lines(10, "2>1:x")
    put(tmp_path, "anna", "doc", words, marks)
    put(tmp_path, "ben", "doc", words, marks)
    put(tmp_path, "carla", "doc", words, "2>1:x " + " ".join(f"-{3 + n}" for n in range(lacking)) + marks[5:])
    problems = [one for one in agreement(tmp_path, resamples=0).problems if one.code == "tokens-missing"]
    assert [one.message.split(";")[0] for one in problems] == [
        f"carla lacks {lacking} of the 100 tokens compared with {other}" for other in ("anna", "ben")
    ] * said
    assert all("tokens = drawn" in one.message for one in problems)
    assert not any(
        one.code == "tokens-missing" for one in agreement(tmp_path, resamples=0, tokens="drawn").problems
    )


def test_a_document_without_arcs_is_not_said_to_lack_tokens(tmp_path):
    put(tmp_path, "anna", "doc", "a b", "2>1:x")
    put(tmp_path, "ben", "doc", "a b", "")
    problems = agreement(tmp_path, no_arcs="missing").problems
    assert [one.code for one in problems] == ["no-arcs"]
