"""The command that prints completion for a shell, and the man page, made from the parsers."""

import argparse

from brat_iaa import __version__
from brat_iaa.cli.options import argument, command

SHELLS = ("bash", "zsh", "fish", "man")


@command(
    argument("{bash,zsh,fish,man}", "what to print", dest="shell", choices=SHELLS),
    directory="",
)
def shell(options):
    """Print the completion of commands and options for a shell, or the man page."""
    from brat_iaa.cli import _parser

    made = {"bash": _bash, "zsh": _zsh, "fish": _fish, "man": _man}[options.shell]
    print(made(_parser()), end="")


def _commands(whole):
    """{name: (its parser, what it does)}."""
    (choose,) = (action for action in whole._actions if action.dest == "command")
    return {name: (own, own.description or "") for name, own in choose.choices.items()}


def _options(parser):
    """[(long name, Action)] of the options that the help shows."""
    return [
        (name, action)
        for action in parser._actions
        if action.help is not argparse.SUPPRESS
        for name in action.option_strings
        if name.startswith("--")
    ]


def _words(parser):
    """What a word of a command may be: options, and the choices of what is no option."""
    choices = [
        choice
        for action in parser._actions
        if not action.option_strings
        for choice in action.choices or ()
    ]
    return [*map(str, choices), *(name for name, _ in _options(parser))]


def _choices(parser):
    """{option: its choices}."""
    return {name: list(action.choices) for name, action in _options(parser) if action.choices}


def _bash(whole):
    commands, cases = _commands(whole), []
    for name, (parser, _) in commands.items():
        for option, choices in _choices(parser).items():
            words = " ".join(map(str, choices))
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


def _zsh(whole):
    return (
        "# In ~/.zshrc, after compinit: source <(brat-agreement shell zsh)\n"
        "autoload -U +X bashcompinit && bashcompinit\n" + _bash(whole).partition("\n")[2]
    )


def _fish(whole):
    lines = ["# brat-agreement shell fish > ~/.config/fish/completions/brat-agreement.fish"]
    begin = "complete -c brat-agreement"
    for name, (parser, does) in _commands(whole).items():
        lines.append(f"{begin} -n __fish_use_subcommand -a {name} -d {_quoted(does)}")
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


def _man(whole):
    """The manual as roff: each help as it is printed."""
    lines = [
        f'.TH BRAT-AGREEMENT 1 "" "brat-agreement {__version__}" "User Commands"',
        ".SH NAME",
        "brat-agreement \\- agreement of annotators in brat",
        ".SH SYNOPSIS",
        r"\fBbrat\-agreement\fR \fICOMMAND\fR [\fIDIR\fR] [options]",
        ".SH DESCRIPTION",
        *_plain(whole.description),
    ]
    for name, (parser, _) in _commands(whole).items():
        lines += [f".SH {_roff(name.upper())}", *_plain(parser.format_help())]
    return "\n".join([*lines, ""])


def _plain(text):
    return [".nf", *map(_roff, text.strip("\n").split("\n")), ".fi"]


def _roff(line):
    line = line.replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{line}" if line.startswith((".", "'")) else line
