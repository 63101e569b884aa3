"""Recall and precision of each pair, where a pair's F1 has two sides.

Of discourse relations as in Mírovský et al. 2010, for each way to match; of chains MUC beside
alpha, for each document as in Passonneau 2004, table 3; of sets of labels GCM beside MASI as in
Ragheb & Dickinson 2013, tables 5 and 6.
"""

from typing import Callable, NamedTuple

from brat_iaa.figures import short_name, statistic_name
from brat_iaa.formats.tables import SCORE, TEXT, Table
from brat_iaa.measures.relations import WAYS

SIDES = ("recall", "precision")
_CHAINS = (("alpha-weighted", "weighted"), *(("muc", side) for side in SIDES))
_NOTE = (
    "Recall: of what the first annotator drew, the share that the second drew, too; precision: the "
    "other way round."
)
_MUC_NOTE = "Recall and precision are of links, by MUC (Vilain et al. 1995). " + _NOTE
_GCM_NOTE = (
    "MASI, GCM: Ragheb & Dickinson 2013. GCM1: of all labels of the first annotator, the share "
    "that the second has, too; GCM2: the other way round. Two empty sets agree in MASI and add "
    "nothing to GCM."
)


class _Described(NamedTuple):
    """The table of a kind of layer.

    title  before the name of the layer
    rows   function of a ScoreIndex that returns {name of the row: its Scores}
    """

    title: str
    heads: tuple
    note: str
    rows: Callable


def recall_table(layer) -> Table:
    """The Table of a ScoreIndex; without rows where no figure has two sides."""
    described = _DESCRIBED.get(layer.kind)
    if described is None or not (rows := described.rows(layer)):
        return Table("", [], [])
    title = f"{described.title} of pairs in {layer.name}"
    columns = [TEXT(""), *map(SCORE, described.heads)]
    records = [(name, *scores) for name, scores in rows.items()]
    return Table(title, columns, records, (described.note,)).first("rows").undefined()


def _of_relations(layer):
    """{name of the row: [Score of recall, of precision, F1]} of each pair and way to match."""
    return {
        f"{', '.join(pair)}: {statistic_name(way)}": [
            layer.score((measure, way), pair) for measure in (*SIDES, "f1")
        ]
        for pair in layer.pairs
        for way in WAYS
    }


def _of_chains(layer):
    """{name of the row: scores of _CHAINS} of each pair, then of each document and pair."""
    rows = {}
    for document in (None, *layer.documents):
        for pair in layer.pairs:
            scores = [layer.score(key, pair, document) for key in _CHAINS]
            if all(scores):
                rows[", ".join(pair) + (f": {document}" if document else "")] = scores
    return rows


def _of_sets(layer):
    """{pair: [Score of MASI, GCM in either direction, its F1]}; {} where a value is one label."""
    masi, gcm, f1 = (("agreement", statistic) for statistic in ("masi", "gcm", "gcm-f1"))
    return {
        ", ".join(pair): [
            layer.score(masi, pair), layer.score(gcm, pair), layer.score(gcm, pair[::-1]),
            layer.score(f1, pair),
        ]
        for pair, scores in layer.pairs.items()
        if masi in scores
    }  # fmt: skip


_SIDES = "Recall and precision"
_DESCRIBED = {
    "relations": _Described(_SIDES, (*SIDES, "F1"), _NOTE, _of_relations),
    "chains": _Described(
        _SIDES, (short_name(*_CHAINS[0]), "MUC recall", "MUC precision"), _MUC_NOTE, _of_chains
    ),
    "labels": _Described("MASI and GCM", ("MASI", "GCM1", "GCM2", "GCM, F1"), _GCM_NOTE, _of_sets),
}
