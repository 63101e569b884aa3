"""How much was annotated, and by how many: a table, and rows for JSON (Skjærholt 2014, table 1)."""

from typing import NamedTuple

from brat_iaa.formats.cells import Table, count
from brat_iaa.kinds import compares_syntax

ALL = "all"


class SizeRow(NamedTuple):
    """A part of the project.

    part       "all"; "by 2 annotators", of documents that so many have begun; or an annotator
    documents, sentences, tokens  their numbers; tokens are those that can have heads and count
    """

    part: str
    documents: int
    sentences: int
    tokens: int


def size_rows(agreement) -> list:
    """List of SizeRow: the project, its documents by the number of annotators, each annotator.

    Of a document with several texts that which is compared otherwise counts; of each annotator the
    annotator's own. Empty where neither arcs nor trees are compared, as tokens are something else.
    """
    if not compares_syntax(agreement.layers):
        return []
    whole, by_number, by_annotator = [], {}, {name: [] for name in agreement.annotators}
    for document, table in agreement.tables.items():
        size = 1, table.columns.sentences, len(table.columns.codes)
        whole.append(size)
        by_number.setdefault(len(agreement.annotators_of(document)), []).append(size)
        for with_tokens in (table, *table.others):
            for name, present in zip(with_tokens.columns.annotators, with_tokens.columns.present.T):
                by_annotator[name].append((1, with_tokens.columns.sentences, int(present.sum())))
    parts = [(ALL, whole)]
    if len(by_number) > 1:
        parts += [(f"by {count(n, 'annotator')}", sizes) for n, sizes in sorted(by_number.items())]
    return [
        SizeRow(part, *map(sum, zip(*sizes))) for part, sizes in (*parts, *by_annotator.items())
    ]


def size_table(agreement) -> Table:
    """The Table of size_rows()."""
    parts = size_rows(agreement)
    by_number = any(row.part.startswith("by ") for row in parts)
    notes = [
        "Tokens: those that can have heads and count, so no root tokens."
        + (" By 2 annotators: the documents that so many have begun." if by_number else "")
    ]
    if agreement.by_sentence:
        notes.append("Of documents with several texts: the text of most annotators.")
    return Table(
        "Size (as Skjærholt 2014, table 1)",
        "lrrr",
        ("", "documents", "sentences", "tokens"),
        tuple((part, *map(str, numbers)) for part, *numbers in parts),
        tuple(notes),
    )
