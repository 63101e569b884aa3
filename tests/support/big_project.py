"""A project of any size with layers of all kinds, and more labels than a page shows at once."""

import random

from small_projects import put_raw

ANNOTATORS = ("anna", "ben", "carla", "dora")
CONF = """[project]
phase = pilot
[layer dependencies]
labels = {arcs}
token_types = word
[layer trees]
[layer findings]
kind = labels
types = {findings}
[layer certainty]
kind = labels
value = attribute:Certainty
[layer links]
kind = entity-relations
types = causes, treats
[layer events]
kind = events
[layer coreference]
kind = chains
relations = same
[access]
managers = lead
reveal = own
others = named
"""
_ARC, _FINDING = "dep", "finding_of_the_ward_"


def write(root, documents=40, sentences=4, labels=45, seed=1, annotators=ANNOTATORS):
    """A project; the same files for the same numbers. Annotators see one in twelve labels, and
    miss one in twelve annotations, in their own way.
    """
    dice = random.Random(seed)
    for number in range(documents):
        text = "".join(
            " ".join(f"w{dice.randrange(60)}" for _ in range(9)) + " .\n" for _ in range(sentences)
        )
        drawn = [_sentence(dice, labels) for _ in range(sentences)]
        for name in annotators:
            put_raw(root, name, f"note-{number:04}", text, _standoff(dice, text, drawn, labels))
    arcs, findings = (
        ", ".join(f"{name}{label:02}" for label in range(labels)) for name in (_ARC, _FINDING)
    )
    (root / "iaa.conf").write_text(CONF.format(arcs=arcs, findings=findings))
    return root


def _sentence(dice, labels):
    """([(head, label)] of each word, numbers of the two findings, whether each is certain)."""
    heads = [
        (max(0, place - dice.choice((1, 1, 2))), dice.randrange(labels)) for place in range(10)
    ]
    return heads, [dice.randrange(labels) for _ in range(2)], dice.random() < 0.7


def _standoff(dice, text, drawn, labels):
    lines, numbers, before = [], dict.fromkeys("TRAE", 0), None

    def add(kind, line):
        numbers[kind] += 1
        lines.append(f"{kind}{numbers[kind]}\t{line}\n")
        return f"{kind}{numbers[kind]}"

    def seen(label):
        return dice.randrange(labels) if dice.random() < 1 / 12 else label

    def missed():
        return dice.random() < 1 / 12

    start = 0
    for line, (heads, findings, certain) in zip(text.splitlines(), drawn):
        places, at = [], start
        for word in line.split():
            at = text.index(word, at)
            places.append((at, at + len(word)))
            at += len(word)
        start += len(line) + 1
        words = [add("T", f"word {a} {b}\t{text[a:b]}") for a, b in places]
        for place, (head, label) in list(enumerate(heads))[1:]:
            add("R", f"{_ARC}{seen(label):02} Arg1:{words[head]} Arg2:{words[place]}\t")
        own = []
        for (a, _), (_, b), label in zip(places[1::4], places[2::4], findings):
            if not missed():
                name = f"{_FINDING}{seen(label):02}"
                own.append(add("T", f"{name} {a} {b}\t{text[a:b]}"))
                add("A", f"Certainty {own[-1]} {'Certain' if certain != missed() else 'Possible'}")
        if len(own) > 1 and not missed():
            add("R", f"{'treats' if missed() else 'causes'} Arg1:{own[0]} Arg2:{own[1]}\t")
        a, b = places[8]
        if own:
            trigger = add("T", f"Change {a} {b}\t{text[a:b]}")
            add("E", f"Change:{trigger} {'Cause' if missed() else 'Theme'}:{own[0]}")
            if before and not missed():
                add("R", f"same Arg1:{before} Arg2:{own[-1]}\t")
            before = own[-1]
    return "".join(lines)
