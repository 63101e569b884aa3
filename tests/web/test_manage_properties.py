"""Random changes of settings through the form: what was chosen is in the file and the Config, and
all other lines are as they were.
"""

from random import Random

import pytest
from manage_pages import Manager
from site_projects import make_project

from brat_iaa import config
from brat_iaa.errors import ConfigError
from brat_iaa.web.manage import form

START = """\
# The settings of this project.\r
[project]
name = Old   # said by nobody
#gold =

[layer words]
kind = labels
  # indented
[layer dependencies]
[layer links]
kind = entity-relations
[phase  1 apart]
reveal = none
[access]
managers = lead
unknown-to-nobody = 1
"""
TEXTS = ("anna", "A B", "x, y", "ä ö", "Type", "")


@pytest.fixture(scope="module")
def lead(tmp_path_factory):
    data = tmp_path_factory.mktemp("data")
    make_project(data / "p")
    return Manager(data, managers=("lead",))


@pytest.fixture(scope="module")
def settings(lead):
    """The Form of all settings, as it is each time that a test starts."""
    start(lead)
    forms = lead.forms("manage/settings")
    return next(form for form in forms if "set:project|name" in form.fields)


def start(lead):
    text = START.replace("unknown-to-nobody = 1\n", "")
    (lead.root / "iaa.conf").write_bytes(text.encode())
    return text


def candidates(one):
    """Texts that a field may be given."""
    if one.choices:
        return [value for value, _ in one.choices]
    setting = next(
        setting
        for setting in form.declared(one.section, {"kind": KINDS.get(one.section, "")}).settings
        if setting.key == one.key
    )
    return [setting.example, setting.default, *TEXTS]


KINDS = {"layer words": "labels", "layer links": "entity-relations"}


@pytest.mark.parametrize("seed", range(30))
def test_what_is_chosen_is_what_holds(lead, settings, seed):
    random, before = Random(seed), start(lead)
    fields = [
        one
        for group in form.groups(config.written(before))
        for one in group.fields
        if one.name not in ("access|managers", "project|layout")
    ]
    some = random.sample(fields, random.randint(1, 6))
    chosen = [(one, random.choice(candidates(one))) for one in some]
    names = {f"set:{one.name}": value for one, value in chosen}
    answer = lead.client.post(
        settings.action,
        data={**settings.fields, **names},
        headers={"X-Login": "lead", "Sec-Fetch-Site": "same-origin"},
    )
    after = (lead.root / "iaa.conf").read_bytes().decode()
    if answer.status_code == 400:
        # At least one message stands at a field of those that were changed, and the file is untouched.
        assert after == before and "Nothing was saved" in answer.text
        wanted = {one.section: {} for one, _ in chosen}
        for one, value in chosen:
            if value != one.was:
                wanted[one.section][one.key] = value or None
        with pytest.raises(ConfigError):
            config.changed(before, wanted)
        return
    assert answer.status_code == 303, answer.text
    written = config.written(after)
    for one, value in chosen:
        own = written.get(one.section, {}).get(one.key, "")
        assert own == value if value != one.was else own in (value, "")
    others = {one.name for one in fields} - {one.name for one, _ in chosen}
    old = config.written(before)
    for name in others:
        section, key = name.split("|")
        assert written.get(section, {}).get(key) == old.get(section, {}).get(key)
    # Every line of before is still there, but for the values that were changed.
    kept = [
        line for line in before.split("\n") if not any(f"{one.key} =" in line for one, _ in chosen)
    ]
    lines = iter(after.split("\n"))
    assert all(line in lines for line in kept)
    config.load(lead.root)
    undo = (
        lead.form("/undo") if answer.headers["Location"] != "/p/-/manage/settings?done=0" else None
    )
    if undo is not None:
        lead.send(undo)
        assert (lead.root / "iaa.conf").read_bytes().decode() == before


def test_every_setting_has_a_field(lead):
    start(lead)
    text = lead.get("manage/settings")
    for section in config.SECTIONS:
        if section.name in ("project", "access", "intervals", "anchoring"):
            for setting in section.settings:
                assert f'name="set:{section.name}|{setting.key}"' in text
    for setting in form.declared("layer words", {"kind": "labels"}).settings:
        assert (f'name="set:layer words|{setting.key}"' in text) == (setting.key != "kind")
