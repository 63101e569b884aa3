"""Random projects with all that brat can hold and people draw: spans that touch, overlap, go over a
line end or lie on one extent; events that share triggers, refer to each other or stand in circles;
relations, of one type with its two roles in either order; chains as lines or as relations, mentions
in two of them; attributes, references and notes on all of these; empty files, and lines that cannot
be read, where they are asked for.
"""

from random import Random

from small_projects import put_raw

BROKEN = (
    "T99 broken", "R77\tr1 Arg1:T950 Arg2:T951\t", "A88\tNeg T952", "*\tCoref T953 T954", "",
    "T96\tA 3 999999\tx", "E66\tBind:T955 Theme:T1", "X1\tfoo", "#77\tAnnotatorNotes T956\tgone",
    "T97\tA 0 1\twrong words here",
)  # fmt: skip
# A layer of each kind, or two: of the types of spans as sets, and as they are.
LAYERS = """
[layer spans]
kind = labels
value = type
set = yes
[layer Neg]
kind = labels
value = attribute:Neg
[layer Cert]
kind = labels
value = attribute:Cert
[layer Db]
kind = labels
value = normalization:Db
set = yes
[layer relations]
kind = entity-relations
{relations}
[layer events]
kind = events
[layer chains]
kind = chains
{chains}
"""


