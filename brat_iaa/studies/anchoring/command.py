"""The command anchoring."""

from brat_iaa.cli.options import command, formats, settings
from brat_iaa.cli.running import agreement_of, write_study


@command(formats("tables json csv", "csv holds every score"), settings())
def anchoring(options):
    """Measure how close annotators stay to the tools' output that they corrected."""
    from brat_iaa.studies.anchoring import report

    study = report.anchoring(agreement_of(options), options.directory)
    write_study(options.format, report, study)
