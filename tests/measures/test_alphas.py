"""Alpha against a slow one that is only its definition (Krippendorff 2004, chapter 11).

slow_alpha goes through all ordered pairs of values, equal ones at once; a value is a multiset
(a sorted tuple of elements), None is missing. Nothing of it comes from the package.
"""

import functools
from collections import Counter
from fractions import Fraction
from random import Random

import numpy
import pytest
from one_alpha import one_alpha
from small_projects import (
    agreement,
    content,
    lacking,
    like,
    put,
    put_raw,
    random_marks,
    random_words,
    standoff,
    whole,
)

from brat_iaa.errors import Undefined
from brat_iaa.measures.alphas import MISSING
from brat_iaa.measures.similarities import sets, similar_sets

DISTANCES = ("masi", "masi-full", "jaccard", "nominal")
FORMS = [("UAA", "offset"), ("UAA", "index"), ("LAA", "offset"), ("LAA", "index"), ("LOA", None)]


@functools.cache
def distance(x, y, name):
    if Counter(x) == Counter(y):
        return Fraction(0)
    if name == "nominal":
        return Fraction(1)
    k = sum((Counter(x) & Counter(y)).values())
    share = Fraction(k, sum((Counter(x) | Counter(y)).values()))
    if name == "jaccard":
        return 1 - share
    monotonicity = Fraction(0 if k == 0 else 2 if k in (len(x), len(y)) else 1, 3)
    return 1 - monotonicity * (share if name == "masi-full" else 1)


def slow_alpha(items, name):
    """(alpha, D_o, D_e, items, values) of a list of items, each a list of values; or why there is
    none.
    """
    items = [[value for value in item if value is not None] for item in items]
    items = [item for item in items if len(item) >= 2]
    everything = [value for item in items for value in item]
    N = len(everything)
    if not items:
        return "no item with at least two values"
    D_o = D_e = Fraction(0)
    for item in items:
        for i, x in enumerate(item):
            for j, y in enumerate(item):
                if i != j:
                    D_o += distance(x, y, name) / (len(item) - 1)
    number = Counter(everything)
    for x in number:
        for y in number:
            # Of a value and itself the distance is 0.
            D_e += number[x] * number[y] * distance(x, y, name)
    D_o, D_e = D_o / N, D_e / (N * (N - 1))
    if D_e == 0:
        return "every value is the same"
    return 1 - D_o / D_e, D_o, D_e, len(items), N


def random_items(random, number, annotators, elements, most, missing):
    """Lists of values: multisets, many of them empty or equal, some missing."""
    items = []
    for _ in range(number):
        base = tuple(sorted(random.choices(elements, k=random.randint(0, most))))
        items.append(
            [
                None
                if random.random() < missing
                else base
                if random.random() < 0.6
                else tuple(sorted(random.choices(elements, k=random.randint(0, most))))
                for _ in range(annotators)
            ]
        )
    return items


def table_of(items, name, sentence=None):
    """The AlphaTables of items; sentence is each item's sentence (default: each its own)."""
    distinct = sorted({value for item in items for value in item if value is not None})
    code = {value: number for number, value in enumerate(distinct)}
    code[None] = MISSING
    numbered = [
        frozenset((part, n) for part, times in Counter(value).items() for n in range(times))
        for value in distinct
    ]
    values = numpy.array([[code[value] for value in item] for item in items], dtype=numpy.int64)
    sentence = list(range(len(items))) if sentence is None else sentence
    return one_alpha(values, similar_sets(sets(numbered), name), sentence, max(sentence) + 1)


def outcome(table):
    try:
        return table.score()
    except Undefined as reason:
        return str(reason)


SHAPES = [
    # items, annotators, elements, most elements in a value, share missing
    (30, 2, "AB", 3, 0.0),
    (40, 2, "ABCDEF", 2, 0.2),
    (25, 3, "ABC", 3, 0.3),
    (20, 5, "ABCD", 2, 0.5),
    (30, 4, "A", 1, 0.6),
    (12, 3, "AB", 0, 0.2),
    (6, 2, "ABCDEFGHIJ", 4, 0.7),
]


@pytest.mark.parametrize("name", DISTANCES)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_random_multisets(shape, name):
    for seed in range(4):
        items = random_items(Random(seed), *shape)
        expected, found = slow_alpha(items, name), outcome(table_of(items, name))
        if isinstance(expected, str):
            assert found == expected
        else:
            assert found[:3] == pytest.approx([float(part) for part in expected[:3]], abs=1e-12)
            assert found.items == expected[3]


