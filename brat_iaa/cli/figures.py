"""Commands about a project's figures: report, check, simulate."""

from itertools import chain

from brat_iaa.cli.options import (
    BELOW,
    CLUSTER,
    DONE,
    PLACES,
    READING,
    argument,
    command,
    flag,
    formats,
    settings,
)
from brat_iaa.cli.running import agreement_of, print_line, say, study_of, write
from brat_iaa.errors import ConfigError
from brat_iaa.figures import ARC_STATISTICS

# --format of a report.
REPORT_FORMATS = formats(
    "tables json csv methods",
    "text, Markdown and LaTeX hold the tables to read; JSON and CSV every score; methods "
    "is the paragraph for a paper, its table and the works to cite",
)


@command(
    REPORT_FORMATS,
    flag(
        "--by-sentence",
        "JSON and CSV: also a score for each sentence and pair (default: without)",
    ),
    CLUSTER,
    settings(),
    directory=PLACES,
)
def report(options):
    """Print agreement, what was left out and why."""
    from brat_iaa.paper.methods import as_text
    from brat_iaa.report import scores as score_report
    from brat_iaa.report import tables
    from brat_iaa.report.contents import size_table
    from brat_iaa.report.document_groups import group_rows
    from brat_iaa.report.kind_tables import mention_rows, other_layer_table

    if options.by_sentence and options.format not in ("json", "csv"):
        raise ConfigError(
            f"--by-sentence: not available as {options.format}. Add --format json or csv."
        )
    # Tables say it themselves.
    with study_of(options, tell=options.format not in READING) as study:
        agreement = study.agreement()
        scores = agreement.scores
        if options.by_sentence:
            of_documents = map(agreement.sentence_scores, agreement.tables)
            scores = [*scores, *chain.from_iterable(of_documents)]
    write(
        options.format,
        json=lambda: {
            **score_report.to_dict(agreement, scores),
            "size": size_table(agreement).dicts(),
            "mentions": mention_rows(agreement),
            "other_layers": other_layer_table(agreement).dicts(),
            **group_rows(agreement),
        },
        csv=lambda: score_report.score_table(scores, agreement.groups),
        methods=lambda: as_text(agreement),
        tables=lambda: (tables.summary(agreement), tables.tables(agreement)),
    )
    if options.format in ("csv", "methods"):
        _say_caveats(agreement)


@command(
    argument(
        "--min [LAYER/]MEASURE[:STATISTIC]=FLOOR",
        "lowest allowed figure, by a name that a report prints or by measure and statistic, e.g. "
        "F1=0.8, LAA=0.90 or UAA:alpha=0.8; may be given several times. Statistics of UAA, LAA and "
        f"LOA: {', '.join(ARC_STATISTICS)} (default: masi). gcm is about each direction of "
        "each pair. Figures of another layer begin with its name, e.g. pos/kappa=0.8.",
        dest="floors",
        action="append",
        required=True,
    ),
    flag(
        "--every-pair",
        "the lowest pair of annotators must reach the floor too (default: all together)",
    ),
    flag(
        "--strict",
        "fail if anything that annotators wrote could not be read or compared (default: say so)",
    ),
    CLUSTER,
    settings(),
    directory=PLACES,
)
def check(options):
    """Exit with 1 if agreement is below a floor, for scripts."""
    from brat_iaa.report import floors

    wanted = [floors.read(given) for given in options.floors]
    agreement = agreement_of(options)
    results = [floors.check(floor, agreement, options.every_pair) for floor in wanted]
    for result in results:
        print_line(result.line)
    _say_caveats(agreement)
    complete = not (options.strict and floors.not_compared(agreement))
    if not complete:
        print_line("BELOW  strict: something that annotators wrote is in no figure")
    return DONE if all(result.reached for result in results) and complete else BELOW


def _say_caveats(agreement):
    """What a bare figure does not tell, on standard error."""
    from brat_iaa.report import tables

    known = tables.caveats(agreement)
    if known:
        say(" ".join(known) + " See brat-agreement report.")
