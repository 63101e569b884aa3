"""Commands about all that is kept of a project: audit, backup, restore."""

from pathlib import Path

from brat_iaa.cli.options import READING, add_format, add_state, command_of
from brat_iaa.cli.running import account, database_of, print_json, print_line, say, write_tables
from brat_iaa.errors import ConfigError
from brat_iaa.formats import terminal


def add_audit(choose):
    """Add brat-agreement audit."""
    command = command_of(choose, audit)
    add_state(command)
    add_format(command, *READING, "json", "csv")


def audit(options):
    """Say who did what and when: decisions, snapshots, deletions, changed settings."""
    from brat_iaa.formats.cells import Table, count
    from brat_iaa.report.disagreements import to_csv
    from brat_iaa.store.audit import FIELDS, events

    found = events(database_of(options), Path(options.directory).resolve().name)
    if options.format == "json":
        print_json([event._asdict() for event in found])
    elif options.format == "csv":
        terminal.write_for_programs(to_csv([event._asdict() for event in found], FIELDS))
    else:
        rows = tuple((one.at[:16].replace("T", " "), *one[1:3], *one[4:]) for one in found)
        table = Table("Who did what", "llllp", ("UTC", "who", "what", "about", "detail"), rows)
        write_tables(options.format, [count(len(found), "event")], [table] if rows else [])


def add_backup(choose):
    """Add brat-agreement backup."""
    command = command_of(choose, backup)
    command.add_argument("file", metavar="FILE", help="the new file")
    add_state(command)


def backup(options):
    """Write all snapshots and decisions into a new file, while others use them."""
    from brat_iaa.store import backup as backups
    from brat_iaa.store.paths import project_database_path, refuse_served

    path = project_database_path(options.directory, options.state_dir)
    refuse_served(options.file, options.directory, advice="Name a file outside of it.")
    content = backups.backup(path, options.file)
    print_line(f"{options.file}: {_line(content)}.")


def add_restore(choose):
    """Add brat-agreement restore."""
    command = command_of(choose, restore)
    command.add_argument(
        "file", metavar="FILE", help="a file that backup has written, or restore has kept"
    )
    command.add_argument(
        "--force", action="store_true",
        help="also if it is the backup of a project of another name (default: not)",
    )  # fmt: skip
    add_state(command)


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
