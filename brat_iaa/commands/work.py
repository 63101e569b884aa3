"""Commands about the work of annotators: adjudicate, time."""

import sys

from brat_iaa.adjudication.drafting import draft
from brat_iaa.commands.shared import overrides_of, print_json, study_of, write_tables
from brat_iaa.report import adjudication as adjudication_report
from brat_iaa.report import terminal
from brat_iaa.report import time as time_report
from brat_iaa.timing import time_of_project


def adjudicate(options):
    """brat-iaa adjudicate"""
    progress = terminal.Progress()
    try:
        found = draft(
            options.directory, options.to, options.rule, not options.no_names, overrides_of(options), progress
        )
    finally:
        progress.finish()
    if options.format == "json":
        print_json(adjudication_report.to_dict(found))
    else:
        write_tables(options.format, adjudication_report.summary(found), adjudication_report.tables(found))


def time(options):
    """brat-iaa time"""
    with study_of(options) as study:
        agreement = study.agreement()
    found = time_of_project(agreement, options.directory, options.log, options.collection, options.idle)
    if options.format == "json":
        print_json(time_report.to_dict(agreement, found))
    elif options.format == "csv":
        terminal.write_for_programs(time_report.to_csv(found))
        for sentence in time_report.summary(found):
            print(terminal.printable(sentence), file=sys.stderr)
    else:
        write_tables(options.format, time_report.summary(found), time_report.tables(agreement, found))
