"""Whoever adds a kind of layer learns here what it lacks."""

import pytest

from brat_iaa.adjudication import chosen_layers
from brat_iaa.config import LAYER_SETTINGS
from brat_iaa.figures import FIGURES
from brat_iaa.formats import display_names
from brat_iaa.paper.wording import WORDING
from brat_iaa.scores.kinds import LAYER_KINDS
from brat_iaa.web import answer

# {file: what it has for each kind}; labels are settled in the notes that their source says.
TABLES = {
    "config/sections.py": LAYER_SETTINGS,
    "formats/display_names.py, KIND_WORDS": display_names.KIND_WORDS,
    "formats/display_names.py, ITEMS": display_names.ITEMS,
    "figures": {kind for kind, *_ in FIGURES},
    "paper/wording.py": WORDING,
    "web/answer.py": answer._SAID,
    "adjudication/chosen_layers.py": {**chosen_layers._KINDS, "labels": None},
}


@pytest.mark.parametrize("file", TABLES)
def test_each_kind_of_layer_has_its_entry(file):
    assert set(LAYER_KINDS) - set(TABLES[file]) == set()


def test_one_kind_leads():
    assert [kind for kind, facts in LAYER_KINDS.items() if facts.leads] == ["dependencies"]


@pytest.mark.parametrize("kind", LAYER_KINDS)
def test_settings_say_what_others_ask_of_them(kind):
    settings = LAYER_SETTINGS[kind]()
    assert settings.arcs == (kind in ("dependencies", "trees"))
    assert settings.own_texts is False
    assert settings.of_project == (kind == "dependencies")
    assert settings.label_source == "type"
    labelled = {"dependencies": "relations", "trees": "relations", "labels": "spans"}
    assert settings.labelled == labelled.get(kind)


def test_settings_say_so_for_each_of_their_values():
    trees, labels = LAYER_SETTINGS["trees"], LAYER_SETTINGS["labels"]
    assert (trees(nodes="spans").arcs, trees(nodes="spans").labelled) == (False, "spans")
    assert trees(texts="by-sentence").own_texts
    assert labels(value="attribute:Polarity").label_source == "attribute:Polarity"
    assert labels(set="yes").labelled is None
