"""What the comparison of two snapshots shows: differences, what became of the disagreements, and
the items behind each count.
"""

from typing import NamedTuple

from markupsafe import Markup

from brat_iaa.figures import figure_name, figure_of_layer
from brat_iaa.formats.cells import FEW_DIFFER
from brat_iaa.formats.picture import to_svg
from brat_iaa.formats.tables import left, signed
from brat_iaa.kinds import UNORDERED_MEANINGS
from brat_iaa.phases import STATISTICS, STATUSES, report, trend
from brat_iaa.phases.changes import MOVES, count, moves, select
from brat_iaa.places.filters import FILTERS, NOTHING, Filter, Vocabulary, vocabulary_of
from brat_iaa.scores import MEASURES
from brat_iaa.web import selection
from brat_iaa.web.filter_form import filter_area, say_values
from brat_iaa.web.listing import SortColumn, listing
from brat_iaa.web.messages import BadRequest, NotFound
from brat_iaa.web.place_card import Cards, by_links
from brat_iaa.web.selection import label_in_words

ITEMS = 50  # on one page
TOP_ROWS, TOP_PAIRS = 15, 6
GROUPS = ("document", "kind", "label", "layer")


# What only a comparison has, and the filters that it shares with the list of places.
_STATUS = Filter("status", "status", "", takes=tuple(STATUSES))
_MOVED = Filter("moved", "who moved", "moved", takes=MOVES, title="Who changed")
OFFERED = (
    _STATUS, *(FILTERS[name] for name in ("text", "layer", "document", "label", "a", "b")), _MOVED,
    FILTERS["kind"],
)  # fmt: skip


class ComparisonRequest(NamedTuple):
    """given: {parameter: text}, for links; wanted: arguments of select(); items: whether to list
    them; known: Vocabulary
    """

    given: dict
    wanted: dict
    items: bool
    known: Vocabulary


def numbers(args, phases):
    """(earlier, later) numbers of the two snapshots; the last two that have figures, if none are
    given.
    """
    given = [selection.number(args, name, 1, "snapshot") for name in ("from", "to")]
    if None not in given:
        if given[0] == given[1]:
            raise BadRequest(
                "A snapshot is not compared with itself.", "Choose another one for “from” or “to”."
            )
        return tuple(given)
    if given != [None, None]:
        raise BadRequest(
            "A comparison needs both “from=” and “to=”.",
            "Name two snapshots, or none for the last two.",
        )
    whole = [snapshot.number for snapshot in phases.with_figures()]
    if len(whole) < 2:
        raise NotFound(
            "There are no two snapshots to compare yet.",
            "Take one before and one after whatever may have changed something.",
        )
    return tuple(whole[-2:])


def asked(args, compared):
    """The ComparisonRequest of a request; BadRequest for what is not there."""
    vocabulary = _vocabulary(compared)
    given, filters = selection.chosen_filters(args, OFFERED, vocabulary)
    if filters.pair is not None:
        pair = next((pair for pair in compared.shared.pairs if {*pair} == {*filters.pair}), None)
        if pair is None:
            vocabulary = "; ".join(" and ".join(pair) for pair in compared.shared.pairs)
            raise BadRequest(
                "“a=” and “b=” do not name a pair of both snapshots.",
                f"Choose one of: {vocabulary}." if vocabulary else "There is none.",
            )
        # The order in which is said who moved.
        given["a"], given["b"] = pair
        filters = filters._replace(pair=pair)
    wanted = {"filters": filters, "status": given.get("status"), "moved": given.get("moved")}
    return ComparisonRequest(given, wanted, bool(given) or args.get("show") == "items", vocabulary)


def _vocabulary(compared):
    """The Vocabulary of what changed; texts that are not the same in both are excluded."""

    def rows():
        for change in compared.changes:
            place = change.place
            table = (compared.after if change.after else compared.before).tables[place.document]
            sentence = table.sentences[place.sentence - 1]
            text = table.text[sentence.start : sentence.end]
            states = filter(None, (change.before, change.after))
            labels = [label for state in states for label in state.labels]
            yield place.layer, place.document, place.sentence, text, labels

    return vocabulary_of(rows())._replace(annotators=compared.shared.annotators)


def context(compared, asked, args, links):
    """Variables of compare.html, or of changes.html. links: as of a ProjectView"""
    matching = select(compared.changes, **asked.wanted)
    both = {"from": compared.earlier.number, "to": compared.later.number}
    common = {
        "project_name": compared.after.project,
        "compared": compared,
        "both": both,
        "statuses": STATUSES,
        "whole": count(compared.changes).get((), dict.fromkeys(STATUSES, 0)),
        "total": len(compared.changes),
        "asked": asked,
        "count": len(matching),
        "other_settings": report.other_settings(compared.shared.settings),
        "nothing": label_in_words(
            NOTHING, any(change.place.of_arcs for change in compared.changes)
        ),
        "several": len({change.place.layer for change in compared.changes}) > 1,
    }
    if not asked.items:
        return dict(common, **_summary(compared, {**args, **both}))
    here, page, pages = selection.page_of(matching, ITEMS)
    first = (page - 1) * ITEMS + 1
    pair = asked.wanted["filters"].pair
    # Files are today's: ids and lines of snapshots are not told, and links stand once.
    cards = [
        Cards(links_or_none, pair or (), untold=compared.shared.annotators)
        for links_or_none in (None, by_links(links))
    ]
    return dict(
        common,
        filters=_filters(compared, asked, dict(both, show="items")),
        page=page,
        pages=pages,
        found=matching,
        here=here,
        items=[
            _item(number, change, compared, pair, cards)
            for number, change in enumerate(here, first)
        ],
    )


def _filters(compared, asked, fixed):
    """The FilterArea above the items; counts are of what the other filters let through."""
    pair = asked.wanted["filters"].pair
    beside = select(compared.changes, **dict(asked.wanted, status=None))
    counts = count(beside, "annotators").get((pair,)) if pair else count(beside).get(())
    kinds = {kind for change in compared.changes for kind in change.place.kinds}
    return filter_area(
        OFFERED, asked.given, asked.known, fixed=fixed, counts={"status": counts or {}},
        say=say_values(dict(zip(MOVES, pair or ())), [change.place for change in compared.changes]),
        choices={
            "kind": [kind for kind in UNORDERED_MEANINGS if kind in kinds],
            # Of two it can be said who moved.
            "moved": MOVES if pair else (),
        },
    )  # fmt: skip


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


def _item(number, change, compared, pair, cards):
    """A PlaceChange as the page shows it: of a pair, what became of it between the two."""
    place, chosen = change.place, change.pairs[0]
    if pair is not None:
        chosen = next(each for each in change.pairs if each.annotators == pair)
    agreement = compared.after if change.after else compared.before
    states = zip(("before", "after"), (change.before, change.after), cards, change.values)
    return {
        "change": change,
        "status": change.status if pair is None else chosen.status,
        "card": cards[1].card(place, agreement.tables[place.document], number),
        "states": [
            (words, state, made.values(place, values)) for words, state, made, values in states
        ],
        "pair": chosen.annotators,
    }


def twin(compared, context):
    """The JSON twin; rows of changes as on the command line, those of one page."""
    body = {
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
    if context["asked"].items:
        body.update(
            filters=context["asked"].given,
            count=context["count"],
            page=context["page"],
            pages=context["pages"],
            changes=report.change_rows(context["here"]),
        )
    return body
