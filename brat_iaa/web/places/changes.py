"""Places between two states: those on which annotators differed in one of two snapshots."""

from brat_iaa.formats.tables import for_programs
from brat_iaa.phases import STATUSES, report
from brat_iaa.phases.changes import MOVES, count, select
from brat_iaa.places.filters import Filter, filters_of, vocabulary_of
from brat_iaa.places.patterns import patterns_of
from brat_iaa.web import selection
from brat_iaa.web.messages import BadRequest, NotFound
from brat_iaa.web.places.cards import Cards, by_links
from brat_iaa.web.places.lists import COMMON, Side, without

# What only a comparison has.
STATUS = Filter("status", "status", "", takes=tuple(STATUSES))
MOVED = Filter("moved", "who moved", "moved", takes=MOVES, title="Who changed")


def snapshots_of(args, phases):
    """(earlier, later) numbers of two snapshots; the last two that have figures, if none are
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


class Changes(Side):
    """The places of two snapshots compared: rows are PlaceChanges.

    compared  ComparedSnapshots; links: of today's files, as of a ProjectView
    """

    name, title, endpoint = "changes", "Changes", "places.changes"
    template = "changes.html"
    fields = report.CHANGE_FIELDS
    offered = (STATUS, *COMMON, MOVED)
    parameters = (*Side.parameters, "from", "to")

    def __init__(self, compared, links, **fixed):
        super().__init__(compared.changes, compared.after.project, **fixed)
        self.compared, self.links, self.pair = compared, links, None
        self.vocabulary = vocabulary_of(self._told())._replace(annotators=compared.annotators)

    def _told(self):
        """What vocabulary_of() asks of each place; texts that differ are excluded."""
        for change in self.rows:
            place, table = change.place, self._table(change)
            sentence = table.sentences[place.sentence - 1]
            text = table.text[sentence.start : sentence.end]
            states = filter(None, (change.before, change.after))
            labels = [label for state in states for label in (*state.labels, *state.differing)]
            yield place.layer, place.document, place.sentence, text, labels

    def _table(self, change):
        state = self.compared.after if change.after else self.compared.before
        return state.tables[change.place.document]

    def given(self, args):
        """The filters, with the pair in the order of both snapshots, in which is said who moved."""
        given = super().given(args)
        pair = filters_of(given, self.vocabulary).pair
        if pair is None:
            return given
        pairs = self.compared.pairs
        self.pair = next((each for each in pairs if {*each} == {*pair}), None)
        if self.pair is None:
            named = "; ".join(" and ".join(each) for each in pairs)
            raise BadRequest(
                "“a=” and “b=” do not name a pair of both snapshots.",
                f"Choose one of: {named}." if named else "There is none.",
            )
        return {**given, **dict(zip("ab", self.pair))}

    def place(self, row):
        return row.whole.counted

    def select(self, given):
        filters = filters_of(given, self.vocabulary)
        return select(self.rows, filters, given.get("status"), given.get("moved"))

    def counts(self, given):
        pair, counts = self.pair, {}
        for name in ("layer", "document", "label", "kind"):
            about = ("annotators", name) if pair else (name,)
            found = count(self.select(without(given, name)), *about).items()
            counts[name] = {
                key[-1]: sum(numbers.values()) for key, numbers in found if pair in (None, key[0])
            }
        of_status = count(self.select(without(given, "status")), *(("annotators",) if pair else ()))
        return {**counts, "status": of_status.get((pair,) if pair else (), {})}

    def patterns(self, given, chosen):
        return patterns_of(map(self.place, chosen), self.pair)

    def choices(self, kinds):
        return {**super().choices(kinds), "moved": MOVES if self.pair else ()}

    def in_words(self, name, text):
        if name == "moved":
            return dict(zip(MOVES, self.pair or ())).get(text, text)
        return super().in_words(name, text)

    def cards(self, rows, first, given):
        # Files are today's: ids and lines of snapshots are not told, and links stand once.
        redacted = self.compared.annotators
        made = [
            Cards(links, self.pair or (), redacted=redacted)
            for links in (None, by_links(self.links))
        ]
        return [self._card(change, number, made) for number, change in enumerate(rows, first)]

    def _card(self, change, number, made):
        chosen = change.pairs[0]
        if self.pair is not None:
            chosen = next(each for each in change.pairs if each.annotators == self.pair)
        states = zip(("before", "after"), (change.before, change.after), made, change.values)
        about = {
            "changed": change.changed,
            "status": change.status if self.pair is None else chosen.status,
            "pair": chosen.annotators,
            "states": [
                (words, state, cards.values(change.place, values))
                for words, state, cards, values in states
            ],
        }
        return made[1].card(change.place, self._table(change), number, about=about)

    def to_json(self, rows):
        return report.change_rows(rows)

    def to_csv(self, rows):
        return for_programs(report.change_rows(rows), self.fields)

    def further(self, given, chosen, args):
        return {"compared": self.compared, "meanings": STATUSES}
