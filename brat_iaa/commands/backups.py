"""Commands that back up and restore what is kept of a project: backup, restore."""

from pathlib import Path

from brat_iaa.commands.shared import say
from brat_iaa.errors import ConfigError
from brat_iaa.report import terminal
from brat_iaa.store import backup as backups
from brat_iaa.store.place import place_of_project, refuse_served


def backup(options):
    """brat-iaa backup"""
    path = place_of_project(options.directory, options.state_dir)
    refuse_served(options.file, options.directory, advice="Name a file outside of it.")
    content = backups.backup(path, options.file)
    print(terminal.printable(f"{options.file}: {_line(content)}."))


def restore(options):
    """brat-iaa restore"""
    root = Path(options.directory)
    if not root.is_dir():
        raise ConfigError(f"{root} is no directory. Expected the project's.")
    path = place_of_project(root, options.state_dir)
    done = backups.restore(path, options.file, root.resolve().name, options.force)
    print(terminal.printable(f"Restored: {_line(done.content)}."))
    if done.kept:
        print(terminal.printable(f"What was there before is in {done.kept}."))
    say("Whoever has a page open should load it again.")


def _line(content):
    return f"{_count(content.snapshots, 'snapshot')}, {_count(content.decisions, 'decision')}"


def _count(number, what):
    return f"{number} {what}{'' if number == 1 else 's'}"
