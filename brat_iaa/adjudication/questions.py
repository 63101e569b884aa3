"""Questions: places of a draft that hang together, and are decided in one go.

Two places of a sentence hang together if one is a consequence of the other, or if they share a
word: their own, or one to which not all of those who differ attach the same.
"""

import hashlib
from collections import defaultdict
from string import ascii_uppercase
from typing import NamedTuple

from brat_iaa.adjudication.merge import DECIDED, HAND
from brat_iaa.review.items import digest


class Question(NamedTuple):
    """cases    Cases in the order in which they are asked, with a Place each
    letters  {annotator: what stands for the name}: letters in an order of its own for each
             question, so that nothing tells whose they are elsewhere; or the names
    """

    cases: tuple
    letters: dict

    @property
    def key(self):
        return self.cases[0].key

    @property
    def left(self):
        """Number of its cases that ask for something."""
        return sum(case.left for case in self.cases)

    @property
    def seen(self):
        """Another one when anything of this is."""
        return digest([sorted(self.letters.items()), *(case.seen for case in self.cases)])

    @property
    def is_decided(self):
        """Whether somebody has decided all of it; a rule is nobody."""
        return all(case.status in (DECIDED, HAND) for case in self.cases)

    def call(self, annotator):
        """How an annotator is called: names are told when all is decided."""
        return annotator if self.is_decided else self.letters[annotator]

    def by_letter(self, names):
        """Names in the order of what stands for them."""
        return sorted(names, key=lambda name: self.letters[name])

    @property
    def readings(self) -> list:
        """[names] of annotators who have the same everywhere, by letters."""
        found: dict = {}
        for name in self.letters:
            at = [_group(case.place, name) for case in self.cases]
            if None not in at:
                found.setdefault(tuple(at), []).append(name)
        each = [self.by_letter(names) for names in found.values()]
        return sorted(each, key=lambda names: self.letters[names[0]])


def questions(cases, names=False) -> list:
    """[Question], in the order in which they are asked. names: whether annotators are named"""
    joined = {case.key: [case] for case in cases}
    of_place = {case.place.key: case for case in cases}
    of_number = {(case.document, case.number): case for case in cases}
    in_sentence = defaultdict(list)
    for case in cases:
        causes = [of_number.get((case.document, number)) for number in case.causes]
        after = [of_place.get(each.item.key) for each in case.place.consequences]
        words, there = _words(case.place), in_sentence[case.document, case.place.sentence]
        shared = [other for other, own in there if _overlap(words, own)]
        for other in filter(None, (*causes, *after, *shared)):
            _join(joined, case, other)
        there.append((case, words))
    made = {id(group): group for group in joined.values()}
    groups = [tuple(sorted(group, key=lambda case: case.order)) for group in made.values()]
    groups.sort(key=lambda group: group[0].order)
    made_of = [{name for case in group for name in case.place.values} for group in groups]
    return [
        Question(group, letters(group[0].key, each, names)) for group, each in zip(groups, made_of)
    ]


def letters(key, annotators, names=False) -> dict:
    """{annotator: what stands for the name} at what has a key. names: the names themselves"""
    if names:
        return {name: name for name in sorted(annotators)}

    def order(name):
        return hashlib.sha256(f"{key} {name}".encode("utf-8", "replace")).digest()

    return {name: _letter(number) for number, name in enumerate(sorted(annotators, key=order))}


def _letter(number):
    more, last = divmod(number, len(ascii_uppercase))
    return (_letter(more - 1) if more else "") + ascii_uppercase[last]


def _group(place, name):
    """The number of the group of an annotator at a Place; None where the word is missing."""
    found = (number for number, group in enumerate(place.groups) if name in group)
    return next(found, None)


def _words(place):
    """{(start, end)} of what a Place is about."""
    words = {*place.token.fragments}
    for each in place.differences:
        ends = [
            set() if mark is None else {
                at
                for end in (*mark.ends, *filter(None, [mark.head]))
                if not getattr(end, "is_root", False)
                for at in end.fragments
            }
            for mark in each.marks
        ]  # fmt: skip
        words |= ends[0] ^ ends[1]
    return words


def _overlap(some, others):
    return any(a < d and c < b for a, b in some for c, d in others)


def _join(joined, one, other):
    ours, theirs = joined[one.key], joined[other.key]
    if ours is not theirs:
        ours += theirs
        joined.update((case.key, ours) for case in theirs)
