"""Scores of labels on generated projects: against slow readings of the definitions, and what must
hold for all.
"""

import functools
from itertools import combinations
from random import Random

import pytest
import slow_coefficients as slow
from label_projects import settings, standoff, text_of
from small_projects import agreement, put_raw, scores_by_key, whole

SEEDS = range(2)
NAMES = ("anna", "ben", "carla")


class Generated:
    """Three annotators, two documents of 7 sentences; labels {annotator: {document: labels}}."""

    def __init__(self, seed, many, holes=0.1):
        random, self.many = Random(seed), many
        self.words = {
            document: " / ".join(
                " ".join("w" for _ in range(random.randint(1, 6))) for _ in range(7)
            )
            for document in ("d1", "d2")
        }
        base = {
            document: self._like(random, words, None, 1) for document, words in self.words.items()
        }
        self.labels = {
            name: {
                document: self._like(random, own, own, 0.3, holes) for document, own in base.items()
            }
            for name in NAMES
        }

    def _like(self, random, words, own, share, holes=0):
        return " / ".join(
            " ".join(self._one(random, label, share, holes) for label in sentence.split())
            for sentence in (own or words).split(" / ")
        )

    def _one(self, random, label, share, holes):
        if random.random() < holes:
            return "-"
        if random.random() >= share:
            return label
        if not self.many:
            return random.choice("ABBC.")
        return ",".join(random.sample("ABCD", random.randint(0, 3))) or "."

    def write(self, root, names=None, **style):
        for name in NAMES:
            for document, labels in self.labels[name].items():
                new = (names or {}).get(name, name)
                put_raw(
                    root,
                    new,
                    document,
                    text_of(self.words[document]),
                    standoff(self.words[document], labels, "note", **style),
                )
        (root / "iaa.conf").write_text(settings("note", self.many), "utf-8")
        return root

    def rows(self, group, document=None):
        """The values of each word by some annotators: None if there is no span, else a frozenset."""
        rows = []
        for own in [document] if document else self.words:
            columns = [self.labels[name][own].replace("/", " ").split() for name in group]
            rows += [tuple(map(self._value, row)) for row in zip(*columns)]
        return rows

    def _value(self, label):
        if label == "-":
            return None
        if self.many:
            return frozenset(label.split(",")) - {"."}
        return frozenset([label.replace(".", "not annotated")])


@pytest.fixture(scope="module")
def generated(tmp_path_factory):
    """(Generated, its Agreement), computed once for all tests that only read them."""

    @functools.cache
    def made(seed, many):
        project = Generated(seed, many)
        return project, agreement(project.write(tmp_path_factory.mktemp("generated")))

    return made


def mean(values):
    values = [value for value in values if value is not None]
    return sum(values) / len(values)


def check(score, observed, expected, disagreement):
    assert score.observed == pytest.approx(float(observed), abs=1e-12)
    assert score.expected == pytest.approx(float(expected), abs=1e-12)
    value = 1 - observed / expected if disagreement else (observed - expected) / (1 - expected)
    assert score.value == pytest.approx(float(value), abs=1e-12)


