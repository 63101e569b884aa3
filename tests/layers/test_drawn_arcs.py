"""The columns of a document made at once are those of its tokens and arcs one by one."""

from random import Random

import numpy
import pytest
from random_standoff import random_standoff
from small_projects import parallel

from brat_iaa.config import DependencySettings
from brat_iaa.layers.dependencies import dependency_table
from brat_iaa.layers.lazy_table import LazyTable


def as_lists(columns):
    arcs = sorted(zip(*(own.tolist() for own in columns.arcs)))
    others = (
        columns.annotators, columns.codes, columns.present, columns.token, columns.sentence,
        columns.document, columns.begun, columns.types, *columns.values, *columns.tokens,
    )  # fmt: skip
    lists = [(own.dtype, own.tolist()) if isinstance(own, numpy.ndarray) else own for own in others]
    return [arcs, columns.sentences, *lists]


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


@pytest.mark.parametrize("seed", range(10))
def test_columns(seed):
    random = Random(seed)
    for _ in range(60):
        text, first = random_standoff(random, random.choice((0, 0.1, 0.3)))
        lines = first.splitlines(keepends=True)
        files = {"anna": first, "ben": "".join(random.sample(lines, random.randrange(len(lines))))}
        document, settings = parallel(text, files), random_settings(random)
        table, lazy = dependency_table(document, settings), LazyTable(document, settings)
        assert as_lists(lazy.columns) == as_lists(table.columns)
        assert (lazy.annotators, lazy.excluded) == (table.annotators, table.excluded)
        assert lazy.problems == table.problems
        for token in table.tokens:
            for name, id in token.ids.items():
                assert document.annotations[name].spans[id].offsets == token.fragments
        for sentence in table.sentences:
            assert {table.tokens[index].sentence for index in sentence.tokens} <= {sentence.number}
        of_sentences = [index for sentence in table.sentences for index in sentence.tokens]
        assert of_sentences == list(range(len(table.tokens)))
