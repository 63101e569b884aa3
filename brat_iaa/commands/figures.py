"""Commands about a project's figures."""

import sys
from pathlib import Path

from brat_iaa import config as configuration
from brat_iaa import simulation
from brat_iaa.commands.shared import print_json, say, study_of, write_tables
from brat_iaa.corpus.project import ProjectReader
from brat_iaa.disagreements import Filters
from brat_iaa.errors import ConfigError
from brat_iaa.links import BratLinks
from brat_iaa.patterns import place_patterns
from brat_iaa.places import places
from brat_iaa.proposals import find, gold_among
from brat_iaa.report import disagreements as disagreement_report
from brat_iaa.report import floors, tables, terminal
from brat_iaa.report import places as place_report
from brat_iaa.report import scores as score_report
from brat_iaa.report import simulation as simulation_report


def report(options):
    """brat-iaa report"""
    if options.by_sentence and options.format not in ("json", "csv"):
        raise ConfigError(f"--by-sentence: the form {options.format} has no room for it. Add --format json or csv.")
    with study_of(options) as study:
        agreement = study.agreement()
        scores = list(agreement.scores)
        if options.by_sentence:
            for document in agreement.tables:
                scores += agreement.sentence_scores(document)
    if options.format == "json":
        print_json(score_report.to_dict(agreement, scores))
    elif options.format == "csv":
        terminal.write_for_programs(score_report.to_csv(scores))
        _say_what_to_know(agreement)
    else:
        write_tables(options.format, tables.summary(agreement), tables.tables(agreement))


def disagreements(options):
    """brat-iaa disagreements"""
    links = _links(options)  # a wrong address is said before anything is computed
    with study_of(options) as study:
        agreement = study.agreement()
    chosen = agreement.disagreements.select(_filters(options, agreement))
    write = _pairwise if options.pairwise else _places
    say(write(options, agreement, chosen, links))


def _places(options, agreement, chosen, links):
    """Write the places, or their patterns; returns how many there are."""
    found, everything = places(agreement, chosen), agreement.disagreements.number_of_places
    of = f"{len(found)} of {everything} disagreements"
    if options.patterns:
        # What settling a pattern brings is known of the whole project.
        whole = len(found) == everything
        grouped = place_patterns(chosen, agreement if whole else None)
        shown = grouped[: options.limit]
        _write(
            options,
            place_report.pattern_rows(shown),
            place_report.PATTERN_FIELDS,
            lambda: place_report.patterns_to_text(shown),
        )
        return _how_many(of, grouped, shown)
    shown = found[: options.limit]
    rows = place_report.rows(shown, links.of if links else None)
    if options.format == "csv":
        _write(options, place_report.flat_rows(rows), place_report.FIELDS)
    else:
        _write(
            options, rows, None,
            lambda: place_report.to_text(rows, _sentence_texts(agreement, rows)),
        )  # fmt: skip
    return of + (f"; {len(shown)} shown" if len(shown) < len(found) else "")


def _pairwise(options, agreement, chosen, links):
    """The same of each two annotators, whatever others did."""
    of = f"{len(chosen)} of {len(agreement.disagreements)} disagreements of pairs"
    if options.patterns:
        grouped = chosen.patterns()
        rows = disagreement_report.pattern_rows(grouped[: options.limit])
        _write(
            options,
            rows,
            disagreement_report.PATTERN_FIELDS,
            lambda: disagreement_report.patterns_to_text(rows),
        )
        return _how_many(of, grouped, rows)
    rows = disagreement_report.rows(chosen[: options.limit], links.of if links else None)
    _write(
        options,
        rows,
        disagreement_report.FIELDS,
        lambda: disagreement_report.to_text(rows, _sentence_texts(agreement, rows)),
    )
    return of + (f"; {len(rows)} shown" if len(rows) < len(chosen) else "")


def _how_many(of, grouped, shown):
    more = f"; {len(shown)} shown" if len(shown) < len(grouped) else ""
    return f"{of} in {len(grouped)} patterns{more}"


def _write(options, rows, fields, text=None):
    """rows: dicts; fields: their keys, for CSV; text: function that returns the lines to read"""
    if options.format == "json":
        print_json(rows)
    elif options.format == "csv":
        terminal.write_for_programs(disagreement_report.to_csv(rows, fields))
    else:
        sys.stdout.write(text())


def check(options):
    """brat-iaa check: 1 if a floor is not reached"""
    wanted = [floors.read(given) for given in options.floors]
    with study_of(options) as study:
        agreement = study.agreement()
    results = [floors.check(floor, agreement, options.every_pair) for floor in wanted]
    for result in results:
        print(terminal.printable(result.line))
    _say_what_to_know(agreement)
    return 0 if all(result.reached for result in results) else 1


