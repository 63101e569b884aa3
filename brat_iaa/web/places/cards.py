"""A place as every page shows it: its sentence, and the annotators grouped by what they drew.

The list, documents, the review, the discussion and the comparison of phases show the same card;
each adds its own around it.
"""

from typing import NamedTuple, Optional

from brat_iaa.formats.brat_links import offsets
from brat_iaa.places.place import grouped
from brat_iaa.places.sentence import in_sentence
from brat_iaa.report.places import link_of


class Group(NamedTuple):
    """Annotators with the same value.

    value    of one of them
    shared   those of its Marks that everybody has
    members  [Member], those chosen to be first at the head
    side     "a", "b", or "c" for all further ones: line and colour; "" if there is no other
    """

    value: object
    shared: list
    members: list
    side: str = ""

    @property
    def names(self):
        return [member.shown for member in self.members]


class Member(NamedTuple):
    """One annotator of a Group.

    name     directory, or as the viewer knows the annotator
    shown    the same, "you", or a number in a list without names
    records  [(brat's id, line)]; () where nothing is told of the annotator's file
    address  in brat, None where there is none
    """

    name: str
    shown: str
    records: tuple
    address: Optional[str]


class Card(NamedTuple):
    """One Place.

    number     on the page, or None
    pieces     [(text, class)] of the sentence: "token", "head-a" and "head-b" of the groups' heads
    groups     [Group]
    turned     [(names shown, Token, Mark)]: arcs the other way round, at another item
    pair       two who differ: the first of the first group, and one who differs from that one
    both       address of both side by side in brat, None where there is none
    about      what the list says of it beside that
    """

    place: object
    number: Optional[int]
    pieces: list
    rtl: bool
    groups: list
    turned: list
    pair: tuple
    both: Optional[str] = None
    about: object = None


class Cards:
    """Makes the Cards of one page.

    address   function of a Place and an annotator that returns the address in brat, or None; None:
              no links
    first     names whose groups come first; of those that differ in a place
    call      function of an annotator's name that returns how it is shown
    redacted    names of annotators of whose files nothing is told
    """

    def __init__(self, address=None, first=(), call=str, redacted=()):
        self._address, self._first, self._call = address, first, call
        self._redacted = frozenset(redacted)

    def card(self, place, table=None, number=None, sentence=None, both=None, about=None):
        """The Card of a Place.

        table     ComparedDocument of its document; sentence: InSentence, where it is known
        both      function of a Place and a pair that returns the address of both in brat
        about     what the list says of it
        """
        sentence = sentence or in_sentence(table, place.token)
        first = [name for name in self._first if name in place.values]
        groups = self.groups(place, place.groups_from(*first), place.values)
        members = [group.members[0].name for group in groups]
        other = next((name for name in members[1:] if place.differ(members[0], name)), None)
        pair = (members[0], other) if other else place.pairs[0]
        turned = [([*map(self._call, names)], *arc) for names, *arc in place.turned]
        return Card(
            place,
            number,
            sentence.pieces(_heads(groups)),
            sentence.rtl,
            groups,
            turned,
            pair,
            both(place, pair) if both else None,
            about,
        )

    def groups(self, place, groups, values):
        """[Group] of groups of names, with their values."""
        drawn = [set(value.drawn) for value in values.values() if not value.missing]
        common = set.intersection(*drawn) if len(drawn) > 1 else set()
        made = []
        for names in groups:
            members = [self._member(place, name, values[name]) for name in names]
            members.sort(key=lambda member: member.name not in self._first)
            value = values[names[0]]
            shared = [element for element in value.elements if element.drawn in common]
            made.append(Group(value, shared, members))
        sides = ("a", "b", *"c" * len(made)) if len(made) > 1 else ("",)
        return [group._replace(side=side) for group, side in zip(made, sides)]

    def values(self, place, values):
        """[Group] of the values of one state, which may be no place in it."""
        missing = [(name,) for name, value in values.items() if value.missing]
        return self.groups(place, [*grouped(values), *missing], values)

    def _member(self, place, name, value):
        told = name not in self._redacted
        records = tuple((id, line) for id, line in value.records if line) if told else ()
        address = self._address and self._address(place, name)
        return Member(name, self._call(name), records, address)


def without_values(sentence):
    """The Card of a place of which nothing is told but where it is: InSentence."""
    return Card(None, None, sentence.pieces(), sentence.rtl, [], [], ())


def by_links(links):
    """The same function as in_brat() makes, of links: a function of a Difference, or None."""
    return links and (lambda place, name: link_of(place, name, links))


def side_by_side(links):
    """Function of a Place and a pair: the address of both in brat, or None. links: likewise"""
    return links and (lambda place, pair: links(place.seen_from(*pair)[0]).both)


def in_brat(brat, readable=None):
    """Function of a Place and an annotator: the address in BratLinks of what is there.

    readable  names whose documents may be opened; None: all
    """

    def address(place, name):
        if brat is None or (readable is not None and name not in readable):
            return None
        return brat.file(place.values[name].file, (*place.ids(name), *offsets([place.token])))

    return address


def _heads(groups):
    """[(start, end, class)] of the heads that not everybody has."""
    return [
        (start, end, "head-a" if group.side == "a" else "head-b")
        for group in groups
        for element in group.value.elements
        if element.head is not None and not element.head.is_root and element not in group.shared
        for start, end in element.head.fragments
    ]
