"""Commands about an installation: install, uninstall, service, doctor, shell."""

import argparse
import os
from pathlib import Path

from brat_iaa import __version__
from brat_iaa.cli.options import BELOW, DONE, GUARD, STATE, address, argument, command, formats
from brat_iaa.cli.running import print_line, write
from brat_iaa.errors import ConfigError

_BRAT = argument("BRAT_DIR", "brat's folder, the one with ajax.cgi in it")


@command(
    _BRAT,
    argument(
        "--brat-url URL",
        "where browsers find brat: its path on the web server, or its full address",
        default="/brat/",
    ),
    argument(
        "--pages-url URL",
        "where browsers find the pages (default: iaa/ below --brat-url; "
        "elsewhere brat's login does not reach them)",
    ),
    argument(
        "--service URL",
        "where brat's own process finds the pages",
        default="http://127.0.0.1:8002/",
    ),
    argument(
        "--state-dir DIR",
        "directory for settings and what is kept, outside of all that is served "
        "(default: /var/lib/brat-iaa/NAME for root, else ~/.local/state/brat-iaa/NAME)",
    ),
    GUARD,
    directory="BRAT_DIR",
)
def install(options):
    """Put brat-agreement into a brat that a web server runs as CGI."""
    from brat_iaa.server_hooks import install as steps

    brat_url = options.brat_url if options.brat_url.endswith("/") else options.brat_url + "/"
    _tell(
        steps.install,
        options.brat_dir,
        options.pages_url or brat_url + "iaa/",
        options.service,
        options.state_dir or _default_state(options.brat_dir),
        guard=not options.no_guard,
        brat_url=brat_url,
    )


def _default_state(brat_dir):
    """Where settings of an installed brat lie: its web server can read them if root installs."""
    from brat_iaa.store.paths import users_folder

    base = Path("/var/lib/brat-iaa") if os.geteuid() == 0 else users_folder()
    return base / Path(brat_dir).resolve().name


@command(_BRAT, directory="BRAT_DIR")
def uninstall(options):
    """Uninstall brat-agreement: brat's own files are restored exactly."""
    from brat_iaa.server_hooks import install as steps

    _tell(steps.uninstall, options.brat_dir)


def _tell(step, *arguments, **options):
    """Print the sentences of a step; what hinders it, as the other commands say it."""
    from brat_iaa.server_hooks.install import InstallError

    try:
        sentences = step(*arguments, **options)
    except InstallError as error:
        raise ConfigError(str(error)) from None
    for sentence in sentences:
        print_line(sentence)


@command(
    argument("SITE", "the settings file that brat-agreement install has written, site.json"),
    address(8002),
    directory="SITE",
)
def service(options):
    """Serve the pages of an installed brat."""
    from brat_iaa.server_hooks.install import not_loaded, read_site
    from brat_iaa.web import serving, wsgi
    from brat_iaa.web.viewers.projects import beginning

    site = wsgi.from_settings(options.site)
    # Below which path browsers find it, the settings say.
    server = serving.open_application(site, options.host, options.port, behind=None, prefix="")
    settings = read_site(options.site)
    lost = not_loaded(settings["brat_dir"])
    first = [] if lost is None else [f"{lost.text} Type: {lost.do}"]
    first += beginning(settings["data_dir"])
    serving.serve(server, [f"Pages: {serving.address(server)}/", *first])


@command(
    argument(
        "PLACE",
        "a project's directory, brat's folder (the one with ajax.cgi in it), or the settings "
        "file that brat-agreement install has written, site.json (default: only this computer)",
        nargs="?",
    ),
    STATE,
    formats("text json"),
    directory="[PLACE]",
)
def doctor(options):
    """Look at an installation or a project, report problems and how to fix them."""
    from brat_iaa.doctor import PROBLEM, as_text, by_level
    from brat_iaa.doctor.computer import packages, python

    findings = by_level([python(), packages(), *_of_place(options)])
    if options.format == "json":
        write("json", json=lambda: [finding._asdict() for finding in findings])
    else:
        for line in as_text(findings):
            print_line(line)
    return BELOW if any(finding.level == PROBLEM for finding in findings) else DONE


def _of_place(options):
    if options.place is None:
        return []
    path = Path(options.place)
    if path.is_file() or (path / "ajax.cgi").is_file() or (path / "config.py").is_file():
        from brat_iaa.doctor.computer import examine_installation

        return examine_installation(path)
    if not path.is_dir():
        raise ConfigError(
            f"{path}: there is no such directory. Expected a project, brat's folder or site.json."
        )
    from brat_iaa.doctor.project import examine_project

    return examine_project(path, options.state_dir)


SHELLS = ("bash", "zsh", "fish", "man")


@command(
    argument("{bash,zsh,fish,man}", "what to print", dest="shell", choices=SHELLS), directory=""
)
def shell(options):
    """Print the completion of commands and options for a shell, or the man page."""
    from brat_iaa.cli import _parser

    made = {"bash": _bash, "zsh": _zsh, "fish": _fish, "man": _man}[options.shell]
    print(made(_parser()), end="")


def _commands(whole):
    (choose,) = (action for action in whole._actions if action.dest == "command")
    return {name: (own, own.description or "") for name, own in choose.choices.items()}


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


def _bash(whole):
    commands, cases = _commands(whole), []
    for name, (parser, _) in commands.items():
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
