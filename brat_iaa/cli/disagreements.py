"""The command that lists where annotators differ: disagreements."""

import sys

from brat_iaa.cli.options import (
    add_cluster,
    add_format,
    add_links,
    add_settings,
    command_of,
    counting,
    two_names,
)
from brat_iaa.cli.running import agreement_of, collection_of, print_json, say
from brat_iaa.errors import ConfigError
from brat_iaa.formats import terminal
from brat_iaa.formats.brat_links import BratLinks
from brat_iaa.places.filters import (
    FILTERS,
    FilterError,
    filters_of,
    label_value,
    read,
    vocabulary,
)
from brat_iaa.report.disagreements import to_csv


def add_disagreements(choose):
    """Add brat-agreement disagreements."""
    command = command_of(choose, disagreements)
    add_format(
        command, "text", "json", "csv",
        words="JSON holds a place with all values, CSV a row for each annotator of a place",
    )  # fmt: skip
    command.add_argument(
        "--patterns", action="store_true",
        help="instead the labels that are confused, by what the figure would be if they were "
        "settled (default: list each place)",
    )  # fmt: skip
    command.add_argument(
        "--pairwise", action="store_true",
        help="a row for each disagreement of each two annotators; of patterns, who drew which "
        "label (default: each place once)",
    )  # fmt: skip
    command.add_argument(
        "--limit", type=counting, metavar="N", help="show the first N only (default: all)"
    )
    _add_filters(command.add_argument_group("filters", "All must hold. Default: everything."))
    add_links(command)
    add_cluster(command)
    add_settings(command)


# Options that are filters under a name of their own; two values stand in one, with a comma.
_PAIR = ("--pair", ("a", "b"), "two annotators: places at which these differ")
_LABEL_PAIR = (
    "--label-pair", ("label_a", "label_b"),
    "two labels, with --pair of its first and second annotator; empty for no arc (OBJ,)",
)  # fmt: skip
_OPTIONS = (
    ("--layer", ("layer",), FILTERS["layer"].meaning + " (default: all)"),
    *((f"--{name}", (name,), FILTERS[name].meaning) for name in ("kind", "label")),
    _LABEL_PAIR, ("--annotator", ("a",), FILTERS["a"].meaning), _PAIR,
    *(
        (f"--{name.replace('_', '-')}", (name,), FILTERS[name].meaning)
        for name in ("document", "sentence", "distinction", "pos", "min_distance", "max_distance")
    ),
)  # fmt: skip
_METAVARS = {
    "--kind": "KIND",
    "--distinction": "{fine,coarse}",
    "--label": "LABEL",
    "--pos": "TYPE",
}


def _add_filters(group):
    for option, names, meaning in _OPTIONS:
        number = isinstance(FILTERS[names[0]].takes, int)
        metavar = "A,B" if len(names) > 1 else "N" if number else _METAVARS.get(option, "NAME")
        more = {"type": two_names} if len(names) > 1 else {}
        group.add_argument(option, metavar=metavar, help=meaning, **more)


def disagreements(options):
    """List every place at which annotators differ, with what all of them did."""
    links = None  # made first: a wrong address is said before anything is computed
    if options.brat_url is not None:
        links = BratLinks(options.brat_url, collection_of(options)).of
    agreement = agreement_of(options)
    chosen = agreement.disagreements.select(_filters(options, agreement))
    say((_pairwise if options.pairwise else _places)(options, agreement, chosen, links))


def _places(options, agreement, chosen, links):
    """Write the places, or their patterns; returns how many there are."""
    from brat_iaa.places.patterns import place_patterns
    from brat_iaa.places.place import places
    from brat_iaa.report import places as report

    found, everything = places(agreement, chosen), agreement.disagreements.number_of_places
    of = f"{len(found)} of {everything} disagreements"
    if options.patterns:
        # What settling a pattern brings is known of the whole project.
        whole = len(found) == everything
        grouped = place_patterns(chosen, agreement if whole else None)
        shown = grouped[: options.limit]
        _write(
            options, report.pattern_rows(shown), report.PATTERN_FIELDS,
            lambda rows: report.patterns_to_text(shown),
        )  # fmt: skip
        return f"{of} in {len(grouped)} patterns" + _shown(shown, grouped)
    shown = found[: options.limit]
    rows = report.rows(shown, links)
    if options.format == "csv":
        rows = report.flat_rows(rows)
    _write(
        options, rows, report.FIELDS,
        lambda rows: report.to_text(rows, _sentence_texts(agreement, rows)),
    )  # fmt: skip
    return of + _shown(shown, found)


def _pairwise(options, agreement, chosen, links):
    """The same of each two annotators, whatever others did."""
    from brat_iaa.report import disagreements as report

    of = f"{len(chosen)} of {len(agreement.disagreements)} disagreements of pairs"
    if options.patterns:
        grouped = chosen.patterns()
        rows = report.pattern_rows(grouped[: options.limit])
        _write(options, rows, report.PATTERN_FIELDS, report.patterns_to_text)
        return f"{of} in {len(grouped)} patterns" + _shown(rows, grouped)
    rows = report.rows(chosen[: options.limit], links)
    _write(
        options, rows, report.FIELDS,
        lambda rows: report.to_text(rows, _sentence_texts(agreement, rows)),
    )  # fmt: skip
    return of + _shown(rows, chosen)


def _shown(shown, found):
    return f"; {len(shown)} shown" if len(shown) < len(found) else ""


def _write(options, rows, fields, to_text):
    """rows: dicts; fields: their keys, for CSV; to_text: function of rows that returns text"""
    if options.format == "json":
        print_json(rows)
    elif options.format == "csv":
        terminal.write_for_programs(to_csv(rows, fields))
    else:
        sys.stdout.write(to_text(rows))


def _sentence_texts(agreement, rows):
    """{(document, number): text} of the sentences of the documents that rows are about."""
    names = dict.fromkeys(row["document"] for row in rows)
    return {
        (name, sentence.number): table.text[sentence.start : sentence.end]
        for name, table in ((name, agreement.tables[name]) for name in names)
        for sentence in table.sentences
    }


def _filters(options, agreement):
    """The Filters that options name; raises ConfigError where they name what is not there."""
    texts, said = {}, {}
    for option, names, _ in _OPTIONS:
        value = getattr(options, option[2:].replace("-", "_"))
        if value is not None:
            values = value if len(names) > 1 else (value,)
            for name, text in zip(names, values):
                texts[name] = label_value(text) if "label" in name else text
                said[name] = option, ",".join(values)
    known = vocabulary(agreement)
    try:
        # Of a pair one can be asked for besides: options add up.
        alone = read({"a": options.annotator}, (FILTERS["a"],), known).get("a")
        filters = filters_of(read(texts, FILTERS.values(), known), known)
        return filters._replace(annotator=alone)
    except FilterError as error:
        option, text = said[error.name]
        step = f" {error.next_step}".rstrip()
        raise ConfigError(f"{option} {error.text or text}: {error}{step}") from error
