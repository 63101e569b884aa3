"""Tables that some layers have beside their figures.

Recall and precision of pairs: of discourse relations as in Mírovský et al. 2010, for each way to
match; of chains MUC beside alpha, for each document as in Passonneau 2004, table 3; of sets of
labels GCM beside MASI as in Ragheb & Dickinson 2013, tables 5 and 6.
Mentions: the set of the mentions in the chain of each, as a canonical index (Passonneau 2004,
table 2).
Coarse labels: figures with all labels and with these, and the share of the disagreement that goes.
"""

from brat_iaa.config import DEPENDENCIES
from brat_iaa.figures import figure_name, short_name, statistic_name
from brat_iaa.formats.tables import COUNT, SCORE, TEXT, Table
from brat_iaa.kinds import KINDS
from brat_iaa.measures.relations import WAYS
from brat_iaa.report.chain_numbers import ChainNumbers
from brat_iaa.scores import MEASURES

SIDES = ("recall", "precision")
_CHAINS = (("alpha-weighted", "weighted"), *(("muc", side) for side in SIDES))
_SIDES_NOTE = (
    "Recall: of what the first annotator drew, the share that the second drew, too; precision: the "
    "other way round."
)
_MUC_NOTE = "Recall and precision are of links, by MUC (Vilain et al. 1995). " + _SIDES_NOTE
_GCM_NOTE = (
    "MASI, GCM: Ragheb & Dickinson 2013. GCM1: of all labels of the first annotator, the share "
    "that the second has, too; GCM2: the other way round. Two empty sets agree in MASI and add "
    "nothing to GCM."
)


def recall_table(layer) -> Table:
    """The Table of a ScoreIndex; without rows where no figure has two sides."""
    if layer.kind not in _RECALL_TABLES:
        return Table("", [], [])
    title, heads, note, rows_of = _RECALL_TABLES[layer.kind]
    first = "first, second" if layer.kind == DEPENDENCIES else ""
    rows = [(name, *scores) for name, scores in rows_of(layer).items()]
    title, terms = title.format(layer.name), filter(None, [note])
    table = Table(title, [TEXT(first), *map(SCORE, heads)], rows, glossary=tuple(terms))
    return table.truncated("rows").with_undefined_notes()


def _of_arcs(layer):
    """{pair in either direction: its Scores of GCM}"""
    both_ways = (way for pair in layer.pairs for way in (pair, pair[::-1]))
    return {
        ", ".join(way): [layer.pairs[way].get((measure, "gcm")) for measure in MEASURES]
        for way in both_ways
        if way in layer.pairs
    }


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


# {kind of layer: (title with the name, heads, note, function of a ScoreIndex)}; the function
# returns {name of the row: its Scores}.
_RECALL_TABLES = {
    DEPENDENCIES: (
        "GCM by direction: of the first annotator's arcs, the share that the second agrees with",
        MEASURES, "", _of_arcs,
    ),
    "relations": (
        "Recall and precision of pairs in {}", (*SIDES, "F1"), _SIDES_NOTE, _of_relations,
    ),
    "chains": (
        "Recall and precision of pairs in {}",
        (short_name(*_CHAINS[0]), "MUC recall", "MUC precision"), _MUC_NOTE, _of_chains,
    ),
    "labels": (
        "MASI and GCM of pairs in {}", ("MASI", "GCM1", "GCM2", "GCM, F1"), _GCM_NOTE, _of_sets,
    ),
}  # fmt: skip

_MENTION_NOTE = (
    "Rows are mentions, in the order of the text. The same number is the same set of mentions; a "
    "mention that corefers with nothing is a set of its own. –: no such mention."
)


def mention_rows(agreement) -> list:
    """A dict for each mention of each layer of chains, for JSON."""
    return [
        {
            "layer": layer.name,
            "document": document,
            "start": fragments[0][0],
            "end": fragments[-1][1],
            "text": words,
            "indices": indices,
        }
        for layer in agreement.layers
        if layer.kind == "chains"
        for document, fragments, words, indices in _mentions(agreement.parts[layer.name])
    ]


def mention_table(layer) -> Table:
    """The Table of the first mentions of a ScoreIndex; without rows if its layer has no chains."""
    parts = layer.agreement.parts.get(layer.name, ()) if layer.kind == "chains" else ()
    annotators, several = layer.agreement.annotators, len(parts) > 1
    rows = [
        (
            f"“{words}” ({fragments[0][0]}–{fragments[-1][1]})"
            + (f" in {document}" if several else ""),
            *map(indices.get, annotators),
        )
        for document, fragments, words, indices in _mentions(parts)
    ]
    title = f"Canonical indices of mentions in {layer.name} (as Passonneau 2004, table 2)"
    table = Table(title, [TEXT(""), *map(COUNT, annotators)], rows, glossary=(_MENTION_NOTE,))
    return table.truncated("mentions", where="--format json")


def _mentions(parts):
    """Yield (document, fragments, words, {annotator: canonical index}) of each mention.

    parts  DrawnLayer
    """
    for document in parts:
        chains = ChainNumbers(parts, document)
        for (fragments, words), indices in zip(chains.mentions, chains.numbers):
            yield document, fragments, words, indices


def _coarse_note(layer) -> str:
    """What coarse labels are in a ScoreIndex, and which figures they cannot change."""
    setting = getattr(layer.settings, "coarse", None) or ""
    how = f"in groups: {setting}" if "=" in setting else f"labels up to “{setting}”"
    return (
        f"Coarse labels, {how}. {KINDS[layer.kind].with_coarse} Removed: the share of the "
        "disagreement that is about fine distinctions alone."
    )


def coarse_table(layer) -> Table:
    """The Table of a ScoreIndex; without rows where it has no coarse labels."""
    rows = [(figure_name(*key), *scores) for key, scores in layer.coarse.items()]
    heads = "all labels", "coarse labels", "disagreement removed"
    return Table(
        f"Fine and coarse labels of {layer.name}", [TEXT(""), *map(SCORE, heads)], rows,
        signatures=tuple(row[2].signature for row in rows[:1]), glossary=(_coarse_note(layer),),
    ).with_undefined_notes()  # fmt: skip
