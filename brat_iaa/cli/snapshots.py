"""Commands about single snapshots: snapshot, show, export, verify, delete."""

from pathlib import Path

from brat_iaa import config
from brat_iaa.cli.figures import REPORT_FORMATS
from brat_iaa.cli.options import STATE, argument, command, counting, flag
from brat_iaa.cli.running import account, database_of, print_line, say, write
from brat_iaa.errors import ConfigError

_NUMBER = argument("N", "number of a snapshot", dest="number", type=counting)


def snapshots_of(options):
    """The Snapshots of the project."""
    from brat_iaa.phases.snapshots import Snapshots

    return Snapshots(options.directory, database_of(options))


def line_of(snapshot):
    """A snapshot in one line."""
    taken = snapshot.taken[:16].replace("T", " ")
    line = f"{snapshot.number}: {snapshot.phase}, {taken} UTC by {snapshot.taken_by}"
    line += f", {snapshot.facts['files']} files"
    line += f". {snapshot.note}" if snapshot.note else ""
    if snapshot.deleted:
        when = f"{snapshot.deleted[:10]} by {snapshot.deleted_by}"
        line += f" DELETED {when}: {snapshot.reason}"
    return line


@command(
    STATE,
    argument("--phase NAME", "name of the phase (default: phase in iaa.conf)"),
    argument("--note TEXT", "what to remember of it", default=""),
    flag(
        "--if-changed",
        "only if a file differs from the last snapshot, for a schedule (default: always)",
    ),
    flag(
        "--if-done",
        "only if every annotator has declared all documents done, and no snapshot of the phase was "
        "taken since; two that are started at once may both take one (default: always)",
    ),
)
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


@command(_NUMBER, STATE, REPORT_FORMATS)
def show(options):
    """Print the report of a snapshot."""
    from brat_iaa.paper.methods import as_text
    from brat_iaa.report import scores, tables

    kept = snapshots_of(options)
    taken = kept.get(options.number)
    agreement = kept.agreement(options.number)
    write(
        options.format,
        json=lambda: {**scores.to_dict(agreement), "snapshot": taken._asdict()},
        csv=lambda: scores.score_table(agreement.scores),
        methods=lambda: as_text(agreement, taken.cited),
        tables=lambda: (
            [line_of(taken), *tables.summary(agreement)],
            tables.tables(agreement),
        ),
    )


@command(_NUMBER, STATE, argument("--to DIR", "a new directory", required=True))
def export(options):
    """Write a snapshot as a collection of brat's, byte for byte."""
    kept = snapshots_of(options)
    kept.export(options.number, options.to)
    files = kept.get(options.number).facts["files"]
    say(f"Wrote the {files} files of snapshot {options.number} to {options.to}.")


@command(
    STATE,
    argument(
        "N",
        "number of a snapshot (default: all)",
        dest="number",
        nargs="?",
        type=counting,
    ),
)
def verify(options):
    """Check that a snapshot's bytes are whole and its figures come out the same."""
    from brat_iaa.phases.archive import SnapshotError

    kept = snapshots_of(options)
    numbers = [options.number] if options.number else kept.whole_numbers()
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


@command(
    _NUMBER,
    STATE,
    argument("--reason TEXT", "why; it stays in the record", required=True),
)
def delete(options):
    """Delete a snapshot's contents; the record stays."""
    kept = snapshots_of(options)
    kept.delete(options.number, options.reason, account())
    print_line(line_of(kept.get(options.number)))