# From here on through files: the values of a project, written anew from its marks.


def values_of(words, marks, measure, form):
    """The values of all words of a text: tuples of elements as MEASURES writes them; None without a
    token.

    offset: head's place minus the word's among all tokens; index: the head's place in its sentence.
    """
    values = []
    for sentence, own in zip(words.split(" / "), marks.split(" / ")):
        own = own.split()
        for dependent in range(1, len(sentence.split()) + 1):
            value = []
            for mark in own:
                if not mark.startswith("-"):
                    ends, label = mark.split(":")
                    head, of = (int(end) for end in ends.split(">"))
                    if of == dependent:
                        where = (
                            "root" if head == 0 else head - dependent if form == "offset" else head
                        )
                        value.append({"UAA": where, "LAA": (where, label), "LOA": label}[measure])
            values.append(None if f"-{dependent}" in own else tuple(sorted(value, key=repr)))
    return values


@pytest.mark.parametrize("name", ["masi", "masi-full", "jaccard"])
def test_projects(tmp_path, name):
    """Several heads, missing tokens, a missing document, three annotators, from files to alpha."""
    random = Random(name)
    items = {form: [] for form in FORMS}
    for document in ("d1", "d2"):
        words = random_words(random, sentences=4)
        base = random_marks(random, words)
        marks = {}
        for annotator in ("anna", "ben", "carla"):
            # A token that nobody has is no token: anna has them all.
            share = 0 if annotator == "anna" else 0.15
            marks[annotator] = lacking(random, words, like(random, base, words), share)
            if (annotator, document) == ("carla", "d2"):
                del marks[annotator]
            else:
                put(tmp_path, annotator, document, words, marks[annotator])
        for measure, form in FORMS:
            columns = [
                values_of(words, marks[annotator], measure, form)
                if annotator in marks
                else [None] * len(words.replace(" / ", " ").split())
                for annotator in ("anna", "ben", "carla")
            ]
            items[measure, form] += zip(*columns)
    scores = whole(agreement(tmp_path, distance=name))
    groups = [("anna", "ben", "carla"), ("anna", "ben"), ("anna", "carla"), ("ben", "carla")]
    for measure, form in FORMS:
        statistics = (
            {"alpha-index": name}
            if form == "index"
            else {"alpha": name, "alpha-nominal": "nominal"}
        )
        for statistic, by in statistics.items():
            for group in groups:
                columns = ["anna ben carla".split().index(annotator) for annotator in group]
                own = [[item[column] for column in columns] for item in items[measure, form]]
                expected = slow_alpha(own, by)
                score = scores[measure, statistic, group]
                found = score.value, score.observed, score.expected
                assert found == pytest.approx([float(part) for part in expected[:3]], abs=1e-12)
                assert score.items == expected[3]


def test_offset_and_index_of_a_head_in_another_sentence(tmp_path):
    """Offsets are places among all tokens of the document; an index says which sentence it counts
    in.
    """
    words = "a b / c d"
    text = content(words)
    tokens = standoff(words, "")
    # Heads of a, b, c, d: anna c, a, a, -; ben d, a, b, -.  T2 T3 are a b, T5 T6 are c d.
    for annotator, arcs in {"anna": "T5>T2 T2>T3 T2>T5", "ben": "T6>T2 T2>T3 T3>T5"}.items():
        lines = [
            "R{}\tX Arg1:{} Arg2:{}\t\n".format(number, *arc.split(">"))
            for number, arc in enumerate(arcs.split(), 1)
        ]
        put_raw(tmp_path, annotator, "doc", text, tokens + "".join(lines))
    scores = whole(agreement(tmp_path))
    # anna: c - a = 3, -1, -3, none; ben: d - a = 4, -1, -2, none.
    offset = [[(3,), (4,)], [(-1,), (-1,)], [(-3,), (-2,)], [(), ()]]
    # anna: place 1 one sentence on, place 1, place 1 one sentence back; ben: 2 on, 1, 2 back.
    index = [[("+", 1), ("+", 2)], [("0", 1), ("0", 1)], [("-", 1), ("-", 2)], [(), ()]]
    index = [[(value,) if value else () for value in item] for item in index]
    for statistic, items in (("alpha", offset), ("alpha-index", index)):
        expected = slow_alpha(items, "masi")
        score = scores["UAA", statistic, ("anna", "ben")]
        assert score.expected == pytest.approx(float(expected[2]), abs=1e-12)
        assert score.observed == pytest.approx(1 / 2, abs=1e-12)
