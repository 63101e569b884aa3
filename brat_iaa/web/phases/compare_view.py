"""What the comparison of two snapshots shows: differences, what became of the disagreements, and
the items behind each count.
"""

from typing import NamedTuple

from brat_iaa.phases import STATISTICS, STATUSES, report
from brat_iaa.phases.changes import MOVES, count, moves, select
from brat_iaa.phases.differences import ROUGH
from brat_iaa.report.places import link_of
from brat_iaa.scores import MEASURES
from brat_iaa.web import selection
from brat_iaa.web.kwic import in_context
from brat_iaa.web.messages import BadRequest, NotFound
from brat_iaa.web.selection import NO_ARC, label_parameter

ITEMS = 50  # on one page
TOP_ROWS = 15
GROUPS = ("document", "kind", "label", "layer")


class Item(NamedTuple):
    """A Change on the page.

    status   of the change; with a pair chosen, of what became of it between the two
    context  its token in the sentence
    pair     two who differed or differ, to open its document with
    rows     [(name, (Value before or None, Value after or None), whether it changed, address in
             brat or None)]
    """

    number: int
    change: object
    status: str
    context: object
    pair: tuple
    rows: list


class Asked(NamedTuple):
    """wanted: {field: value} for select(); given: {parameter: text}, for links; page: from 1;
    items: whether to list them
    """

    wanted: dict
    given: dict
    page: int
    items: bool


def numbers(args, phases):
    """(earlier, later) numbers of the two snapshots; the last two that have figures, if none are
    given.
    """
    given = [selection.number(args, name, 1, "Snapshot") for name in ("from", "to")]
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
    whole = [one.number for one in phases.list() if not one.deleted and not one.facts["no_figures"]]
    if len(whole) < 2:
        raise NotFound(
            "There are no two snapshots to compare yet.",
            "Take one before and one after whatever may have changed something.",
        )
    return tuple(whole[-2:])


def asked(args, compared):
    """The Asked of a request; BadRequest for what is not there."""
    given, wanted = {}, {}

    def take(name, allowed, what):
        value = selection.choice(args, name, allowed, what)
        if value is not None:
            given[name] = value
        return value

    def of_groups(field):
        return [key for (key,), _ in report.groups(compared.changes, field)]

    wanted["status"] = take("status", STATUSES, "What became of it")
    wanted["moved"] = take("moved", MOVES, "Who moved")
    wanted["layer"] = take("layer", of_groups("layer"), "Layer")
    wanted["document"] = take("document", compared.shared.documents, "Document")
    wanted["kind"] = take("kind", of_groups("kind"), "Kind")
    label = take(
        "label", [label_parameter(label) for label in of_groups("label")] + [NO_ARC], "Label"
    )
    wanted["label"] = "" if label == NO_ARC else label
    wanted["annotators"] = _pair(take, compared.shared)
    page = selection.number(args, "page", 1, "Page") or 1
    items = bool(given) or args.get("show") == "items"
    return Asked(
        {field: value for field, value in wanted.items() if value is not None}, given, page, items
    )


def _pair(take, shared):
    """The pair in its own order, or None."""
    names = take("a", shared.annotators, "Annotator"), take("b", shared.annotators, "Annotator")
    if names == (None, None):
        return None
    pair = next((pair for pair in shared.pairs if set(pair) == set(names)), None)
    if pair is None:
        raise BadRequest(
            "“a=” and “b=” do not name a pair of both snapshots.",
            (
                f"Choose one of: "
                f"{'; '.join(' and '.join(pair) for pair in shared.pairs) or 'there is none'}."
            ),
        )
    return pair


