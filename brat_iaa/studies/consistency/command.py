"""The command consistency."""

from brat_iaa.cli.options import command, formats, settings
from brat_iaa.cli.running import agreement_of, overrides_of, write_study


@command(formats("tables json csv", "csv holds every score"), settings())
def consistency(options):
    """Compare two passes of the same annotator, beside agreement between annotators."""
    from brat_iaa.sight import Sight
    from brat_iaa.studies.consistency import report
    from brat_iaa.study import Study

    agreement, overrides = agreement_of(options), overrides_of(options)

    def of_directories(names, layers, documents):
        sight = Sight(annotators=names, whole=False, layers=layers, documents=documents)
        return Study(options.directory, overrides, sight=sight).agreement()

    study = report.consistency(agreement, of_directories)
    write_study(options.format, report, study)
