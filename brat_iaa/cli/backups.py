"""Commands about all that is kept of a project: audit, backup, restore."""

from pathlib import Path

from brat_iaa.cli.options import STATE, argument, command, flag, formats
from brat_iaa.cli.running import account, database_of, print_line, say, write
from brat_iaa.errors import ConfigError


@command(STATE, formats("tables json csv"))
def audit(options):
    """Say who did what and when: decisions, snapshots, deletions, changed settings."""
    from brat_iaa.formats.cells import count
    from brat_iaa.store.audit import events, table

    done = table(events(database_of(options), Path(options.directory).resolve().name))
    number = len(done.records)
    write(
        options.format,
        json=done.dicts,
        csv=lambda: done,
        tables=lambda: ([count(number, "event")], [done] if number else []),
    )


@command(argument("FILE", "the new file"), STATE)
def backup(options):
    """Write all snapshots and decisions into a new file, while others use them."""
    from brat_iaa.store import backup as backups
    from brat_iaa.store.paths import project_database_path, refuse_served

    path = project_database_path(options.directory, options.state_dir)
    refuse_served(options.file, options.directory, advice="Name a file outside of it.")
    project = Path(options.directory).resolve().name
    content = backups.backup(path, options.file, project)
    print_line(f"{options.file}: {_line(content)}.")


@command(
    argument("FILE", "a file that backup has written, or restore has kept"),
    flag(
        "--force",
        "also if it is not known to be a backup of this project (default: not)",
    ),
    STATE,
)
def restore(options):
    """Replace all snapshots and decisions by those of a backup; what was there is kept."""
    from brat_iaa.store import backup as backups
    from brat_iaa.store.paths import project_database_path

    root = Path(options.directory)
    if not root.is_dir():
        raise ConfigError(f"{root} is no directory. Expected the project's.")
    path = project_database_path(root, options.state_dir)
    done = backups.restore(path, options.file, root.resolve().name, account(), options.force)
    print_line(f"Restored: {_line(done.content)}.")
    if done.kept:
        print_line(f"What was there before is in {done.kept}.")
    say("Whoever has a page open should load it again.")


def _line(content):
    from brat_iaa.formats.cells import count

    return f"{count(content.snapshots, 'snapshot')}, {count(content.decisions, 'decision')}"