@pytest.mark.parametrize("many", [False, True])
@pytest.mark.parametrize("seed", SEEDS)
def test_against_the_definitions(seed, many, generated):
    project, found = generated(seed, many)
    scores = scores_by_key(found)
    for group in (NAMES, *combinations(NAMES, 2)):
        rows = project.rows(group)
        check(scores["alpha", "nominal", group, None, None], *slow.alpha(rows), True)
        if many:
            check(scores["alpha", "masi", group, None, None], *slow.alpha(rows, slow.masi), True)
        for label in "ABC":
            having = [tuple(v if v is None else label in v for v in row) for row in rows]
            check(
                scores["alpha", "nominal", group, None, label],
                *slow.alpha(having),
                True,
            )
    for pair in combinations(NAMES, 2):
        rows = project.rows(pair)
        common = [row for row in rows if None not in row]
        check(scores["kappa", "cohen", pair, None, None], *slow.cohen(rows), False)
        raw = scores["agreement", "raw", pair, None, None]
        assert raw.value == sum(x == y for x, y in common) / len(common)
        assert raw.items == len(common)
        assert raw.missing == sum((x is None) != (y is None) for x, y in rows)
        assert scores["kappa", "cohen", pair, None, None].missing == raw.missing
        spans = sum(2 - row.count(None) for row in rows)
        assert scores["span-f1", "exact", pair, None, None].value == 2 * len(common) / spans
        for label in "ABC":
            one, two = (sum(label in row[side] for row in common) for side in (0, 1))
            both = sum(label in x & y for x, y in common)
            score = scores["agreement", "f1", pair, None, label]
            assert score.value == pytest.approx(2 * both / (one + two), abs=1e-12)
            assert score.items == one + two - both
            having = [tuple(v if v is None else label in v for v in row) for row in rows]
            score = scores["kappa", "cohen", pair, None, label]
            check(score, *slow.cohen(having), False)
            assert score.items == len(common)
        if many:
            k, a, b = (sum(map(len, own)) for own in ([x & y for x, y in common], *zip(*common)))
            assert scores["agreement", "gcm", pair, None, None].value == k / a
            assert scores["agreement", "gcm", pair[::-1], None, None].value == k / b
            masi = mean([1 - slow.masi(x, y) for x, y in common])
            assert scores["agreement", "masi", pair, None, None].value == pytest.approx(
                float(masi), abs=1e-12
            )
    check(scores["kappa", "fleiss", NAMES, None, None], *slow.fleiss(project.rows(NAMES)), False)
    for group in () if many else (NAMES, *combinations(NAMES, 2)):
        score = scores["ac1", "gwet", group, None, None]
        rows = project.rows(group)
        A_o, A_e = map(float, slow.gwet(rows))
        labels = len({value for row in rows for value in slow.given(row)})
        assert (score.observed, score.expected) == (pytest.approx(A_o), pytest.approx(A_e))
        assert score.value == pytest.approx((A_o - A_e) / (1 - A_e))
        assert f"|frequencies:all-values|labels:{labels}|" in score.signature
        assert score.items == scores["alpha", "nominal", group, None, None].items


@pytest.mark.parametrize("many", [False, True])
def test_more_than_two_annotators_have_the_mean_over_pairs(many, generated):
    project, found = generated(1, many)
    scores = scores_by_key(found)
    pairs = list(combinations(NAMES, 2))
    measures = [
        ("span-f1", "exact"), ("span-f1", "overlap"), ("agreement", "raw"), ("kappa", "cohen"),
    ]  # fmt: skip
    for measure, statistic in measures + [("agreement", "masi"), ("agreement", "gcm-f1")] * many:
        own = [scores[measure, statistic, pair, None, None] for pair in pairs]
        score = scores[measure, statistic, NAMES, None, None]
        assert score.value == pytest.approx(mean([one.value for one in own]), abs=1e-15)
        assert score.observed == pytest.approx(mean([one.observed for one in own]), abs=1e-15)
        assert "|pairs:3|" in score.signature
    for label in "ABC":
        for key in (("agreement", "f1"), ("kappa", "cohen")):
            own = [scores[(*key, pair, None, label)].value for pair in pairs]
            score = scores[(*key, NAMES, None, label)]
            assert score.value == pytest.approx(mean(own), abs=1e-15)
            assert "|pairs:3|" in score.signature
    own = [scores["kappa", "cohen", pair, None, None].expected for pair in pairs]
    assert scores["kappa", "cohen", NAMES, None, None].expected == pytest.approx(
        mean(own), abs=1e-15
    )
    assert ("agreement", "gcm", NAMES, None, None) not in scores
    # Each label of a span that two drew counts once.
    rows = [slow.given(row) for row in project.rows(NAMES)]
    labels = [frozenset().union(*row) - {"not annotated"} for row in rows if len(row) > 1]
    assert scores["f1", "exact", NAMES, None, None].items == sum(map(len, labels))


