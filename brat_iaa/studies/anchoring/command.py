"""The command anchoring."""

from brat_iaa.cli.options import command, formats, settings
from brat_iaa.cli.running import agreement_of, write


@command(formats("tables json csv", "csv holds every score"), settings())
def anchoring(options):
    """Measure how close annotators stay to the tools' output that they corrected."""
    from brat_iaa.report.scores import score_table
    from brat_iaa.studies.anchoring import report

    study = report.anchoring(agreement_of(options), options.directory)
    write(
        options.format,
        json=lambda: report.to_dict(study),
        csv=lambda: score_table(study.scores),
        tables=lambda: (report.summary(study), report.tables(study)),
    )
