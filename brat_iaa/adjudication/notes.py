"""Writes notes on what is disputed: who has what, in plain words."""

import bisect
import re
from collections import Counter

from brat_iaa.adjudication import ballot
from brat_iaa.adjudication.ballot import SpanPosition
from brat_iaa.adjudication.draft_file import KIND_WORDS
from brat_iaa.adjudication.votes import host_order
from brat_iaa.kinds.labels import LOOKED_AT
from brat_iaa.layers.tokens import split_sentences

# Of relations, unless brat is told otherwise.
_USUAL_ROLES = ("Arg1", "Arg2")
# Words that occur once in the sentence are enough to name a head.
_WORD = re.compile(r"\w+")


class NoteWriter:
    """Writes the notes of one document into its DraftLines.

    text      of the document
    splitter  see split_sentences
    names     whether annotators are named
    patterns  compiled expressions by which notes are read as labels: notes of a draft must not
              match any
    concerns  function of a Candidate: whether it gets a note
    """

    def __init__(self, text, splitter, names, patterns, concerns):
        self._text = text
        self._names, self._concerns = names, concerns
        self._patterns = patterns
        self._bounds = split_sentences(text, splitter) or [(0, len(text))]
        self._starts = [start for start, _ in self._bounds]

    def write(self, votes, lines) -> int:
        """Add a note for everything on which the voters differ; returns the number of notes."""
        differences = votes.differences(self._concerns)
        positions = lines.positions
        for host in sorted(differences, key=host_order):
            written = not isinstance(host, SpanPosition) or lines.reference(host) is not None
            for kind, values in differences[host].items():
                of_arcs = kind in (ballot.ARC, ballot.RELATION)
                arcs = self._by_majority(kind, values, lines) if of_arcs else []
                by_majority = arcs or self._is_by_majority(kind, values, lines)
                text = self._dispute(kind, host, values, bool(by_majority))
                if arcs:
                    target = arcs[0]
                elif not isinstance(host, SpanPosition):
                    target = host
                elif written:
                    target = lines.reference(host)
                else:
                    text = f"Not in the draft: {self._where(host)}: {text}"
                    near = self._nearest(host, positions)
                    target = "sent:1" if near is None else lines.reference(near)
                text = self._harmless(text, kind)
                if self._spoils(lines.annotator_note(target), text):
                    # The note there is a label and has to stay as it is.
                    target, text = "sent:1", f"{self._where(host)}: {text}"
                lines.note(target, text)
        return sum(len(kinds) for kinds in differences.values())

    def single(self, votes, lines):
        """Add the note in a document that only one annotator did."""
        who = next(iter(votes.annotators)) if self._names else "one annotator"
        target = lines.reference(lines.positions[0]) if lines.positions else "sent:1"
        text = (
            f"Only {who} annotated this document. It is taken over as it is; nobody has checked it."
        )
        lines.note(target, text)

    @staticmethod
    def _by_majority(kind, values, lines):
        """Ids of the arcs that are in the draft although not everybody drew them, in file order."""
        votes = {vote.candidate.key: vote for of_voter in values.values() for vote in of_voter}
        ids = [lines.arc(kind, key) for key, vote in votes.items() if not vote.unanimous]
        return sorted(filter(None, ids), key=lambda id: int(id[1:]))

    @staticmethod
    def _is_by_majority(kind, values, lines):
        return any(
            not vote.unanimous and (kind, vote.candidate.key) in lines.written
            for votes in values.values()
            for vote in votes
        )

    def _dispute(self, kind, host, values, by_majority):
        groups = {}
        for name, votes in values.items():
            groups.setdefault(self._value(kind, host, votes), []).append(name)
        if self._names:
            order = sorted((-len(names), sorted(names), value) for value, names in groups.items())
            parts = [f"{', '.join(names)}: {value}" for _, names, value in order]
        else:
            order = sorted((-len(names), value) for value, names in groups.items())
            parts = [
                f"{-number} annotator{'' if number == -1 else 's'}: {value}"
                for number, value in order
            ]
        name = KIND_WORDS[kind]
        start = f"{name.capitalize()} by majority" if by_majority else f"Disputed {name}"
        return f"{start}: {'; '.join(parts)}"

    def _value(self, kind, host, votes):
        if not votes:
            if kind == ballot.SPAN:
                return "no token" if host.is_token else "no span"
            return f"no {KIND_WORDS[kind]}"
        return " and ".join(self._words(kind, vote.candidate.key) for vote in votes)

    def _words(self, kind, key):
        if kind == ballot.SPAN:
            return key[-1]
        if kind == ballot.RELATION:
            label, first, second, roles = key
            named = "" if roles == _USUAL_ROLES else f" ({', '.join(roles)})"
            return f"{label}{named} {self._named(first, second)} → {self._named(second, first)}"
        if kind == ballot.ARC:
            label, head, dependent, *_ = key
            return f"{label} from {self._named(head, dependent)}"
        if kind == ballot.EVENT:
            args = ", ".join(f"{role}: {self._end(end)}" for role, end in key[2])
            return f"{key[0]} ({args})" if args else key[0]
        if kind == ballot.CHAIN:
            return f"{key[0]} of " + " = ".join(self._end(end) for end in key[1])
        on = f" on {self._words(ballot.ARC, key[-1][1])}" if key[-1][0] == ballot.AT_ARC else ""
        if kind == ballot.ATTRIBUTE:
            return (key[0] if key[1] is None else f"{key[0]} = {key[1]}") + on
        if kind == ballot.NORMALIZATION:
            return key[1] + on
        return f"“{key[1]}”{on}"

    def _end(self, end):
        position = end[1][1] if end[0] == ballot.AT_EVENT else end[1]
        return self._text_of(position)

    def _text_of(self, position):
        return " ".join(
            " ".join(self._text[start:end] for start, end in position.fragments).split()
        )

    def _named(self, position, other):
        """The words of a head; with their characters if the sentence has the same words twice."""
        words = self._text_of(position)
        sentence = self._sentence(position)
        start, end = self._bounds[sentence]
        counted = Counter(_WORD.findall(self._text[start:end]))
        if all(counted[word] < 2 for word in _WORD.findall(words)) and sentence == self._sentence(
            other
        ):
            return words
        return f"{words} ({self._characters(position)})"

    def _where(self, position):
        return f"{self._text_of(position)} ({self._characters(position)})"

    @staticmethod
    def _characters(position):
        return "characters " + ", ".join(f"{start} to {end}" for start, end in position.fragments)

    def _sentence(self, position):
        return max(bisect.bisect_right(self._starts, position.fragments[0][0]) - 1, 0)

    def _nearest(self, host, positions):
        """Position of the draft's span that is nearest to one that is not in the draft."""

        def distance(position):
            apart = max(
                position.fragments[0][0] - host.fragments[-1][1],
                host.fragments[0][0] - position.fragments[-1][1],
                0,
            )
            return self._sentence(position) != self._sentence(host), apart, position

        return min(positions, key=distance, default=None)

    def _harmless(self, text, kind):
        """The text on one line, so that it cannot be read as an annotator's label."""
        text = " ".join(text.split())
        if self._patterns:
            text = text.replace("<", "‹").replace(">", "›")
        if any(pattern.search(text, 0, LOOKED_AT) for pattern in self._patterns):
            text = f"Disputed {KIND_WORDS[kind]}: see the annotators' files."
        return text

    def _spoils(self, note, text):
        """Whether the annotators' note would be read as another label with the text behind it."""
        if note is None:
            return False
        both = (note, f"{note} | {text}")
        return any(
            len({match and match.groups() for match in found}) > 1
            for pattern in self._patterns
            for found in [[pattern.search(text, 0, LOOKED_AT) for text in both]]
        )
