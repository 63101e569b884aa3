"""Nuclei against a slow search, and what has to hold of any project."""

from collections import defaultdict
from itertools import combinations
from random import Random

import pytest
from cases import each
from drawn_layers import arcs_of
from small_projects import (
    content,
    lacking,
    like,
    parallel,
    random_marks,
    random_words,
    standoff,
)

from brat_iaa.config import DependencySettings
from brat_iaa.layers.compared_document import compared_document
from brat_iaa.studies.variation import INNER, OUTER, nuclei

CONTEXTS = INNER, OUTER


def slow(tables, annotators, margin):
    """{(words around and between, ...): {((document, left, right), annotator, value)}}"""
    found = defaultdict(set)
    for name, table in tables.items():
        for annotator in table.annotators:
            if annotator not in annotators:
                continue
            for sentence in table.sentences:
                has = [
                    table.tokens[index]
                    for index in sentence.tokens
                    if table.has(annotator, index) and not table.tokens[index].is_root
                ]
                drawn = table.arcs[annotator]
                if not any(drawn.get(token.index) for token in has):
                    continue
                texts = ["", *(token.text for token in has), ""]
                for left, right in combinations(range(len(has)), 2):
                    a, b = has[left].index, has[right].index
                    value = tuple(
                        sorted(
                            [(arc.type, False) for head, arc in drawn.get(b, ()) if head == a]
                            * (b in table.items)
                            + [(arc.type, True) for head, arc in drawn.get(a, ()) if head == b]
                            * (a in table.items)
                        )
                    )
                    window = tuple(texts[left + 1 - margin : right + 2 + margin])
                    found[window].add(((name, a, b), annotator, value))
    return {
        window: occurrences
        for window, occurrences in found.items()
        if len({place for place, _, _ in occurrences}) > 1
        and len({value for _, _, value in occurrences}) > 1
    }


def as_sets(found, margin):
    """The same of a list of Nucleus."""
    listed = {}
    for one in found:
        window = one.words
        if margin:
            window = (one.before, *window, one.after)
        assert window not in listed
        listed[window] = {
            (
                (each.document.table.document, each.words[0].index, each.words[-1].index), each.annotator, value,
            )
            for value, occurrences in one.values
            for each in occurrences
        }  # fmt: skip
    return listed


def random_tables(seed, names=("anna", "ben", "carla"), settings=None, rename=None):
    """Documents of one to three annotators, some of whom lack tokens, sentences or everything."""
    random, tables = Random(seed), {}
    for number in range(6):
        words = random_words(random, 8, 5).replace("w3", ",")
        truth = random_marks(random, words, labels="AB", heads=(0, 1, 1, 1, 2))
        annotations = {}
        for name in random.sample(names, random.randint(1, len(names))):
            marks = like(random, truth, words, 0.2, labels="AB", heads=(0, 1, 1))
            marks = " / ".join("" if random.random() < 0.1 else one for one in marks.split(" / "))
            if random.random() < 0.3:
                marks = lacking(random, words, marks, 0.1)
            called = (rename or {}).get(name, name)
            annotations[called] = standoff(words, marks)
        document = parallel(content(words), annotations, f"d{number}")
        tables[f"d{number}"] = compared_document(document, settings or DependencySettings())
    return tables


NAMES = ("anna", "ben", "carla")


@pytest.mark.parametrize("context", CONTEXTS)
@each("seed", range(6))
def test_the_same_as_a_slow_search(seed, context):
    margin = 1 if context == OUTER else 0
    settings = DependencySettings(punctuation="in" if seed % 2 else "out")
    tables = random_tables(seed, settings=settings)
    for names in (NAMES, ("ben",)):
        found = nuclei(*arcs_of(tables.values()), names, context)
        assert as_sets(found, margin) == slow(tables, names, margin)
