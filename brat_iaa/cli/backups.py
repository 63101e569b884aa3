"""Commands that back up and restore what is kept of a project: backup, restore."""

from brat_iaa.cli.options import add_state, command_of
from brat_iaa.commands import backups as commands


def add(choose):
    """Add the commands to the parsers of commands."""
    command = command_of(
        choose, "backup", commands.backup,
        "write all snapshots and decisions into a new file, while others use them",
    )
    command.add_argument("file", metavar="FILE", help="the new file")
    add_state(command)
    command = command_of(
        choose, "restore", commands.restore,
        "replace all snapshots and decisions by those of a backup; what was there is kept",
    )
    command.add_argument(
        "file", metavar="FILE", help="a file that backup has written, or restore has kept"
    )
    command.add_argument(
        "--force", action="store_true",
        help="also if it is the backup of a project of another name (default: not)",
    )
    add_state(command)
