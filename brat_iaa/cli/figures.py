"""Commands about a project's figures: report, check, simulate."""

from brat_iaa.cli.options import (
    BELOW,
    DONE,
    add_cluster,
    add_format,
    add_settings,
    command_of,
    counting,
    whole_number,
)
from brat_iaa.cli.running import (
    agreement_of,
    print_json,
    print_line,
    require_known,
    say,
    study_of,
    write_tables,
)
from brat_iaa.errors import ConfigError
from brat_iaa.formats import terminal
from brat_iaa.formats.words import STATISTICS
from brat_iaa.scores import MEASURES


def add_report(choose):
    """Add brat-agreement report."""
    command = command_of(choose, report)
    add_format(
        command, "text", "json", "csv", "markdown", "latex", "methods",
        words="text, Markdown and LaTeX hold the tables to read; JSON and CSV every score; methods "
        "is the paragraph for a paper, its table and the works to cite",
    )  # fmt: skip
    command.add_argument(
        "--by-sentence", action="store_true",
        help="JSON and CSV: also a score for each sentence and pair (default: without)",
    )  # fmt: skip
    add_cluster(command)
    add_settings(command)


def report(options):
    """Print agreement, what was left out and why."""
    from brat_iaa.report import scores as score_report
    from brat_iaa.report import tables
    from brat_iaa.report.document_groups import group_rows
    from brat_iaa.report.mention_table import mention_rows
    from brat_iaa.report.other_layers import other_layer_rows
    from brat_iaa.report.size import size_rows

    if options.by_sentence and options.format not in ("json", "csv"):
        raise ConfigError(
            f"--by-sentence: the form {options.format} has no room for it. "
            "Add --format json or csv."
        )
    with study_of(options) as study:
        agreement = study.agreement()
        scores = list(agreement.scores)
        if options.by_sentence:
            for document in agreement.tables:
                scores += agreement.sentence_scores(document)
    if options.format == "json":
        print_json(
            {
                **score_report.to_dict(agreement, scores),
                "size": [row._asdict() for row in size_rows(agreement)],
                "mentions": mention_rows(agreement),
                "other_layers": other_layer_rows(agreement),
                **group_rows(agreement),
            }
        )
    elif options.format == "csv":
        terminal.write_for_programs(score_report.to_csv(scores, agreement.groups))
        _say_caveats(agreement)
    elif options.format == "methods":
        from brat_iaa.paper.methods import as_text

        terminal.write_for_programs(as_text(agreement))
        _say_caveats(agreement)
    else:
        write_tables(options.format, tables.summary(agreement), tables.tables(agreement))


def add_check(choose):
    """Add brat-agreement check."""
    command = command_of(choose, check)
    command.add_argument(
        "--min", dest="floors", metavar="[LAYER/]MEASURE[:STATISTIC]=FLOOR",
        action="append", required=True,
        help="lowest allowed figure, e.g. LAA=0.90 or UAA:alpha=0.8; may be given several times. "
        f"Measures: {', '.join(MEASURES)}. Statistics: {', '.join((*STATISTICS, 'gcm'))} "
        "(default: masi). gcm is about each direction of each pair. Figures of another layer begin "
        "with its name, e.g. pos/kappa:cohen=0.8; see brat-agreement report --format csv.",
    )  # fmt: skip
    command.add_argument(
        "--every-pair", action="store_true",
        help="the lowest pair of annotators must reach the floor too (default: all together)",
    )  # fmt: skip
    add_cluster(command)
    add_settings(command)


def check(options):
    """Exit with 1 if agreement is below a floor, for scripts."""
    from brat_iaa.report import floors

    wanted = [floors.read(given) for given in options.floors]
    agreement = agreement_of(options)
    results = [floors.check(floor, agreement, options.every_pair) for floor in wanted]
    for result in results:
        print_line(result.line)
    _say_caveats(agreement)
    return DONE if all(result.reached for result in results) else BELOW


def _say_caveats(agreement):
    """What a bare figure does not tell, on standard error."""
    from brat_iaa.report import tables

    known = tables.caveats(agreement)
    if known:
        say(" ".join(known) + " See brat-agreement report.")


def add_simulate(choose):
    """Add brat-agreement simulate."""
    command = command_of(choose, simulate)
    add_format(command, "text", "json", "csv", "svg", words="svg is a plot")
    command.add_argument(
        "--of", metavar="NAME",
        help="annotator, or gold, whose trees are changed (default: the first annotator)",
    )  # fmt: skip
    command.add_argument(
        "--repetitions", type=counting, metavar="N", default=3,
        help="how often each share is tried; the mean counts",
    )  # fmt: skip
    command.add_argument(
        "--seed", type=whole_number, metavar="N", default=1,
        help="seed of the random errors: the same, the same figures",
    )  # fmt: skip
    add_settings(command, own_seed=True)


def simulate(options):
    """Show what a score means: agreement with random errors of known share."""
    from brat_iaa.simulation import perturbation
    from brat_iaa.simulation import report as simulation_report

    with study_of(options) as study:
        agreement = study.agreement()
        _require_trees(agreement)
        require_known("--of", "annotator", options.of, agreement.sides)
        found = perturbation.simulate(
            agreement, agreement.config, options.of or agreement.annotators[0],
            options.repetitions, options.seed, study.progress,
        )  # fmt: skip
    if options.format == "json":
        print_json(simulation_report.to_dict(found))
    elif options.format == "text":
        print(simulation_report.to_text(found), end="")
    else:
        write = {"csv": simulation_report.to_csv, "svg": simulation_report.to_svg}[options.format]
        terminal.write_for_programs(write(found))


def _require_trees(agreement):
    """Raise ConfigError where there are no trees: random heads would say nothing of spans."""
    if not agreement.found.tokens and not any(
        layer.kind in ("dependencies", "trees") for layer in agreement.layers
    ):
        compared = ", ".join(layer.name for layer in agreement.layers)
        raise ConfigError(
            "simulate puts random errors into dependency trees, and this project has none"
            + (f" (compared: {compared}). " if compared else ". ")
            + "What the figures of other layers say: brat-agreement report."
        )
