"""Writes the guide's topic on commands from the parser of the command line, for the pages, which
must not import it:

    python -m tests.guide.write_commands
"""

import argparse
from pathlib import Path

from brat_iaa.cli import _parser

FILE = Path(__file__).parents[2] / "brat_iaa" / "guide" / "texts" / "commands.md"
START = """# Commands

All commands and their options. `brat-agreement COMMAND --help` says the same.

Many commands also take [settings](files.md#settings) as options, which replace those of `iaa.conf`.
"""


def text():
    """The topic, in Markdown."""
    return "".join([START, *(f"\n{part}\n" for part in _parts())])


def commands():
    """{name: parser} of all commands."""
    (choice,) = [a for a in _parser()._actions if isinstance(a, argparse._SubParsersAction)]
    return choice.choices


def _parts():
    for name, command in commands().items():
        taken = " It takes settings as options." if _settings(command) else ""
        yield f"## `brat-agreement {name}`"
        yield f"{_plain(command.description)}{taken}"
        shown = [a for a in command._actions if _shown(a)]
        if shown:
            rows = [f"| {_names(a)} | {_help(command, a)} |" for a in shown]
            yield "\n".join(["| option | what it does |", "| --- | --- |", *rows])


def _settings(command):
    return any(action.dest.startswith("setting_") for action in command._actions)


def _shown(action):
    hidden = action.help is argparse.SUPPRESS or action.dest.startswith("setting_")
    return not hidden and action.dest != "help"


def _names(action):
    value = action.metavar or ("" if action.nargs == 0 else action.dest.upper())
    if not action.option_strings:
        return f"`{value}`"
    return ", ".join(f"`{name} {value}`".replace(" `", "`") for name in action.option_strings)


def _help(command, action):
    """What the command line says, with choices in words instead of among the names."""
    values = {"prog": command.prog, "default": action.default}
    found = _plain(action.help % values)
    if action.choices and action.metavar is None:
        found += f": {', '.join(f'`{choice}`' for choice in action.choices)}"
    if action.default not in (None, False, (), "") and "default" not in found:
        found += f" (default: {action.default})"
    return found


def _plain(text):
    """Without marks of Markdown: they would need to be escaped."""
    assert not set("*`|") & set(text), f"“{text}” has marks of Markdown"
    return text


if __name__ == "__main__":
    FILE.write_text(text(), "utf-8")
