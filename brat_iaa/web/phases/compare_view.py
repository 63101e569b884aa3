"""What the comparison of two snapshots shows: differences, and what became of the disagreements."""

from flask import url_for
from markupsafe import Markup

from brat_iaa.errors import ConfigError
from brat_iaa.figures import figure_name, figure_of_layer
from brat_iaa.formats.picture import to_svg
from brat_iaa.formats.tables import left
from brat_iaa.phases import STATISTICS, STATUSES, report, trend
from brat_iaa.phases.changes import count
from brat_iaa.scores import MEASURES
from brat_iaa.studies.study import number
from brat_iaa.web import selection
from brat_iaa.web.messages import BadRequest

TOP_PAIRS = 6


def context(compared, args):
    """Variables of compare.html. compared: ComparedSnapshots"""
    statistic = selection.choice(args, "statistic", STATISTICS, "statistic") or STATISTICS[0]
    margin = _margin(args)
    differences = compared.within(margin)
    leading = report.leading_differences(differences, statistic)
    by_figure = {}
    # The sentence is about LAA, and so is the first row.
    for each in sorted(
        leading, key=lambda each: each.measure in MEASURES and each.measure != "LAA"
    ):
        by_figure.setdefault((each.layer, each.measure), []).append(each)
    differing = report.difference_table(
        sum(by_figure.values(), []), compared.earlier.phase, compared.later.phase
    )
    drawn = trend.ratios(_forest(by_figure.values(), compared))
    tables = report.change_tables(compared.changes, compared.excluded)
    both = {"from": compared.earlier.number, "to": compared.later.number}
    return {
        "project_name": compared.after.project,
        "compared": compared,
        "both": both,
        "asked": {**both, "margin": args["margin"]} if margin else both,
        "differences": differences,
        "margin_sentence": report.margin_sentence,
        "statuses": STATUSES,
        "whole": count(compared.changes).get((), dict.fromkeys(STATUSES, 0)),
        "total": len(compared.changes),
        "other_settings": report.other_settings(compared.settings),
        "statistic": statistic,
        "statistics": STATISTICS if any(each.measure in MEASURES for each in leading) else (),
        "answers": _answers(by_figure.values()),
        "what_is_left": left,
        "difference_picture": drawn and Markup(to_svg(drawn)),
        "differing": differing,
        # The counts of all stand above them.
        "tables": [(table, _links(table, compared)) for table in tables[1:]],
    }


def _margin(args):
    """By how much worse agreement may be, or None if that is not asked."""
    given = args.get("margin", "").strip()
    try:
        return number(0, 1, ".02")(given) if given else None
    except ConfigError as error:
        step = "Change “margin=” in the address, or leave it out."
        raise BadRequest(f"margin “{given}”: {error}", step) from None


def _links(table, compared):
    """{name of a column: addresses of what it counts} of a table of changes; {} of another."""
    field, records = table.header[0], table.records
    if table.columns[1].name not in STATUSES:
        return {}
    both = {"from": compared.earlier.number, "to": compared.later.number}

    def address(record, status, number):
        value = record[0]
        asked = dict(zip("ab", value)) if not field else {field: value}
        return number and url_for("places.changes", status=status, **both, **asked)

    return {
        status: [address(record, status, record[number]) for record in records]
        for number, status in enumerate(STATUSES, 1)
    }


def _answers(figures):
    """[(name of the figure, with its layer's if there are several; Difference)] of the leading
    figure of each layer, all annotators together.
    """
    by_layer = {}
    for whole, *_ in figures:
        by_layer.setdefault(whole.layer, whole)
    answers = []
    for layer, whole in by_layer.items():
        key = whole.measure, whole.statistic
        if len(by_layer) > 1:
            name = figure_of_layer(layer, *key)
        else:
            name = whole.measure if whole.measure in MEASURES else figure_name(*key)
        if whole.difference is not None:
            answers.append((name, whole))
    return answers


def _forest(figures, compared):
    """Rows of the picture: all annotators of each figure, below it its pairs, of a few; each leads
    to the disagreements of its layer in either snapshot.
    """
    between = {"from": compared.earlier.number, "to": compared.later.number}
    there = {*count(compared.changes, "layer"), *count(compared.changes, "annotators", "layer")}

    def link(layer, pair=()):
        if (*[pair] * bool(pair), layer) not in there:
            return ""
        return url_for("places.changes", **between, layer=layer, **dict(zip("ab", pair)))

    several = len({each.layer for each, *_ in figures}) > 1
    for whole, *pairs in figures:
        yield report.difference_name(whole, several), True, whole, link(whole.layer)
        for each in pairs if len(pairs) <= TOP_PAIRS else ():
            pair = tuple(each.annotators)
            yield " and ".join(pair), False, each, link(whole.layer, pair)


def to_json(compared, context):
    """The page as JSON; places.changes has the places."""
    return {
        "project": compared.after.project,
        "from": compared.earlier._asdict(),
        "to": compared.later._asdict(),
        "counts": context["whole"],
        "differences": report.difference_table(context["differences"], "", "").dicts(),
        "excluded": [
            {"document": exclusion.document, "reason": exclusion.reason}
            for exclusion in compared.excluded
        ],
        "other_settings": list(compared.settings),
    }
