"""Commands about single snapshots: snapshot, show, export, verify, delete."""

from pathlib import Path

from brat_iaa import config
from brat_iaa.cli.options import BELOW, DONE, READING, add_format, add_state, command_of, counting
from brat_iaa.cli.running import account, database_of, print_json, print_line, say, write_tables
from brat_iaa.errors import ConfigError
from brat_iaa.formats import terminal


def snapshots_of(options):
    """The Snapshots of the project."""
    from brat_iaa.phases.snapshots import Snapshots

    return Snapshots(options.directory, database_of(options))


def line_of(one):
    """A snapshot in one line."""
    line = f"{one.number}: {one.phase}, {one.taken[:16].replace('T', ' ')} UTC by {one.taken_by}"
    line += f", {one.facts['files']} files"
    line += f". {one.note}" if one.note else ""
    if one.deleted:
        line += f" DELETED {one.deleted[:10]} by {one.deleted_by}: {one.reason}"
    return line


def add_snapshot(choose):
    """Add brat-agreement snapshot."""
    command = command_of(choose, snapshot)
    add_state(command)
    command.add_argument(
        "--phase", metavar="NAME", help="name of the phase (default: phase in iaa.conf)"
    )
    command.add_argument("--note", metavar="TEXT", default="", help="what to remember of it")
    command.add_argument(
        "--if-changed", action="store_true",
        help="only if a file differs from the last snapshot, for a schedule (default: always)",
    )  # fmt: skip
    command.add_argument(
        "--if-done", action="store_true",
        help="only if every annotator has declared all documents done, and no snapshot of the "
        "phase was taken since; two that are started at once may both take one (default: always)",
    )  # fmt: skip


def snapshot(options):
    """Freeze the project as it is now, with its figures."""
    phase = options.phase or config.load(options.directory, {}).phase
    if not phase:
        raise ConfigError(
            "Which phase is it? Give --phase NAME, or set phase = NAME in [project] of iaa.conf."
        )
    kept = snapshots_of(options)
    if options.if_done and not _everyone_is_done(options, phase, kept.list()):
        say("Not everyone is done, or a snapshot was taken since then; none was taken.")
        return
    if options.if_changed and not kept.changed():
        say("Nothing has changed since the last snapshot; none was taken.")
        return
    taken = kept.take(phase, options.note, account())
    print_line(line_of(taken))
    for path in taken.facts["moved"]:
        say(f"{path} was being edited meanwhile; the snapshot holds one complete state of it.")
    for path in taken.facts["left_out"]:
        say(
            f"{path} is not in it: its name is not UTF-8, or it is a link of one account to a file "
            "of another one. Rename it, or put a copy there."
        )
    if taken.facts["no_figures"]:
        say(f"No figures: {taken.facts['no_figures']}")


def _everyone_is_done(options, phase, taken):
    from brat_iaa.review.done import all_documents, due
    from brat_iaa.review.store import Reviews

    root = Path(options.directory)
    done = Reviews(database_of(options)).done_documents(phase)
    return due(done, all_documents(root, config.load(root, {})), taken, phase)


def add_show(choose):
    """Add brat-agreement show."""
    command = command_of(choose, show)
    _add_number(command)
    add_state(command)
    add_format(
        command, *READING, "json", "csv", "methods",
        words="text, Markdown and LaTeX hold the tables to read; JSON and CSV every score; methods "
        "is the paragraph for a paper, its table and the works to cite",
    )  # fmt: skip


def show(options):
    """Print the report of a snapshot."""
    from brat_iaa.report import scores, tables

    kept = snapshots_of(options)
    one = kept.get(options.number)
    agreement = kept.agreement(options.number)
    if options.format == "json":
        print_json(dict(scores.to_dict(agreement), snapshot=one._asdict()))
    elif options.format == "csv":
        terminal.write_for_programs(scores.to_csv(agreement.scores))
    elif options.format == "methods":
        from brat_iaa.paper.methods import as_text

        terminal.write_for_programs(as_text(agreement, one.cited))
    else:
        summary = [line_of(one), *tables.summary(agreement)]
        write_tables(options.format, summary, tables.tables(agreement))


def add_export(choose):
    """Add brat-agreement export."""
    command = command_of(choose, export)
    _add_number(command)
    add_state(command)
    command.add_argument("--to", metavar="DIR", required=True, help="a new directory")


