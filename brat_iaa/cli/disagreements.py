"""Commands about where annotators differ, and whether too often: disagreements, check."""

from functools import partial

from brat_iaa.cli.options import (
    BELOW,
    CLUSTER,
    DONE,
    LIMIT,
    LINKS,
    PLACES,
    STATE,
    argument,
    command,
    flag,
    formats,
    group,
    settings,
)
from brat_iaa.cli.running import (
    agreement_of,
    links_of,
    overrides_of,
    print_line,
    say,
    say_caveats,
    write,
)
from brat_iaa.config import compared_as, is_gold, load
from brat_iaa.errors import ConfigError
from brat_iaa.figures import ARC_STATISTICS
from brat_iaa.formats.tables import for_programs
from brat_iaa.places.filters import (
    FILTERS,
    FilterError,
    Filters,
    filters_of,
    label_value,
    read,
    vocabulary,
)


@command(
    argument(
        "--min [LAYER/]MEASURE[:STATISTIC][@LABEL]=FLOOR",
        "lowest allowed figure, by a name that a report prints or by measure and statistic, e.g. "
        "F1=0.8, LAA=0.90 or UAA:alpha=0.8; of a label F1@PER=0.7, and with a star in its place of "
        "each; may be given several times. Statistics of UAA, LAA and "
        f"LOA: {', '.join(ARC_STATISTICS)} (default: masi). gcm is about each direction of "
        "each pair. Figures of another layer begin with its name, e.g. pos/kappa=0.8.",
        dest="floors",
        action="append",
    ),
    flag(
        "--strict",
        "fail if anything that annotators wrote could not be read or compared, or if empty files "
        "are left out of documents that others have begun (default: say so)",
    ),
    argument(
        "--format",
        "form of what is printed; github makes annotations at the lines of the files",
        choices=("text", "json", "junit", "github"),
        default="text",
    ),
    STATE,
    CLUSTER,
    settings(),
    directory=PLACES,
)
def check(options):
    """Exit with 1 if agreement is below a floor, for scripts.

    check my_project --min LAA=0.9
    check my_project --strict --format junit
    """
    from brat_iaa.report import checks, floors
    from brat_iaa.report.notes import if_finished
    from brat_iaa.report.scores import rows as score_rows

    given = options.floors or load(options.directory, overrides_of(options)).floors
    if not (given or options.strict):
        raise ConfigError(
            "There is nothing to check. Give a floor, such as --min LAA=0.90, or write it into "
            "iaa.conf: floors = LAA=0.90 below [check]."
        )
    wanted = [floors.read(floor) for floor in given]
    agreement = agreement_of(options)
    made = [_of_floor(floor, agreement) for floor in wanted]
    if options.strict:
        passed = not floors.not_compared(agreement)
        words = "everything that annotators wrote is compared"
        words = words if passed else "something that annotators wrote is in no figure"
        if not passed and agreement.empty_files:
            words += ", or empty files are not counted"
        line = f"{'ok' if passed else 'BELOW':<5}  strict: {words}"
        findings = [] if passed else checks.of_problems(agreement)
        made.append(checks.Check("strict", passed, line, None, findings))
    if options.format == "text":
        for line in filter(None, [if_finished(agreement)]):
            print_line(line)
        for outcome in made:
            if outcome.name != "strict" or not outcome.passed:
                print_line(outcome.line)
    else:
        write(
            options.format,
            json=lambda: {**checks.to_dict(made), "if_finished": score_rows(agreement.if_finished)},
            junit=lambda: checks.to_junit(made, agreement.project),
            github=lambda: checks.to_github(made, options.directory),
        )
    say_caveats(agreement, told=options.format == "text")
    return DONE if all(outcome.passed for outcome in made) else BELOW


def _of_floor(floor, agreement):
    """The Check of a floor."""
    from brat_iaa.report import checks, floors

    result, findings = floors.check(floor, agreement), []
    if not result.reached:
        of_gold, layer = is_gold(result.layer), compared_as(result.layer, agreement.config)
        listed = agreement.gold_places if of_gold else agreement.annotator_places
        listed = listed.select(Filters(layer=layer, label=result.label))
        ranked = sorted(listed, key=_rank(agreement.patterns))
        findings = checks.of_places(ranked, agreement.config.gold)
    return checks.Check(str(floor), result.reached, result.line, result.value, findings)


def _rank(patterns):
    """A key of places: those of the pattern that brings most come first."""
    ranks = {(pattern.layer, pattern.labels): number for number, pattern in enumerate(patterns)}

    def rank(place):
        pairs = ((place.layer, labels) for labels in (place.labels, place.labels[:1]))
        return next((ranks[pair] for pair in pairs if pair in ranks), len(ranks))

    return rank


