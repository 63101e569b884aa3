"""Small projects for tests, written in one line, in memory or on disk.

A text is words with " / " between sentences; every sentence gets a root token
in front. What one annotator did with it is a string of marks:

    "0>2:root 2>1:subj -3 / 0>1:root"

head>dependent:label, places of words in their sentence from 1, 0 for the root
token; -3 is "no token on the third word". "/" stands between sentences.
"""

import os
import re
from contextlib import contextmanager, nullcontext
from functools import cache
from itertools import zip_longest

import pytest

from brat_iaa.cli import disagreements, figures
from brat_iaa.config import DependencySettings
from brat_iaa.corpus.project import ParallelDocument
from brat_iaa.corpus.standoff import read_annotations
from brat_iaa.layers.arc_items import ArcItems
from brat_iaa.layers.compared_document import compared_document
from brat_iaa.scores.dependencies import arc_view
from brat_iaa.study import Study
from brat_iaa.values.table import ABSENT

# A file of long ago is read without a pause.
LONG_AGO = 1_000_000_000


def content(words):
    """The text file."""
    return "".join(f"ROOT {sentence}\n" for sentence in words.split(" / "))


def standoff(words, marks, first_id=1, order=None, relabel=None):
    """The annotation file.

    first_id  number of the first T and R
    order     function that is given the list of lines and changes their order
    relabel   {label: label to write instead}
    """
    spans, arcs, start = [], [], 0
    for sentence, own in zip_longest(words.split(" / "), marks.split("/"), fillvalue=""):
        own = own.split()
        lacking = {int(mark[1:]) for mark in own if mark.startswith("-")}
        ids = {}
        for place, word in enumerate(["ROOT"] + sentence.split()):
            if place not in lacking:
                ids[place] = f"T{first_id + len(spans)}"
                kind = "W" if place else "ROOT"
                spans.append(f"{ids[place]}\t{kind} {start} {start + len(word)}\t{word}\n")
            start += len(word) + 1
        for mark in own:
            if not mark.startswith("-"):
                ends, label = mark.split(":", 1)
                head, dependent = (ids[int(end)] for end in ends.split(">"))
                label = (relabel or {}).get(label, label)
                arcs.append(f"R{first_id + len(arcs)}\t{label} Arg1:{head} Arg2:{dependent}\t\n")
    lines = spans + arcs
    if order is not None:
        order(lines)
    return "".join(lines)


def parallel(text, annotations, name="doc"):
    """A ParallelDocument of {annotator: content of the .ann}."""
    return ParallelDocument(
        name,
        text,
        {
            annotator: read_annotations(ann.encode(), text, f"{annotator}/{name}.ann")
            for annotator, ann in annotations.items()
        },
        {annotator: f"{annotator}/{name}.ann" for annotator in annotations},
        (),
    )


def table_of(words, settings=None, **marks):
    """The ComparedDocument of a document, for annotators and their marks."""
    annotations = {annotator: standoff(words, own) for annotator, own in marks.items()}
    return compared_document(
        parallel(content(words), annotations), settings or DependencySettings()
    )


def value_of(table, annotator, token):
    """{(token of the head, label), ...} of a token, by its index; None where it has no value."""
    code = table.arc_table.cells[token, table.annotators.index(annotator)]
    if code == ABSENT:
        return None
    value = table.arc_table.values[max(code, 0)]
    return frozenset((token + distance, label) for (distance, _), label in value)


def compared(words, settings=None, **marks):
    """The View of a document's dependencies, and the Comparison of its two annotators."""
    view = arc_view(table_of(words, settings, **marks).arc_table)
    return view, view.compare(tuple(marks))


def listed_of(words, settings=None, **marks):
    """The Differences of two annotators."""
    return differing_arcs(table_of(words, settings, **marks), tuple(marks))


def differing_arcs(table, pair):
    """The Differences of a pair in a ComparedDocument, in the order of tokens."""
    tables = {table.document: table}
    return ArcItems(tables, arc_view(table.arc_table), [pair]).listed("dependencies")


def put(root, annotator, document, words, marks, **style):
    """Write one annotator's document; style as in standoff()."""
    put_raw(root, annotator, document, content(words), standoff(words, marks, **style))


