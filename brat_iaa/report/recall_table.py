"""Recall and precision of each pair, where a pair's F1 has two sides.

Of discourse relations as in Mírovský et al. 2010, for each way to match; of chains MUC beside
alpha, for each document as in Passonneau 2004, table 3.
"""

from brat_iaa.formats.cells import Table, figure_with_interval, more, without_figure
from brat_iaa.formats.display_names import short_name, statistic_name
from brat_iaa.measures.relations import WAYS
from brat_iaa.report.first_rows import SHOWN_ROWS

SIDES = ("recall", "precision")
_CHAINS = (("alpha-weighted", "weighted"), *(("muc", side) for side in SIDES))
_NOTE = (
    "Recall: of what the first annotator drew, the share that the second drew, too; precision: the "
    "other way round."
)
_MUC_NOTE = "Recall and precision are of links, by MUC (Vilain et al. 1995). " + _NOTE


def recall_table(layer) -> Table:
    """The Table of a ScoreIndex; without rows where no figure has two sides."""
    chains, rows = layer.kind == "chains", {}
    if layer.kind in _ROWS:
        rows = _ROWS[layer.kind](layer)
    heads = (
        ("", short_name(*_CHAINS[0]), "MUC recall", "MUC precision")
        if chains
        else ("", *SIDES, "F1")
    )
    shown = dict(list(rows.items())[:SHOWN_ROWS])
    notes = [_MUC_NOTE if chains else _NOTE, *more(len(rows) - SHOWN_ROWS, "rows")]
    return Table(
        f"Recall and precision of pairs in {layer.name}",
        "lrrr",
        heads,
        tuple((name, *map(figure_with_interval, scores)) for name, scores in shown.items()),
        tuple(notes + without_figure(shown)),
    )


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


_ROWS = {"relations": _of_relations, "chains": _of_chains}