def init(options):
    """brat-iaa init"""
    root = Path(options.directory)
    path = root / configuration.FILE_NAME
    project = ProjectReader(root, configuration.Config()).read()
    gold = gold_among(project.annotators)
    found = find(project)
    try:
        with open(path, "w" if options.force else "x", encoding="utf-8") as file:
            file.write(configuration.template(project.annotators, found.proposals, gold))
    except FileExistsError:
        raise ConfigError(f"{path} is there already. Edit it, or replace it with --force.") from None
    except OSError as error:
        raise ConfigError(f"{path} cannot be written: {error.strerror}.") from None
    say(f"Wrote {path} for {', '.join(project.annotators)}. Every setting is explained in it.")
    for active, words in ((True, "Compared"), (False, "Proposed as comments, not compared")):
        names = [one.layer.name for one in found.proposals if one.active == active]
        if names:
            say(f"{words}: {', '.join(names)}.")
    if not found.layers:
        say("Nothing is compared yet: nobody has drawn anything that another could have drawn differently.")
    if gold is not None:
        say(f"{gold} looks like a reference. If it is, let the line “gold = {gold}” in: then it is no annotator.")
    if len(project.annotators) == 1:
        say("Agreement needs a second annotator, with a directory of their own beside the first; or a gold.")


def pages(options):
    """brat-iaa pages"""
    from brat_iaa.web import serving

    serving.check_host(options.host, options.open)
    with study_of(options) as study:
        server = serving.open_server(
            study, options.directory, options.host, options.port, options.brat_url, _collection(options), options.state_dir
        )
    serving.serve(server)


def simulate(options):
    """brat-iaa simulate"""
    with study_of(options) as study:
        agreement = study.agreement()
        _require_trees(agreement)
        _known("--of", "annotator", options.of, agreement.sides)
        config = agreement.config
        found = simulation.simulate(
            agreement, config, options.of or agreement.annotators[0], options.repetitions,
            options.seed, study.progress,
        )
    if options.format == "json":
        print_json(simulation_report.to_dict(found))
    elif options.format == "text":
        print(simulation_report.to_text(found), end="")
    else:
        write = {"csv": simulation_report.to_csv, "svg": simulation_report.to_svg}[options.format]
        terminal.write_for_programs(write(found))


def _require_trees(agreement):
    """Raise ConfigError where there are no trees: random heads would say nothing of spans."""
    if not agreement.found.tokens and not any(
        layer.kind in ("dependencies", "trees") for layer in agreement.layers
    ):
        compared = ", ".join(layer.name for layer in agreement.layers)
        raise ConfigError(
            "brat-iaa simulate puts random errors into dependency trees, and this project has none"
            + (f" (compared: {compared}). " if compared else ". ")
            + "What the figures of other layers say: brat-iaa report."
        )


def demo(options):
    """brat-iaa demo"""
    from brat_iaa.demo.serve import serve

    return serve(port=options.port, stream=sys.stderr)


def _collection(options):
    """brat's collection of the project; None if the address of brat names it."""
    if options.collection is None and not (options.brat_url or "").partition("#")[2]:
        return f"/{Path(options.directory).resolve().name}/"
    return options.collection


def _links(options):
    return None if options.brat_url is None else BratLinks(options.brat_url, _collection(options))


def _filters(options, agreement):
    labels = agreement.disagreements.labels() | {""}
    labels.update(
        label
        for layer in agreement.layers
        for counts in agreement.confusion(layer.name).values()
        for both in counts
        for label in both
    )
    labels.update(score.label for score in agreement.scores if score.label is not None)
    for name, value in (
        ("--annotator", options.annotator),
        *(("--pair", annotator) for annotator in options.pair or ()),
    ):
        _known(name, "annotator", value, agreement.sides)
    for name, label in (("--label", options.label), *(("--label-pair", label) for label in options.label_pair or ())):
        _known(name, "label", label, labels)
    _known("--layer", "layer", options.layer, agreement.listed_layers)
    _known("--document", "document", options.document, agreement.tables)
    if options.pair is not None and options.pair[0] == options.pair[1]:
        raise ConfigError(f"--pair {','.join(options.pair)}: expected two different annotators.")
    _check_pos(options.pos, agreement)
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


def _known(option, what, value, names):
    if value is not None and value not in names:
        raise ConfigError(
            f"{option} {value}: there is no such {what}." + configuration.nearest(value, sorted(filter(None, names)))
        )


def _check_pos(pos, agreement):
    """A span type on which nobody disagrees selects nothing, and is right all the same."""
    _known("--pos", "span type", pos, agreement.found.inventory.spans)


def _sentence_texts(agreement, rows):
    """{(document, number): text} of the sentences of the documents that rows are about."""
    names = dict.fromkeys(row["document"] for row in rows)
    return {
        (name, sentence.number): table.text[sentence.start : sentence.end]
        for name, table in ((name, agreement.tables[name]) for name in names)
        for sentence in table.sentences
    }


def _say_what_to_know(agreement):
    """What a bare figure does not tell, on standard error."""
    known = tables.caveats(agreement)
    if known:
        say(" ".join(known) + " See brat-iaa report.")
