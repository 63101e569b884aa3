"""Whoever adds a kind of layer learns here what it lacks."""

import dataclasses

import pytest

from brat_iaa.kinds import KINDS
from brat_iaa.kinds.kind import CodeAt


@pytest.mark.parametrize("kind", KINDS)
def test_the_code_of_each_kind_is_there(kind):
    parts = [part for part in vars(KINDS[kind]).values() if isinstance(part, CodeAt)]
    assert len(parts) >= 2 and all(callable(part.code) for part in parts)


@pytest.mark.parametrize(
    "part",
    [
        field.name
        for field in dataclasses.fields(next(iter(KINDS.values())))
        if field.default is field.default_factory is dataclasses.MISSING
    ],
)
def test_a_kind_without_a_part_says_which(part):
    said = dict(vars(KINDS["chains"]))
    said.pop(part)
    with pytest.raises(TypeError, match=f"'{part}'"):
        type(KINDS["chains"])(**said)


def test_one_kind_leads():
    assert [kind.name for kind in KINDS.values() if kind.leads] == ["dependencies"]


@pytest.mark.parametrize("kind", KINDS)
def test_settings_say_what_others_ask_of_them(kind):
    settings = KINDS[kind].settings()
    assert settings.arcs == (kind in ("dependencies", "trees"))
    assert settings.own_texts is False
    assert settings.of_project == (kind == "dependencies")
    assert settings.label_source == "type"
    labelled = {"dependencies": "relations", "trees": "relations", "labels": "spans"}
    assert settings.labelled == labelled.get(kind)


def test_settings_say_so_for_each_of_their_values():
    trees, labels = KINDS["trees"].settings, KINDS["labels"].settings
    assert (trees(nodes="spans").arcs, trees(nodes="spans").labelled) == (False, "spans")
    assert trees(texts="by-sentence").own_texts
    assert labels(value="attribute:Polarity").label_source == "attribute:Polarity"
    assert labels(set="yes").labelled is None
