"""No figure rises silently where lines cannot be read: what is not counted stands beside it.

Random lines of random projects are damaged in random ways. Whatever becomes higher says how many
lines it does not know of. What was drawn elsewhere, by its offsets, is a problem in the report.
(What no reader can see is not tried: a file that ends after a whole line, T12 cut to T1.)
"""

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from brat_iaa.report import scores as report
from brat_iaa.study import Study

WORDS = "the water at sea is cold and the salt of the sea is not in the air".split()
LAYERS = """[layer spans]
kind = labels
value = type
[layer negated]
kind = labels
value = attribute:Negated
[layer known]
kind = labels
value = normalization:Wiki
[layer links]
kind = entity-relations
[layer events]
kind = events
[layer chains]
kind = chains
relations = Equiv
[intervals]
resamples = 0
"""
EPSILON = 1e-9


def random_file(random, words):
    """Lines of an .ann about a text of these words."""
    starts = [sum(len(word) + 1 for word in words[:place]) for place in range(len(words))]
    places = sorted(random.sample(range(len(words)), random.randrange(4, 9)))
    spans = [(f"T{n}", random.choice("ABC"), place) for n, place in enumerate(places, 1)]
    lines = [
        f"{id}\t{type} {starts[at]} {starts[at] + len(words[at])}\t{words[at]}"
        for id, type, at in spans
    ]
    ids = [id for id, _, _ in spans]
    for number in range(random.randrange(2, 5)):
        first, second = random.sample(ids, 2)
        lines.append(f"R{number + 1}\tof Arg1:{first} Arg2:{second}\t")
    for number, (id, type, _) in enumerate(random.sample(spans, 2), 1):
        end = random.choice([other for other in ids if other != id])
        lines.append(f"E{number}\t{type}:{id} Theme:{end}")
    lines += [f"A{n}\tNegated {id}" for n, id in enumerate(random.sample(ids, 2), 1)]
    lines += [f"N{n}\tReference {id} Wiki:{id}\tx" for n, id in enumerate(random.sample(ids, 2), 1)]
    return [*lines, f"*\tEquiv {' '.join(random.sample(ids, 2))}"]


def similar(random, lines):
    """Another annotator's file: some lines are changed in what they say, and all can be read."""
    events = {line.split()[1].split(":")[1] for line in lines if line[0] == "E"}
    return [_changed(random, line, events) if random.random() < 0.4 else line for line in lines]


def _changed(random, line, events):
    if line[0] == "R":
        return line.replace("\tof ", "\tin ")
    if line[0] != "T":
        return line
    id, type, start, end, word = line.split()
    if random.random() < 0.5 and len(word) > 1:
        return f"{id}\t{type} {int(start) + 1} {end}\t{word[1:]}"
    return line if id in events else f"{id}\t{random.choice('ABC')} {start} {end}\t{word}"


def damaged(random, how, lines):
    """The bytes of a file with one or two lines damaged, or all of them."""
    lines = list(lines)
    for _ in range(random.choice((1, 2))):
        at = random.randrange(len(lines))
        while not lines[at] or (how in ("offset", "text") and lines[at][0] != "T"):
            at = random.randrange(len(lines))
        line = lines[at]
        if how == "offset":
            id, type, start, end, word = line.split()
            number = random.choice((-3, -1, -1, 1, 7, 500))
            start = int(start) + number * (random.random() < 0.7)
            lines[at] = f"{id}\t{type} {start} {end}\t{word}"
        elif how == "text":
            lines[at] = line[: line.rindex("\t") + 1] + random.choice(("", "x", "water at"))
        elif how == "blank":
            lines[at] = random.choice(
                (line.replace("\t", " "), " " + line, line.replace(" ", "  ", 1), line + " ")
            )
        elif how == "encoding":
            place = random.randrange(len(line) + 1)
            lines[at] = line[:place] + "\udcff" + line[place:]
        elif how == "id":
            other = random.choice([other for other in lines if other and other[0] == line[0]])
            lines[at] = other.partition("\t")[0] + "\t" + line.partition("\t")[2]
    if how == "order":
        random.shuffle(lines)
    end = "\r\n" if how == "line end" else "\n"
    data = "".join(line + end for line in lines)
    if how == "cut":
        data = data[: -1 - random.randrange(1, len(lines[-1]))]
    return data.encode("utf-8", "surrogateescape")


def figures(root):
    """({what a figure is: (value, uncounted)}, what the report says of lines)"""
    told = report.to_dict(Study(root).agreement())
    rows = {
        (row["layer"], row["measure"], row["statistic"], row["document"], row["label"]): row
        for row in told["scores"]
    }
    return rows, told


HOW = ("offset", "text", "order", "encoding", "line end", "blank", "cut", "id")


@pytest.mark.parametrize("how", HOW)
def test_no_figure_rises_silently(how, tmp_path):
    """Of each document by itself, and of a project of all."""
    random, drawn = Random(f"1 {how}"), {}
    (tmp_path / "iaa.conf").write_text(LAYERS)
    for name in ("anna", "ben"):
        (tmp_path / name).mkdir()
    for document in map("d{}".format, range(8)):
        words = random.choices(WORDS, k=16)
        anna = random_file(random, words)
        drawn[document] = similar(random, anna)
        for name, lines in (("anna", anna), ("ben", drawn[document])):
            (tmp_path / name / f"{document}.txt").write_text(" ".join(words) + "\n")
            (tmp_path / name / f"{document}.ann").write_bytes("\n".join([*lines, ""]).encode())
    before, told = figures(tmp_path)
    assert told["uncounted"] == [] and not any(row["uncounted"] for row in before.values())
    for document, lines in drawn.items():
        (tmp_path / "ben" / f"{document}.ann").write_bytes(damaged(random, how, lines))
    after, told = figures(tmp_path)
    unread = {
        (lines["layer"], lines["document"], line)
        for lines in told["uncounted"]
        for line in lines["lines"]
    }
    named = Counter(about for layer, *of, _ in unread for about in ((layer, *of), (layer, None)))
    moved = {Path(problem["file"]).stem for problem in told["problems"]} if how == "offset" else ()
    rises = 0
    for what, row in after.items():
        layer, *_, document, label = what
        assert row["uncounted"] == named[layer, document]
        old = before.get(what, {"value": None})["value"]
        if how in ("order", "line end", "text") and document is None:
            assert row["value"] == (None if old is None else pytest.approx(old))
        if old is not None and row["value"] is not None and row["value"] > old + EPSILON:
            rises += document is not None
            assert row["uncounted"] or document in moved or moved and not document, (what, old)
    assert rises or how in ("order", "line end", "text", "cut")
