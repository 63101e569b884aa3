"""Each setting is declared once, and what follows from the declaration is complete."""

from dataclasses import fields

import pytest
from cases import each

from brat_iaa import config
from brat_iaa.config import SECTIONS, SETTINGS, Config, DependencySettings
from brat_iaa.errors import ConfigError
from brat_iaa.kinds import KINDS

CLASSES = (
    Config, *(kind.settings for kind in KINDS.values()), config.AccessSettings,
)  # fmt: skip
DECLARED = [setting for setting in SETTINGS if setting.owner]


def test_every_field_is_a_setting_of_one_section():
    made = {"dependencies", "layers", "outdated", "found", "access", "phases"}
    made |= {"hierarchy", "snapshot", "found_nothing"}
    for owner in CLASSES:
        names = {field.name for field in fields(owner)} - (made if owner is Config else {"turned"})
        assert {setting.key for setting in DECLARED if setting.owner is owner} == names
    assert len({(setting.section, setting.key) for setting in SETTINGS}) == len(SETTINGS)
    assert tuple(setting for section in SECTIONS for setting in section.settings) == SETTINGS


@each("setting", DECLARED)
def test_default_example_and_type_fit(setting):
    default = getattr(setting.owner, setting.key)
    if setting.default:
        assert setting.parse(setting.default) == default
    else:
        assert default in (None, (), "")
    typed = str(setting.owner.__annotations__[setting.key])
    for text in setting.choices or (setting.example,):
        value = setting.parse(text)
        assert isinstance(value, tuple) == setting.many == ("tuple" in typed)
        assert config.as_text(value) == text
    assert setting.default != setting.example


@each("setting", [setting for setting in SETTINGS if setting.choices and setting.key != "kind"])
def test_messages_name_file_line_section_key_and_the_nearest_value(setting):
    slip = setting.choices[-1] + "x"
    kind = f"kind = {setting.section[6:]}\n" if setting.section.startswith("layer ") else "\n"
    with pytest.raises(ConfigError) as caught:
        config.parse(f"[{setting.section}]\n{kind}{setting.key} = {slip}\n", "iaa.conf")
    assert str(caught.value) == (
        f"iaa.conf, line 3: [{setting.section}] {setting.key} = {slip}: not a value of this "
        f"setting. Did you mean “{setting.choices[-1]}”? Allowed: {', '.join(setting.choices)}."
    )


def test_signatures_stay_as_they_are_kept_with_snapshots():
    full = DependencySettings(
        punctuation="out", tokens="drawn", punctuation_types=("X",), labels=("A", "B"),
        token_types=("W",), no_arcs="missing", head="H", distance="jaccard", root="R",
        sentences="punctuation",
    )  # fmt: skip
    assert "|".join(config.signature_of(full)) == (
        "punct:out|tokens:drawn|punct-types:X|labels:A+B|token-types:W|no-arcs:missing|head-role:H|"
        "root:R|sentence-split:punctuation"
    )
    assert config.signature_of(DependencySettings()) == [
        "punct:in", "tokens:shared", "sentence-split:newline",
    ]  # fmt: skip
    inside = full._replace(punctuation="in")
    assert not any(part.startswith("punct-types") for part in config.signature_of(inside))
    trees = config.TreeSettings(
        nodes="spans", several_heads="first", primary=("A", "B"), types=("NP",)
    )
    assert config.signature_of(trees) == [
        "nodes:spans", "several-heads:first", "primary:A+B", "types:NP",
    ]  # fmt: skip
    assert config.signature_of(config.GOLD_LAYER.settings) == []


@pytest.mark.parametrize("kind", list(KINDS)[1:])
def test_signatures_name_every_other_value_of_a_layer(kind):
    settings = KINDS[kind].settings()
    assert config.signature_of(settings) == []
    for setting, _ in config.settings_of(settings):
        text = setting.choices[-1] if setting.choices else setting.example
        parts = config.signature_of(settings._replace(**{setting.key: setting.parse(text)}))
        if setting.signature is None:
            assert parts == [], "only the figures that depend on it name it"
            continue
        (part,) = parts
        assert part == f"{setting.key.replace('_', '-')}:{text.replace(', ', '+')}"


def test_a_phase_may_replace_what_annotators_see():
    (phases,) = [section for section in SECTIONS if section.name.startswith("phase ")]
    assert [setting.key for setting in phases.settings] == ["reveal", "others", "review"]
    access = {setting.key: setting for setting in DECLARED if setting.section == "access"}
    for setting in phases.settings:
        assert setting.choices == access[setting.key].choices and setting.default == ""
