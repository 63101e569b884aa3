"""The report of a paper: projects as they are at hand, its tables, its picture."""

import os
from functools import lru_cache
from pathlib import Path

from brat_iaa.config.settings import Layer
from brat_iaa.kinds.trees import TreeSettings
from brat_iaa.paper.works import WORKS
from brat_iaa.published.at_hand import CorpusAtHand, PhaseAtHand, ProjectsAtHand
from brat_iaa.published.papers import PAPERS
from brat_iaa.published.tables import figure_cells, filled
from brat_iaa.report.charts import scatter
from brat_iaa.studies import anchoring
from brat_iaa.studies.study import Report, options_of
from brat_iaa.studies.timing import read_reported

_NOW = "now"


def corpus_of(project, kept=None, minutes=None, roles=None) -> CorpusAtHand:
    """The CorpusAtHand of a StudiedProject.

    kept     Snapshots, or None
    minutes  file of the minutes that annotators reported, or None
    roles    {option of the study of anchoring: text or None}
    """
    agreement = project.agreement()
    chosen = options_of(anchoring.STUDY, roles or {})
    anchored = None
    if chosen != anchoring.AnchoringOptions():
        anchored = chosen, anchoring.scores_of(project, chosen)
    phases = [_of_snapshot(kept, each) for each in kept.with_figures()] if kept else []
    return CorpusAtHand(
        Path(os.path.abspath(project.root)).name, agreement,
        phases or [_of_agreement(agreement.config.phase or _NOW, agreement)],
        read_reported(minutes, agreement.tables) if minutes else (), anchored,
        lambda: _trees(project, agreement),
    )  # fmt: skip


def _of_agreement(name, agreement):
    kinds = {layer.name: layer.kind for layer in agreement.layers}
    if agreement.config.gold:
        kinds |= {f"gold/{layer}": f"gold/{kind}" for layer, kind in kinds.items()}

    @lru_cache
    def texts():
        of_texts: dict = {}
        for score in agreement.scores:
            if score.document is not None:
                of_texts.setdefault(score.document, []).append(score._replace(document=None))
        return of_texts | {group.name: group.scores for group in agreement.groups}

    return PhaseAtHand(name, kinds, lambda: agreement.scores, texts)


def _of_snapshot(kept, snapshot):
    state = kept.state(snapshot.number)

    @lru_cache
    def texts():
        return _of_agreement("", kept.agreement(snapshot.number)).texts()

    return PhaseAtHand(state.name, dict(state.layers), lambda: state.scores, texts)


def _trees(project, agreement):
    """The Agreement of a project that has trees, or of trees of its arcs alone."""
    if agreement.dependencies is None or any(each.kind == "trees" for each in agreement.layers):
        return agreement
    layers = (Layer("trees", "trees", TreeSettings()),)
    return project.directories(agreement.annotators, layers)


def report_of(name, corpora) -> Report:
    """The Report of a paper by its name. corpora: list of CorpusAtHand"""
    paper = PAPERS[name]
    _tell_apart(corpora)
    at_hand = ProjectsAtHand(corpora if paper.directories != "phases" else [_as_phases(corpora)])
    made = filled(paper, at_hand)
    rows = [row for _, of_table in made for row in of_table]
    said = [f"As in {WORKS[name].cited}, from {', '.join(corpus.name for corpus in corpora)}"]
    picture = _against(paper.picture, rows) if paper.picture else None
    return Report(said, [table for table, _ in made], figure_cells(rows), picture)


def _tell_apart(corpora):
    """Number those of the same name."""
    names = [corpus.name for corpus in corpora]
    for number, corpus in enumerate(corpora):
        if names.count(names[number]) > 1:
            corpus.name = f"{corpus.name} ({names[: number + 1].count(names[number])})"


def _as_phases(corpora):
    """One CorpusAtHand of several directories, each a phase; other things are those of the last."""
    *_, last = corpora
    if len(corpora) > 1:
        last.phases = [
            phase._replace(name=corpus.name) for corpus in corpora for phase in corpus.phases[-1:]
        ]
    return last


def _against(heading, rows):
    """The Drawing of the figures of a table against those in one of its columns; None without."""
    table = next((row[1] for row in rows if row[4] == heading), None)
    values = {(row[3], row[4]): row for row in rows if row[1] == table and row[6] is not None}
    points = [
        (column, values[corpus, heading][6], row[6], f"{corpus}: {column} {row[5]}, {heading} "
         f"{values[corpus, heading][5]}")
        for (corpus, column), row in values.items()
        if column != heading and (corpus, heading) in values
    ]  # fmt: skip
    words = "; ".join(words for *_, words in points)
    title = f"{heading} and alpha of each corpus"
    return scatter(title, f"{words}.", points, heading) if points else None
