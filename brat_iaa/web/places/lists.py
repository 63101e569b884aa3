"""The list page: places between sides, under filters, with their patterns and a card for each.

A Side says which places these are; what is decided at each is the panel's, see panel.py.
"""

from collections import Counter

from brat_iaa.formats.display_names import told_apart
from brat_iaa.formats.tables import for_programs
from brat_iaa.kinds import UNORDERED_MEANINGS
from brat_iaa.places.filters import FILTERS, Vocabulary, filters_of, label_value, meeting
from brat_iaa.places.patterns import patterns_of
from brat_iaa.report import places as report
from brat_iaa.report.patterns import pattern_list
from brat_iaa.web import selection
from brat_iaa.web.places.filter_area import filter_area
from brat_iaa.web.selection import of_pattern, page_of

ITEMS = 50  # on one page
KEYS = 9  # patterns that one click chooses, or a key
TOP_PATTERNS = 12
LABEL_PAIR = ("label_a", "label_b")
# Filters of any list. What nothing has any more is no mistake where it may have been settled.
COMMON = tuple(
    FILTERS[name] for name in ("text", "layer", "document", "label", *LABEL_PAIR, "a", "b", "kind")
)


class Side:
    """Which places a page lists, and what it says of them: rows that each have a Place.

    name        in JSON; title: of the page
    endpoint    of the page; fixed: parameters that it keeps whatever the filters
    offered     its Filters; vocabulary: what these can name
    statuses    {status of a row: how it is said}
    keyed       whether keys choose patterns, and not decisions
    documents   whether a card leads to the page of its document
    """

    name = endpoint = title = ""
    template = "places.html"
    offered: tuple = COMMON
    vocabulary = Vocabulary()
    statuses: dict = {}
    keyed, documents = True, False
    fields: tuple = report.FIELDS
    # Parameters of the page beside its filters; by what its rows can be sorted.
    parameters: tuple = ("format", "page", "show", "sort", "with")
    sorts: dict = {"pattern": "the most frequent pattern first", "layer": "by layer"}

    def __init__(self, rows, project_name, **fixed):
        self.rows, self.project_name, self.fixed = rows, project_name, fixed
        self.total = len(rows)

    @property
    def several(self):
        """Whether places are of more layers than one."""
        return len(self.vocabulary.layers) > 1

    def place(self, row):
        """The Place of a row; None where nothing is told of it but where it is."""
        return row

    def status(self, row):
        return ""

    def has_status(self, row, status):
        """Whether a row meets the filter by status; None: no filter."""
        return status in (None, self.status(row))

    def given(self, args):
        """{parameter: text} of the filters that a request asks for."""
        return selection.chosen_filters(args, self.offered, self.vocabulary)[0]

    def select(self, given):
        """The rows that meet filters, {parameter: text}."""
        filters = filters_of(given, self.vocabulary)
        rows = [row for row in self.rows if self.has_status(row, given.get("status"))]
        met = meeting([self.place(row) for row in rows], filters)
        return [row for row, meets in zip(rows, met) if meets]

    def counts(self, given):
        """{filter: {value: number of places under the other filters}} of filters with a menu."""
        return {
            name: self.counted(name, self.select(without(given, name)))
            for name in ("layer", "document", "label", "kind", "status")
        }

    def counted(self, name, rows):
        """{value of a filter: number of rows}"""
        return Counter(value for row in rows for value in self._values(name, row))

    def _values(self, name, row):
        place = self.place(row)
        if name == "status":
            return (self.status(row),)
        if place is None:
            return ()
        if name == "label":
            return map(label_value, place.differing)
        return place.kinds if name == "kind" else (getattr(place, name),)

    def patterns(self, given, chosen):
        """List of places.patterns.Pattern of what is chosen."""
        return patterns_of([place for place in map(self.place, chosen) if place is not None])

    def kinds(self, chosen):
        """Kinds of difference that occur."""
        return {kind for place in map(self.place, chosen) if place for kind in place.kinds}

    def in_words(self, name, text):
        """How the value of a filter is said."""
        return self.statuses.get(text, text) if name == "status" else text

    def choices(self, kinds):
        """{parameter: values} where the form offers fewer than a filter takes. kinds: of what is
        chosen
        """
        every = self.kinds(self.rows)
        return {"kind": [kind for kind in UNORDERED_MEANINGS if kind in every]}

    def in_order(self, rows, args):
        """Rows as they are to be sorted; by default in the order of the text."""
        sort = selection.choice(args, "sort", self.sorts, "sort")
        if sort == "layer":
            return sorted(rows, key=lambda row: self.place(row).layer)
        if sort == "pattern":
            of = [(self.place(row).layer, self.place(row).labels) for row in rows]
            number = Counter(of)
            order = sorted(range(len(of)), key=lambda at: (-number[of[at]], of[at]))
            return [rows[at] for at in order]
        return rows

    def page(self, given, chosen, args):
        """(rows of the page that is asked for, its number, number of pages)"""
        return page_of(chosen, ITEMS)

    def cards(self, rows, first, given):
        """Cards of some rows, numbered from the first."""
        raise NotImplementedError

    def beside(self, row):
        """What stands on a card beside its place, as JSON has it."""
        return {}

    def to_json(self, rows):
        """Yield what JSON holds of each row."""
        raise NotImplementedError

    def to_csv(self, rows):
        """The Table of some rows."""
        return for_programs(report.flat_rows(self.to_json(rows)), self.fields)

    def further(self, given, chosen, args):
        """Further variables of its template."""
        return {}

    def further_json(self, context):
        """What JSON holds of these."""
        return {}


