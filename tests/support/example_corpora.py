"""brat's own example corpora, each beside a copy in which a share of the annotation was changed.

    python tests/example_corpora.py FOLDER      writes all of them, as projects below FOLDER

What is changed is drawn at random, the same for the same seed: types and extents of spans,
attributes, labels and direction of relations, types and arguments of events; some are missing.
"""

import random
import re
import shutil
import sys
from pathlib import Path

from brat_corpora import CORPORA, folder

FIRST, SECOND = "original", "changed"
_CONFS = ("annotation.conf", "visual.conf", "tools.conf")
# Types, extents, and what is missing: how often each is drawn.
_SPAN_CHANGES = ("type", "type", "extent", "missing")
_RELATION_CHANGES = ("type", "turned", "missing")
_EVENT_CHANGES = ("type", "role", "argument", "missing")


def example_project(name, root, share=0.1, seed=1):
    """Write the project of one corpus; returns root.

    name   of CORPORA
    share  how much of what is annotated is changed
    """
    source = folder() / CORPORA[name]
    documents = sorted(source.glob("*.ann"))
    types = _types(documents)
    chance = random.Random(f"{name} {seed}")
    for annotator in (FIRST, SECOND):
        (root / annotator).mkdir(parents=True)
    for conf in _CONFS:
        for place in (source, source.parent):
            if (place / conf).is_file():
                shutil.copy(place / conf, root / conf)
                break
    for path in documents:
        written = path.read_text("utf-8")
        text = path.with_suffix(".txt").read_text("utf-8")
        for annotator in (FIRST, SECOND):
            shutil.copy(path.with_suffix(".txt"), root / annotator)
        (root / FIRST / path.name).write_text(written, "utf-8")
        changed = _Changer(text, written.splitlines(), types, share, chance).lines()
        (root / SECOND / path.name).write_text("".join(line + "\n" for line in changed), "utf-8")
    return root


def _types(documents):
    """{what: sorted types} of "span", "relation", "event", and "role"."""
    found = {"span": set(), "relation": set(), "event": set(), "role": set()}
    for path in documents:
        lines = path.read_text("utf-8").splitlines()
        triggers = {
            match.group()
            for line in lines
            if line[0] == "E"
            for match in [re.search(r"T\d+", line)]
        }
        for line in lines:
            id, *rest = line.split("\t")
            if id[0] == "T" and id not in triggers:
                found["span"].add(rest[0].split()[0])
            elif id[0] == "R":
                found["relation"].add(rest[0].split()[0])
            elif id[0] == "E":
                first, *arguments = (word.partition(":")[0] for word in rest[0].split())
                found["event"].add(first)
                found["role"].update(re.sub(r"\d+$", "", role) for role in arguments)
    return {what: sorted(own) for what, own in found.items()}


class _Changer:
    """Changes the lines of one document."""

    def __init__(self, text, lines, types, share, chance):
        self._text, self._types, self._share, self._chance = text, types, share, chance
        self._lines = {number: line.split("\t") for number, line in enumerate(lines)}
        self._triggers = {
            re.search(r"T\d+", fields[1]).group()
            for fields in self._lines.values()
            if fields[0][0] == "E"
        }

    def lines(self):
        """List of lines."""
        for number, fields in list(self._lines.items()):
            change = {
                "T": self._span,
                "R": self._relation,
                "E": self._event,
                "A": self._attribute,
                "M": self._attribute,
            }.get(fields[0][0])
            if change is not None and number in self._lines and self._chance.random() < self._share:
                change(number, fields)
        return ["\t".join(fields) for fields in self._lines.values()]

    def _span(self, number, fields):
        if fields[0] in self._triggers:
            return  # its type is the event's
        change = self._chance.choice(_SPAN_CHANGES)
        if change == "missing" and not self._is_named(fields[0]):
            self._drop(number, fields[0])
        elif change == "extent" and ";" not in fields[1]:
            self._longer(fields)
        else:
            self._retype(fields, "span")

    def _longer(self, fields):
        """The span with the word behind it, or without its first word if there is none."""
        type, start, end = fields[1].split()
        start, end = int(start), int(end)
        behind = re.match(r" \w+", self._text[end:])
        before = re.match(r"\w+ ", self._text[start:end])
        if behind:
            end += len(behind.group())
        elif before:
            start += len(before.group())
        fields[1:] = [f"{type} {start} {end}", self._text[start:end]]

    def _retype(self, fields, what):
        type, *rest = fields[1].split(" ")
        others = [one for one in self._types[what] if one != type.partition(":")[0]]
        if others:
            other = self._chance.choice(others)
            _, colon, trigger = type.partition(":")
            fields[1] = " ".join([other + colon + trigger, *rest])
            for own in self._lines.values() if colon else ():
                if own[0] == trigger:
                    own[1] = " ".join([other, *own[1].split(" ")[1:]])

    def _relation(self, number, fields):
        change = self._chance.choice(_RELATION_CHANGES)
        if change == "type":
            self._retype(fields, "relation")
        elif change == "missing" and not self._is_named(fields[0]):
            self._drop(number, fields[0])
        else:
            type, one, other = fields[1].split()
            (first, one), (second, other) = (end.split(":") for end in (one, other))
            fields[1] = f"{type} {first}:{other} {second}:{one}"

    def _event(self, number, fields):
        change = self._chance.choice(_EVENT_CHANGES)
        type, *arguments = fields[1].split()
        if change == "missing" and not self._is_named(fields[0]):
            self._drop(number, fields[0])
            trigger = type.partition(":")[2]
            if not self._is_named(trigger):
                place = next(at for at, own in self._lines.items() if own[0] == trigger)
                self._drop(place, trigger)
        elif change == "type" or not arguments:
            self._retype(fields, "event")
        elif change == "role" and len(self._types["role"]) > 1:
            role, _, target = arguments[0].partition(":")
            others = [one for one in self._types["role"] if one != re.sub(r"\d+$", "", role)]
            fields[1] = " ".join([type, f"{self._chance.choice(others)}:{target}", *arguments[1:]])
        else:
            fields[1] = " ".join([type, *arguments[1:]])

    def _attribute(self, number, fields):
        values = fields[1].split()
        others = sorted(
            {
                own[1].split()[2]
                for own in self._lines.values()
                if own[0][0] in "AM" and own[1].split()[0] == values[0] and len(own[1].split()) > 2
            }.difference(values[2:])
        )
        if len(values) > 2 and others:
            fields[1] = " ".join([*values[:2], self._chance.choice(others)])
        else:
            del self._lines[number]

    def _drop(self, number, id):
        """Take a line out, and those that say something of it alone."""
        del self._lines[number]
        for other, own in list(self._lines.items()):
            if own[0][0] in "AMN#" and id in own[1].split():
                del self._lines[other]

    def _is_named(self, id):
        """Whether another line names this id, but for attributes, normalizations and notes."""
        named = re.compile(rf"(?:^|[ :]){id}(?= |$)")
        return any(
            own[0] != id and own[0][0] not in "AMN#" and named.search(own[1])
            for own in self._lines.values()
            if len(own) > 1
        )


if __name__ == "__main__":
    for one in CORPORA:
        example_project(one, Path(sys.argv[1]) / one)
