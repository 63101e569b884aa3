"""The command candidates."""

from brat_iaa.cli.options import LINKS, argument, command, flag, formats, settings
from brat_iaa.cli.running import agreement_of, links_of, overrides_of, write_study
from brat_iaa.errors import ConfigError
from brat_iaa.studies.candidates import SKILLED


def epsilon(text):
    """A share from 0 to 1. Raises ConfigError for anything else."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1:
        raise ConfigError(f"--epsilon {text}: expected a number from 0 to 1, such as .15.")
    return value


@command(
    argument(
        "CANDIDATE",
        "a directory of the project, a directory elsewhere with the same documents as .ann files, "
        "(default: those of the setting candidates)",
        nargs="*",
    ),
    argument(
        "--epsilon E",
        "what a candidate's lower cost is worth: .2 where annotators are experts, .15 skilled, .1 "
        "crowd workers",
        default=str(SKILLED),
    ),
    argument("--layer NAME", "only this layer (default: all)"),
    flag("--by-token", "of layers of spans: items are words of the text (default: spans)"),
    formats(
        "tables json csv",
        "csv holds all figures; json also all items at which a candidate differs from all others",
    ),
    LINKS,
    settings(),
)
def candidates(options):
    """Test whether a candidate, such as a model, can take the place of an annotator."""
    from brat_iaa.config import load
    from brat_iaa.studies.candidates import report
    from brat_iaa.studies.candidates.reading import candidates_of, inside
    from brat_iaa.studies.candidates.trial import trials

    wanted, links = epsilon(options.epsilon), links_of(options)
    set_aside = load(options.directory, overrides_of(options)).candidates
    names = tuple(dict.fromkeys(options.candidate)) or set_aside
    if not names:
        raise ConfigError(
            "Name a candidate: a directory of the project, or one elsewhere with the same "
            "documents as .ann files."
        )
    # No figure of the annotators has a candidate among them.
    set_aside = dict.fromkeys((*set_aside, *inside(options.directory, names)))
    options.setting_candidates = ", ".join(set_aside)
    agreement = agreement_of(options)
    read = candidates_of(options.directory, agreement.config, names)
    study = trials(agreement, read, wanted, options.layer, options.by_token)
    write_study(options.format, report, study, links)
