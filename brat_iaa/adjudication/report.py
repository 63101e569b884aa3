"""What went into an adjudication draft and what did not, as text and rows."""

from brat_iaa.formats.cells import count, named
from brat_iaa.formats.tables import COUNT, NAMES, SENTENCE, TEXT, ColumnType, Table

_KINDS = {
    "span": "tokens and other spans",
    "arc": "arcs",
    "relation": "other relations",
    "event": "events",
    "chain": "equivalence chains",
    "attribute": "attributes",
    "normalization": "references to databases",
    "note": "notes",
}
_RULES = {
    "unanimous": "what everybody has who annotated the document",
    "majority": "what more than half of those have who annotated the document",
}


def summary(draft) -> list:
    """Lines on what was written, and what to do next."""
    notes = sum(document.notes for document in draft.documents)
    lines = [
        f"{draft.directory}: {count(len(draft.documents), 'document')} with {_RULES[draft.rule]}.",
        f"{count(notes, 'note')} at what is disputed; in brat each begins with “Disputed”, “Not in "
        "the draft” or “… by majority”. Delete a note when it is decided.",
    ]
    chosen = sum(document.chosen for document in draft.documents)
    if chosen:
        lines.append(
            f"{count(chosen, 'span')} without an agreed type: the most frequent type was taken, "
            "with a note."
        )
    if draft.single:
        lines.append(
            f"Only one annotator did: {named(draft.single)}. Taken over as it is, with a note. "
            "Agreement of that annotator with the gold says nothing about it until somebody has "
            "checked it."
        )
    layers = f"draft_layers = {', '.join(draft.layers)}" if draft.layers else ""
    if layers:
        lines.append(
            f"It has notes only on {named(draft.layers)}. What all agree on in other layers is in "
            "it, too."
        )
    if draft.inside and draft.gold != draft.directory.name:
        both = f"draft = {draft.directory.name}{layers and ' and '}{layers}"
        gold = "gold and gold_layers" if layers else "gold"
        lines.append(
            f"Now set {both} in [project] of iaa.conf, and decide the rest "
            f"on the page Adjudicate; when it is finished, set {gold} instead. Without either it "
            "counts as an annotator."
        )
    readers = "who did what" if draft.names else "what annotators did, without their names"
    lines.append(f"Everybody who may open it in brat can read in its notes {readers}.")
    if draft.settings:
        lines.append(f"Copied for brat: {', '.join(draft.settings)}.")
    return lines + list(draft.remarks)


def tables(draft) -> list:
    """List of Table: the counts, what was left out, and who had no vote."""
    made = [
        tally_table(draft),
        left_out_table(draft).first("rows"),
        excluded_table(draft).first("rows"),
        problem_table(draft.problems).first("rows"),
    ]
    return [table for table in made if table.records]


def tally_table(draft) -> Table:
    """How many annotations of each kind everybody has, the majority, and neither."""
    columns = [TEXT("", "kind"), *map(COUNT, ("everybody", "majority", "disputed"))]
    names = _KINDS if draft.tokens else {**_KINDS, "span": "spans", "relation": "relations"}
    rows = [(names[kind], *tally) for kind, tally in draft.tallies.items() if any(tally)]
    note = (
        "Everybody and majority: in the draft. Disputed: not in it; a note says who has "
        "what, or it is listed as not carried over. Counted are annotations; an item at "
        "which annotators differ can hold several."
    )
    return Table("What annotators have", columns, rows, (note,))


def left_out_table(draft) -> Table:
    """The annotations that were not voted on, or could not be written."""
    columns = [TEXT("document"), TEXT("annotator"), TEXT("id"), COUNT(None, "line")]
    return Table("Not carried over", [*columns, _REASON("reason")], draft.left_out)


def excluded_table(draft) -> Table:
    """The documents that are not in the draft, or without these annotators."""
    columns = [TEXT("document"), NAMES("annotators"), _REASON("reason")]
    return Table("Without a vote", columns, draft.excluded)


def problem_table(problems) -> Table:
    """Problems of the annotators' files."""
    line = ColumnType("l", lambda number: "" if number is None else str(number))
    columns = [TEXT("file"), line("line"), TEXT(None, "code"), SENTENCE("problem", "message")]
    return Table("Lines that could not be read", [*columns, TEXT(None, "unread")], problems)


def to_dict(draft) -> dict:
    """Everything, for JSON."""
    return {
        "directory": str(draft.directory),
        "rule": draft.rule,
        "layers": draft.layers and list(draft.layers),
        "names": draft.names,
        "documents": [
            {
                "document": document.name,
                "annotators": list(document.annotators),
                "counts": {
                    kind: tally._asdict() for kind, tally in document.tallies.items() if any(tally)
                },
                "types_chosen": document.chosen,
                "notes": document.notes,
            }
            for document in draft.documents
        ],
        "left_out": left_out_table(draft).dicts(),
        "excluded": excluded_table(draft).dicts(),
        "problems": problem_table(draft.problems).dicts(),
        "settings": list(draft.settings),
        "remarks": list(draft.remarks),
    }


_REASON = ColumnType("p", lambda reason: f"{reason}.")
