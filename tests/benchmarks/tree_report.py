"""What a report with trees of the size of a treebank costs, from files to printed figures.

    python tests/benchmarks/tree_report.py [sentences, default 3531] [option of report ...]

The synthetic trees of tree_distances.py as a project of documents with 50
sentences, by two or three annotators. Prints CPU seconds of all processes and
the most memory that one of them held, beside what they should be at most.
"""

import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from tree_distances import PROJECTS, project_trees, synthetic

SENTENCES = 50
# Seconds of CPU, and megabytes of the largest process, for 3531 sentences.
MOST_SECONDS, MOST_MEGABYTES = 22, 400


def write(root, corpus):
    """Write a project: corpus as synthetic() returns it.

    Sentences by as many annotators are in documents of their own.
    Tokens stand in postorder, so that children keep their order.
    """
    for of in (2, 3):
        own = [trees for trees in corpus if len(trees) == of]
        for number, first in enumerate(range(0, len(own), SENTENCES)):
            for annotator in range(of):
                folder = Path(root) / "abc"[annotator]
                folder.mkdir(parents=True, exist_ok=True)
                trees = [trees[annotator] for trees in own[first : first + SENTENCES]]
                text, standoff = _document(trees)
                (folder / f"by{of}-{number:03}.txt").write_text(text, "utf-8")
                (folder / f"by{of}-{number:03}.ann").write_text(standoff, "utf-8")
    (Path(root) / "iaa.conf").write_text("[layer trees]\nkind = trees\n", "utf-8")


def _document(trees):
    """(text, standoff) of one annotator's trees; the root is the first word of each sentence."""
    words, spans, relations, start = [], [], [], 0
    for root in trees:
        tokens = [root] + _postorder(root)
        for node in tokens:
            word = "ROOT" if node is root else "w"
            node.span = f"T{len(spans) + 1}"
            kind = "ROOT" if node is root else "X"
            spans.append(f"{node.span}\t{kind} {start} {start + len(word)}\t{word}\n")
            start += len(word) + 1
            words.append(word + ("\n" if node is tokens[-1] else " "))
        for node in tokens:
            for child in node.children:
                arc = f"{child.label} Arg1:{node.span} Arg2:{child.span}"
                relations.append(f"R{len(relations) + 1}\t{arc}\t\n")
    return "".join(words), "".join(spans + relations)


def _postorder(root):
    """All nodes below the root, children before their parent."""
    found, waiting = [], [root]
    while waiting:
        node = waiting.pop()
        found.append(node)
        waiting.extend(node.children)
    return found[:0:-1]


def main():
    sentences = int(sys.argv[1]) if len(sys.argv) > 1 else 3531
    real = [roots for name in ("ndt1", "ndt3") for roots in project_trees(PROJECTS / name)]
    with tempfile.TemporaryDirectory() as root:
        write(root, synthetic(real, sentences))
        command = [sys.executable, "-m", "brat_iaa", "report", root, *sys.argv[2:]]
        subprocess.run(command, check=True)
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds, megabytes = used.ru_utime + used.ru_stime, used.ru_maxrss / 1024
    for what, found, most in (
        ("s of CPU", seconds, MOST_SECONDS),
        ("MB", megabytes, MOST_MEGABYTES),
    ):
        print(f"{found:.1f} {what}: {found / most:.2f} of at most {most}")


if __name__ == "__main__":
    main()
