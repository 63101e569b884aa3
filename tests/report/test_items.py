"""Every item with what each annotator gave it: the rows that differ are the places, and
what follows from them.
"""

import csv
import io

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


def test_dependencies_with_heads_that_have_the_same_words(tmp_path):
    put(tmp_path, "anna", "d", "the cat the", "0>2:ROOT 2>1:det")
    put(tmp_path, "ben", "d", "the cat the", "0>2:ROOT 2>1:det 2>3:det")
    put(tmp_path, "carla", "e", "no", "0>1:ROOT")
    put(tmp_path, "ben", "e", "no", "0>1:ROOT")
    rows = list(csv.DictReader(io.StringIO(to_csv(item_table(agreement(tmp_path))))))
    assert [(row["document"], row["token"], row["anna"], row["ben"], row["carla"]) for row in rows] == [
        ("d", "the", "det ← “cat” 9–12", "det ← “cat” 9–12", ""),
        ("d", "cat", "ROOT ← the root", "ROOT ← the root", ""), ("d", "the", "not annotated", "det ← “cat” 9–12", ""),
        ("e", "no", "", "ROOT ← the root", "ROOT ← the root"),
    ]  # fmt: skip
