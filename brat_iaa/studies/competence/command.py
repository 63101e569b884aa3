"""The command competence."""

from brat_iaa.cli.options import PLACES, argument, command, formats, settings
from brat_iaa.cli.running import agreement_of, write_study
from brat_iaa.studies.competence import MODELS


@command(
    argument("--layer NAME", "only this layer (default: all)"),
    argument(
        "--model",
        "dawid-skene: a confusion matrix of each annotator, for labels; mace: one figure for "
        "each annotator, also for heads and labels together (default: both)",
        choices=MODELS,
    ),
    formats(
        "tables json csv",
        "csv holds all figures and confusion matrices; json also the probability of each value",
    ),
    settings(),
    directory=PLACES,
)
def competence(options):
    """Estimate without a gold how reliable each of three or more annotators is, and in what."""
    from brat_iaa.studies.competence import report

    estimated = report.competences(agreement_of(options), options.layer, options.model)
    write_study(options.format, report, estimated)
