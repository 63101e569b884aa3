"""A peer for reports.py: F1 of typed spans, relations and attributes with Python's sets.

    python tests/benchmarks/sets_peer.py DIRECTORY

Prints the means over pairs of annotators. A measuring stick, not a tool: it knows no fragments, no
events, no problems, no intervals and no list of what differs.
"""

import sys
from itertools import combinations
from pathlib import Path

KINDS = "TRA"


def drawn(path):
    """{kind of line: set of what it says}, with offsets in the place of ids."""
    spans, found = {}, {kind: set() for kind in KINDS}
    for line in path.read_text("utf-8").splitlines():
        id, said, *_ = line.split("\t")
        if id[0] == "T":
            spans[id] = said
            found["T"].add(said)
        elif id[0] == "R":
            type, first, second = said.split()
            found["R"].add((type, spans[first[5:]], spans[second[5:]]))
        elif id[0] == "A":
            name, target, *value = said.split()
            found["A"].add((name, *value, spans[target].partition(" ")[2]))
    return found


def main(root):
    annotators = sorted(path for path in Path(root).iterdir() if path.is_dir())
    pairs = list(combinations(annotators, 2))
    matched = {(kind, pair): 0 for kind in KINDS for pair in pairs}
    both = dict(matched)
    for name in sorted(path.name for path in annotators[0].glob("*.ann")):
        of_document = {annotator: drawn(annotator / name) for annotator in annotators}
        for kind, pair in matched:
            first, second = (of_document[annotator][kind] for annotator in pair)
            matched[kind, pair] += 2 * len(first & second)
            both[kind, pair] += len(first) + len(second)
    for kind in KINDS:
        f1 = [matched[kind, pair] / both[kind, pair] for pair in pairs if both[kind, pair]]
        print(kind, sum(f1) / len(f1) if f1 else "none")


if __name__ == "__main__":
    main(sys.argv[1])
