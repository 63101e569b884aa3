"""The chains of a document by numbers, as in Passonneau 2004: each annotator's, and all of them.

Equal sets of mentions have one number, whoever's they are: in the order of their first mentions,
and of several with the same first one, the larger set first.
"""

from itertools import count

from brat_iaa.measures.coreference import NO_CLASS

# How mentions are called: without I, which looks like a figure.
_LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"


class ChainNumbers:
    """The chains of a document of a DrawnLayer.

    annotators  of the document
    mentions    [(fragments, words)], in the order of the text
    numbers     of each mention {annotator: number of the set}
    sets        {number: tuple of mentions}, in order
    """

    def __init__(self, layer, document):
        part = layer.of([document])
        (table,), columns = part.tables, part.columns()
        self.annotators = table.annotators
        sides = [columns.annotators.index(name) for name in self.annotators]
        places = [columns.batch.fragments[place] for place in columns.place.tolist()]
        self.mentions = [*zip(places, columns.words)]
        chains, known, next_number = columns.equal.tolist(), {}, count(1)
        self.numbers, self.sets = [], {}
        for mention, of_mention in enumerate(chains):
            new = {of_mention[side] for side in sides} - {NO_CLASS, *known}
            members = {chain: _members(columns, chain, mention) for chain in new}
            for chain in sorted(new, key=lambda chain: (-len(members[chain]), chain)):
                known[chain] = next(next_number)
                self.sets[known[chain]] = members[chain]
            self.numbers.append({
                name: known[of_mention[side]]
                for name, side in zip(self.annotators, sides)
                if of_mention[side] != NO_CLASS
            })  # fmt: skip

    def chains_of(self, annotator) -> list:
        """Numbers of an annotator's sets, in the order of their first mentions."""
        numbers = (of.get(annotator) for of in self.numbers)
        return [*filter(None, dict.fromkeys(numbers))]

    def in_letters(self, numbers) -> str:
        """Such as “{A, D} {C}” of some sets."""
        return " ".join(f"{{{', '.join(map(letters, self.sets[number]))}}}" for number in numbers)


def _members(columns, chain, mention):
    """The mentions of a set; one that somebody has in several chains stands for itself."""
    whole = chain < len(columns.sizes)
    return tuple(columns.mentions_of(chain).tolist()) if whole else (mention,)


def letters(mention) -> str:
    """A mention by its number from 0: A, B, ..., Z, AA, AB, ..."""
    more, last = divmod(mention, len(_LETTERS))
    return (letters(more - 1) if more else "") + _LETTERS[last]