class DrawnDocument:
    """A text, and the .ann files of annotators who drew nearly the same.

    text, offsets  of the document; of its words
    files          {annotator: bytes}
    chained        types of relations that say that things are the same; () where * lines do
    """

    def __init__(self, seed, names=("x", "y", "z"), changed=0.12, messy=False, chained=None):
        self.rng = rng = Random(seed)
        self._changed, self._messy = changed, messy
        self._end = "\r\n" if messy and rng.random() < 0.3 else "\n"
        self.chained = rng.choice([(), ("Coref",)]) if chained is None else chained
        self.text, self.offsets = "", []
        for number in range(40):
            word = "".join(rng.choice("abcdefgé") for _ in range(rng.randint(1, 6)))
            self.offsets.append((len(self.text), len(self.text) + len(word)))
            self.text += word + (self._end if number % 8 == 7 else " ")
        self._draw()
        self.files = {name: self._file() for name in names}

    def _draw(self):
        rng, at = self.rng, self.offsets
        self._spans = []
        for _ in range(12):
            first = rng.randrange(35)
            last = first + rng.randint(0, 2)
            fragments = [(at[first][0], at[last][1])]
            if rng.random() < 0.12:
                fragments.append(at[last + 2])
            self._spans.append((rng.choice("ABC"), tuple(fragments)))
            if rng.random() < 0.15:  # two on one extent
                self._spans.append((rng.choice("ABC"), tuple(fragments)))
        self._events = []
        for _ in range(6):
            args = [
                (rng.choice(["Theme", "Cause"]), "s", self._any()) for _ in range(rng.randint(0, 2))
            ]
            trigger = at[rng.randrange(len(at) - 1)]
            self._events.append([rng.choice(["Bind", "Reg"]), (trigger,), args])
        for event in self._events:
            if rng.random() < 0.4:
                event[1] = rng.choice(self._events)[1]
            if rng.random() < 0.4:  # also of themselves, and in circles
                event[2] = event[2][:1] + [("Theme2", "e", rng.randrange(6))]
        self._relations = [
            (rng.choice(["r1", "r2", "r3"]), self._end_of_relation(), self._end_of_relation())
            for _ in range(8)
        ]
        self._labels = [
            (rng.choice(["Neg", "Cert"]), rng.choice("sseer"), rng.randrange(6), rng.choice(["hi", "lo"]))
            for _ in range(12)
        ]  # fmt: skip
        self._chains = [rng.sample(range(len(self._spans)), rng.randint(2, 3)) for _ in range(3)]
        if rng.random() < 0.5:  # a mention twice, in two chains
            twice = rng.choice(self._chains)[0]
            self._spans.append(self._spans[twice])
            rng.choice(self._chains).append(len(self._spans) - 1)

    def _any(self):
        return self.rng.randrange(len(self._spans))

    def _end_of_relation(self):
        return ("e", self.rng.randrange(6)) if self.rng.random() < 0.2 else ("s", self._any())

    def _differs(self):
        return self.rng.random() < self._changed

    def _file(self):
        rng, lines, number = self.rng, [], self.rng.randint(0, 3)
        ids = {"s": {}, "e": {}, "r": {}}

        def span(type, fragments):
            nonlocal number
            number += 1
            words = " ".join(self.text[start:end] for start, end in fragments)
            where = ";".join(f"{start} {end}" for start, end in fragments)
            words = words.replace("\r", " ").replace("\n", " ")
            lines.append(f"T{number}\t{type} {where}\t{words}")
            return f"T{number}"

        for key, (type, fragments) in enumerate(self._spans):
            if not self._differs():
                fragments = list(fragments)
                type = rng.choice("ABC") if self._differs() else type
                if self._differs() and fragments[0][1] - fragments[0][0] > 1:
                    fragments[0] = fragments[0][0], fragments[0][1] - 1
                if self._differs():
                    fragments = [each for part in fragments for each in self._lines(*part)]
                ids["s"][key] = span(type, fragments)
                if self._messy and rng.random() < 0.08:
                    span(type, fragments)
        events, triggers = [], {}
        for key, (type, trigger, args) in enumerate(self._events):
            if not self._differs():
                type = rng.choice(["Bind", "Reg"]) if self._differs() else type
                if (type, trigger) not in triggers or rng.random() < 0.3:
                    triggers[type, trigger] = span(type, trigger)
                ids["e"][key] = f"E{len(ids['e']) + 1}"
                events.append((ids["e"][key], type, triggers[type, trigger], args))
        for id, type, trigger, args in events:
            ends = [(role, ids[kind].get(to)) for role, kind, to in args if not self._differs()]
            ends = " ".join(f"{role}:{to}" for role, to in ends if to)
            lines.append(f"{id}\t{type}:{trigger} {ends}")
        self._write_relations(lines, ids)
        self._write_labels(lines, ids)
        if self._messy:
            for _ in range(rng.randint(0, 4)):
                lines.insert(rng.randrange(len(lines) + 1), rng.choice(BROKEN))
            if rng.random() < 0.3:
                lines.append(rng.choice(lines))  # a line and an id twice
        return (self._end.join(lines) + (self._end if rng.random() < 0.8 else "")).encode()

    def _lines(self, start, end):
        """A fragment as brat writes it: one for each line."""
        broken = self.text.find(self._end, start, end)
        return [(start, end)] if broken < 0 else [(start, broken), (broken + len(self._end), end)]

    def _write_relations(self, lines, ids):
        rng, number = self.rng, 0
        for key, (type, first, second) in enumerate(self._relations):
            if self._differs():
                continue
            second = ("s", self._any()) if self._differs() else second
            first, second = (second, first) if self._differs() else (first, second)
            type = rng.choice(["r1", "r2", "r3"]) if self._differs() else type
            ends = [ids[kind].get(to) for kind, to in (first, second)]
            if first != second and all(ends):
                number += 1
                ids["r"][key] = f"R{number}"
                roles = ("From", "To") if type == "r3" else ("Arg1", "Arg2")
                parts = [f"{role}:{end}" for role, end in zip(roles, ends)]
                if type == "r3" and rng.random() < 0.5:
                    parts.reverse()
                lines.append(f"R{number}\t{type} {' '.join(parts)}\t")
        for chain in self._chains:
            members = [ids["s"][key] for key in chain if key in ids["s"] and not self._differs()]
            if len(members) > 1 and self.chained:
                for one, other in zip(members, members[1:]):
                    number += 1
                    lines.append(f"R{number}\tCoref Arg1:{one} Arg2:{other}\t")
            elif len(members) > 1:
                lines.append("*\tCoref " + " ".join(members))

    def _write_labels(self, lines, ids):
        rng = self.rng
        for number, (name, kind, key, value) in enumerate(self._labels, 1):
            to = ids[kind].get(key)
            if to and not self._differs():
                value = rng.choice(["hi", "lo"]) if self._differs() else value
                lines.append(f"A{number}\t{name} {to}" + (f" {value}" if name == "Cert" else ""))
                if rng.random() < 0.2:
                    lines.append(f"#{number}\tAnnotatorNotes {to}\tnote {value}")
                if rng.random() < 0.2:
                    lines.append(f"N{number}\tReference {to} Db:{value}\tname {value}")


def write_project(root, seed, names=("anna", "ben", "carla"), documents=3, messy=False, conf=""):
    """A project of such documents with a layer of each kind. Some have no file, or an empty one.

    names  of the directories: those of annotators, and of a gold
    conf   what iaa.conf begins with
    """
    rng = Random(seed)
    chained = rng.choice([(), ("Coref",)])
    for number in range(documents):
        drawn = DrawnDocument(f"{seed} {number}", names, messy=messy, chained=chained)
        for name, content in drawn.files.items():
            if number and (lot := rng.random()) < 0.2:
                if lot < 0.1:
                    continue
                content = b""
            put_raw(root, name, f"d{number}", drawn.text, content.decode())
    settings = LAYERS.format(
        relations="types = r1, r2, r3" if chained else "",
        chains=f"relations = {', '.join(chained)}" if chained else "",
    )
    (root / "iaa.conf").write_text(conf + settings + "[intervals]\nresamples = 0\n")
    return root
