"""The command plot: a picture of a project's figures, as a file."""

from pathlib import Path

from brat_iaa import islands
from brat_iaa.cli.options import CLUSTER, PLACES, STATE, argument, command, settings
from brat_iaa.cli.running import require_known, say, study_of
from brat_iaa.errors import ConfigError

# What can be drawn; those of snapshots and of islands are not in report.plots.
_OF_FIGURES = ("layers", "labels", "documents", "annotators", "pairs", "confusion", "settling")
_TREND = "phases"
_FORMATS = (".svg", ".png")


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
    ending = Path(options.to).suffix.lower()
    if ending not in _FORMATS:
        raise ConfigError(
            f"--to {options.to}: found the ending “{ending}”, expected .svg or .png. Type for "
            f"example --to {Path(options.to).stem or 'figures'}.svg."
        )
    drawn = _of_snapshots(options) if options.what == _TREND else _of_project(options)
    from brat_iaa.formats.picture import titled, to_svg
    from brat_iaa.formats.png import to_png

    with_title = titled(drawn)
    svg = ending == ".svg"
    data = f"{to_svg(with_title, paper=True)}\n".encode() if svg else to_png(with_title)
    try:
        Path(options.to).write_bytes(data)
    except OSError as error:
        raise ConfigError(f"{options.to} cannot be written: {error.strerror}.") from None
    say(f"Wrote {options.to}: {drawn.title}.")


def _of_project(options):
    from brat_iaa.report.plots import plot as draw

    with study_of(options) as study:
        agreement = study.agreement()
        names = [layer.name for layer in agreement.layers]
        require_known("--layer", "layer", options.layer, names)
        if options.what in islands.plots():
            return islands.plots()[options.what].picture(agreement, study.progress)
    return draw(agreement, options.what, options.layer)


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
