"""The command plan."""

from brat_iaa.cli.options import (
    CLUSTER,
    PLACES,
    STATE,
    argument,
    command,
    counting,
    formats,
    number_between,
    settings,
)
from brat_iaa.cli.phases import snapshots_of
from brat_iaa.cli.running import agreement_of, write
from brat_iaa.errors import ConfigError


@command(
    formats(
        "tables json csv svg",
        "JSON holds the curve of each figure, CSV a row for each; svg is a plot of the "
        "curves of the first figures",
    ),
    argument(
        "--width NUMBER",
        "wanted half width of the 95 %% interval: the figure, give or take this",
        type=number_between(0, 1, "a number above 0 and below 1, such as .01"),
        default=".01",
    ),
    argument("--layer NAME", "name of the layer in iaa.conf (default: all)"),
    argument(
        "--measure NAME", "measure, such as LAA or kappa (default: the main figures of each layer)"
    ),
    argument(
        "--label LABEL",
        "only this label; may be given several times (default: whole layers, then all labels)",
        action="append",
        default=[],
    ),
    argument(
        "--phases N",
        "numbers of two snapshots: also what it takes to tell them apart (default: neither)",
        nargs=2,
        type=counting,
    ),
    STATE,
    CLUSTER,
    settings(),
    directory=PLACES,
)
def plan(options):
    """Say how many more sentences a narrower interval needs."""
    from brat_iaa.formats.picture import to_svg
    from brat_iaa.studies.planning import forecast, report

    agreement = agreement_of(options)
    needs = forecast.needs(
        agreement, options.width, options.layer, options.measure, tuple(options.label)
    )
    told = _told(options)
    write(
        options.format,
        json=lambda: report.to_dict(needs, told),
        csv=lambda: report.need_table(needs),
        svg=lambda: to_svg(report.picture(needs), paper=True) + "\n",
        tables=lambda: (
            [report.sentence(need) for need in needs[:1]]
            + ([report.telling_sentence(told)] if told else []),
            report.to_tables(needs),
        ),
    )


def _told(options):
    """The Telling of the two snapshots that were asked for, None if none were."""
    if not options.phases:
        return None
    from brat_iaa.phases.differences import common_part, differences
    from brat_iaa.studies.planning.forecast import telling

    kept = snapshots_of(options)
    before, after = (kept.agreement(number) for number in options.phases)
    names = [kept.label(number) for number in options.phases]
    figures = differences(common_part(before, after), after.config)
    told = telling(names, figures, after.config.unit, options.layer, options.measure)
    if told is None:
        asked = " of ".join(filter(None, (options.measure, options.layer)))
        raise ConfigError(
            f"{' and '.join(names)}: there is no difference{f' of {asked}' * bool(asked)} to plan "
            "by. Phases are told apart by UAA, LAA and LOA of dependencies, and by the main "
            "figures of other layers, that both have."
        )
    return told
