"""Commands about a project's figures: report, disagreements, check, init, pages, simulate, demo."""

from brat_iaa.cli.options import add_address, add_cluster, add_links, add_settings, add_state, command_of, counting, kind_name, two_names, whole_number
from brat_iaa.commands import figures as commands
from brat_iaa.disagreements import KIND_MEANINGS
from brat_iaa.report.words import STATISTICS
from brat_iaa.scores import MEASURES

_KIND_HELP = "kind of disagreement, said of the pair: " + "; ".join(
    f"{kind} ({meaning})" for kind, meaning in KIND_MEANINGS.items()
)
_MIN_HELP = (
    f"lowest allowed figure, e.g. LAA=0.90 or UAA:alpha=0.8; may be given several times. Measures: "
    f"{', '.join(MEASURES)}. Statistics: {', '.join((*STATISTICS, 'gcm'))} (default: masi). gcm is about each "
    "direction of each pair. Figures of another layer begin with its name, e.g. pos/kappa:cohen=0.8; "
    "brat-iaa report --format csv lists all of them."
)


def add(choose):
    """Add the commands to the parsers of commands."""
    _report(choose)
    _disagreements(choose)
    _check(choose)
    _init(choose)
    _pages(choose)
    _simulate(choose)
    _demo(choose)


def _report(choose):
    command = command_of(choose, "report", commands.report, "print agreement, what was left out and why")
    command.add_argument(
        "--format",
        choices=("text", "json", "csv", "markdown", "latex"),
        default="text",
        help="text, Markdown and LaTeX hold the tables to read; JSON and CSV every score",
    )
    command.add_argument(
        "--by-sentence",
        action="store_true",
        help="JSON and CSV: also a score for each sentence and pair (default: without)",
    )
    add_cluster(command)
    add_settings(command)


def _disagreements(choose):
    command = command_of(
        choose, "disagreements", commands.disagreements,
        "list every place at which annotators differ, with what all of them did",
    )
    command.add_argument(
        "--format", choices=("text", "json", "csv"), default="text",
        help="JSON holds a place with all values, CSV a row for each annotator of a place",
    )
    command.add_argument(
        "--patterns",
        action="store_true",
        help="instead the labels that are confused, by what the figure would be if they were settled "
        "(default: list each place)",
    )
    command.add_argument(
        "--pairwise",
        action="store_true",
        help="a row for each disagreement of each two annotators; of patterns, who drew which label "
        "(default: each place once)",
    )
    command.add_argument("--limit", type=counting, metavar="N", help="show the first N only (default: all)")
    filters = command.add_argument_group("filters", "All must hold. Default: everything.")
    filters.add_argument("--layer", metavar="NAME", help="name of the layer in iaa.conf (default: all)")
    filters.add_argument("--kind", type=kind_name, metavar="KIND", help=_KIND_HELP)
    filters.add_argument("--label", help="label that one of them gave, where they differ in it")
    filters.add_argument(
        "--label-pair", metavar="A,B", type=two_names,
        help="two labels, with --pair of its first and second annotator; empty for no arc (OBJ,)",
    )
    filters.add_argument("--annotator", metavar="NAME", help="one who differs from somebody")
    filters.add_argument(
        "--pair", metavar="A,B", type=two_names, help="two annotators: places at which these differ"
    )
    filters.add_argument("--document", metavar="NAME", help="name of the document")
    filters.add_argument("--sentence", type=counting, metavar="N", help="number of the sentence, from 1")
    filters.add_argument("--pos", metavar="TYPE", help="part of speech: span type of the token, by either annotator")
    filters.add_argument(
        "--min-distance", type=whole_number, metavar="N", help="fewest tokens from token to head"
    )
    filters.add_argument(
        "--max-distance", type=whole_number, metavar="N", help="most tokens from token to head"
    )
    add_links(command)
    add_cluster(command)
    add_settings(command)


def _check(choose):
    command = command_of(choose, "check", commands.check, "exit with 1 if agreement is below a floor, for scripts")
    command.add_argument(
        "--min", dest="floors", metavar="[LAYER/]MEASURE[:STATISTIC]=FLOOR", action="append", required=True,
        help=_MIN_HELP,
    )
    command.add_argument(
        "--every-pair",
        action="store_true",
        help="the lowest pair of annotators must reach the floor too (default: all together)",
    )
    add_cluster(command)
    add_settings(command)


def _init(choose):
    command = command_of(choose, "init", commands.init, "write an iaa.conf that explains every setting")
    command.add_argument("--force", action="store_true", help="replace an iaa.conf that is there (default: refuse)")


def _pages(choose):
    command = command_of(choose, "pages", commands.pages, "serve the pages: figures, documents, disagreements")
    add_address(command, 8002)
    command.add_argument(
        "--open",
        action="store_true",
        help="allow another address than 127.0.0.1: everybody who reaches it then sees every annotator's work "
        "(default: refuse)",
    )
    add_links(command)
    add_state(command)
    add_settings(command)


def _simulate(choose):
    command = command_of(
        choose, "simulate", commands.simulate, "show what a score means: agreement with random errors of known share"
    )
    command.add_argument("--format", choices=("text", "json", "csv", "svg"), default="text", help="svg is a plot")
    command.add_argument(
        "--of", metavar="NAME", help="annotator, or gold, whose trees are changed (default: the first annotator)"
    )
    command.add_argument(
        "--repetitions", type=counting, metavar="N", default=3, help="how often each share is tried; the mean counts"
    )
    command.add_argument(
        "--seed", type=whole_number, metavar="N", default=1,
        help="seed of the random errors: the same, the same figures",
    )
    add_settings(command, own_seed=True)


def _demo(choose):
    command = command_of(
        choose, "demo", commands.demo, "start brat and the pages on a small project to try", directory=""
    )
    add_address(command, 8001, host=False)
