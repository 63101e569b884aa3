"""The command simulate."""

from brat_iaa.cli.options import (
    PLACES,
    argument,
    command,
    counting,
    formats,
    settings,
    whole_number,
)
from brat_iaa.cli.running import require_known, study_of, write_study


@command(
    formats("tables json csv svg", "svg is a plot"),
    argument(
        "--of NAME",
        "annotator, or of trees the gold, whose work is changed (default: the first annotator)",
    ),
    argument("--layer NAME", "the layer (default: dependencies or trees, else the first)"),
    argument(
        "--repetitions N",
        "how often each share is tried; the mean counts",
        type=counting,
        default=3,
    ),
    argument(
        "--seed N",
        "seed of the random errors: the same, the same figures",
        type=whole_number,
        default=1,
    ),
    settings(),
    directory=PLACES,
)
def simulate(options):
    """Show what a score means: agreement with random errors of known share."""
    from brat_iaa.formats.picture import to_svg
    from brat_iaa.studies.simulation import report

    with study_of(options) as study:
        agreement = study.agreement()
        require_known("--of", "annotator", options.of, agreement.sides)
        layers = [layer.name for layer in agreement.layers]
        require_known("--layer", "layer", options.layer, layers)
        simulation = simulated(
            agreement, options.of or agreement.annotators[0], options.layer, options.repetitions,
            options.seed, study.progress,
        )  # fmt: skip
    write_study(
        options.format, report, simulation,
        svg=lambda: to_svg(report.picture(simulation), paper=True) + "\n",
    )  # fmt: skip


def simulated(agreement, of, layer=None, repetitions=3, seed=1, progress=None):
    """The Simulation of an annotator's work in a layer; None: the arcs and trees if there are any,
    else the first layer.
    """
    from brat_iaa.kinds import compares_syntax
    from brat_iaa.studies.simulation.layers import simulate_layer
    from brat_iaa.studies.simulation.perturbation import simulate

    by_name = {layer.name: layer for layer in agreement.layers}
    of_arcs = compares_syntax(agreement.layers)
    chosen = by_name.get(layer) if layer or of_arcs else agreement.layers[0]
    if chosen is None or chosen.settings.arcs or chosen.kind == "trees":
        return simulate(agreement, agreement.config, of, repetitions, seed, progress)
    return simulate_layer(agreement, chosen, of, repetitions, seed, progress)
