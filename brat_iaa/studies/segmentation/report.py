"""What annotators with different words or sentences agree on: table, CSV and JSON."""

from collections import defaultdict
from itertools import combinations
from typing import NamedTuple

import numpy

from brat_iaa.config.settings import DEPENDENCIES, Layer
from brat_iaa.errors import ProjectError
from brat_iaa.formats.cells import enumerated, interval_notes, more, unread_notes
from brat_iaa.formats.tables import COUNT, SCORE, SENTENCE, TEXT, Table
from brat_iaa.measures.estimate import mean
from brat_iaa.report.scores import COLUMNS, values
from brat_iaa.scores.builder import ScoreBuilder
from brat_iaa.scores.data import ComparedData
from brat_iaa.studies.segmentation.alignment import (
    FIGURES,
    SHARE,
    Agreeing,
    agreeing,
    ends_of_all,
)
from brat_iaa.studies.segmentation.reading import read

WHAT = (
    "Words are aligned by their characters, whatever sentences they are in; those of a token that "
    "stands for several by their forms."
)
_TERMS = (
    "Tokens, words, sentences: F1 of those that both have, with the same characters.",
    "UAA, LAA, LOA: of the aligned words the share with the same heads, heads and labels, labels.",
    "UAS, LAS, CLAS, MLAS, ELAS, EULAS: F1 over all words, as udtools has them; CLAS and MLAS of "
    "content words, MLAS with tags (in brat: types of spans) and function words; ELAS and EULAS of "
    "the arcs in DEPS (in brat: of all arcs). Labels count up to the colon, in LAA, LOA and ELAS "
    "as a whole. Content and function words have the labels of Universal Dependencies.",
    "Intervals are over stretches of text in which sentences begin and end for all annotators.",
)
NO_ALIGNED, NOTHING = "no word that both have", "neither has any"
# Pairs with a column of their own.
_SHOWN = 4


class Segmentation(NamedTuple):
    """What annotators agree on.

    annotators, project  their names, its name
    scores    {annotators: {figure: Score}}: all of them, if there are several pairs; each pair
    counts    {pair: {figure: (agree, first, second, aligned)}}
    refused   [(document, annotators, reason)]
    """

    project: str
    annotators: tuple
    scores: dict
    counts: dict
    refused: list


def segmentation(reader, config) -> Segmentation:
    """The Segmentation of a project, as far as a ProjectReader of own_texts may read it, by its
    Config. Raises ProjectError.
    """
    # All words count, whoever has them.
    settings = config.dependencies._replace(punctuation="in", tokens="drawn")
    config = config._replace(dependencies=settings)
    project = read(reader, config)
    refused, parts, documents = [*project.refused], defaultdict(dict), []
    for number, (name, texts) in enumerate(project.texts.items()):
        groups = defaultdict(list)
        for annotator, text in texts.items():
            groups[text.characters].append(annotator)
        for names in groups.values():
            ends = ends_of_all([texts[side] for side in names])
            for pair in combinations(names, 2):
                figures = agreeing(texts[pair[0]], texts[pair[1]], ends)
                parts[pair][name] = len(documents), figures
            documents += [number] * len(ends)
        refused += [
            (name, ", ".join(pair), _first_difference(*(texts[side] for side in pair)))
            for pair in combinations(texts, 2)
            if texts[pair[0]].characters != texts[pair[1]].characters
        ]
    if not parts:
        reasons = dict.fromkeys(f"{name}, {who}: {reason}." for name, who, reason in refused)
        raise ProjectError(
            f"{project.name}: no two annotators have the same text. {' '.join(reasons)}"
        )
    made = Segmentation(project.name, tuple(dict.fromkeys(
        stem for texts in project.texts.values() for stem in texts
    )), {}, {}, refused)  # fmt: skip
    layer, document = Layer("aligned words", DEPENDENCIES, settings), numpy.array(documents)

    def add(annotators, estimate, items, names, pairs=""):
        data = ComparedData({stem: project.data[stem] for stem in names})
        builder = ScoreBuilder(config, layer, data=data)
        made.scores[annotators] = {
            figure: builder.score(
                figure, how, annotators, f"{how}:characters{pairs}", estimated, number, None,
                NO_ALIGNED if how == SHARE else NOTHING,
            )
            for (figure, how), estimated, number in zip(
                FIGURES.items(), builder.figures(estimate, document), items.tolist()
            )
        }  # fmt: skip

    estimates, items = [], []
    for pair, by_document in parts.items():
        whole = numpy.zeros((len(Agreeing._fields), len(document), len(FIGURES)), dtype=int)
        for first, figures in by_document.values():
            of_document = numpy.array([figures[name] for name in FIGURES]).transpose(1, 2, 0)
            whole[:, first : first + of_document.shape[1]] = of_document
        agreed = Agreeing(*whole)
        estimates.append(agreed.ratios.estimate())
        made.counts[pair] = dict(zip(FIGURES, whole.sum(axis=1).T.tolist()))
        items.append(Agreeing(*whole.sum(axis=1)).items)
        add(pair, estimates[-1], items[-1], by_document)
    if len(estimates) > 1:
        everywhere = set().union(*parts.values())
        add(made.annotators, mean(estimates), sum(items), everywhere, f"|pairs:{len(estimates)}")
    return made


