"""Commands that set snapshots side by side: phases, compare."""

from brat_iaa.cli.options import READING, add_format, add_state, command_of, counting
from brat_iaa.cli.running import print_json, write_tables
from brat_iaa.cli.snapshots import line_of, snapshots_of
from brat_iaa.errors import ConfigError
from brat_iaa.formats import terminal
from brat_iaa.phases import DIRECTED, PARTS, STATISTICS, STATUSES


def add_phases(choose):
    """Add brat-agreement phases."""
    command = command_of(choose, phases)
    add_state(command)
    add_format(
        command, *READING, "json", "csv", "svg",
        words="form of what is printed; svg is a picture of the trend",
    )  # fmt: skip
    command.add_argument(
        "--statistic", choices=(*STATISTICS, *DIRECTED), default="masi",
        help="which figure the tables show; gcm is about each direction of each pair",
    )  # fmt: skip
    command.add_argument(
        "--by", choices=PARTS,
        help="figures of each document, or of each group of documents that groups in [project] of "
        "iaa.conf names now (default: of the whole project)",
    )  # fmt: skip


def phases(options):
    """List the snapshots, with agreement per pair and phase."""
    from brat_iaa.phases import report
    from brat_iaa.phases.trend import trend_of
    from brat_iaa.report import scores
    from brat_iaa.store.paths import project_database_path

    kept = snapshots_of(options)
    taken = kept.list()
    if not taken:
        place = project_database_path(options.directory, options.state_dir)
        raise ConfigError(
            f"{options.directory}: there is no snapshot in {place} yet. Take one: "
            "brat-agreement snapshot DIR --phase NAME. If the project was moved, give its old file "
            "in that directory this name."
        )
    if options.by and options.format == "svg":
        raise ConfigError("--by: a picture has no room for it. Choose another --format.")
    whole = [snapshot for snapshot in taken if not snapshot.deleted]
    states = [kept.state(snapshot.number) for snapshot in whole]
    parts = [kept.parts(one.number, options.by) if options.by else {} for one in whole]
    if options.format == "json":
        print_json(
            {
                "snapshots": [snapshot._asdict() for snapshot in taken],
                "phases": [
                    {
                        "name": state.name,
                        "scores": scores.rows(state.scores),
                        **({f"{options.by}s": own} if options.by else {}),
                    }
                    for state, own in zip(
                        states,
                        [{name: scores.rows(of) for name, of in own.items()} for own in parts],
                    )
                ],
            }
        )
    elif options.format == "csv":
        rows = []
        for one, state, own in zip(whole, states, parts):
            if not options.by:
                rows += report.score_rows(one, state.scores)
            for name, of_part in own.items():
                rows += report.score_rows(one, of_part, **{options.by: name})
        terminal.write_for_programs(report.to_csv(rows))
    elif options.format == "svg":
        terminal.write_for_programs(trend_of(states) + "\n")
    else:
        lines = [line_of(snapshot) for snapshot in taken]
        if options.by:
            tables = report.part_tables(states, parts, options.by, options.statistic)
        else:
            tables = report.phase_tables(states, options.statistic)
        write_tables(options.format, lines, tables)


def add_compare(choose):
    """Add brat-agreement compare."""
    command = command_of(choose, compare)
    add_state(command)
    command.add_argument(
        "numbers", metavar="N", nargs="*", type=counting,
        help="numbers of the two snapshots (default: the last two)",
    )  # fmt: skip
    add_format(command, *READING, "json", "csv")
    command.add_argument(
        "--changes", action="store_true",
        help="list what changed, token by token, as CSV or JSON (default: differences and counts)",
    )  # fmt: skip
    command.add_argument(
        "--status", choices=STATUSES, help="with --changes: only these (default: all)"
    )


def compare(options):
    """Say by how much agreement differs between two snapshots, and what changed."""
    from brat_iaa.phases import report
    from brat_iaa.phases.changes import changes
    from brat_iaa.phases.common_part import common_part
    from brat_iaa.phases.differences import differences

    kept = snapshots_of(options)
    earlier, later = _two(kept, options)
    names = [kept.label(number) for number in (earlier, later)]
    before, after = kept.agreement(earlier), kept.agreement(later)
    states = [kept.state(number) for number in (earlier, later)]
    both = common_part(before, after)
    found = changes(before, after, both)
    if options.changes:
        rows = report.change_rows(found)
        rows = [row for row in rows if options.status in (None, row["status"])]
        if options.format == "json":
            print_json(rows)
        else:
            terminal.write_for_programs(report.to_csv(rows))
        return
    figures = differences(both, after.config)
    if options.format == "json":
        print_json(
            {
                "from": names[0],
                "to": names[1],
                "other_settings": list(both.settings),
                "differences": report.difference_rows(figures),
                "changes": report.change_rows(found),
            }
        )
    elif options.format == "csv":
        terminal.write_for_programs(report.to_csv(report.difference_rows(figures)))
    else:
        tables = report.phase_tables(states)
        if figures:
            tables.append(report.difference_table(figures, *names))
        heading = [f"From {names[0]} to {names[1]}", *report.other_settings(both.settings)]
        tables += report.change_tables(found, both.excluded)
        write_tables(options.format, heading, tables)


def _two(kept, options):
    """Numbers of the two snapshots to compare; by default the last two."""
    if options.numbers and len(options.numbers) != 2:
        raise ConfigError("Give the numbers of two snapshots, or none for the last two.")
    whole = kept.whole_numbers()
    if not options.numbers and len(whole) < 2:
        found = "is one" if whole else "are none"
        raise ConfigError(f"To compare, two snapshots are needed; there {found}.")
    return options.numbers or whole[-2:]
