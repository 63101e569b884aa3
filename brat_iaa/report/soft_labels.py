"""Soft labels: of each item the share of annotators who gave each value, and its entropy.

    entropy = - sum over the values of share · log2(share), in bits

One line of JSON for each item, with the keys of the shared tasks on learning with disagreements
(LeWiDi 2025) where they have one; entropies of documents and labels are means over their items.
"""

import json
from collections import Counter
from math import log2

from brat_iaa.formats.brat_links import offsets
from brat_iaa.formats.tables import Table, for_programs
from brat_iaa.kinds import KINDS
from brat_iaa.layers.item_values import MISSING, ItemValues, item_values

FIELDS = ("id", "annotation task", "layer", "document", "sentence", "text", "start", "end",
          "fragments", "link", "number of annotators", "annotators", "number of annotations",
          "annotations", "soft_label", "entropy")  # fmt: skip
MEAN_FIELDS = ("layer", "document", "label", "items", "mean_entropy")


def soft_rows(agreement, links=None):
    """Yield a dict with the keys FIELDS for each item of each layer; links: BratLinks, or None."""
    for values in _of_layers(agreement):
        for item, codes in zip(values.items, values.codes.tolist()):
            given = _given(values, codes)
            table = agreement.tables[item.document]
            sentence = table.sentences[item.sentence - 1] if table.sentences else None
            around = table.text[sentence.start : sentence.end].strip() if sentence else ""
            at = ",".join(f"{first}-{last}" for first, last in item.fragments)
            written = {name: values.written(code) for name, code in given.items()}
            layer = values.layer.name
            row = (
                f"{layer}/{item.document}/{at}", layer, layer, item.document, item.sentence,
                {"item": item.text, "sentence": around}, item.fragments[0][0],
                item.fragments[-1][1], [list(fragment) for fragment in item.fragments],
                links and _link(table, item, next(iter(given), None), links), len(given),
                ",".join(given), len(given), written, shares(written.values()),
                entropy(given.values()),
            )  # fmt: skip
            yield dict(zip(FIELDS, row))


def soft_labels(agreement, links=None) -> str:
    """The soft_rows(), a line of JSON for each."""
    rows = soft_rows(agreement, links)
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def mean_entropies(agreement) -> Table:
    """Of each layer, then of each of its documents and labels, the mean entropy of the items that
    two or more annotators have; of a label those to which anybody gave it. For programs.
    """
    rows = []
    for values in _of_layers(agreement):
        sums: dict = {}
        for item, codes in zip(values.items, values.codes.tolist()):
            given = _given(values, codes)
            if len(given) < 2:
                continue
            value = entropy(given.values())
            labels = set().union(*(values.labels[code] for code in given.values()))
            about = [(None, None), (item.document, None), *((None, name) for name in labels)]
            for key in about:
                number, total = sums.get(key, (0, 0.0))
                sums[key] = number + 1, total + value
        # The layer, documents, labels, each by name.
        order = sorted(sums, key=lambda key: (key[1] or "", key[0] or ""))
        for document, label in order:
            number, total = sums[document, label]
            rows.append({
                "layer": values.layer.name, "document": document, "label": label,
                "items": number, "mean_entropy": total / number,
            })  # fmt: skip
    return for_programs(rows, MEAN_FIELDS)


def shares(values) -> dict:
    """{value: share of those who gave it}, the most frequent first."""
    counted = Counter(values).most_common()
    total = sum(number for _, number in counted)
    return {value: number / total for value, number in counted}


def entropy(values) -> float:
    """Of the shares of some values, in bits."""
    return 0.0 - sum(share * log2(share) for share in shares(values).values())


def _of_layers(agreement):
    for layer in agreement.layers:
        if KINDS[layer.kind].listed:
            names = agreement.annotators_in(layer)
            yield item_values(layer, agreement.parts[layer.name], agreement.tables, names)


def _given(values: ItemValues, codes) -> dict:
    return {name: code for name, code in zip(values.annotators, codes) if code != MISSING}


def _link(table, item, name, links):
    return name and links.file(table.files[name], offsets([item]))
