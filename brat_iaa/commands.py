"""What each command of the command line does with its options."""

import json
import sys
from pathlib import Path

from brat_iaa import config as configuration
from brat_iaa.corpus.project import ProjectReader
from brat_iaa.disagreements import Filters, patterns
from brat_iaa.errors import ConfigError
from brat_iaa.links import BratLinks
from brat_iaa.report import disagreements as disagreement_report
from brat_iaa.report import scores as score_report
from brat_iaa.report import tables, text
from brat_iaa.scores import MEASURES
from brat_iaa.study import Study

LOOPBACK = ("127.0.0.1", "localhost", "::1")


def report(options):
    """brat-iaa report"""
    study = _study(options)
    agreement = study.agreement()
    scores = list(agreement.scores)
    if options.by_sentence:
        for document in agreement.tables:
            scores += study.sentence_scores(document)
    _finish_progress()
    if options.format == "json":
        _print_json(score_report.to_dict(agreement, scores))
    elif options.format == "csv":
        sys.stdout.write(score_report.to_csv(scores))
    else:
        write = {"text": text.to_text, "markdown": text.to_markdown, "latex": text.to_latex}
        print(write[options.format](tables.headline(agreement), tables.tables(agreement)))


def disagreements(options):
    """brat-iaa disagreements"""
    agreement = _study(options).agreement()
    _finish_progress()
    chosen = _filters(options, agreement).select(agreement.disagreements)
    total = len(chosen)
    if options.patterns:
        rows = [
            {
                "times": pattern.count,
                "kind": pattern.kind,
                "annotator_a": pattern.annotators[0],
                "label_a": pattern.labels[0] or None,
                "annotator_b": pattern.annotators[1],
                "label_b": pattern.labels[1] or None,
            }
            for pattern in patterns(chosen)
        ][: options.limit]
    else:
        links = _links(options)
        rows = disagreement_report.rows(chosen[: options.limit], links.of if links else None)
    if options.format == "json":
        _print_json(rows)
    elif options.format == "csv":
        sys.stdout.write(disagreement_report.to_csv(rows))
    elif options.patterns:
        sys.stdout.write(disagreement_report.patterns_to_text(rows))
    else:
        sys.stdout.write(disagreement_report.to_text(rows))
    print(f"{total} of {len(agreement.disagreements)} disagreements", file=sys.stderr)


def check(options):
    """brat-iaa check: 1 if a floor is not reached"""
    floors = [_floor(given) for given in options.floors]
    agreement = _study(options).agreement()
    _finish_progress()
    reached = True
    for measure, statistic, floor in floors:
        for score in agreement.scores:
            if (score.measure, score.statistic, score.document, score.label) != (
                measure, statistic, None, None,
            ):
                continue
            if score.annotators != agreement.annotators and not options.every_pair:
                continue
            enough = score.value is not None and score.value >= floor
            reached = reached and enough
            said = f"{score.value:.4f}" if score.value is not None else f"undefined: {score.undefined}"
            print(
                f"{'ok' if enough else 'BELOW'}  {measure} {statistic}, {', '.join(score.annotators)}: "
                f"{said}, floor {floor}"
            )
    return 0 if reached else 1


def init(options):
    """brat-iaa init"""
    root = Path(options.directory)
    path = root / configuration.FILE_NAME
    project = ProjectReader(root, configuration.Config()).read()
    try:
        with open(path, "w" if options.force else "x", encoding="utf-8") as file:
            file.write(configuration.template(project.annotators))
    except FileExistsError:
        raise ConfigError(f"{path} is there already. Edit it, or replace it with --force.") from None
    except OSError as error:
        raise ConfigError(f"{path} cannot be written: {error.strerror}.") from None
    print(f"Wrote {path} for {', '.join(project.annotators)}. Every setting is explained in it.", file=sys.stderr)


def pages(options):
    """brat-iaa pages"""
    from werkzeug.serving import make_server

    from brat_iaa.web import create_app

    if options.host not in LOOPBACK:
        warning = f"everybody who reaches {options.host} sees the work of every annotator: there is no login"
        if not options.open:
            raise ConfigError(f"--host {options.host}: {warning}. If you want that, add --open.")
        print(f"Warning: {warning}.", file=sys.stderr)
    study = _study(options)
    study.agreement()
    _finish_progress()
    app = create_app(
        Path(options.directory), brat_url=options.brat_url, collection=options.collection, study=study
    )
    try:
        server = make_server(options.host, options.port, app, threaded=True)
    except (OSError, SystemExit, OverflowError):
        raise ConfigError(
            f"{options.host}, port {options.port}, cannot be used. Choose another with --port, 0 for any."
        ) from None
    host = f"[{options.host}]" if ":" in options.host else options.host
    print(f"Pages: http://{host}:{server.server_port}/  Stop with Ctrl-C.", file=sys.stderr)
    try:
        server.serve_forever()
    finally:
        server.server_close()


def demo(options):
    """brat-iaa demo"""
    from brat_iaa.demo.serve import serve

    return serve(port=options.port, stream=sys.stderr)


def _study(options):
    overrides = {
        name[len("setting_") :]: value
        for name, value in vars(options).items()
        if name.startswith("setting_")
    }
    return Study(options.directory, overrides, progress=_show_progress if sys.stderr.isatty() else None)


def _show_progress(what, done, total):
    print(f"\r\033[K{what}: {done} of {total}", end="", file=sys.stderr, flush=True)


def _finish_progress():
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr, flush=True)


def _links(options):
    if options.brat_url is None:
        return None
    collection = options.collection or f"/{Path(options.directory).resolve().name}/"
    return BratLinks(options.brat_url, collection)


def _filters(options, agreement):
    for annotator in (options.annotator, *(options.pair or ())):
        if annotator is not None and annotator not in agreement.annotators:
            raise ConfigError(
                f"There is no annotator “{annotator}”. Known: {', '.join(agreement.annotators)}."
            )
    if options.document is not None and options.document not in agreement.tables:
        known = ", ".join(list(agreement.tables)[:10])
        raise ConfigError(f"There is no document “{options.document}” to compare. Known: {known}.")
    distance = (options.min_distance, options.max_distance)
    return Filters(
        kind=options.kind,
        label=options.label,
        labels=options.label_pair,
        annotator=options.annotator,
        pair=options.pair,
        document=options.document,
        sentence=options.sentence,
        pos=options.pos,
        distance=None if distance == (None, None) else distance,
    )


STATISTICS = (*tables.STATISTICS, "gcm")


def _floor(given):
    """(measure, statistic, floor) of "LAA=0.90" or "LAA:alpha=0.8"."""
    name, equals, number = given.partition("=")
    measure, _, statistic = name.partition(":")
    statistic = statistic or "masi"
    try:
        floor = float(number)
    except ValueError:
        floor = None
    if measure not in MEASURES or statistic not in STATISTICS or not equals or floor is None or floor != floor:
        raise ConfigError(
            f"--min {given}: expected MEASURE[:STATISTIC]=FLOOR, e.g. LAA:alpha=0.8, with a measure of "
            f"{', '.join(MEASURES)} and a statistic of {', '.join(STATISTICS)}."
        )
    return measure, statistic, floor


def _print_json(data):
    json.dump(data, sys.stdout, ensure_ascii=False, indent=1, allow_nan=False)
    print()
