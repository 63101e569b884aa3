"""The command about the same words annotated differently: variation."""

import sys

from brat_iaa.cli.options import add_format, add_links, add_settings, command_of, counting
from brat_iaa.cli.running import collection_of, overrides_of, print_json, say
from brat_iaa.formats import terminal
from brat_iaa.formats.brat_links import BratLinks
from brat_iaa.variation import CONTEXTS, INNER


def add_variation(choose):
    """Add brat-agreement variation."""
    command = command_of(choose, variation)
    add_format(
        command, "text", "json", "csv",
        words="JSON holds a nucleus with all its occurrences, CSV a row for each occurrence",
    )  # fmt: skip
    command.add_argument(
        "--context", choices=CONTEXTS, default=INNER,
        help="inner: the words between the two have to be the same; outer: also one word on each "
        "side",
    )  # fmt: skip
    command.add_argument(
        "--annotator", metavar="NAME",
        help="only what varies within this annotator (default: all, alone and together)",
    )  # fmt: skip
    command.add_argument(
        "--limit", type=counting, metavar="N", help="show the first N only (default: all)"
    )
    add_links(command)
    add_settings(command)


def variation(options):
    """List the same two words in the same surroundings with different arcs: candidate errors."""
    from brat_iaa.report.disagreements import to_csv
    from brat_iaa.variation import report
    from brat_iaa.variation.reading import tables_of

    links = None  # made first: a wrong address is said before anything is computed
    if options.brat_url is not None:
        links = BratLinks(options.brat_url, collection_of(options))
    progress = terminal.Progress()
    try:
        read = tables_of(options.directory, overrides_of(options), progress)
        found = report.variation(
            read.project, read.tables, read.annotators, options.context, options.annotator
        )
    finally:
        progress.finish()
    if options.format == "json":
        print_json(report.to_dict(found, options.limit, links))
    elif options.format == "csv":
        rows = report.flat_rows(report.rows(found, options.limit, links))
        terminal.write_for_programs(to_csv(rows, report.FIELDS))
        say(*report.summary(found))
    else:
        sys.stdout.write(report.to_text(found, options.limit, links))
