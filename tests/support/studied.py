"""Studies of a project, as the command runs them."""

from brat_iaa.studies import named
from brat_iaa.studies.study import options_of, project_at


def report_of(name, root, settings=None, **options):
    """The Report of a study; options: {name: text} as on the command line, settings: that replace
    those of iaa.conf.
    """
    study = named(name)
    return study.tables(project_at(root, settings), options_of(study, options))
