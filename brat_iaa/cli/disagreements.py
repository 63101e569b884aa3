"""The command that lists where annotators differ: disagreements."""

from brat_iaa.cli.options import (
    CLUSTER,
    LIMIT,
    LINKS,
    PLACES,
    argument,
    command,
    flag,
    formats,
    group,
    settings,
    two_names,
)
from brat_iaa.cli.running import agreement_of, links_of, say, write
from brat_iaa.errors import ConfigError
from brat_iaa.formats.tables import for_programs
from brat_iaa.places.filters import (
    FILTERS,
    FilterError,
    filters_of,
    label_value,
    read,
    vocabulary,
)

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


def _filter_option(option, names, meaning):
    if len(names) > 1:
        return argument(option, metavar="A,B", help=meaning, type=two_names)
    number = isinstance(FILTERS[names[0]].takes, int)
    return argument(option, metavar="N" if number else _METAVARS.get(option, "NAME"), help=meaning)


@command(
    formats(
        "text json csv",
        "JSON holds a place with all values, CSV a row for each annotator of a place",
    ),
    flag(
        "--patterns",
        "instead the labels that are confused, by what the figure would be if they were settled "
        "(default: list each place)",
    ),
    flag(
        "--pairwise",
        "a row for each disagreement of each two annotators; of patterns, who drew which label "
        "(default: each place once)",
    ),
    LIMIT,
    group(
        "filters",
        "All must hold. Default: everything.",
        *(_filter_option(*declared) for declared in _OPTIONS),
    ),
    LINKS,
    CLUSTER,
    settings(),
    directory=PLACES,
)
def disagreements(options):
    """List every place at which annotators differ, with what all of them did."""
    links = links_of(options)  # first: a wrong address is reported before anything is computed
    agreement = agreement_of(options)
    chosen = agreement.disagreements.select(_filters(options, agreement))
    listed = _pairwise if options.pairwise else _places
    say(listed(options, agreement, chosen, links and links.of))


def _places(options, agreement, chosen, links):
    """Write the places, or their patterns; returns how many there are."""
    from brat_iaa.places.patterns import place_patterns
    from brat_iaa.places.place import places
    from brat_iaa.report import places as report

    listed, everything = places(agreement, chosen), agreement.disagreements.number_of_places
    of = f"{len(listed)} of {everything} disagreements"
    if options.patterns:
        # What settling a pattern brings is known of the whole project.
        whole = len(listed) == everything
        grouped = place_patterns(chosen, agreement if whole else None)
        shown = grouped[: options.limit]
        write(
            options.format,
            json=lambda: report.pattern_rows(shown),
            csv=lambda: for_programs(report.pattern_rows(shown), report.PATTERN_FIELDS),
            text=lambda: report.patterns_to_text(shown),
        )
        return f"{of} in {len(grouped)} patterns" + _shown(shown, grouped)
    shown = listed[: options.limit]
    rows = report.rows(shown, links)
    write(
        options.format,
        json=lambda: rows,
        csv=lambda: for_programs(report.flat_rows(rows), report.FIELDS),
        text=lambda: report.to_text(rows, _sentence_texts(agreement, rows)),
    )
    return of + _shown(shown, listed)


def _pairwise(options, agreement, chosen, links):
    """The same of each two annotators, whatever others did."""
    from brat_iaa.report import disagreements as report

    of = f"{len(chosen)} of {len(agreement.disagreements)} disagreements of pairs"
    if options.patterns:
        grouped = chosen.patterns()
        rows = report.pattern_rows(grouped[: options.limit])
        write(
            options.format,
            json=lambda: rows,
            csv=lambda: for_programs(rows, report.PATTERN_FIELDS),
            text=lambda: report.patterns_to_text(rows),
        )
        return f"{of} in {len(grouped)} patterns" + _shown(rows, grouped)
    rows = report.rows(chosen[: options.limit], links)
    write(
        options.format,
        json=lambda: rows,
        csv=lambda: for_programs(rows, report.FIELDS),
        text=lambda: report.to_text(rows, _sentence_texts(agreement, rows)),
    )
    return of + _shown(rows, chosen)


def _shown(shown, listed):
    return f"; {len(shown)} shown" if len(shown) < len(listed) else ""


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
    texts, given = {}, {}
    for option, names, _ in _OPTIONS:
        value = getattr(options, option[2:].replace("-", "_"))
        if value is not None:
            values = value if len(names) > 1 else (value,)
            for name, text in zip(names, values):
                texts[name] = label_value(text) if "label" in name else text
                given[name] = option, ",".join(values)
    known = vocabulary(agreement)
    try:
        # Of a pair one can be asked for besides: options add up.
        alone = read({"a": options.annotator}, (FILTERS["a"],), known).get("a")
        filters = filters_of(read(texts, FILTERS.values(), known), known)
        return filters._replace(annotator=alone)
    except FilterError as error:
        option, text = given[error.name]
        step = f" {error.next_step}".rstrip()
        raise ConfigError(f"{option} {error.text or text}: {error}{step}") from error
