"""The value of each mention by each annotator, as a canonical index (Passonneau 2004, table 2).

The value is the set of the mentions in its chain. Equal sets of a document have one number, in the
order in which they occur, whoever's they are.
"""

from brat_iaa.formats.tables import COUNT, TEXT, Table

_NOTE = (
    "Rows are mentions, in the order of the text. The same number is the same set of mentions; a "
    "mention that corefers with nothing is a set of its own. –: no such mention."
)


def mention_rows(agreement) -> list:
    """A dict for each mention of each layer of chains, for JSON."""
    return [
        {
            "layer": layer.name,
            "document": document,
            "start": token.start,
            "end": token.end,
            "text": token.text,
            "indices": indices,
        }
        for layer in agreement.layers
        if layer.kind == "chains"
        for document, token, indices in _mentions(agreement.parts[layer.name])
    ]


def mention_table(layer) -> Table:
    """The Table of the first mentions of a ScoreIndex; without rows if its layer has no chains."""
    parts = layer.agreement.parts.get(layer.name, {}) if layer.kind == "chains" else {}
    annotators, several = layer.agreement.annotators, len(parts) > 1
    rows = [
        (
            f"“{token.text}” ({token.start}–{token.end})" + (f" in {document}" if several else ""),
            *map(indices.get, annotators),
        )
        for document, token, indices in _mentions(parts)
    ]
    title = f"Canonical indices of mentions in {layer.name} (as Passonneau 2004, table 2)"
    table = Table(title, [TEXT(""), *map(COUNT, annotators)], rows, (_NOTE,))
    return table.first("mentions", where="json")


def _mentions(parts):
    """Yield (document, Token, {annotator: canonical index}) of each mention.

    parts  {document: LayerDocument}
    """
    for document, part in parts.items():
        numbers: dict = {}
        for mention, token in enumerate(part.items.tokens):
            indices = {}
            for annotator, classes in part.items.classes.items():
                if mention in classes:
                    members = classes[mention]
                    indices[annotator] = numbers.setdefault(members, len(numbers) + 1)
            yield document, token, indices