def context(compared, asked, args, links):
    """Variables of compare.html, or of changes.html. links: as of a Project"""
    found = select(compared.changes, **asked.wanted)
    arcs = any(change.place.of_arcs for change in compared.changes)
    common = {
        "project_name": compared.after.project,
        "compared": compared,
        "both": {"from": compared.earlier.number, "to": compared.later.number},
        "statuses": STATUSES,
        "whole": count(compared.changes).get((), dict.fromkeys(STATUSES, 0)),
        "total": len(compared.changes),
        "asked": asked,
        "count": len(found),
        "other_settings": report.other_settings(compared.shared.settings),
        "nothing": NO_ARC if arcs else "nothing",
        "several": len({change.place.layer for change in compared.changes}) > 1,
    }
    if not asked.items:
        return dict(common, **_summary(compared, args))
    pages = max(1, -(-len(found) // ITEMS))
    if asked.page > pages:
        raise NotFound(
            f"There is no page {asked.page}; the last one is page {pages}.",
            "Leave out “page=” for the first.",
        )
    first = (asked.page - 1) * ITEMS
    here = found[first : first + ITEMS]
    return dict(
        common,
        chips=_chips(asked.given),
        page=asked.page,
        pages=pages,
        found=found,
        here=here,
        items=[
            _item(number, change, compared, asked.wanted.get("annotators"), links)
            for number, change in enumerate(here, first + 1)
        ],
    )


def _summary(compared, args):
    statistic = selection.choice(args, "statistic", STATISTICS, "Statistic") or STATISTICS[0]
    rows = {}
    for one in compared.differences:
        if one.statistic == statistic:
            rows.setdefault(one.annotators, {})[one.measure] = Shown(one)
    everybody = next(iter(rows.values()), {})
    changed = compared.changes
    show = args.get("show")
    grouped = {field: report.groups(changed, field) for field in GROUPS}
    return {
        "statistic": statistic,
        "statistics": STATISTICS if rows else (),
        "answer": everybody.get("LAA"),
        "difference_rows": list(rows.items()),
        "no_interval": list(
            dict.fromkeys(one.no_interval for one in compared.differences if one.no_interval)
        ),
        "rough": ROUGH if any(one.rough for one in compared.differences) else None,
        "sentences": next((own[MEASURES[0]].difference.sentences for own in rows.values()), 0),
        "pairs": sorted(count(changed, "annotators").items()),
        "moves": sorted(moves(changed).items()),
        "groups": [
            (field, rows if show == field else rows[:TOP_ROWS], len(rows))
            for field, rows in grouped.items()
            if rows and (field != "layer" or len(rows) > 1)
        ],
    }


class Shown(NamedTuple):
    """A Difference as it is printed."""

    difference: object

    @property
    def verdict(self):
        return self.difference.clear

    @property
    def change(self):
        """ "+.050" """
        return report.signed(self.difference).partition(" ")[0].replace("-", "−")

    @property
    def interval(self):
        return report.signed(self.difference).partition(" ")[2].replace("-", "−")

    @property
    def left(self):
        """ "60 % [48, 75]" """
        return report.left(self.difference)


def _item(number, change, compared, pair, links):
    place, chosen = change.place, change.pairs[0]
    if pair is not None:
        chosen = next(one for one in change.pairs if one.annotators == pair)
    agreement = compared.after if change.after else compared.before
    names = dict.fromkeys(name for values in change.values for name in values)
    return Item(
        number,
        change,
        change.status if pair is None else chosen.status,
        in_context(agreement.tables[place.document], place.token),
        chosen.annotators,
        [
            (
                name,
                tuple(own.get(name) for own in change.values),
                name in change.changed,
                link_of(place, name, links),
            )
            for name in names
        ],
    )


_CHIP_WORDS = {
    "status": "",
    "moved": "moved: ",
    "layer": "layer: ",
    "document": "document: ",
    "kind": "kind: ",
    "label": "label: ",
}


def _chips(given):
    """[(text, parameters without this filter)] of the filters in use."""

    def without(*names):
        return {name: value for name, value in given.items() if name not in names}

    found = [(f"{given['a']} and {given['b']}", without("a", "b", "moved"))] if "a" in given else []
    for name, words in _CHIP_WORDS.items():
        if name in given:
            shown = given[name]
            if name == "moved" and "a" in given and shown in ("first", "second"):
                shown = given["a" if shown == "first" else "b"]
            found.append((words + shown, without(name)))
    return found


def twin(compared, context):
    """The JSON twin; rows of changes as on the command line, those of one page."""
    body = {
        "project": compared.after.project,
        "from": compared.earlier._asdict(),
        "to": compared.later._asdict(),
        "counts": context["whole"],
        "differences": report.difference_rows(compared.differences),
        "excluded": [
            {"document": one.document, "reason": one.reason} for one in compared.shared.excluded
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


def to_csv(changes):
    return report.to_csv(report.change_rows(changes))
