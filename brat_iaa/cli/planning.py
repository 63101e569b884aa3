"""The command about what is still to be annotated: plan."""

import argparse

from brat_iaa.cli.options import (
    add_cluster,
    add_format,
    add_settings,
    add_state,
    command_of,
    counting,
)
from brat_iaa.cli.running import agreement_of, print_json, write_tables
from brat_iaa.cli.snapshots import snapshots_of
from brat_iaa.formats import terminal


def add_plan(choose):
    """Add brat-agreement plan."""
    command = command_of(choose, plan)
    add_format(
        command, "text", "json", "csv", "svg",
        words="JSON holds the curve of each figure, CSV a row for each; svg is a plot of the "
        "curves of the first figures",
    )  # fmt: skip
    command.add_argument(
        "--width", type=_half_width, metavar="NUMBER", default=".01",
        help="wanted half width of the 95 %% interval: the figure, give or take this",
    )  # fmt: skip
    command.add_argument(
        "--layer", metavar="NAME", help="name of the layer in iaa.conf (default: all)"
    )
    command.add_argument(
        "--measure", metavar="NAME",
        help="measure, such as LAA or kappa (default: the main figures of each layer)",
    )  # fmt: skip
    command.add_argument(
        "--label", metavar="LABEL", action="append", default=[],
        help="only this label; may be given several times (default: whole layers, then all labels)",
    )  # fmt: skip
    command.add_argument(
        "--phases", metavar="N", nargs=2, type=counting,
        help="numbers of two snapshots: also what it takes to tell them apart (default: neither)",
    )  # fmt: skip
    add_state(command)
    add_cluster(command)
    add_settings(command)


def plan(options):
    """Say how many more sentences a narrower interval needs."""
    from brat_iaa.planning import forecast, report

    agreement = agreement_of(options)
    needs = forecast.needs(
        agreement, options.width, options.layer, options.measure, tuple(options.label)
    )
    told = _told(options)
    if options.format == "json":
        print_json(report.to_dict(needs, told))
    elif options.format == "text":
        lines = [report.sentence(need) for need in needs[:1]]
        lines += [report.telling_sentence(told)] if told else []
        write_tables("text", lines, report.to_tables(needs))
    else:
        write = {"csv": report.to_csv, "svg": report.to_svg}[options.format]
        terminal.write_for_programs(write(needs))


def _told(options):
    """The Telling of the two snapshots that were asked for, None if none were."""
    if not options.phases:
        return None
    from brat_iaa.errors import ConfigError
    from brat_iaa.phases.common_part import common_part
    from brat_iaa.phases.differences import differences
    from brat_iaa.planning.forecast import telling

    kept = snapshots_of(options)
    before, after = (kept.agreement(number) for number in options.phases)
    names = [kept.label(number) for number in options.phases]
    found = differences(common_part(before, after), after.config)
    told = telling(names, found, after.config.unit, options.measure or "LAA")
    if told is None:
        raise ConfigError(
            f"{' and '.join(names)}: there is no difference of {options.measure or 'LAA'} to plan "
            "by. Phases are told apart by UAA, LAA or LOA of dependencies that both have."
        )
    return told


def _half_width(text):
    """A number above 0 and below 1."""
    try:
        number = float(text)
    except ValueError:
        number = 0
    if not 0 < number < 1:
        raise argparse.ArgumentTypeError(f"“{text}” is no number above 0 and below 1, such as .01")
    return number
