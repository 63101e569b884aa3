"""The command that writes a project's settings: init."""

from pathlib import Path

from brat_iaa.cli.options import command, flag
from brat_iaa.cli.running import say
from brat_iaa.config import FILE_NAME, Config, as_found, template
from brat_iaa.errors import ConfigError


@command(flag("--force", "replace an iaa.conf that is there (default: refuse)"))
def init(options):
    """Write an iaa.conf that explains every setting."""
    from brat_iaa.config.proposals import survey
    from brat_iaa.corpus.project_reader import ProjectReader

    root = Path(options.directory)
    path = root / FILE_NAME
    config = as_found(Config(), root)
    project = ProjectReader(root, config, config.no_annotators).read()
    proposed = survey(project)
    try:
        with open(path, "w" if options.force else "x", encoding="utf-8") as file:
            file.write(template(project.annotators, proposed.proposals, config.found))
    except FileExistsError:
        raise ConfigError(
            f"{path} is there already. Edit it, or replace it with --force."
        ) from None
    except OSError as error:
        raise ConfigError(f"{path} cannot be written: {error.strerror}.") from None
    say(f"Wrote {path} for {', '.join(project.annotators)}. Every setting is explained in it.")
    for active, words in ((True, "Compared"), (False, "Proposed as comments, not compared")):
        names = [
            proposal.layer.name for proposal in proposed.proposals if proposal.active == active
        ]
        if names:
            say(f"{words}: {', '.join(names)}.")
    if not proposed.layers:
        say(
            "Nothing is compared yet: nobody has drawn anything that another could have drawn "
            "differently."
        )
    say(*config.found.lines)
    if len(project.annotators) == 1 and not config.gold:
        say(
            "Agreement needs a second annotator, with a directory of their own beside the first; "
            "or a gold."
        )
