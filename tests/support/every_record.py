"""A random project whose files have records of every sort, so that any kind of layer finds some."""

from random import Random

from small_projects import put_raw

ANNOTATORS = ("anna", "ben", "carla")
DOCUMENTS = ("a", "b")
SENTENCES, LENGTH = 3, 5
TEXT = "".join(
    " ".join(f"w{sentence}{place}" for place in range(LENGTH)) + "\n"
    for sentence in range(SENTENCES)
)


def _drawn(rng):
    """{what: {where: value}} of one document: every word is a span, with an arc to one before it."""
    words = range(SENTENCES * LENGTH)
    return {
        "type": {word: rng.choice("NV") for word in words},
        "head": {word: (word - rng.randint(1, word % LENGTH), rng.choice(("subj", "obj"))) for word in words if word % LENGTH},
        "mood": {word: rng.choice(("glad", "sad")) for word in words if rng.random() < 0.6},
        "sure": {word: "" for word in words if rng.random() < 0.5},
        "event": {word: rng.sample(words, 2) for word in words[::4]},
        "chain": {word: rng.choice((0, 1)) for word in words[1::3]},
    }  # fmt: skip


def _like(rng, drawn, share=0.25):
    """What somebody else drew, who does otherwise here and there."""
    other = _drawn(rng)
    return {
        what: {
            where: value if rng.random() >= share else other[what].get(where, value)
            for where, value in values.items()
            if what in ("type", "head") or rng.random() >= share / 2
        }
        for what, values in drawn.items()
    }


def _standoff(drawn):
    words, lines, start = TEXT.split(), [], 0
    for number, word in enumerate(words):
        start = TEXT.index(word, start)
        type = drawn["type"][number]
        if number in drawn["event"]:  # an event has the type of its trigger
            type = "Cause" if drawn["event"][number][0] % 4 else "Move"
        lines.append(f"T{number + 1}\t{type} {start} {start + len(word)}\t{word}")
    for number, (word, (head, label)) in enumerate(drawn["head"].items(), 1):
        lines.append(f"R{number}\t{label} Arg1:T{head + 1} Arg2:T{word + 1}")
    attributes = [(name, *own) for name in ("Mood", "Sure") for own in drawn[name.lower()].items()]
    for number, (name, word, value) in enumerate(attributes, 1):
        lines.append(f"A{number}\t{name} T{word + 1} {value}".rstrip())
    for number, (word, ends) in enumerate(drawn["event"].items(), 1):
        start, target = (end + 1 for end in ends)
        type = "Cause" if ends[0] % 4 else "Move"
        lines.append(f"E{number}\t{type}:T{word + 1} Start:T{start} Target:T{target}")
    for chain in (0, 1):
        mentions = [f"T{word + 1}" for word, own in drawn["chain"].items() if own == chain]
        if len(mentions) > 1:
            lines.append(f"*\tCoref {' '.join(mentions)}")
    return "".join(f"{line}\n" for line in lines)


def write(root, conf, seed=0, further=(), documents=DOCUMENTS):
    """The project with an iaa.conf. further: directories beside those of the annotators"""
    rng = Random(seed)
    for document in documents:
        drawn = _drawn(rng)
        for name in (*ANNOTATORS, *further):
            own = drawn if name == "anna" else _like(rng, drawn)
            put_raw(root, name, document, TEXT, _standoff(own))
    (root / "iaa.conf").write_text(conf)


def change(root, seed=1):
    """ben draws one document anew."""
    rng = Random(seed)
    put_raw(root, "ben", "a", TEXT, _standoff(_like(rng, _drawn(rng))))