def export(options):
    """Write a snapshot as a collection of brat's, byte for byte."""
    kept = snapshots_of(options)
    kept.export(options.number, options.to)
    files = kept.get(options.number).facts["files"]
    say(f"Wrote the {files} files of snapshot {options.number} to {options.to}.")


def add_verify(choose):
    """Add brat-agreement verify."""
    command = command_of(choose, verify)
    add_state(command)
    command.add_argument(
        "number", metavar="N", nargs="?", type=counting,
        help="number of a snapshot (default: all; with --against the one that the file names)",
    )  # fmt: skip
    command.add_argument(
        "--against", metavar="FILE",
        help="text file with the paragraph or the table of a paper: also compare each of its "
        "figures, and the settings that it names (default: neither)",
    )  # fmt: skip


def verify(options):
    """Check that a snapshot's bytes are whole and its figures come out the same."""
    from brat_iaa.phases.archive import SnapshotError

    kept = snapshots_of(options)
    printed = _printed(options.against) if options.against else ""
    numbers = [options.number] if options.number else kept.whole_numbers()
    if printed and not options.number:
        numbers = [_named_in(printed, options.against, numbers)]
    if not numbers:
        say("There is no snapshot to verify.")
    wrong = []
    for number in numbers:
        try:
            for sentence in kept.verify(number):
                print_line(f"Snapshot {number}: {sentence}")
        except SnapshotError as error:
            wrong.append(str(error))
    if wrong:
        raise SnapshotError("\n".join(wrong))
    return _against(printed, options.against, kept, numbers[0]) if printed else DONE


def _printed(path):
    try:
        return Path(path).read_text("utf-8")
    except UnicodeDecodeError as error:
        raise ConfigError(f"--against {path}: it is no text in UTF-8. Save it as one.") from error


def _named_in(printed, path, numbers):
    """Number of the snapshot that a printed text is about."""
    from brat_iaa.paper.checking import snapshot_named

    named = snapshot_named(printed)
    if named is None and len(numbers) != 1:
        raise ConfigError(
            f"--against {path}: the text names no snapshot. Give its number: verify DIR N."
        )
    return numbers[0] if named is None else named


def _against(printed, path, kept, number):
    """Print what a text has otherwise than the snapshot; the exit code."""
    from brat_iaa import __version__
    from brat_iaa.formats.cells import count
    from brat_iaa.paper.checking import check
    from brat_iaa.paper.methods import fingerprint
    from brat_iaa.phases.snapshots import versions

    agreement = kept.agreement(number)
    checked = check(printed, agreement, kept.get(number).cited)
    if not checked.same and not checked.differences:
        raise ConfigError(f"--against {path}: there is no figure of the paragraph or table in it.")
    for found in checked.differences:
        values = (found.printed or "nothing", found.computed or "nothing")
        print_line(f"{path}: {found.where}: printed {values[0]}, computed {values[1]}")
    verb = "is" if checked.same == 1 else "are"
    print_line(f"{path}: {count(checked.same, 'number')} {verb} the same to the last digit.")
    for found in checked.unknown:
        print_line(f"{path}: {found.where} {found.printed}: not computed, so not compared.")
    if checked.left_out:
        print_line(f"{path}: {count(checked.left_out, 'computed number')} not in it.")
    if checked.version not in (None, __version__):
        print_line(f"{path}: version: printed {checked.version}, computed with {__version__}.")
    now = versions()
    used = f"brat-agreement {__version__}, numpy {now['numpy']}, python {now['python']}"
    print_line(f"Computed with {used}; fingerprint {fingerprint(agreement)}.")
    return BELOW if checked.differences else DONE


def add_delete(choose):
    """Add brat-agreement delete."""
    command = command_of(choose, delete)
    _add_number(command)
    add_state(command)
    command.add_argument(
        "--reason", metavar="TEXT", required=True, help="why; it stays in the record"
    )


def delete(options):
    """Delete a snapshot's contents; the record stays."""
    kept = snapshots_of(options)
    kept.delete(options.number, options.reason, account())
    print_line(line_of(kept.get(options.number)))


def _add_number(command):
    command.add_argument("number", metavar="N", type=counting, help="number of a snapshot")
