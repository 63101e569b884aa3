"""Commands about snapshots: snapshot, show, verify, delete, phases, compare."""

from brat_iaa import config
from brat_iaa.cli.figures import REPORT_FORMATS, write_report
from brat_iaa.cli.options import (
    ALL_TABLES,
    STATE,
    argument,
    command,
    counting,
    flag,
    formats,
    margin,
)
from brat_iaa.cli.running import (
    account,
    database_of,
    print_line,
    require_known,
    say,
    store_of,
    write,
)
from brat_iaa.corpus.problem import typed
from brat_iaa.errors import ConfigError
from brat_iaa.formats.tables import for_programs
from brat_iaa.phases import DIRECTED, PARTS, STATISTICS, STATUSES

_NUMBER = argument("N", "number of a snapshot", dest="number", type=counting)


def _whole(options):
    """Whether all tables are asked for, and not two screens."""
    return options.all or options.format != "text"


def snapshots_of(options, some=True):
    """The Snapshots of the project. some: whether to raise ConfigError if there is none."""
    from brat_iaa.phases.snapshots import Snapshots

    kept = Snapshots(options.directory, database_of(options))
    if some and not kept.list():
        raise ConfigError(
            f"{options.directory} has no snapshot yet, in {store_of(options)}. "
            f"{_take(options)} If the project was moved, give its old file in that directory this "
            "name."
        )
    return kept


def _take(options):
    command = f"brat-agreement snapshot {typed(options.directory)} --phase NAME"
    return f"Take one: {command}."


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
    argument("--note TEXT", "a note kept with the snapshot", default=""),
    flag(
        "--if-changed",
        "only if a file differs from the last snapshot, for a schedule (default: always)",
    ),
)
def snapshot(options):
    """Freeze the project as it is now, with its figures.

    snapshot my_project --phase "1 apart"
    snapshot my_project --if-changed
    """
    phase = options.phase or config.load(options.directory, {}).phase
    if not phase:
        raise ConfigError(
            "Which phase is it? Give --phase NAME, or set phase = NAME in [project] of iaa.conf."
        )
    kept = snapshots_of(options, some=False)
    if options.if_changed and not kept.changed():
        say("Nothing has changed since the last snapshot; none was taken.")
        return
    taken = kept.take(phase, options.note, account())
    print_line(line_of(taken))
    for path in taken.facts["moved"]:
        say(f"{path} was being edited; the snapshot holds one complete state of it.")
    for path in taken.facts["left_out"]:
        say(
            f"{path} is not in it: its name is not UTF-8, or it is a link of one account to a file "
            "of another one. Rename it, or put a copy there."
        )
    if taken.facts["no_figures"]:
        say(f"No figures: {taken.facts['no_figures']}")
    say(f"Kept in {store_of(options)}.")


@command(_NUMBER, STATE, REPORT_FORMATS, ALL_TABLES)
def show(options):
    """Print the report of a snapshot.

    show my_project 2
    show my_project 2 --format methods
    """
    from brat_iaa.paper.methods import as_text
    from brat_iaa.report.scores import score_table, to_dict

    kept = snapshots_of(options)
    taken = kept.get(options.number)
    agreement = kept.agreement(options.number)
    write_report(
        options,
        agreement,
        [line_of(taken)],
        json=lambda: {**to_dict(agreement), "snapshot": taken._asdict()},
        csv=lambda: score_table(agreement.scores),
        methods=lambda: as_text(agreement, taken.cited),
    )


@command(
    STATE,
    argument("N", "number of a snapshot (default: all)", dest="number", nargs="?", type=counting),
)
def verify(options):
    """Check that a snapshot's bytes are whole and its figures come out the same.

    verify my_project
    verify my_project 2
    """
    from brat_iaa.phases.archive import SnapshotError

    kept = snapshots_of(options)
    numbers = [options.number] if options.number else kept.whole_numbers()
    wrong = []
    for number in numbers:
        try:
            for sentence in kept.verify(number):
                print_line(f"Snapshot {number}: {sentence}")
        except SnapshotError as error:
            wrong.append(str(error))
    if wrong:
        raise SnapshotError("\n".join(wrong))


@command(_NUMBER, STATE, argument("--reason TEXT", "why; it stays in the record", required=True))
def delete(options):
    """Delete a snapshot's contents; the record stays.

    delete my_project 2 --reason "it names persons"
    """
    kept = snapshots_of(options)
    kept.delete(options.number, options.reason, account())
    print_line(line_of(kept.get(options.number)))


