"""What went into an adjudication draft and what did not, as text and rows."""

from brat_iaa.formats.cells import Table, count, named
from brat_iaa.report.first_rows import first_rows

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
            f"Now set {both} in [project] of iaa.conf, and settle the rest "
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
        Table(
            "What annotators have",
            "lrrr",
            ("", "everybody", "majority", "disputed"),
            tuple(
                (_kinds(draft)[kind], *map(str, tally))
                for kind, tally in draft.tallies.items()
                if any(tally)
            ),
            (
                "Everybody and majority: in the draft. Disputed: not in it; a note says who has "
                "what, or it is listed as not carried over. Counted are annotations; a place at "
                "which annotators differ can hold several.",
            ),
        ),
        _shown(
            "Not carried over",
            ("document", "annotator", "id", "reason"),
            [(*left_out[:3], f"{left_out.reason}.") for left_out in draft.left_out],
        ),
        _shown(
            "Without a vote",
            ("document", "annotators", "reason"),
            [
                (document, ", ".join(annotators), f"{reason}.")
                for document, annotators, reason in draft.excluded
            ],
        ),
        _shown(
            "Lines that could not be read",
            ("file", "line", "problem"),
            [
                (problem.file, "" if problem.line is None else str(problem.line), problem.message)
                for problem in draft.problems
            ],
        ),
    ]
    return [table for table in made if table.rows]


def _kinds(draft):
    """{kind of annotation: its name}"""
    return _KINDS if draft.tokens else {**_KINDS, "span": "spans", "relation": "relations"}


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
        "left_out": [left_out._asdict() for left_out in draft.left_out],
        "excluded": [
            {**excluded._asdict(), "annotators": list(excluded.annotators)}
            for excluded in draft.excluded
        ],
        "problems": [problem._asdict() for problem in draft.problems],
        "settings": list(draft.settings),
        "remarks": list(draft.remarks),
    }


def _shown(title, header, rows):
    return first_rows(title, "l" * (len(header) - 1) + "p", header, rows, "rows")
