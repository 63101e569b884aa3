"""A unit of systemd that runs a command of ours with the computer."""

import os
import sys
from pathlib import Path

from brat_iaa.errors import ConfigError

_UNIT = """# To be saved as /etc/systemd/system/brat-agreement.service; then:
#   systemctl daemon-reload && systemctl enable --now brat-agreement
# What it says is in the journal: journalctl -u brat-agreement
[Unit]
Description=brat-agreement {command}
After=network.target

[Service]
User={user}
WorkingDirectory={directory}
ExecStart={words}
Restart=on-failure
NoNewPrivileges=yes

[Install]
WantedBy=multi-user.target
"""


def unit(arguments, options):
    """Text of a unit that runs a command with these arguments, in the present directory, as the
    account that owns what it serves.
    """
    names = (getattr(options, name, None) for name in ("site", "data", "brat_dir"))
    served = next(filter(None, names), None) or ((getattr(options, "places", None) or ["."])[0])
    # brat writes there, as the account that runs it.
    places = Path(served, "work"), Path(served)
    try:
        owner = next((place for place in places if place.exists()), places[1]).stat().st_uid
    except OSError as error:
        raise ConfigError(f"{served}: {error.strerror}.") from None
    program = Path(sys.executable).with_name("brat-agreement")
    start = [str(program)] if program.is_file() else [sys.executable, "-m", "brat_iaa"]
    words = start + [word for word in arguments if word != "--print-unit"]
    return _UNIT.format(
        command=options.command,
        user=_account(owner),
        directory=os.getcwd().replace("%", "%%"),
        words=" ".join(map(_quoted, words)),
    )


def _quoted(word):
    """A word as systemd reads it."""
    for sign, written in (("\\", "\\\\"), ('"', '\\"'), ("%", "%%"), ("$", "$$"), ("\n", "\\n")):
        word = word.replace(sign, written)
    return f'"{word}"' if not word or any(sign in word for sign in " \t'\"\\;") else word


def _account(number):
    import pwd

    try:
        return pwd.getpwuid(number).pw_name
    except KeyError:
        return str(number)
