"""The command plot: a picture of a project's figures, as a file."""

from brat_iaa import islands
from brat_iaa.cli.options import CLUSTER, PLACES, STATE, argument, command, settings
from brat_iaa.cli.running import say, study_of
from brat_iaa.errors import ConfigError

# What can be drawn; those of snapshots and of islands are not in report.plots.
_OF_FIGURES = ("layers", "labels", "documents", "annotators", "pairs", "confusion", "settling")
_TREND = "phases"


@command(
    argument(
        "--to FILE",
        "the picture: FILE.svg, or FILE.png if matplotlib is installed "
        "(pip install 'brat-agreement[plot]')",
        required=True,
    ),
    argument(
        "--what",
        "what is drawn. layers, labels, documents: figures with their intervals; annotators: each "
        "one's mean with the others; pairs: a matrix; confusion: which labels; settling: what "
        "agreeing on a pattern brings; phases: the trend over snapshots"
        + "".join(f"; {name}: {part.HELP}" for name, part in islands.plots().items()),
        choices=(*_OF_FIGURES, _TREND, *islands.plots()),
        default="layers",
    ),
    argument("--layer NAME", "layer (default: the first that has what is drawn)"),
    STATE,
    CLUSTER,
    settings(),
    directory=PLACES,
)
def plot(options):
    """Draw figures into a file, as SVG or PNG."""
    from brat_iaa.api.plot import Plot, require_format

    require_format(options.to)
    drawn = Plot(_of_snapshots(options) if options.what == _TREND else _of_project(options))
    drawn.save(options.to)
    say(f"Wrote {options.to}: {drawn.title}.")


def _of_project(options):
    from brat_iaa.report.plots import plot as draw

    with study_of(options) as study:
        return draw(study.agreement(), options.what, options.layer, study.progress)


def _of_snapshots(options):
    from brat_iaa.cli.phases import snapshots_of
    from brat_iaa.phases.trend import picture, trends

    kept = snapshots_of(options)
    drawn = picture(trends([kept.state(number) for number in kept.whole_numbers()]))
    if drawn is None:
        raise ConfigError(
            f"{options.directory}: there is no snapshot with figures yet. Take one: "
            "brat-agreement snapshot DIR --phase NAME."
        )
    return drawn
