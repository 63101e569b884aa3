"""The command that lists where annotators differ: disagreements."""

import sys

from brat_iaa.cli.options import (
    add_cluster,
    add_format,
    add_links,
    add_settings,
    command_of,
    counting,
    kind_name,
    two_names,
    whole_number,
)
from brat_iaa.cli.running import agreement_of, collection_of, print_json, require_known, say
from brat_iaa.errors import ConfigError
from brat_iaa.formats import terminal
from brat_iaa.formats.brat_links import BratLinks
from brat_iaa.layers.disagreement import KIND_MEANINGS, Filters
from brat_iaa.report.disagreements import to_csv


def add_disagreements(choose):
    """Add brat-iaa disagreements."""
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


def _add_filters(group):
    add = group.add_argument
    add("--layer", metavar="NAME", help="name of the layer in iaa.conf (default: all)")
    kinds = "; ".join(f"{kind} ({meaning})" for kind, meaning in KIND_MEANINGS.items())
    add(
        "--kind", type=kind_name, metavar="KIND",
        help=f"kind of disagreement, said of the pair: {kinds}",
    )  # fmt: skip
    add("--label", help="label that one of them gave, where they differ in it")
    add(
        "--label-pair", metavar="A,B", type=two_names,
        help="two labels, with --pair of its first and second annotator; empty for no arc (OBJ,)",
    )  # fmt: skip
    add("--annotator", metavar="NAME", help="one who differs from somebody")
    add(
        "--pair", metavar="A,B", type=two_names,
        help="two annotators: places at which these differ",
    )  # fmt: skip
    add("--document", metavar="NAME", help="name of the document")
    add("--sentence", type=counting, metavar="N", help="number of the sentence, from 1")
    add("--pos", metavar="TYPE", help="part of speech: span type of the token, by either annotator")
    for end, words in (("min", "fewest"), ("max", "most")):
        add(
            f"--{end}-distance", type=whole_number, metavar="N",
            help=f"{words} tokens from token to head",
        )  # fmt: skip


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
    _check_names(options, agreement)
    if options.pair is not None and options.pair[0] == options.pair[1]:
        raise ConfigError(f"--pair {','.join(options.pair)}: expected two different annotators.")
    # A span type on which nobody disagrees selects nothing, and is right all the same.
    require_known("--pos", "span type", options.pos, agreement.found.inventory.spans)
    low, high = options.min_distance, options.max_distance
    if None not in (low, high) and low > high:
        raise ConfigError(f"--min-distance {low} is above --max-distance {high}. Swap the two.")
    return Filters(
        layer=options.layer,
        kind=options.kind,
        label=options.label,
        labels=options.label_pair,
        annotator=options.annotator,
        pair=options.pair,
        document=options.document,
        sentence=options.sentence,
        pos=options.pos,
        distance=None if (low, high) == (None, None) else (low, high),
    )


def _check_names(options, agreement):
    labels = agreement.disagreements.labels() | {""}
    labels.update(
        label
        for layer in agreement.layers
        for counts in agreement.confusion(layer.name).values()
        for both in counts
        for label in both
    )
    labels.update(score.label for score in agreement.scores if score.label is not None)
    require_known("--annotator", "annotator", options.annotator, agreement.sides)
    for name in options.pair or ():
        require_known("--pair", "annotator", name, agreement.sides)
    require_known("--label", "label", options.label, labels)
    for label in options.label_pair or ():
        require_known("--label-pair", "label", label, labels)
    require_known("--layer", "layer", options.layer, agreement.listed_layers)
    require_known("--document", "document", options.document, agreement.tables)
