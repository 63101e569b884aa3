"""The command segmentation."""

from pathlib import Path

from brat_iaa.cli.options import command, formats, settings
from brat_iaa.cli.running import overrides_of, write


@command(formats("tables json csv", "csv holds every figure with its counts"), settings())
def segmentation(options):
    """Compare files of CoNLL-U whose words or sentences differ: words aligned by characters."""
    from brat_iaa import config
    from brat_iaa.corpus.project_reader import ProjectReader
    from brat_iaa.studies.segmentation import report

    root, own = Path(options.directory), config.load(options.directory, overrides_of(options))
    found = report.segmentation(root, ProjectReader(root, own, own.no_annotators).listing())
    write(
        options.format,
        json=lambda: report.to_dict(found),
        csv=lambda: report.figure_table(found),
        tables=lambda: (report.summary(found), report.tables(found)),
    )
