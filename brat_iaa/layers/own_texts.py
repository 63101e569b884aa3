"""Documents whose texts differ between annotators: their sentences are matched by number.

Source: Skjærholt 2014, section 4. The tree edit distance needs no common tokens; whatever else is
compared of two trees is compared where the words of the sentence are the same.
"""

from brat_iaa.corpus.project import Excluded, OtherText
from brat_iaa.layers.layer_document import LayerDocument

_OTHER_NUMBER = "; they have more or fewer sentences, or no annotation"


def tables_by_sentence(table) -> dict:
    """{position among the texts of a document: its ComparedDocument} of those that are compared.

    table  ComparedDocument of the text that is compared otherwise, position 0, with its others

    Compared are the texts with as many sentences as those of most annotators have; of equally many
    annotators, the first texts. A text that nobody has begun to annotate is none.
    """
    if not table.others:
        return {0: table}
    by_sentences: dict = {}
    for position, of_text in enumerate((table, *table.others)):
        if of_text.annotators:
            by_sentences.setdefault(len(of_text.sentences), {})[position] = of_text
    annotators = lambda of: sum(len(of_text.annotators) for of_text in of.values())  # noqa: E731
    return max(by_sentences.values(), key=annotators, default={})


def annotators_by_sentence(table) -> tuple:
    """The annotators who are compared in a document, whatever their text."""
    return tuple(
        name for of_text in tables_by_sentence(table).values() for name in of_text.annotators
    )


def merged(documents, table, make, layer) -> LayerDocument:
    """The LayerDocument of a document with several texts.

    documents  its ParallelDocuments: of the text that is compared otherwise, then of the others
    table      ComparedDocument of the first, with its others
    make       function of (ParallelDocument, ComparedDocument, Layer) that returns the
               LayerDocument of one text; items: {sentence number: {annotator: tree}}

    A sentence that one of the texts lacks is left out for all annotators.
    """
    tables = tables_by_sentence(table)
    parts = [make(documents[position], of_text, layer) for position, of_text in tables.items()]
    numbers = set.intersection(*(set(part.items) for part in parts)) if parts else set()
    items = {
        number: {
            annotator: tree.in_sentence(of_text, number)
            for of_text, part in zip(tables.values(), parts)
            for annotator, tree in part.items[number].items()
        }
        for number in sorted(numbers)
    }
    everybody = annotators_by_sentence(table)
    return LayerDocument(
        items=items,
        excluded=tuple(
            left_out._replace(annotators=everybody) for part in parts for left_out in part.excluded
        ),
        problems=tuple(problem for part in parts for problem in part.problems),
    )


def told(excluded, tables, layers) -> tuple:
    """Excluded as they are reported where annotators whose texts differ are compared.

    excluded  tuple of Excluded
    tables    {document: its ComparedDocument}
    layers    tuple of the project's Layers
    """
    reported = []
    for left_out in excluded:
        table = tables.get(left_out.document)
        if table is None or not table.others or not isinstance(left_out, OtherText):
            reported.append(left_out)
        elif not set(left_out.annotators) <= set(annotators_by_sentence(table)):
            reported.append(left_out._replace(reason=left_out.reason + _OTHER_NUMBER))
        elif not all(layer.own_texts for layer in layers):
            reason = f"in all but {_names(layers)}: {left_out.reason}"
            reported.append(Excluded(left_out.document, left_out.annotators, reason))
    for document, table in tables.items():
        if table.others and table.annotators and 0 not in tables_by_sentence(table):
            reason = (
                f"in {_names(layers)}: most annotators have a text with more or fewer sentences"
            )
            reported.append(Excluded(document, table.annotators, reason))
    return tuple(reported)


def _names(layers):
    """The names of the layers that compare annotators whose texts differ."""
    return ", ".join(layer.name for layer in layers if layer.own_texts)
