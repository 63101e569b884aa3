"""A project as hospitals have them: problems, tests and drugs, how certain they are, how related.

Spans with boundaries, types, attributes and relations that annotators see in different ways.
"""

import random
import string

from small_projects import put_raw

ANNOTATORS = ("anna", "ben", "carla")
CONF = """[project]
phase = pilot
[layer spans]
kind = labels
[layer Certainty]
kind = labels
value = attribute:Certainty
types = Problem, Symptom
[layer Negated]
kind = labels
value = attribute:Negated
[layer relations]
kind = entity-relations
[access]
managers = lead
reveal = own
others = named
"""
# Phrases, the word before or behind that some annotators take with it, and types: the usual one
# and the one with which it is confused.
_ENTITIES = {
    "Problem": (("renal failure", "acute", "Symptom"), ("chest pain", "severe", "Symptom"),
                ("shortness of breath", "mild", "Symptom"), ("pneumonia", "lobar", None)),
    "Test": (("white cell count", "raised", None), ("chest film", "portable", None)),
    "Drug": (("lisinopril", "oral", None), ("heparin", "low-dose", None)),
}  # fmt: skip
_SENTENCES = (
    "{Problem} was seen after {Drug} .", "{Test} showed {Problem} .", "No {Problem} on {Test} .",
    "Possible {Problem} , so {Drug} was given .", "{Drug} was stopped for {Problem} .",
)  # fmt: skip


def write(
    root,
    documents=30,
    seed=1,
    sentences=6,
    annotators=ANNOTATORS,
    conf=CONF,
    letters=None,
    names=None,
):
    """A project; the same files for the same numbers.

    letters  {letter of the texts: the one that stands for it}, as str.translate takes it
    names    {type of spans: its name}
    """
    dice, letters, names = random.Random(seed), letters or {}, names or {}

    def named(lines):
        for name, other in names.items():
            lines = lines.replace(name, other)
        return lines

    for number in range(documents):
        text, found = _text(dice, sentences, letters)
        for name in annotators:
            lines = named(_standoff(dice, text, found))
            put_raw(root, name, f"note-{number:03}", text, lines)
    (root / "iaa.conf").write_text(named(conf))
    return root


def various(root, annotators=12):
    """The same by many annotators with long names and labels, on texts from right to left."""
    arabic = [chr(code) for code in range(0x0627, 0x064B) if chr(code).isalpha()]
    types = {*_ENTITIES, *(other for rows in _ENTITIES.values() for *_, other in rows if other)}
    return write(
        root, documents=2, annotators=[f"annotator_of_the_first_round_{n:02}" for n in range(annotators)],
        letters=str.maketrans(dict(zip(string.ascii_lowercase, arabic))),
        names={name: f"finding_in_the_notes_of_a_ward_{name}" for name in sorted(types)},
    )  # fmt: skip


def _text(dice, sentences, letters):
    """(text, [[(type, the other type, start, start with the word before, end, certain, negated)]
    of each sentence]).
    """
    text, found = "", []
    for _ in range(sentences):
        template, own = dice.choice(_SENTENCES), []
        for word in template.split():
            if word.startswith("{"):
                kind = word[1:-1]
                phrase, before, other = dice.choice(_ENTITIES[kind])
                start = len(text) + len(before) + 1
                certain = "Possible" if template.startswith("Possible") else "Certain"
                end = start + len(phrase)
                own.append((kind, other, start, len(text), end, certain, template.startswith("No")))
                word = f"{before} {phrase}"
            text += word.translate(letters) + " "
        found.append(own)
        text = text[:-1] + "\n"
    return text, found


def _standoff(dice, text, found):
    """What one annotator makes of it."""
    lines, numbers = [], dict.fromkeys("TAR", 0)

    def add(kind, line):
        numbers[kind] += 1
        lines.append(f"{kind}{numbers[kind]}\t{line}\n")
        return f"{kind}{numbers[kind]}"

    for own in found:
        ids = {}
        for kind, other, start, wide, end, certain, negated in own:
            if dice.random() < 0.06:
                continue
            first = wide if dice.random() < 0.12 else start
            seen = other if other and dice.random() < 0.2 else kind
            ids[kind] = add("T", f"{seen} {first} {end}\t{text[first:end]}")
            if kind == "Problem":
                if dice.random() < 0.1:
                    certain = "Possible" if certain == "Certain" else "Certain"
                add("A", f"Certainty {ids[kind]} {certain}")
            if negated != (dice.random() < 0.03):
                add("A", f"Negated {ids[kind]}")
        for relation, ends in (("Treats", ("Drug", "Problem")), ("Reveals", ("Test", "Problem"))):
            if ids.keys() >= set(ends) and dice.random() < 0.85:
                add("R", f"{relation} Arg1:{ids[ends[0]]} Arg2:{ids[ends[1]]}\t")
    return "".join(lines)
