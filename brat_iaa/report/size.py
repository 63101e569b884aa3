"""How much was annotated, and by how many (Skjærholt 2014, table 1)."""

from brat_iaa.formats.cells import count
from brat_iaa.formats.tables import COUNT, TEXT, Table
from brat_iaa.kinds import compares_syntax

ALL = "all"


def size_table(agreement) -> Table:
    """A row for the project, one for the documents that so many have begun, one for each annotator.

    Of a document with several texts that which is compared otherwise counts; of each annotator the
    annotator's own. Tokens are those that can have heads and count. Without rows where neither arcs
    nor trees are compared, as tokens are something else.
    """
    if not compares_syntax(agreement.layers):
        return Table("", [], [])
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
    notes = ["Tokens: those that can have heads and count, so no root tokens."]
    if len(by_number) > 1:
        notes[0] += " By 2 annotators: the documents that so many have begun."
    if agreement.by_sentence:
        notes.append("Of documents with several texts: the text of most annotators.")
    rows = [(part, *map(sum, zip(*sizes))) for part, sizes in (*parts, *by_annotator.items())]
    columns = [TEXT("", "part"), *map(COUNT, ("documents", "sentences", "tokens"))]
    return Table("Size (as Skjærholt 2014, table 1)", columns, rows, tuple(notes))
