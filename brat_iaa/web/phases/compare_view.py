"""What the comparison of two snapshots shows: differences, and what became of the disagreements."""

from markupsafe import Markup

from brat_iaa.figures import figure_name, figure_of_layer
from brat_iaa.formats.cells import FEW_DIFFER
from brat_iaa.formats.picture import to_svg
from brat_iaa.formats.tables import left, signed
from brat_iaa.phases import STATISTICS, STATUSES, report, trend
from brat_iaa.phases.changes import count, moves
from brat_iaa.places.filters import NOTHING
from brat_iaa.scores import MEASURES
from brat_iaa.web import selection
from brat_iaa.web.listing import SortColumn, listing
from brat_iaa.web.selection import label_in_words

TOP_ROWS, TOP_PAIRS = 15, 6
GROUPS = ("document", "kind", "label", "layer")


def context(compared, args):
    """Variables of compare.html. compared: ComparedSnapshots"""
    both = {"from": compared.earlier.number, "to": compared.later.number}
    return {
        "project_name": compared.after.project,
        "compared": compared,
        "both": both,
        "statuses": STATUSES,
        "whole": count(compared.changes).get((), dict.fromkeys(STATUSES, 0)),
        "total": len(compared.changes),
        "other_settings": report.other_settings(compared.shared.settings),
        "nothing": label_in_words(
            NOTHING, any(change.place.of_arcs for change in compared.changes)
        ),
        **_summary(compared, {**args, **both}),
    }


def _summary(compared, args):
    statistic = selection.choice(args, "statistic", STATISTICS, "statistic") or STATISTICS[0]
    leading = report.leading_differences(compared.differences, statistic)
    rows = {}
    for each in leading:
        rows.setdefault((each.layer, each.measure), []).append(each)
    several = len({each.layer for each in leading}) > 1
    named = [
        (report.difference_name(of_figure[0], several), of_figure)
        # The sentence is about LAA, and so is the first row.
        for of_figure in sorted(rows.values(), key=lambda of_figure: of_figure[0].measure != "LAA")
    ]
    changed = compared.changes
    grouped = {field: report.groups(changed, field) for field in GROUPS}
    pairs = sorted(count(changed, "annotators").items())
    return {
        "statistic": statistic,
        "statistics": STATISTICS if any(each.measure in MEASURES for each in leading) else (),
        "answers": _answers(named, several),
        "difference_rows": named,
        "difference_picture": _picture(trend.ratios(_forest(named))),
        "signed": signed,
        "what_is_left": left,
        "no_interval": [
            *filter(None, dict.fromkeys(each.no_interval for each in compared.differences))
        ],
        "rough": FEW_DIFFER if any(each.rough for each in compared.differences) else None,
        "sentences": max((each.sentences for each in leading), default=0),
        "pairs": pairs,
        "pairs_picture": _bars((" and ".join(pair), counts) for (pair,), counts in pairs),
        "moves": sorted(moves(changed).items()),
        "groups": [
            (
                _sorted(field, rows, args),
                _bars((name or "nothing", counts) for (name,), counts in rows[:TOP_ROWS]),
            )
            for field, rows in grouped.items()
            if rows and (field != "layer" or len(rows) > 1)
        ],
    }


def _sorted(field, rows, args):
    """The SortedList of [((value of a field,), {status: number of items})]."""
    by_status = [
        SortColumn(status, lambda row, status=status: row[1][status], falls=True)
        for status in STATUSES
    ]
    columns = [SortColumn("name", lambda row: row[0][0].casefold()), *by_status]
    return listing(field, rows, columns, lambda row: row[0][0], args)


def _answers(named, several):
    """[(name of the figure, with its layer's if there are several; Difference)] of the leading
    figures, all annotators together.
    """
    by_layer = {}
    for _, of_figure in named:
        whole = of_figure[0]
        figure = (
            whole.measure
            if whole.measure in MEASURES
            else figure_name(whole.measure, whole.statistic)
        )
        of_layer = figure_of_layer(whole.layer, whole.measure, whole.statistic)
        by_layer.setdefault(whole.layer, (figure if not several else of_layer, whole))
    return [answer for answer in by_layer.values() if answer[1].difference is not None]


def _forest(named):
    """Rows of the picture: all annotators of each figure, below it its pairs, of a few."""
    for name, of_figure in named:
        yield name, True, of_figure[0]
        if len(of_figure) <= 1 + TOP_PAIRS:
            yield from (
                (" and ".join(of_pair.annotators), False, of_pair) for of_pair in of_figure[1:]
            )


def _bars(rows):
    return _picture(trend.what_became(list(rows)))


def _picture(drawn):
    return drawn and Markup(to_svg(drawn))


def to_json(compared, context):
    """The page as JSON; places.changes has the places."""
    return {
        "project": compared.after.project,
        "from": compared.earlier._asdict(),
        "to": compared.later._asdict(),
        "counts": context["whole"],
        "differences": report.difference_table(compared.differences, "", "").dicts(),
        "excluded": [
            {"document": exclusion.document, "reason": exclusion.reason}
            for exclusion in compared.shared.excluded
        ],
        "other_settings": list(compared.shared.settings),
    }
