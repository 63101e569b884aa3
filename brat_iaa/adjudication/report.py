"""What went into an adjudication draft and what did not, as text and rows."""

from brat_iaa.formats.cells import Table, count, more, named

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
SHOWN = 15


def summary(draft):
    """Lines that say what was written, and what to do next."""
    notes = sum(document.notes for document in draft.documents)
    lines = [
        f"{draft.directory}: {count(len(draft.documents), 'document')} with {_RULES[draft.rule]}.",
        f"{count(notes, 'note')} at what is disputed; in brat each begins with "
        f"“Disputed”, “Not in the draft” or "
        "“… by majority”. Take a note away when it is decided.",
    ]
    chosen = sum(document.chosen for document in draft.documents)
    if chosen:
        lines.append(
            f"{count(chosen, 'span')} without an agreed type: the most frequent type "
            f"was taken, with a note."
        )
    if draft.single:
        lines.append(
            f"Only one annotator did: {named(draft.single)}. Taken over as it is, with "
            f"a note. Agreement of that annotator "
            "with the gold says nothing about it until somebody has checked it."
        )
    if draft.inside and draft.gold != draft.directory.name:
        lines.append(
            f"Now set gold = {draft.directory.name} in [project] of iaa.conf; until "
            f"then it counts as an annotator."
        )
    readers = "who did what" if draft.names else "what annotators did, without their names"
    lines.append(f"Whoever may open it in brat reads in its notes {readers}.")
    if draft.settings:
        lines.append(f"Copied for brat: {', '.join(draft.settings)}.")
    return lines + list(draft.remarks)


def tables(draft):
    """List of Table: the counts, what was left out, and who had no vote."""
    found = [
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
                "Everybody and majority: in the draft. Disputed: not in it; a note "
                "says who has what, or "
                "it is listed as not carried over. Counted are annotations; a place at "
                "which annotators "
                "differ can hold several.",
            ),
        ),
        _shown(
            "Not carried over",
            ("document", "annotator", "id", "reason"),
            [(one.document, one.annotator, one.id, f"{one.reason}.") for one in draft.left_out],
        ),
        _shown(
            "Without a vote",
            ("document", "annotators", "reason"),
            [(one.document, ", ".join(one.annotators), f"{one.reason}.") for one in draft.excluded],
        ),
        _shown(
            "Lines that could not be read",
            ("file", "line", "problem"),
            [
                (one.file, "" if one.line is None else str(one.line), one.message)
                for one in draft.problems
            ],
        ),
    ]
    return [table for table in found if table.rows]


def _kinds(draft):
    """Words for the kinds of annotation."""
    return _KINDS if draft.tokens else {**_KINDS, "span": "spans", "relation": "relations"}


def to_dict(draft):
    """Everything, for programs."""
    return {
        "directory": str(draft.directory),
        "rule": draft.rule,
        "names": draft.names,
        "documents": [
            {
                "document": one.name,
                "annotators": list(one.annotators),
                "counts": {
                    kind: tally._asdict() for kind, tally in one.tallies.items() if any(tally)
                },
                "types_chosen": one.chosen,
                "notes": one.notes,
            }
            for one in draft.documents
        ],
        "left_out": [one._asdict() for one in draft.left_out],
        "excluded": [
            {**one._asdict(), "annotators": list(one.annotators)} for one in draft.excluded
        ],
        "problems": [one._asdict() for one in draft.problems],
        "settings": list(draft.settings),
        "remarks": list(draft.remarks),
    }


def _shown(title, header, rows):
    return Table(
        title,
        "l" * (len(header) - 1) + "p",
        header,
        tuple(rows[:SHOWN]),
        tuple(more(len(rows) - SHOWN, "rows")),
    )