# Options that are filters: {option: (names of the filters, what it selects, metavar)}
_OPTIONS = {
    "--layer": (("layer",), FILTERS["layer"].meaning + " (default: all)", "NAME"),
    "--kind": (("kind",), FILTERS["kind"].meaning, "KIND"),
    "--label": (("label",), FILTERS["label"].meaning, "LABEL"),
    "--label-pair": (
        ("label_a", "label_b"),
        'two labels, with --pair of its first and second annotator; "" for nothing drawn; a set of '
        "labels as it is listed",
        ("LABEL", "LABEL"),
    ),
    "--annotator": (("a",), FILTERS["a"].meaning, "NAME"),
    "--pair": (("a", "b"), "two annotators: disagreements between these", ("A", "B")),
    **{
        f"--{name.replace('_', '-')}": ((name,), FILTERS[name].meaning, metavar)
        for name, metavar in (
            ("text", "WORDS"), ("document", "NAME"), ("sentence", "N"),
            ("differ", "{annotators,gold}"), ("distinction", "{fine,coarse}"), ("pos", "TYPE"),
            ("min_distance", "N"), ("max_distance", "N"),
        )
    },
}  # fmt: skip


@command(
    formats(
        "text json csv", "JSON holds a disagreement with all values, CSV a row for each annotator"
    ),
    flag(
        "--patterns",
        "instead the labels that are confused, by what the figure would be if they were resolved "
        "(default: list each disagreement)",
    ),
    LIMIT,
    group(
        "filters",
        "All must hold. Default: everything.",
        *(
            argument(option, meaning, metavar=metavar, nargs=2 if len(names) > 1 else None)
            for option, (names, meaning, metavar) in _OPTIONS.items()
        ),
    ),
    LINKS,
    STATE,
    CLUSTER,
    settings(),
    directory=PLACES,
)
def disagreements(options):
    """List every disagreement, with what all annotators did.

    disagreements my_project --patterns
    disagreements my_project --label SUBJ --brat-url http://localhost:8001/
    """
    from brat_iaa.formats import text
    from brat_iaa.places.patterns import place_patterns
    from brat_iaa.report import places
    from brat_iaa.report.patterns import pattern_list

    links = links_of(options)  # first: a wrong address is reported before anything is computed
    agreement = agreement_of(options)
    every = agreement.places
    listed = every.select(_filters(options, agreement))
    summary = f"{len(listed)} of {len(every)} disagreements"
    if options.patterns:
        # What settling a pattern brings is known of the whole project.
        listed = place_patterns(listed, agreement if len(listed) == len(every) else None)
        summary += f" in {len(listed)} patterns"
    shown = range(len(listed))[: options.limit]
    each = map(listed.__getitem__, shown)
    if options.patterns:
        table = pattern_list([*each])
        forms = {"json": table.dicts, "csv": lambda: table, "text": lambda: text.of_table(table)}
    else:
        rows = partial(places.rows, each, links and links.of)
        forms = {
            "json": rows,
            "csv": lambda: for_programs(places.flat_rows(rows()), places.FIELDS),
            "text": lambda: _places_to_text(agreement, [*rows()]),
        }
    write(options.format, **forms)
    say(summary + (f"; {len(shown)} shown" if len(shown) < len(listed) else ""))


def _places_to_text(agreement, rows):
    """The text of rows of places, with the sentences of the documents that they are about."""
    from brat_iaa.report import places

    names = dict.fromkeys(row["document"] for row in rows)
    texts = {
        (name, sentence.number): table.text[sentence.start : sentence.end]
        for name, table in ((name, agreement.tables[name]) for name in names)
        for sentence in table.sentences
    }
    return places.to_text(rows, texts)


def _filters(options, agreement):
    """The Filters that options name; raises ConfigError where they name what is not there."""
    texts, given, allowed = {}, {}, vocabulary(agreement)
    for option, (names, *_) in _OPTIONS.items():
        value = getattr(options, option[2:].replace("-", "_"))
        values = [value] if isinstance(value, str) else value or ()
        for name, text in zip(names, values):
            texts[name] = label_value(text) if "label" in name else text
            given[name] = option, " ".join(values)
    try:
        # Of a pair one can be asked for besides: options add up.
        alone = filters_of(read({"a": options.annotator}, (FILTERS["a"],), allowed), allowed)
        filters = filters_of(read(texts, FILTERS.values(), allowed), allowed)
        between = alone.between or filters.between
        return filters._replace(annotator=alone.annotator, between=between)
    except FilterError as error:
        option, text = given[error.name]
        step = f" {error.next_step}".rstrip()
        what = f"there is no such {FILTERS[error.name].noun}." if error.text else error
        raise ConfigError(f"{option} {error.text or text}: {what}{step}") from error
