"""Commands that set snapshots side by side: phases, compare."""

from brat_iaa.cli.options import STATE, argument, command, counting, flag, formats
from brat_iaa.cli.running import write
from brat_iaa.cli.snapshots import line_of, snapshots_of
from brat_iaa.errors import ConfigError
from brat_iaa.formats.tables import for_programs
from brat_iaa.phases import DIRECTED, PARTS, STATISTICS, STATUSES


@command(
    STATE,
    formats("tables json csv svg", "form of what is printed; svg is a picture of the trend"),
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
)
def phases(options):
    """List the snapshots, with agreement per pair and phase."""
    from brat_iaa.phases import report
    from brat_iaa.phases.trend import trend_of
    from brat_iaa.report import scores
    from brat_iaa.store.paths import project_database_path

    kept = snapshots_of(options)
    taken = kept.list()
    if not taken:
        path = project_database_path(options.directory, options.state_dir)
        raise ConfigError(
            f"{options.directory}: there is no snapshot in {path} yet. Take one: "
            "brat-agreement snapshot DIR --phase NAME. If the project was moved, give its old file "
            "in that directory this name."
        )
    by = options.by
    if by and options.format == "svg":
        raise ConfigError("--by: not available as a picture. Choose another --format.")
    whole = [snapshot for snapshot in taken if not snapshot.deleted]
    states = [kept.state(snapshot.number) for snapshot in whole]
    parts = [kept.parts(snapshot.number, by) if by else {} for snapshot in whole]

    def phase_dict(state, scores_of):
        rows = {"name": state.name, "scores": scores.rows(state.scores)}
        if by:
            rows[f"{by}s"] = {name: scores.rows(part) for name, part in scores_of.items()}
        return rows

    def scored():
        for snapshot, state, scores_of in zip(whole, states, parts):
            of_parts = scores_of if by else {None: state.scores}
            yield from ((snapshot, part, scores) for part, scores in of_parts.items())

    write(
        options.format,
        json=lambda: {
            "snapshots": [snapshot._asdict() for snapshot in taken],
            "phases": list(map(phase_dict, states, parts)),
        },
        csv=lambda: report.score_table(scored(), by),
        svg=lambda: trend_of(states) + "\n",
        tables=lambda: (
            [line_of(snapshot) for snapshot in taken],
            report.part_tables(states, parts, by, options.statistic)
            if by
            else report.phase_tables(states, options.statistic),
        ),
    )


@command(
    STATE,
    argument(
        "N",
        "numbers of the two snapshots (default: the last two)",
        dest="numbers",
        nargs="*",
        type=counting,
    ),
    formats("tables json csv"),
    flag(
        "--changes",
        "list what changed, token by token, as CSV or JSON (default: differences and counts)",
    ),
    argument("--status", "with --changes: only these (default: all)", choices=STATUSES),
)
def compare(options):
    """Say by how much agreement differs between two snapshots, and what changed."""
    from brat_iaa.phases import report
    from brat_iaa.phases.changes import changes
    from brat_iaa.phases.differences import common_part, differences

    kept = snapshots_of(options)
    numbers = _two(kept, options)
    names = [kept.label(number) for number in numbers]
    before, after = (kept.agreement(number) for number in numbers)
    states = [kept.state(number) for number in numbers]
    both = common_part(before, after)
    changed = changes(before, after, both)
    if options.changes:
        changed = [one for one in changed if options.status in (None, one.status)]
        table = for_programs(report.change_rows(changed), report.CHANGE_FIELDS)
        write("json" if options.format == "json" else "csv", json=table.dicts, csv=lambda: table)
        return
    figures = differences(both, after.config)

    differing = report.difference_table(figures, *names)

    def tables():
        heading = [f"From {names[0]} to {names[1]}", *report.other_settings(both.settings)]
        listed = report.phase_tables(states) + [differing] * bool(figures)
        return heading, listed + report.change_tables(changed, both.excluded)

    write(
        options.format,
        json=lambda: {
            "from": names[0],
            "to": names[1],
            "other_settings": list(both.settings),
            "differences": differing.dicts(),
            "changes": report.change_rows(changed),
        },
        csv=lambda: differing,
        tables=tables,
    )


def _two(kept, options):
    """Numbers of the two snapshots to compare; by default the last two."""
    if options.numbers and len(options.numbers) != 2:
        raise ConfigError("Give the numbers of two snapshots, or none for the last two.")
    whole = kept.whole_numbers()
    if not options.numbers and len(whole) < 2:
        there = "is one" if whole else "are none"
        raise ConfigError(f"To compare, two snapshots are needed; there {there}.")
    return options.numbers or whole[-2:]
