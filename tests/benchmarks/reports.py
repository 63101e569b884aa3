"""How long a report takes and how much memory it holds, for projects of several shapes.

    python tests/benchmarks/reports.py [name ...]

Each report is a process of its own, from an empty machine to the last line. There are two peers in
the same run: what any program in Python has to do, read all files and split their lines; and a
small program that computes the main figures and nothing else: of dependencies with NumPy
(columns_peer.py), of entities with sets (sets_peer.py). Prints wall seconds, CPU seconds, peak
memory, and CPU seconds of both peers, with the ratio to each: other programs on the computer change
wall seconds most.
"""

import os
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

import random_project
import shapes

# Name: (documents, sentences, annotators, span types, what iaa.conf says).
SHAPES = {
    "20,000 tokens x 3": (20, 57, 3, ("X",), ""),
    "20,000 x 3, types too": (20, 57, 3, ("N", "V", "A", "P"), "[layer dependencies]\n[layer types]\nkind = labels\n"),
    "200,000 x 5": (400, 29, 5, ("X",), ""), "1 million x 5": (2000, 29, 5, ("X",), ""),
    "2,000 documents x 3": (2000, 1, 3, ("X",), ""), "5,000 documents x 3": (5000, 2, 3, ("X",), ""),
    "2,000 x 3, types": (2000, 1, 3, ("N", "V", "A", "P"), "[layer types]\nkind = labels\n"),
    "39,000 lemmas x 2": (39, 57, 2, ("X",), "[layer lemma]\nkind = labels\nvalue = notes:Lemma\n"),
}  # fmt: skip
# Name: function that writes the project, see shapes.py.
SPECIAL = {
    "1,000 of entities x 4": partial(
        shapes.entities, documents=1000, annotators=4, spans=60, relations=30
    ),
    "5,000 of entities x 3": partial(
        shapes.entities, documents=5000, annotators=3, spans=12, relations=6
    ),
    # 190,000 spans, of types and boundaries alone.
    "400 of entities x 2": partial(
        shapes.entities, documents=400, annotators=2, spans=250, relations=0, negated=0
    ),
    "chain of 400 x 2": partial(shapes.one_chain, mentions=400),
    "chain of 1,000 x 2": partial(shapes.one_chain, mentions=1000),
    "chain of 3,000 x 2": partial(shapes.one_chain, mentions=3000),
    "20,000 arcs, 300 tokens": partial(
        shapes.arcs_with_labels, tokens=300, arcs=20000, conf="[layer dependencies]\n"
    ),
    "20,000 relation labels": partial(
        shapes.arcs_with_labels, tokens=20000, arcs=20000,
        conf="[layer relations]\nkind = entity-relations\n",
    ),
}  # fmt: skip
_PEER = """
import sys
from pathlib import Path
lines = sum(len(line.split("\\t")) for path in sorted(Path(sys.argv[1]).rglob("*.ann"))
            for line in path.read_text().split("\\n"))
"""


def with_lemmas(root):
    """A note with the word on each token; of the second annotator some are other words."""
    for path in sorted(Path(root).rglob("*.ann")):
        lines = path.read_text().split("\n")
        spans = [line.split("\t") for line in lines if line.startswith("T")]
        notes = [
            (
                f"#{number}\tLemma "
                f"{id}\t{text if hash_of(text) % 20 or path.parent.name == 'ann0' else text + 'x'}"
            )
            for number, (id, _, text) in enumerate(spans, 1)
        ]
        path.write_text("\n".join(lines + notes) + "\n")


def hash_of(text):
    return sum(map(ord, text))


def measured(command):
    """(wall seconds, CPU seconds, peak memory in MB) of a process."""
    begun = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{command}: ended with {process.returncode}")
    scale = 1 if sys.platform == "darwin" else 1024
    return (
        time.perf_counter() - begun, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * scale / 2**20,
    )  # fmt: skip


def write_project(root, name):
    """Write the project of this name into a new directory."""
    if name in SPECIAL:
        SPECIAL[name](root)
        return
    documents, sentences, annotators, kinds, conf = SHAPES[name]
    random_project.write(root, documents, sentences, annotators, 1, kinds)
    if "notes:" in conf:
        with_lemmas(root)
    (root / "iaa.conf").write_text(conf)


def main(names):
    # As installed: modules are compiled once, before anything is measured.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    report = [sys.executable, "-m", "brat_iaa"]
    measured([*report, "--version"])
    small = {
        name: [sys.executable, str(Path(__file__).parent / f"{name}_peer.py")]
        for name in ("columns", "sets")
    }
    print(
        f"{'project':<24}{'wall s':>8}{'CPU s':>8}{'peak MB':>9}{'reading':>10}{'ratio':>7}"
        f"{'figures':>10}{'ratio':>7}"
    )
    for name in names or [*SHAPES, *SPECIAL]:
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder) / "project"
            write_project(root, name)
            wall, cpu, memory = measured([*report, "report", str(root)])
            peers = [measured([sys.executable, "-c", _PEER, str(root)])[1]]
            # It knows nothing but dependencies of one tokenisation.
            if name in SHAPES and "labels" not in SHAPES[name][-1]:
                peers.append(measured([*small["columns"], str(root)])[1])
            if "entities" in name:
                peers.append(measured([*small["sets"], str(root)])[1])
        ratios = "".join(f"{peer:>9.2f}s{cpu / peer:>7.1f}" for peer in peers)
        print(f"{name:<24}{wall:>8.1f}{cpu:>8.1f}{memory:>9.0f}{ratios}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
