"""The command time."""

from brat_iaa.cli.options import argument, command, formats, number_between, settings
from brat_iaa.cli.running import agreement_of, say, write
from brat_iaa.errors import ConfigError


@command(
    argument("--log FILE", "brat's annotation log (default: the one that tools.conf names)"),
    argument(
        "--collection PATH",
        "the project's collection in brat, e.g. /team/project/ (default: the directory's name)",
    ),
    argument(
        "--idle SECONDS",
        "longest pause between two actions that counts as work",
        type=number_between(0, 1e6, "a number of seconds above 0"),
        default=120.0,
    ),
    argument(
        "--minutes FILE",
        "where there is no log: a table (CSV or tab-separated) of the minutes that annotators "
        "reported, with the columns annotator, document, phase, sentence, minutes",
    ),
    formats("tables json csv"),
    settings(),
)
def time(options):
    """Estimate the time of annotation from brat's log, and compare it with disagreement."""
    from brat_iaa.studies.timing import report
    from brat_iaa.studies.timing.minutes import time_of_project

    if options.minutes:
        _reported_time(options)
        return
    agreement = agreement_of(options)
    estimated = time_of_project(
        agreement, options.directory, options.log, options.collection, options.idle
    )
    write(
        options.format,
        json=lambda: report.to_dict(agreement, estimated),
        csv=lambda: report.document_table(estimated),
        tables=lambda: (report.summary(estimated), report.tables(agreement, estimated)),
    )
    if options.format == "csv":
        say(*report.summary(estimated))


def _reported_time(options):
    """Print minutes that annotators reported, by phase."""
    from brat_iaa.studies.timing import reported

    if options.log:
        raise ConfigError("--log and --minutes are two sources of the same. Give one of them.")
    times = reported.read_reported(options.minutes, agreement_of(options).tables)
    heading = [f"Minutes that annotators reported, from {options.minutes}"]
    write(
        options.format,
        json=lambda: {
            "minutes": options.minutes,
            "phases": reported.reported_table(times).dicts(),
            "documents": [time._asdict() for time in times],
        },
        csv=lambda: reported.reported_table(times),
        tables=lambda: (heading, [reported.reported_table(times)] if times else []),
    )
