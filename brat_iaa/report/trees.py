"""The sentences whose trees differ: what differs in a tree is not listed arc by arc."""

from statistics import mean

from brat_iaa.formats.tables import COUNT, HUNDREDTHS, TEXT, Table
from brat_iaa.kinds import KINDS


def tree_table(layer) -> Table:
    """The Table of a ScoreIndex: its sentences whose trees differ, those with the largest distance
    first; without rows if it has no trees.
    """
    rows = [
        (document, sentence, mean(distances.values()), _text(layer.agreement, document, sentence))
        for document, sentence, distances in _differing(layer.agreement, layer.name)
    ]
    columns = [TEXT("document"), COUNT("sentence"), HUNDREDTHS("distance"), TEXT(None, "text")]
    return Table(
        f"Sentences of {layer.name} that differ, largest distance first", columns,
        sorted(rows, key=lambda row: -row[2]),
        glossary=("Distance: tree edit distance of two annotators, mean over the pairs.",),
    ).truncated("sentences")  # fmt: skip


def tree_rows(agreement) -> list:
    """A dict for each sentence whose trees differ in a layer, for JSON."""
    return [
        {
            "layer": layer.name,
            "document": document,
            "sentence": sentence,
            "text": _text(agreement, document, sentence),
            "distances": [
                {"annotators": list(pair), "distance": distance}
                for pair, distance in distances.items()
            ],
        }
        for layer in agreement.layers
        for document, sentence, distances in _differing(agreement, layer.name)
    ]


def trees_in_words(agreement):
    """How many trees differ: “12 of 36 trees differ”; None without trees."""
    layers = [layer for layer in agreement.layers if not KINDS[layer.kind].listed]
    said = [
        f"{len(pooled.differing)} of {pooled.sentences} trees"
        + f" of {layer.name}" * (len(layers) > 1)
        for layer in layers
        if (pooled := agreement.pooled_layers[layer.name]).sentences
    ]
    return f"{' and '.join(said)} differ" if said else None


def _differing(agreement, name):
    return getattr(agreement.pooled_layers.get(name), "differing", ())


def _text(agreement, document, number):
    table = agreement.tables[document]
    sentence = table.sentences[number - 1]
    words = [table.tokens[index] for index in sentence.tokens]
    if any(word.is_root for word in words):
        return " ".join(word.text for word in words if not word.is_root)
    return " ".join(table.text[sentence.start : sentence.end].split())
