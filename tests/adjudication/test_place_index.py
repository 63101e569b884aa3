"""Which layer decides what there is to decide in another one."""

import pytest

from brat_iaa.adjudication.place_index import _draws
from brat_iaa.config import Layer
from brat_iaa.kinds.labels import LabelSettings


def attributes(types):
    return Layer("mood", "labels", LabelSettings(value="attribute:Mood", types=types))


@pytest.mark.parametrize(
    "wide, layer, draws",
    [
        (None, attributes(("A",)), True),
        (None, attributes(None), True),
        (("A", "B"), attributes(("A",)), True),
        (("A", "B"), attributes(("A", "C")), False),
        (("A", "B"), attributes(None), False),
        (None, Layer("others", "labels", LabelSettings(types=("A",))), False),
    ],
)
def test_a_layer_of_types_decides_which_spans_are_drawn(wide, layer, draws):
    entities = Layer("entities", "labels", LabelSettings(types=wide))
    assert _draws(entities, layer) is draws