@pytest.mark.parametrize("many", [False, True])
def test_the_list_of_disagreements_is_what_the_scores_count(many, generated):
    project, found = generated(0, many)
    scores = whole(found)
    for pair in combinations(NAMES, 2):
        kinds = [one.kind for one in found.differences if one.annotators == pair]
        raw, spans = scores["agreement", "raw", pair], scores["span-f1", "exact", pair]
        assert kinds.count("label") == round(raw.items * (1 - raw.value))
        assert raw.missing == spans.items - raw.items
        # Of spans that one of them drew, those that carry a label; the others differ in the span.
        nothing = (frozenset(), frozenset(["not annotated"]), None)
        by_one = [row for row in project.rows(pair) if row.count(None) == 1]
        labelled = sum(any(value not in nothing for value in row) for row in by_one)
        assert kinds.count("missing-span") + kinds.count("extra-span") == labelled < len(by_one)
        # F1 is of the labels on spans that both drew.
        common = [
            [value - {"not annotated"} for value in row]
            for row in project.rows(pair)
            if None not in row
        ]
        shared, drawn = sum(len(a & b) for a, b in common), sum(len(a) + len(b) for a, b in common)
        assert scores["f1", "exact", pair].value == pytest.approx(2 * shared / drawn)
        assert "|exact:HR05|spans:both|" in scores["f1", "exact", pair].signature


def test_spans_that_only_one_drew_and_spans_that_overlap(tmp_path):
    """anna: [a b] [c] [d e]; ben: [a b c] [d] [e]. Exact none; overlapping two of three on each
    side.
    """
    for name, spans in {"anna": ((0, 3), (4, 5), (6, 9)), "ben": ((0, 5), (6, 7), (8, 9))}.items():
        lines = [f"T{n}\tNP {s} {e}\t{'a b c d e'[s:e]}\n" for n, (s, e) in enumerate(spans, 1)]
        put_raw(tmp_path, name, "d", "a b c d e\n", "".join(lines))
    (tmp_path / "iaa.conf").write_text(settings(), "utf-8")
    scores = whole(agreement(tmp_path))
    pair = ("anna", "ben")
    assert scores["f1", "exact", pair].value == 0
    assert scores["f1", "overlap", pair].value == 4 / 6
    assert scores["f1", "exact", pair].items == 6
    # With one type there is no label to agree on, and spans without labels are the same.
    assert {measure for measure, _, _ in scores}.isdisjoint({"span-f1", "agreement", "kappa"})


@pytest.mark.parametrize("turned", [False, True])
def test_labels_match_by_overlap_between_spans_that_both_drew(tmp_path, turned):
    """2 m / (a + b) of the labels on such spans, whichever spans beside them overlap and come
    first: ben, who drew one span over two of anna's and gave the first of them no label, has a
    counterpart for "sad" alone.
    """
    text, (start, end) = "ab cdef gh", ((5, 7) if turned else (0, 2))
    spans = {"anna": [(start, end), (0, 4) if turned else (3, 7), (8, 10)]}
    spans["ben"] = [(0, 7), (start, end), (8, 10)]
    moods = {"anna": ("glad", "glad", "sad"), "ben": ("glad", None, "sad")}
    for name, drawn in spans.items():
        lines = [
            f"T{n}\tX {begin} {stop}\t{text[begin:stop]}\n"
            for n, (begin, stop) in enumerate(drawn, 1)
        ]
        lines += [f"A{n}\tMood T{n} {own}\n" for n, own in enumerate(moods[name], 1) if own]
        put_raw(tmp_path, name, "doc", text, "".join(lines))
    (tmp_path / "iaa.conf").write_text("[layer moods]\nkind = labels\nvalue = attribute:Mood\n")
    scores = whole(agreement(tmp_path))
    for way in ("exact", "overlap"):
        assert scores["f1", way, ("anna", "ben")].value == pytest.approx(2 / 3)
