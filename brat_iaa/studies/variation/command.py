"""The command variation."""

from brat_iaa.cli.options import LIMIT, LINKS, PLACES, argument, command, formats, settings
from brat_iaa.cli.running import links_of, say, typed_overrides, write
from brat_iaa.formats import terminal
from brat_iaa.studies.variation import CONTEXTS, INNER


@command(
    formats(
        "text json csv",
        "JSON holds a nucleus with all its occurrences, CSV a row for each occurrence",
    ),
    argument(
        "--context",
        "inner: the words, and those between them, have to be the same; outer: also one word on "
        "each side",
        choices=CONTEXTS,
        default=INNER,
    ),
    argument(
        "--annotator NAME",
        "only what varies within this annotator (default: all, alone and together)",
    ),
    argument("--layer NAME", "only this layer (default: all)"),
    LIMIT,
    LINKS,
    settings(),
    directory=PLACES,
)
def variation(options):
    """List the same words, annotated differently in the same surroundings: candidate errors."""
    from brat_iaa.formats.tables import for_programs
    from brat_iaa.studies.variation import report
    from brat_iaa.studies.variation.reading import project_drawn

    links = links_of(options)  # first: a wrong address is reported before anything is computed
    with terminal.ProgressLine() as progress:
        drawn = project_drawn(options.directory, typed_overrides(options), progress)
        found = report.variation(drawn, options.context, options.annotator, options.layer)
    chosen = slice(options.limit)
    write(
        options.format,
        json=lambda: report.to_dict(found, chosen, links),
        csv=lambda: for_programs(
            [row for nuclei in found.layers for row in report.flat_rows(nuclei, chosen, links)],
            report.FIELDS,
        ),
        text=lambda: report.to_text(found, options.limit, links),
    )
    if options.format == "csv":
        say(*report.summary(found))
