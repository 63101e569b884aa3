"""Commands about the work of annotators: adjudicate, competence, time, reviews."""

import argparse
from datetime import datetime, timezone

from brat_iaa import config
from brat_iaa.adjudication import RULES
from brat_iaa.cli.options import READING, add_format, add_settings, add_state, command_of
from brat_iaa.cli.running import (
    agreement_of,
    database_of,
    overrides_of,
    print_json,
    say,
    write_tables,
)
from brat_iaa.competence import MODELS
from brat_iaa.errors import ConfigError
from brat_iaa.formats import terminal


def add_adjudicate(choose):
    """Add brat-agreement adjudicate."""
    command = command_of(choose, adjudicate)
    command.add_argument(
        "--to", metavar="DIR", required=True, help="a new directory, in none of the annotators'"
    )
    command.add_argument(
        "--rule", choices=RULES, default="unanimous",
        help="whose agreement counts: of all who did the document, or of more than half",
    )  # fmt: skip
    command.add_argument(
        "--layers",
        metavar="NAMES",
        help="the layers to be settled, separated by commas: others get no notes (default: all)",
    )
    command.add_argument(
        "--no-names", action="store_true",
        help="leave annotators' names out of the notes (default: with names)",
    )  # fmt: skip
    add_format(command, *READING, "json", words="form of the counts that are printed")
    add_settings(command)


def adjudicate(options):
    """Write a draft of the gold: what annotators agree on, and notes at the rest."""
    from brat_iaa.adjudication import report
    from brat_iaa.adjudication.drafting import draft

    names, overrides = not options.no_names, overrides_of(options)
    layers = None
    if options.layers is not None:
        layers = [name for name in map(str.strip, options.layers.split(",")) if name]
    progress = terminal.Progress()
    try:
        found = draft(
            options.directory, options.to, options.rule, names, overrides, progress, layers=layers
        )
    finally:
        progress.finish()
    if options.format == "json":
        print_json(report.to_dict(found))
    else:
        write_tables(options.format, report.summary(found), report.tables(found))


def add_competence(choose):
    """Add brat-agreement competence."""
    command = command_of(choose, competence)
    command.add_argument("--layer", metavar="NAME", help="only this layer (default: all)")
    command.add_argument(
        "--model", choices=MODELS,
        help="dawid-skene: a table of errors of each annotator, for labels; mace: one figure for "
        "each annotator, also for heads and labels together (default: both)",
    )  # fmt: skip
    add_format(
        command, *READING, "json", "csv",
        words="csv holds all figures and tables of errors; json also how likely each value of an "
        "item is",
    )  # fmt: skip
    add_settings(command)


def competence(options):
    """Estimate without a gold how reliable each of three or more annotators is, and in what."""
    from brat_iaa.competence import report

    found = report.competences(agreement_of(options), options.layer, options.model)
    if options.format == "json":
        print_json(report.to_dict(found))
    elif options.format == "csv":
        terminal.write_for_programs(report.to_csv(found))
    else:
        write_tables(options.format, report.summary(found), report.tables(found))


def add_time(choose):
    """Add brat-agreement time."""
    command = command_of(choose, time)
    command.add_argument(
        "--log", metavar="FILE",
        help="brat's annotation log (default: the one that tools.conf names)",
    )  # fmt: skip
    command.add_argument(
        "--collection", metavar="PATH",
        help="the project's collection in brat, e.g. /team/project/ "
        "(default: the directory's name)",
    )  # fmt: skip
    command.add_argument(
        "--idle", metavar="SECONDS", type=_seconds, default=120.0,
        help="longest pause between two actions that counts as work",
    )  # fmt: skip
    command.add_argument(
        "--minutes", metavar="FILE",
        help="where there is no log: a table (CSV or tab-separated) of the minutes that annotators "
        "reported, with the columns annotator, document, phase, minutes",
    )  # fmt: skip
    add_format(command, *READING, "json", "csv")
    add_settings(command)


def _seconds(text):
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < 1e6:
        raise argparse.ArgumentTypeError(f"found “{text}”, expected a number of seconds above 0")
    return number


def time(options):
    """Estimate the time of annotation from brat's log, and compare it with disagreement."""
    from brat_iaa.timing import report, time_of_project

    if options.minutes:
        _reported_time(options)
        return
    agreement = agreement_of(options)
    found = time_of_project(
        agreement, options.directory, options.log, options.collection, options.idle
    )
    if options.format == "json":
        print_json(report.to_dict(agreement, found))
    elif options.format == "csv":
        terminal.write_for_programs(report.to_csv(found))
        say(*report.summary(found))
    else:
        write_tables(options.format, report.summary(found), report.tables(agreement, found))


def _reported_time(options):
    """Print minutes that annotators reported, by phase."""
    from brat_iaa.timing import reported

    if options.log:
        raise ConfigError("--log and --minutes are two sources of the same. Give one of them.")
    times = reported.read_reported(options.minutes, agreement_of(options).tables)
    if options.format == "json":
        print_json(reported.reported_dict(options.minutes, times))
    elif options.format == "csv":
        terminal.write_for_programs(reported.reported_csv(times))
    else:
        lines = [f"Minutes that annotators reported, from {options.minutes}"]
        write_tables(options.format, lines, reported.reported_tables(times))


def add_reviews(choose):
    """Add brat-agreement reviews."""
    command = command_of(choose, reviews)
    add_state(command)
    command.add_argument(
        "--phase", metavar="NAME",
        help="which phase (default: phase in iaa.conf; of csv and json all)",
    )  # fmt: skip
    command.add_argument(
        "--no-names", action="store_true", help="call annotators by numbers (default: with names)"
    )
    add_format(
        command, "text", "csv", "json",
        words="text is the list for the discussion; csv and json hold every decision",
    )  # fmt: skip


def reviews(options):
    """List what is left to discuss, or all that annotators have decided."""
    from brat_iaa.review import discussion_report, report
    from brat_iaa.review.discussion import discussion, numbers
    from brat_iaa.review.store import Reviews
    from brat_iaa.study import Study

    database = database_of(options)
    kept, phase = Reviews(database), options.phase
    if phase is None:
        phase = config.load(options.directory, {}).phase
    if options.format == "text":
        agreement = Study(options.directory).agreement()
        names = numbers(database, agreement.annotators) if options.no_names else None
        heading = discussion_report.about(agreement.project, phase, datetime.now(timezone.utc))
        found = discussion(agreement, kept.all(phase))
        print(discussion_report.to_text(found, names, heading), end="")
        return
    history, done = kept.history(options.phase), kept.done_documents(phase)
    annotators = sorted({review.annotator for review in history} | set(done))
    names = numbers(database, annotators) if options.no_names else None
    if options.format == "csv":
        terminal.write_for_programs(report.to_csv(history, names))
    else:
        rows, done = report.rows(history, names), report.done_rows(phase, done, names)
        print_json({"decisions": rows, "done": done})