def put_raw(root, annotator, document, text, ann):
    """Write a .txt and a .ann."""
    folder = root / annotator
    folder.mkdir(parents=True, exist_ok=True)
    for suffix, data in ((".txt", text), (".ann", ann)):
        path = folder / (document + suffix)
        path.write_bytes(data.encode())
        os.utime(path, (LONG_AGO, LONG_AGO))


@contextmanager
def one_study(root):
    """Commands on a project, without settings as options, share a Study of it."""
    study = Study(root)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(figures, "study_of", lambda *options, **how: nullcontext(study))
        patch.setattr(disagreements, "agreement_of", lambda options: study.agreement())
        yield study


def agreement(root, /, **settings):
    """The Agreement of a project on disk."""
    return Study(root, settings).agreement()


@cache
def shipped(root):
    """The same of a project that tests only read, computed once for all of them."""
    return agreement(root)


def scores_by_key(agreement):
    """{(measure, statistic, annotators, document, label): Score}"""
    scores = {(*score[1:5], score.label): score for score in agreement.scores}
    assert len(scores) == len(agreement.scores), "two scores are about the same thing"
    return scores


def whole(agreement, layer=None):
    """{(measure, statistic, annotators): Score} of the project as a whole."""
    return {
        score[1:4]: score
        for score in agreement.scores
        if score.whole and layer in (None, score.layer)
    }


def of_labels(agreement):
    """{(measure, statistic, annotators, label): Score} of single labels in the whole project."""
    return {(*score[1:4], score.label): score for score in agreement.scores if score.label}


def without_data(scores):
    """{key: Score} whose signatures do not say which bytes the figures were computed from."""
    return {
        key: score._replace(signature=re.sub(r"\|data:\w+", "", score.signature))
        for key, score in scores.items()
    }


def random_words(random, sentences=12, longest=7):
    return " / ".join(
        " ".join(f"w{place}" for place in range(random.randint(2, longest)))
        for _ in range(sentences)
    )


def random_marks(random, words, labels="ABC", heads=(0, 1, 1, 1, 2, 3)):
    """Marks with 0 to 3 heads a word, any word or the root, each (head, label) once."""
    sentences = []
    for sentence in words.split(" / "):
        length, marks = len(sentence.split()), []
        for dependent in range(1, length + 1):
            pairs = [(head, label) for head in range(length + 1) for label in labels]
            for head, label in sorted(random.sample(pairs, random.choice(heads))):
                marks.append(f"{head}>{dependent}:{label}")
        sentences.append(" ".join(marks))
    return " / ".join(sentences)


def like(random, marks, words, share=0.3, **kind):
    """Marks of somebody who does other than these marks on about that share of the words."""
    others = random_marks(random, words, **kind).split(" / ")
    mixed = []
    for own, other in zip(marks.split(" / "), others):
        keep = {}

        def kept(mark):
            dependent = mark.split(":")[0].split(">")[1]
            return keep.setdefault(dependent, random.random() >= share)

        mixed.append(
            " ".join(
                [mark for mark in own.split() if kept(mark)]
                + [mark for mark in other.split() if not kept(mark)]
            )
        )
    return " / ".join(mixed)


def lacking(random, words, marks, share):
    """Take some words' tokens away, with all arcs from and to them."""
    changed = []
    for sentence, own in zip(words.split(" / "), marks.split(" / ")):
        gone = {place for place in range(1, len(sentence.split()) + 1) if random.random() < share}
        kept = [
            mark
            for mark in own.split()
            if not gone & {int(end) for end in mark.split(":")[0].split(">")}
        ]
        changed.append(" ".join(kept + [f"-{place}" for place in sorted(gone)]))
    return " / ".join(changed)


def three_annotators(root):
    """anna and ben differ on one label; carla lacks the document d2. Returns root."""
    for annotator, label in (("anna", "obj"), ("ben", "obl"), ("carla", "obj")):
        put(root, annotator, "d1", "én to tre", f"0>1:root 1>2:{label} 2>3:nmod")
    for annotator in ("anna", "ben"):
        put(root, annotator, "d2", "fire fem", "0>1:root 1>2:obj")
    return root
