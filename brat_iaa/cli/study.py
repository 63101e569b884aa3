"""The command study, and one below it for each study: study planning, study variation, ..."""

from brat_iaa import studies
from brat_iaa.cli.options import (
    CLUSTER,
    LINKS,
    PLACES,
    STATE,
    Command,
    argument,
    command,
    formats,
    settings,
)
from brat_iaa.cli.running import links_of, print_line, say, study_of, typed_overrides, write
from brat_iaa.errors import ConfigError
from brat_iaa.spelling import nearest


@command(directory="")
def study(options):
    """List the studies: what is planned, compared, simulated or searched beside the report.

    study planning my_project
    study simulation my_project
    """
    width = max(map(len, studies.NAMES))
    for name in studies.NAMES:
        print_line(f"{name:<{width}}  {studies.named(name).help}")
    say("Run one: brat-agreement study NAME DIR")


def joined(words) -> list:
    """The words of a command line with "study NAME" as one. Raises ConfigError for no such NAME."""
    words = list(words)
    if words[:1] != ["study"] or len(words) < 2 or words[1].startswith("-"):
        return words
    if words[1] not in studies.NAMES:
        raise ConfigError(
            f"study {words[1]}: there is no such study.{nearest(words[1], studies.NAMES)}"
        )
    return [" ".join(words[:2]), *words[2:]]


_EXAMPLES = "study {name} my_project\nstudy {name} my_project --format csv"


def command_of(name) -> Command:
    """The Command "study NAME"."""
    made = studies.named(name)

    def run(options):
        _run(made, options)

    run.__name__, run.__doc__ = f"study {name}", f"{made.help}\n\n{_EXAMPLES}".format(name=name)
    forms = formats("tables json csv", "csv holds every figure; json the tables as well")
    own = (
        argument(
            f"--{key.replace('_', '-')} {setting.value}",
            setting.help.replace("%", "%%"), dest=f"study_{key}",
            choices=setting.choices,
        )
        for key, setting in made.options.declared.items()
    )  # fmt: skip
    further = (LINKS,) if made.links else ()
    return Command(run, (*own, forms, *further, STATE, CLUSTER, settings()), PLACES)


def _run(made, options):
    from brat_iaa.cli.phases import snapshots_of
    from brat_iaa.phases import done_in
    from brat_iaa.studies.study import given_options, options_of, project_at

    given = {name: getattr(options, f"study_{name}") for name in made.options.declared}
    chosen, links = options_of(made, given), links_of(options) if made.links else None
    with study_of(options) as of_project:
        project = project_at(
            options.directory, typed_overrides(options), of_project.agreement, of_project.progress,
            done_in(options.directory, options.state_dir), links=links,
            phases=lambda numbers: snapshots_of(options, some=False).differences(numbers),
        )  # fmt: skip
        report = made.tables(project, chosen)
    write(
        options.format,
        tables=lambda: (report.said, report.tables),
        json=lambda: {"study": made.name, "options": given_options(chosen), **report.to_dict()},
        csv=lambda: report.rows,
    )
    if options.format == "csv":
        say(*report.said)
