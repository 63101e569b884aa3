"""All commands and their options: the topic of the guide, completion for shells, the man page."""

import argparse

from brat_iaa import __version__
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


def _options(parser):
    return [
        (name, action)
        for action in parser._actions
        if action.help is not argparse.SUPPRESS
        for name in action.option_strings
        if name.startswith("--")
    ]


def _words(parser):
    choices = [
        choice
        for action in parser._actions
        if not action.option_strings
        for choice in action.choices or ()
    ]
    return [*map(str, choices), *(name for name, _ in _options(parser))]


def bash() -> str:
    """Completion for bash, to be sourced."""
    commands, cases = parsers(), []
    for name, parser in commands.items():
        for option, action in _options(parser):
            if action.choices:
                words = " ".join(map(str, action.choices))
                cases.append(f'    {name},{option}) words="{words}" ;;')
        cases.append(f'    {name},*) words="{" ".join(_words(parser))}" ;;')
    listed = "\n".join(cases)
    return f"""# In ~/.bashrc: source <(brat-agreement shell bash)
_brat_agreement() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} words="{" ".join(commands)}"
  if [ "$COMP_CWORD" -gt 1 ]; then case "${{COMP_WORDS[1]}},${{COMP_WORDS[COMP_CWORD-1]}}" in
{listed}
    *) words="" ;;
  esac; fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}}
complete -o default -o bashdefault -F _brat_agreement brat-agreement
"""


def zsh() -> str:
    """Completion for zsh, to be sourced."""
    return (
        "# In ~/.zshrc, after compinit: source <(brat-agreement shell zsh)\n"
        "autoload -U +X bashcompinit && bashcompinit\n" + bash().partition("\n")[2]
    )


def fish() -> str:
    """Completion for fish."""
    lines = ["# brat-agreement shell fish > ~/.config/fish/completions/brat-agreement.fish"]
    begin = "complete -c brat-agreement"
    for name, parser in parsers().items():
        lines.append(
            f"{begin} -n __fish_use_subcommand -a {name} -d {_quoted(parser.description or '')}"
        )
        seen = f"{begin} -n '__fish_seen_subcommand_from {name}'"
        for option, action in _options(parser):
            words = (
                f" -x -a {_quoted(' '.join(map(str, action.choices)))}" if action.choices else ""
            )
            help = (action.help or "").partition(";")[0].partition(" (")[0].replace("%%", "%")
            lines.append(f"{seen} -l {option[2:]}{words} -d {_quoted(help)}")
    return "\n".join([*lines, ""])


def _quoted(text):
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def man() -> str:
    """The man page."""
    lines = [
        f'.TH BRAT-AGREEMENT 1 "" "brat-agreement {__version__}" "User Commands"',
        ".SH NAME",
        "brat-agreement \\- agreement of annotators in brat",
        ".SH SYNOPSIS",
        r"\fBbrat\-agreement\fR \fICOMMAND\fR [\fIDIR\fR] [options]",
        ".SH DESCRIPTION",
        *_plain(_parser().description),
    ]
    for name, parser in parsers().items():
        lines += [f".SH {_roff(name.upper())}", *_plain(parser.format_help())]
    return "\n".join([*lines, ""])


def _plain(text):
    return [".nf", *map(_roff, text.strip("\n").split("\n")), ".fi"]


def _roff(line):
    line = line.replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{line}" if line.startswith((".", "'")) else line