@command(
    STATE,
    formats("tables json csv"),
    argument(
        "--statistic",
        "which figure of dependencies and of sets of labels the tables show; gcm is about each "
        "direction of each pair",
        choices=(*STATISTICS, *DIRECTED),
        default="masi",
    ),
    argument(
        "--by",
        "figures of each document, or of each group of documents that groups in [project] of "
        "iaa.conf names now (default: of the whole project)",
        choices=PARTS,
    ),
    ALL_TABLES,
)
def phases(options):
    """List the snapshots, with agreement per pair and phase.

    phases my_project
    phases my_project --by document --format csv
    """
    from brat_iaa.phases import report

    kept = snapshots_of(options)
    taken = kept.list()
    by = options.by
    whole = [snapshot for snapshot in taken if not snapshot.deleted]
    states = [kept.state(snapshot.number) for snapshot in whole]
    if options.statistic != "masi":
        say(*report.without_statistic(states, options.statistic))

    def tables():
        parts = [kept.parts(snapshot.number, by) for snapshot in whole] if by else None
        # A direction of a pair is none of the trend.
        leading = not (by or _whole(options) or options.statistic in DIRECTED)
        tables = report.phase_tables(states, options.statistic, leading, parts, by or "")
        if leading and tables:
            tables[-1] = tables[-1].with_notes("Every figure: --all.")
        return tables

    write(
        options.format,
        not _whole(options),
        json=lambda: {
            "snapshots": [snapshot._asdict() for snapshot in taken],
            "phases": [report.phase_dict(kept, snapshot, by) for snapshot in whole],
        },
        csv=lambda: report.score_table(kept, by),
        tables=lambda: ([line_of(snapshot) for snapshot in taken], tables()),
    )


@command(
    STATE,
    argument(
        "N",
        "the two snapshots: numbers, or names of phases, which stand for the last snapshot of each "
        "(default: the last two)",
        dest="numbers",
        nargs="*",
    ),
    formats("tables json csv"),
    flag(
        "--changes",
        "list what changed, token by token, as CSV or JSON (default: differences and counts)",
    ),
    argument("--status", "with --changes: only these (default: all)", choices=STATUSES),
    argument(
        "--margin M",
        "say whether agreement is not worse by more than M, such as .02, by two one-sided tests "
        "(default: not asked)",
        type=margin,
    ),
    ALL_TABLES,
)
def compare(options):
    """Say by how much agreement differs between two snapshots, and what changed.

    compare my_project
    compare my_project 1 3 --margin .02
    """
    from brat_iaa.phases import report

    kept = snapshots_of(options)
    numbers = _two(kept, options)
    names = [kept.label(number) for number in numbers]
    compared = kept.compare(*numbers)
    changed = compared.changes
    if options.changes:
        changed = [change for change in changed if options.status in (None, change.status)]
        table = for_programs(report.change_rows(changed), report.CHANGE_FIELDS)
        write("json" if options.format == "json" else "csv", json=table.dicts, csv=lambda: table)
        return
    figures = compared.within(options.margin)
    differing = report.difference_table(figures, *names)

    def tables():
        heading = [f"From {names[0]} to {names[1]}", *report.other_settings(compared.settings)]
        tables = report.change_tables(changed, compared.excluded)
        if _whole(options):
            states = [kept.state(number) for number in numbers]
            return heading, [*report.phase_tables(states), *[differing] * bool(figures), *tables]
        leading = report.leading_differences(figures)
        listed = [report.difference_table(leading, *names).truncated("pairs", 40, "csv")]
        further = "By document, label and kind, and every figure: --all. Each item: --changes."
        tables = report.change_tables(changed, compared.excluded, in_short=True)
        return heading, [*listed * bool(leading), *tables[:-1], tables[-1].with_notes(further)]

    write(
        options.format,
        not _whole(options),
        json=lambda: {
            "from": names[0],
            "to": names[1],
            "other_settings": list(compared.settings),
            "differences": differing.dicts(),
            "changes": report.change_rows(changed),
        },
        csv=lambda: differing,
        tables=tables,
    )


def _two(kept, options):
    """Numbers of the two snapshots to compare; by default the last two."""
    if options.numbers and len(options.numbers) != 2:
        raise ConfigError(
            "Give two snapshots, by number or phase, or none for the last two. A name with blanks "
            'stands in quotes: "phase 1".'
        )
    whole = {one.number: one.phase for one in kept.list() if not one.deleted}
    if not options.numbers and len(whole) < 2:
        there = "is one" if whole else "are none"
        raise ConfigError(f"To compare, two snapshots are needed; there {there}. {_take(options)}")
    return [_number(name, whole) for name in options.numbers] or [*whole][-2:]


def _number(name, whole):
    """The number of a snapshot that is named by it, or by its phase; whole: {number: phase}"""
    if name.isascii() and name.isdigit():
        return int(name)
    require_known("compare", "phase with a snapshot", name, whole.values())
    return max(number for number, phase in whole.items() if phase == name)
