"""The command segmentation."""

from pathlib import Path

from brat_iaa.cli.options import command, formats, settings
from brat_iaa.cli.running import overrides_of, write_study


@command(formats("tables json csv", "csv holds every figure with its counts"), settings())
def segmentation(options):
    """Compare annotators whose words or sentences differ: words aligned by characters."""
    from brat_iaa import config
    from brat_iaa.corpus.project_reader import ProjectReader
    from brat_iaa.studies.segmentation import report

    root, loaded = Path(options.directory), config.load(options.directory, overrides_of(options))
    reader = ProjectReader(root, loaded, loaded.no_annotators, own_texts=True)
    study = report.segmentation(reader, loaded)
    write_study(options.format, report, study)
