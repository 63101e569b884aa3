"""All commands and their options: a topic of the guide."""

import argparse

from brat_iaa.cli import _parser

_TOPIC = """# Commands

All commands and their options. `brat-agreement COMMAND --help` says the same.

Many commands also take [settings](files.md#settings) as options, which replace those of `iaa.conf`.
"""


def parsers() -> dict:
    """{name: parser} of all commands."""
    (choose,) = (action for action in _parser(studies=True)._actions if action.dest == "command")
    return choose.choices


def topic() -> str:
    """The topic of the guide on commands, in Markdown."""
    return "\n\n".join([_TOPIC.strip(), *_sections()]) + "\n"


def _sections():
    for name, parser in parsers().items():
        takes = any(action.dest.startswith("setting_") for action in parser._actions)
        yield f"## `brat-agreement {name}`"
        yield f"{parser.description}{' It takes settings as options.' if takes else ''}"
        shown = [
            f"| {_names(action)} | {_explained(parser, action)} |"
            for action in parser._actions
            if action.help is not argparse.SUPPRESS and action.dest != "help"
            if not action.dest.startswith("setting_")
        ]
        if shown:
            yield "\n".join(["| option | what it does |", "| --- | --- |", *shown])


def _names(action):
    value = action.metavar or ("" if action.nargs == 0 else action.dest.upper())
    value = value if isinstance(value, str) else " ".join(value)
    if not action.option_strings:
        return f"`{value}`"
    return ", ".join(f"`{name} {value}`".replace(" `", "`") for name in action.option_strings)


def _explained(parser, action):
    """What the command line says, with choices in words instead of among the names."""
    words = action.help % {"prog": parser.prog, "default": action.default}
    if action.choices and action.metavar is None:
        words += f": {', '.join(f'`{choice}`' for choice in action.choices)}"
    if action.default not in (None, False, (), "") and "default" not in words:
        words += f" (default: {action.default})"
    return words
