"""Changes to the text of an iaa.conf: the values change, and nothing else does."""

import configparser
import re
from random import Random

import pytest
from cases import each

from brat_iaa import config
from brat_iaa.config import changing
from brat_iaa.config.lines import sections_of, without_comment
from brat_iaa.errors import ConfigError

SECTIONS = {section.name: section.settings for section in config.SECTIONS}
# Sections of the files below, with the section that explains them.
NAMES = {
    "project": "project", "layer dependencies": "layer dependencies", "layer pos": "layer labels",
    "layer trees": "layer trees", "access": "access", "phase 1 apart": "phase 2 revised",
    "phase 2 revised": "phase 2 revised", "intervals": "intervals",
}  # fmt: skip


def parse(text):
    """The Config of a text as it is read from a file, with what Config does not compare."""
    text = re.sub("\r\n?", "\n", text[1:] if text.startswith("\ufeff") else text)
    settings = config.parse(text, config.FILE_NAME)
    return settings, settings.access, settings.phase, settings.phases


def values_of(text):
    """{section: {key: value}} of a text, as Python's configparser reads it."""
    parser = configparser.ConfigParser(
        interpolation=None,
        delimiters=("=",),
        comment_prefixes=("#", ";"),
        inline_comment_prefixes=("#", ";"),
        empty_lines_in_values=False,
        default_section="\0",
    )
    parser.optionxform = str
    parser.read_string(text)
    return {
        name: {key: value.strip() for key, value in parser.items(name)}
        for name in parser.sections()
    }


LINES = (
    "[project]", "[layer pos]", "  [access]", "[a] b", "[", "name = n", "  root = R", "root=", "= n", "name",
    "name : n", "annotators = anna,", "\tben", "    carla # c", "# c", "  ; c", "", "  ", "a # b = c", "x#y = 1;2",
    "k = a ;b #c", "é = ü = [x]", " [x", "#[project]", "#name =",
)  # fmt: skip


@each("seed", range(4))
def test_lines_are_read_as_by_configparser(seed):
    random = Random(seed)
    accepted = 0
    for _ in range(200):
        text = "[project]\n" + "\n".join(random.choices(LINES, k=random.randint(1, 8)))
        try:
            wanted = values_of(text)
        except configparser.Error:
            with pytest.raises(ConfigError):
                sections_of(text, "f")
            continue
        accepted += 1
        assert wanted == {
            name: {key: value for key, (_, value) in section.values.items()}
            for name, section in sections_of(text, "f").items()
        }
    assert accepted > 10


def random_value(random, setting):
    if setting.choices:
        return random.choice(setting.choices)
    return random.choice((setting.example, setting.default, *setting.example.split(", ")[:1]))


def random_file(random):
    """A text as people write them, and its {section: {key: value}}."""
    rows, values = [], {}
    for name in random.sample(list(NAMES), random.randint(0, 6)):
        settings = SECTIONS[NAMES[name]]
        rows.append(f"[{name}]" + random.choice(("", "  ", " # as agreed")))
        values[name] = {}
        margin = random.choice(("", "", "  "))
        if name == "layer pos":
            rows.append(f"{margin}kind = labels")
            values[name]["kind"] = "labels"
        for setting in random.sample(settings, random.randint(0, len(settings))):
            rows += random.choices(
                ("", "# about the next", f"#{setting.key} = x"), k=random.randint(0, 2)
            )
            if setting.key == "kind":
                continue
            value = random_value(random, setting)
            values[name][setting.key] = value
            written = value
            if setting.many and random.random() < 0.5:
                written = value.replace(", ", f", # first\n{margin}    ")
            equals = random.choice(("=", " = ", "   =  "))
            row = f"{margin}{setting.key}{equals}{written}"
            rows += (row + random.choice(("", "", "  ; why", " # why"))).split("\n")
    end = random.choice(("\n", "\n", "\r\n"))
    text = end.join(rows) + random.choice(("", end, end + end))
    return random.choice(("", "\ufeff")) + text, values


def random_changes(random):
    changes = {}
    for name in random.sample(list(NAMES), random.randint(1, 2)):
        changes[name] = {
            setting.key: random.choice((None, random_value(random, setting)))
            for setting in random.sample(
                SECTIONS[NAMES[name]], random.choice((1, 1, len(SECTIONS[NAMES[name]])))
            )
            if setting.key != "kind"
        }
        if name == "layer pos" and any(value is not None for value in changes[name].values()):
            changes[name]["kind"] = "labels"
    return changes


def plainly_written(values):
    return "".join(
        f"[{name}]\n" + "".join(f"{key} = {value}\n" for key, value in keys.items())
        for name, keys in values.items()
    )


def rest(text, changes):
    """Lines without the changed settings; their comments, lines that hold nothing and headers of
    changed sections apart."""
    kept, apart, section, key = [], [], None, None
    for row in text.lstrip("\ufeff").splitlines(keepends=True):
        content = without_comment(row.rstrip("\r\n")).strip()
        header = re.match(r"\[(.+)\]", content)
        if header:
            section, key = header.group(1), None
        elif not content:
            key = None
        elif not (key and row[:4] == "    ") and not (key and row[:6] == "      "):
            key = content.partition("=")[0].strip()
        if key in changes.get(section, {}):
            apart.append(row[len(without_comment(row.rstrip("\r\n"))) :].strip())
        else:
            kept.append(row.rstrip("\r\n"))
    return kept, apart


@each("seed", range(3))
def test_values_change_and_nothing_else(seed):
    random = Random(seed)
    valid = 0
    for _ in range(60):
        text, values = random_file(random)
        changes = random_changes(random)
        for name, keys in changes.items():
            for key, value in keys.items():
                if value is not None:
                    values.setdefault(name, {})[key] = value
                else:
                    values.get(name, {}).pop(key, None)
        try:
            wanted = parse(plainly_written(values))
        except ConfigError as error:
            with pytest.raises(ConfigError) as caught:
                changing.changed(text, changes)
            # The same reason; the line is another one.
            assert str(caught.value).partition(": ")[2] == str(error).partition(": ")[2]
            continue
        valid += 1
        new = changing.changed(text, changes)
        assert parse(new) == wanted
        assert changing.changed(new, changes) == new
        before, comments = rest(text, changes)
        after, _ = rest(new, changes)
        assert new.startswith("\ufeff") == text.startswith("\ufeff")
        assert ("\r\n" in new) == ("\r\n" in text) or "\n" not in text
        # All lines are there, in their order; besides them only comments of changed lines, blank
        # lines and headers of new sections.
        added = iter(after)
        assert all(row in added for row in before)
        for row in before:
            after.remove(row)
        assert {row.strip() for row in after} <= {"", *comments, *(f"[{name}]" for name in changes)}
        for comment in filter(None, comments):
            assert comment in new
    assert valid > 10


@pytest.mark.parametrize(
    "section, key, value",
    [
        ("project", "name", "first # second"),
        ("project", "name", "; talk"),
        ("project", "gold = x\nname", "n"),
        ("project", "# name", "n"),
        ("project", "name\n[access]\nmanagers", "me"),
        ("project]\n[access", "managers", "me"),
        ("project] # ", "name", "me"),
        ("", "name", "me"),
        ("project", "", "me"),
    ],
)
def test_what_a_file_cannot_hold_is_refused(section, key, value):
    with pytest.raises(ConfigError, match="cannot be written"):
        changing.changed("[project]\nroot = R\n", {section: {key: value}})
