"""What a paper says of an annotation: what, by how many, from what; and what authors must add."""

from collections import Counter

from brat_iaa.corpus.project import OtherText
from brat_iaa.formats.cells import count
from brat_iaa.paper.works import BRAT, cite


def unknown(agreement) -> tuple:
    """What no program can know of an annotation, for the authors to add: what a paper must say by
    Klie, Eckart de Castilho & Gurevych 2024 (Computational Linguistics 50(3)), without what
    iaa.conf says.
    """
    config = agreement.config
    return (
        "how the documents were chosen, and from which population",
        "how the annotators were recruited; their expertise, their training for this task, and "
        "their proficiency in the language of the texts",
        "their demographics, where these can influence what they annotate",
        "what they were paid, and whether they consented",
        "which guidelines they followed, and where these can be read",
        "whether they worked independently, and from scratch or from automatic annotation",
        *(["who made the gold standard, and how"] if config.gold else []),
        "how disagreements were resolved: by discussion, by adjudication and by whom, by new "
        "guidelines",
        "where readers can get brat-agreement, in its entry in the bibliography",
    )


def shared_tables(agreement) -> list:
    """Tables of the documents that two annotators or more have."""
    return [
        table for name, table in agreement.tables.items() if len(agreement.annotators_of(name)) > 1
    ]


def what_was_annotated(agreement, tokens=None) -> str:
    """What was annotated by how many, from what and beside what, and what was excluded.

    tokens  how many of them; None where they are not what is annotated
    """
    tables = shared_tables(agreement)
    sentences = sum(len(table.sentence_starts) for table in tables)
    size = f"{count(len(tables), 'document')} ({count(sentences, 'sentence')}"
    if tokens is not None:
        size += f", {count(tokens, 'token')}"
    annotators = len(agreement.compared)
    by = sorted({len(agreement.annotators_of(table.document)) for table in tables})
    some = str(by[0]) if len(by) == 1 else f"{by[0]} to {by[-1]}"
    each = "" if by == [annotators] else f", each document by {some} of them"
    tool = "" if agreement.config.found.treebanks else f" in brat {cite(BRAT)}"
    paragraph = [
        f"{size}) [how they were chosen] {were(len(tables))} annotated{tool} by {annotators} "
        f"annotators{each}.",
        *_beside_annotators(agreement),
    ]
    # A document whose trees cannot be built takes part in the other layers; one that was not given
    # to an annotator is not excluded.
    reasons = {
        (absent.document, name): _reason(absent)
        for absent in agreement.excluded
        if not absent.reason.startswith(("trees: ", "no annotation file"))
        for name in absent.annotators
    }
    excluded = Counter(reasons.values())
    if excluded:
        number = sum(excluded.values())
        why = ", ".join(f"{n} {reason}" for reason, n in excluded.items())
        why = why if len(excluded) > 1 else next(iter(excluded))
        paragraph.append(
            f"Of the annotators’ versions of documents, {number} {were(number)} excluded ({why})."
        )
    lines = {
        (left_out.annotator, left_out.document, line)
        for left_out in agreement.uncounted
        for line in left_out.lines
    }
    if lines:
        paragraph.append(
            f"{count(len(lines), 'line')} of the annotators’ files could not be read, and "
            f"{were(len(lines))} excluded."
        )
    if annotators > 2:
        paragraph.append(
            "Means over pairs of annotators are given as such; other figures are over all "
            "annotators together. Ranges are those of the pairs."
        )
    return " ".join(paragraph)


def were(number):
    return "was" if number == 1 else "were"


def _beside_annotators(agreement):
    """Sentences on the gold that iaa.conf names."""
    if not agreement.config.gold:
        return []
    return [
        "Annotators were also compared with a gold standard [who made it, and how], which is not "
        "one of these annotations."
    ]


def _reason(excluded):
    layers, _, reason = excluded.reason.rpartition(": ")
    if isinstance(excluded, OtherText):
        return "another text"
    if layers.startswith("in all but "):
        return f"another text {excluded.reason.partition(':')[0]}"
    if "more or fewer sentences" in reason:
        return f"more or fewer sentences than the others {layers}"
    if "not begun" in excluded.reason:
        return "not begun"
    return "unreadable"