def without(given, *names):
    return {name: text for name, text in given.items() if name not in names}


def context(side, given, args):
    """Variables of places.html, and of the templates that extend it."""
    chosen = side.select(given)
    here, page, pages = side.page(given, side.in_order(chosen, args), args)
    first = (page - 1) * ITEMS + 1
    kinds, patterns = side.kinds(chosen), side.patterns(given, chosen)
    rest = without(given, *LABEL_PAIR)
    around = chosen if len(rest) == len(given) else side.select(rest)
    chips = side.patterns(rest, around)[:KEYS]
    filters = filter_area(
        side.offered, given, side.vocabulary, say=side.in_words, fixed=side.fixed,
        counts=side.counts(given), choices=side.choices(kinds),
    )  # fmt: skip
    return {
        "side": side,
        "project_name": side.project_name,
        "given": given,
        "asked": {**side.fixed, **given, **({"sort": args["sort"]} if args.get("sort") else {})},
        "sort": args.get("sort", ""),
        "sorts": _orders(side) if len(chosen) > 1 else {},
        "filters": filters,
        "fewer": [] if chosen else [
            (*chip, number) for chip in filters.chips if (number := len(side.select(chip[-1])))
        ],
        "kinds": {kind: words for kind, words in UNORDERED_MEANINGS.items() if kind in kinds},
        "count": len(chosen),
        "total": side.total,
        "page": page,
        "pages": pages,
        "first": first,
        "all_patterns": patterns,
        "chips": [_chip(side, pattern, given, rest) for pattern in chips],
        "told_apart": told_apart({label for pattern in chips for label in pattern.labels}, 24),
        "cards": side.cards(here, first, given),
        "rows": here,
        **side.further(given, chosen, args),
    }  # fmt: skip


def _orders(side):
    """{how rows can be sorted: the same in words}"""
    named = side.sorts if side.several else without(side.sorts, "layer")
    return {"": "as in the text", **named} if named else {}


def _chip(side, pattern, given, rest):
    """A pattern as macro one_click shows it."""
    parameters = of_pattern(pattern, side.several)
    chosen = all(given.get(name) == parameters[name] for name in LABEL_PAIR)
    chosen = chosen and given.get("layer") in (None, pattern.layer)
    return pattern, pattern.places, {**side.fixed, **rest, **parameters}, chosen


def to_json(side, context):
    """The page as JSON."""
    return {
        "project": side.project_name,
        "side": side.name,
        **side.fixed,
        "filters": context["given"],
        **{name: context[name] for name in ("count", "total", "page", "pages")},
        "patterns": pattern_list(context["all_patterns"]).dicts(),
        **side.further_json(context),
        "places": [
            {**row, **side.beside(of)}
            for of, row in zip(context["rows"], side.to_json(context["rows"]))
        ],
    }