def _first_difference(first, second):
    texts = first.characters, second.characters
    at = next((n for n, both in enumerate(zip(*texts)) if both[0] != both[1]), min(map(len, texts)))
    shown = [text[at : at + 10] or "nothing" for text in texts]
    return f"the texts differ: “{shown[0]}” against “{shown[1]}”, after {at} characters"


def summary(study) -> list:
    """Lines on what is compared."""
    return [f"{study.project}: {enumerated(study.annotators)}", WHAT]


def tables(study) -> list:
    """List of Table: a column for all annotators, and for each pair; what was not compared."""
    named = {who: ", ".join(who) for who in study.counts}
    if len(named) > 1:
        named = {study.annotators: "mean over pairs", **dict([*named.items()][:_SHOWN])}
    of_all = [study.scores[who] for who in named]
    rows = [(name, *(scores[name] for scores in of_all)) for name in FIGURES]
    notes = [
        f"{', '.join(pair)}: {counts['Words'][1]:,} and {counts['Words'][2]:,} words, "
        f"{counts['Words'][0]:,} aligned."
        for pair, counts in study.counts.items() if pair in named
    ]  # fmt: skip
    notes += more(len(study.counts) - _SHOWN, "pairs") + interval_notes(row[1] for row in rows)
    columns = [TEXT("figure"), *map(SCORE, named.values())]
    signatures = tuple(of_all[0][name].signature for name in ("UAA", "LAS"))
    notes += unread_notes(signatures)
    refused = [TEXT("document"), TEXT("annotators"), SENTENCE("reason")]
    both = (
        Table("words and sentences", columns, rows, tuple(notes), signatures, terms=_TERMS),
        Table("not compared", refused, study.refused),
    )
    return [table.undefined() for table in both if table.records]


def row_table(study) -> Table:
    """Every Score, of pairs with what agrees and what both have, for programs."""
    nothing = dict.fromkeys(FIGURES, (None,) * len(Agreeing._fields))
    records = [
        (*values(score), *study.counts.get(who, nothing)[name])
        for who, scores in study.scores.items() for name, score in scores.items()
    ]  # fmt: skip
    return Table("Scores", [*COLUMNS, *map(COUNT, Agreeing._fields)], records)


def to_dict(study) -> dict:
    """All of it as what JSON can hold."""
    fields = "document", "annotators", "reason"
    return {
        "project": study.project, "annotators": list(study.annotators), "note": WHAT,
        "scores": row_table(study).dicts(),
        "not_compared": [dict(zip(fields, row)) for row in study.refused],
    }  # fmt: skip
