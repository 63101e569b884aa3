"""Every item with what each annotator gave it: the rows that differ are the places, and
what follows from them.
"""

import csv
import io
from random import Random

import layered_projects
import pytest
from every_record import write
from small_projects import agreement, put

from brat_iaa.formats.tables import to_csv
from brat_iaa.kinds import KINDS
from brat_iaa.report.items import item_rows, item_table


def where(row):
    return row["layer"], row["document"], row["start"], row["end"]


def at(one):
    """The same of a Place or a Disagreement."""
    return one.layer, one.document, one.token.start, one.token.end


def check(found):
    """The rows of a project; asserts that those in which values differ are its places, and what
    follows from them.
    """
    rows = item_rows(found)
    differing = [
        where(row) for row in rows if len({row[name] for name in found.annotators} - {""}) > 1
    ]
    places = [at(place) for place in found.places]
    following = [at(echo) for place in found.places for echo in place.consequences]
    assert set(places) <= set(differing) <= {*places, *following}
    assert len(set(places)) == len(places)
    assert len({where(row) for row in rows}) == len(rows)
    return rows


@pytest.mark.parametrize("kind", [kind for kind in KINDS if KINDS[kind].listed])
@pytest.mark.parametrize("seed", range(2))
def test_what_differs_is_listed_as_a_place(kind, seed, tmp_path):
    write(tmp_path, f"[layer it]\nkind = {kind}\n", seed)
    assert {row["layer"] for row in check(agreement(tmp_path))} == {"it"}


@pytest.mark.parametrize("conf", [layered_projects.CONF, ""], ids=["conf", "found"])
@pytest.mark.parametrize("seed", range(2))
def test_of_several_layers_and_overlapping_spans(conf, seed, tmp_path):
    check(agreement(layered_projects.write(Random(seed), tmp_path, conf=conf)))


def test_dependencies_with_heads_that_have_the_same_words(tmp_path):
    put(tmp_path, "anna", "d", "the cat the", "0>2:ROOT 2>1:det")
    put(tmp_path, "ben", "d", "the cat the", "0>2:ROOT 2>1:det 2>3:det")
    put(tmp_path, "carla", "e", "no", "0>1:ROOT")
    put(tmp_path, "ben", "e", "no", "0>1:ROOT")
    rows = list(csv.DictReader(io.StringIO(to_csv(item_table(agreement(tmp_path))))))
    assert [(row["document"], row["token"], row["anna"], row["ben"], row["carla"]) for row in rows] == [
        ("d", "the", "det ← “cat” 9–12", "det ← “cat” 9–12", ""),
        ("d", "cat", "ROOT ← the root", "ROOT ← the root", ""),
        ("d", "the", "no arc", "det ← “cat” 9–12", ""),
        ("e", "no", "", "ROOT ← the root", "ROOT ← the root"),
    ]  # fmt: skip


def test_trees_are_items_of_sentences(tmp_path):
    write(tmp_path, "[layer it]\nkind = trees\n")
    found = agreement(tmp_path)
    rows = item_rows(found)
    assert len(rows) == 6 and rows[0]["token"] == "w00 w01 w02 w03 w04"
    assert rows[0]["anna"].startswith("1 ")


def test_an_annotator_called_as_a_column(tmp_path):
    for name in ("anna", "token"):
        put(tmp_path, name, "d", "one", "0>1:ROOT")
    (row,) = item_rows(agreement(tmp_path))
    assert (row["token"], row["annotator token"]) == ("one", "ROOT ← the root")
