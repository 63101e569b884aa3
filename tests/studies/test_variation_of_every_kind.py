"""Variation in layers of every kind: by hand, and against a slow search."""

from collections import defaultdict
from random import Random

import pytest
from cases import each
from small_projects import put_raw

from brat_iaa.studies.study import project_at
from brat_iaa.studies.variation import (
    INNER,
    OUTER,
    VariationOptions,
    _around,
    ends,
    in_words,
    nuclei,
    phrase,
    read_drawn,
)

CONTEXTS = INNER, OUTER


def drawn_in(root, **settings):
    """{Layer: list of DrawnDocument} of a project."""
    return read_drawn(project_at(root, settings), VariationOptions())[2]


def listed(root, texts, context=INNER):
    """{layer: {phrase: {value in words: number}}} of anna's files, [(text, standoff), ...]."""
    for number, (text, ann) in enumerate(texts):
        put_raw(root, "anna", f"d{number}", text, ann)
    return {
        layer.name: {
            phrase(nucleus): {
                in_words(nucleus, value): len(where) for value, where in nucleus.values
            }
            for nucleus in nuclei(layer, documents, ("anna",), context)
        }
        for layer, documents in drawn_in(root).items()
    }


def test_accents_and_vowel_signs_belong_to_their_words(tmp_path):
    text = "cafe\u0301 \u0939\u093f\u0928\u094d\u0926\u0940 \u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645\n"
    files = [f"T1\t{kind} 0 5\tcafe\u0301\n" for kind in "XY"]
    spans = listed(tmp_path, [(text, ann) for ann in files], OUTER)["spans"]
    assert spans == {f"[{text.split()[0]}] {text.split()[1]}": {"X": 1, "Y": 1}}


def random_project(root, seed):
    """Two annotators draw spans, attributes, relations, events and chains on few words."""
    random = Random(seed)
    for document in ("d0", "d1", "d2"):
        words = [random.choice(("a", "bb", "ccc")) for _ in range(24)]
        starts = [sum(map(len, words[:number])) + number for number in range(24)]
        text = "".join(
            word + ("\n" if number % 6 == 5 else " ") for number, word in enumerate(words)
        )
        for name in random.sample(("anna", "ben"), random.choice((1, 2, 2))):
            lines = []
            for number in range(1, 10):
                first = random.randrange(23)
                last = min(first + random.choice((0, 0, 1, 2)), 23)
                bounds = starts[first], starts[last] + len(words[last])
                marked = text[slice(*bounds)].replace("\n", " ")
                lines.append(f"T{number}\t{random.choice('XY')} {bounds[0]} {bounds[1]}\t{marked}")
            for number in range(1, 6):
                first, second = random.sample(range(1, 8), 2)
                lines.append(f"R{number}\tr{random.randrange(2)} Arg1:T{first} Arg2:T{second}")
                lines.append(f"A{number}\tMood T{first} {random.choice(('glad', 'sad'))}")
            lines.append(f"E1\tX:T8 Theme:T{random.randrange(1, 8)}")
            lines.append("*\tCoref T1 T2 T3")
            put_raw(root, name, document, text, "".join(f"{line}\n" for line in lines))


def slow(layer, documents, margin):
    """{words, and margin words on each side: {(document, first word, annotator): value}}"""
    found = defaultdict(dict)
    marks = [mark for each in documents for of_one in each.drawn.values() for mark in of_one]
    spans = layer.kind in ("labels", "chains")
    carried = layer.settings.carried
    longest = max((len(range(*ends(mark.pieces))) for mark in marks), default=0)
    for document in documents:
        for name in document.drawn:
            by_ends, touched = defaultdict(set), set()
            for mark in document.drawn[name]:
                by_ends[ends(mark.pieces)].add(mark.value)
                touched.update(range(ends(mark.pieces)[0], ends(mark.pieces)[1] + 1))
            for number in document.searched[name]:
                inside = [index for index in document.has[name]
                          if document.words[index].sentence == number]  # fmt: skip
                texts = ["", *(document.words[index].text for index in inside), ""]
                for left, first in enumerate(inside):
                    for right in range(left, min(left + longest + 1, len(inside))):
                        value = tuple(sorted(by_ends[first, inside[right]], key=str))
                        if not value and carried:
                            continue
                        if not value and spans and touched & set(inside[left : right + 1]):
                            value = (("other boundaries", None),)
                        window = tuple(texts[left + 1 - margin : right + 2 + margin])
                        place = document.table.document, first, name
                        found[window][place] = value
    return {
        window: where
        for window, where in found.items()
        if len({(document, first) for document, first, _ in where}) > 1
        and len(set(where.values())) > 1
        and any(value and value[0][0] != "other boundaries" for value in where.values())
    }


@pytest.mark.parametrize("context", CONTEXTS)
@each("seed", range(3))
def test_the_same_as_a_slow_search(seed, context, tmp_path):
    random_project(tmp_path, seed)
    margin = 1 if context == OUTER else 0
    drawn = drawn_in(tmp_path)
    assert len(drawn) >= 4
    for layer, documents in drawn.items():
        found = {}
        for one in nuclei(layer, documents, ("anna", "ben"), context):
            window = (one.before, *one.words, one.after) if margin else one.words
            found[window] = {
                (each.document.table.document, each.words[0].index, each.annotator): value
                for value, occurrences in one.values
                for each in occurrences
            }
            shown = _around(one.values[0][1][0])
            assert f"[{one.left}]" in shown.replace("\n", " ")
        assert found == slow(layer, documents, margin), layer.name
