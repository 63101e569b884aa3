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
from brat_iaa.cli.running import require_known, study_of, write
from brat_iaa.errors import ConfigError


@command(
    formats("tables json csv svg", "svg is a plot"),
    argument(
        "--of NAME", "annotator, or gold, whose trees are changed (default: the first annotator)"
    ),
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
    from brat_iaa.studies.simulation import perturbation, report

    with study_of(options) as study:
        agreement = study.agreement()
        require_trees(agreement)
        require_known("--of", "annotator", options.of, agreement.sides)
        simulation = perturbation.simulate(
            agreement, agreement.config, options.of or agreement.annotators[0],
            options.repetitions, options.seed, study.progress,
        )  # fmt: skip
    write(
        options.format,
        json=lambda: report.to_dict(simulation),
        csv=lambda: report.point_table(simulation),
        svg=lambda: to_svg(report.picture(simulation), paper=True) + "\n",
        tables=lambda: (report.summary(simulation), report.tables(simulation)),
    )


def require_trees(agreement):
    """Raise ConfigError where there are no trees: random heads would say nothing of spans."""
    from brat_iaa.kinds import compares_syntax

    if not agreement.survey.tokens and not compares_syntax(agreement.layers):
        compared = ", ".join(layer.name for layer in agreement.layers)
        raise ConfigError(
            "simulate puts random errors into dependency trees, and this project has none"
            + (f" (compared: {compared}). " if compared else ". ")
            + "What the figures of other layers say: brat-agreement report."
        )
