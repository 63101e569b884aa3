"""Small projects with coreference chains or discourse relations, written in few words.

A text is words with blanks between them, a sentence a line. An annotator's file
is made of spans on those words; brat ids are counted up as lines are written.
"""

import random as random_numbers

from small_projects import put_raw


def word_places(text):
    """[(start, end), ...] of the words of a text."""
    places, start = [], 0
    for line in text.splitlines(keepends=True):
        place = start
        for word in line.split():
            place = text.index(word, place)
            places.append((place, place + len(word)))
            place += len(word)
        start += len(line)
    return places


class Writer:
    """An .ann file in the making. first: number of the first id of each sort."""

    def __init__(self, text, first=1):
        self.text = text
        self.lines = []
        self._next = dict.fromkeys("TREA#", first)
        self._places = word_places(text)

    def id(self, sort):
        self._next[sort] += 1
        return f"{sort}{self._next[sort] - 1}"

    def span(self, type, *words):
        """A T line on some words, by their number from 0; returns its id."""
        id = self.id("T")
        fragments = [self._places[word] for word in words]
        where = ";".join(f"{start} {end}" for start, end in fragments)
        written = " ".join(self.text[start:end] for start, end in fragments)
        self.lines.append(f"{id}\t{type} {where}\t{written}\n")
        return id

    def event(self, type, trigger, **args):
        id = self.id("E")
        self.lines.append(
            f"{id}\t{type}:{trigger} "
            + " ".join(f"{role}:{end}" for role, end in args.items())
            + "\n"
        )
        return id

    def relation(self, type, first, second, roles=("Arg1", "Arg2")):
        id = self.id("R")
        self.lines.append(f"{id}\t{type} {roles[0]}:{first} {roles[1]}:{second}\t\n")
        return id

    def equiv(self, type, *ids):
        self.lines.append(f"*\t{type} {' '.join(ids)}\n")

    def attribute(self, type, target, value):
        self.lines.append(f"{self.id('A')}\t{type} {target} {value}\n")

    def note(self, target, text):
        self.lines.append(f"{self.id('#')}\tAnnotatorNotes {target}\t{text}\n")

    def content(self, seed=None):
        """The file; with a seed, its lines in another order."""
        lines = list(self.lines)
        if seed is not None:
            random_numbers.Random(seed).shuffle(lines)
        return "".join(lines)


def put_chains(root, annotator, document, text, chains, first=1, seed=None, as_relations=False):
    """Write an annotator's document.

    chains        sets of word numbers, singletons too; what is in none is no mention
    as_relations  arcs from each mention to the one before it, instead of * lines
    """
    writer = Writer(text, first)
    ids = {word: writer.span("NP", word) for chain in chains for word in sorted(chain)}
    for chain in chains:
        members = [ids[word] for word in sorted(chain)]
        if as_relations:
            for before, mention in zip(members, members[1:]):
                writer.relation("Coref", mention, before)
        elif len(members) > 1:
            writer.equiv("Coref", *members)
    put_raw(root, annotator, document, text, writer.content(seed))
