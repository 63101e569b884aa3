"""The dependencies of documents read at once are those of their tokens and arcs one by one."""

from random import Random

import numpy
import pytest
from random_standoff import random_standoff
from small_projects import parallel

from brat_iaa.config import DependencySettings
from brat_iaa.layers.compared_document import arcs_in, compared_document, compared_documents

ANNOTATORS = ("anna", "ben", "carla")


def as_lists(table):
    """All that an ArcTable says, whatever the numbers of its values."""
    values = [
        [code if code < 0 else table.values[code] for code in row] for row in table.cells.tolist()
    ]
    others = (
        table.annotators, table.sentence, table.document, table.begun, table.counts,
        *table.tokens[:-2],
    )  # fmt: skip
    types = [[*table.tokens.types, None][code] for code in table.tokens.type.flatten()]
    lists = [own.tolist() if isinstance(own, numpy.ndarray) else own for own in others]
    return [values, {*table.values} - {frozenset()}, types, *lists]


def random_settings(random):
    return DependencySettings(
        root=random.choice(("ROOT", "A")),
        token_types=random.choice((None, None, ("A", "B"))),
        punctuation=random.choice(("in", "out")),
        punctuation_types=random.choice((None, ("B",))),
        labels=random.choice((None, None, ("A", "B"))),
        head=random.choice(("Arg1", "Head")),
        no_arcs=random.choice(("missing", "empty")),
        tokens=random.choice(("drawn", "shared")),
        sentences=random.choice(("newline", "punctuation")),
    )


@pytest.mark.parametrize("seed", range(2))
def test_tables(seed):
    random = Random(seed)
    for _ in range(30):
        settings = random_settings(random)
        documents = [random_document(random) for _ in range(random.choice((1, 1, 2, 4)))]
        tables = [compared_document(document, settings) for document in documents]
        at_a_time = compared_documents(documents, settings, ANNOTATORS)
        some = slice(*sorted(random.sample(range(len(tables) + 1), 2)))
        again = compared_documents(documents[some], settings, ANNOTATORS)
        names = again[0].read.annotators
        for counted in (True, False):
            assert as_lists(arcs_in(at_a_time[some], names, counted)) == as_lists(
                arcs_in(again, names, counted)
            )
        for document, table, other in zip(documents, tables, at_a_time):
            check(document, table, other)


def random_document(random):
    """A document of some annotators, in their order."""
    text, first = random_standoff(random, random.choice((0, 0.1, 0.3)))
    lines = first.splitlines(keepends=True)
    files = {"anna": first, "ben": "".join(random.sample(lines, random.randrange(len(lines))))}
    files["carla"] = "".join(random.sample(lines, random.randrange(len(lines))))
    for name in random.sample(ANNOTATORS, random.choice((0, 0, 1, 2))):
        del files[name]
    return parallel(text, files)


def check(document, table, other):
    assert as_lists(other.arc_table) == as_lists(table.arc_table)
    assert list(other.sentence_starts) == list(table.sentence_starts)
    assert other.sizes == table.sizes
    outside = sorted({*range(len(table.tokens))}.difference(table.items))
    assert other.left_out == [table.tokens[index].fragments for index in outside]
    assert other.tokens == table.tokens and other.sentences == table.sentences
    assert (other.arcs, other.marks()) == (table.arcs, table.marks())
    assert (other.annotators, other.excluded) == (table.annotators, table.excluded)
    assert other.problems == table.problems
    for token in table.tokens:
        for name in table.annotators:
            if table.has(name, token.index):
                id = table.id_at(name, token.fragments)
                assert document.annotations[name].spans[id].offsets == token.fragments
    for sentence in table.sentences:
        assert {table.tokens[index].sentence for index in sentence.tokens} <= {sentence.number}
    of_sentences = [index for sentence in table.sentences for index in sentence.tokens]
    assert of_sentences == list(range(len(table.tokens)))
