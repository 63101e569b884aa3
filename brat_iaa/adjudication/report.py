"""What there is to do with a draft, as text and rows."""

from collections import Counter

from brat_iaa.adjudication.cases import STATUSES
from brat_iaa.formats.cells import count, named
from brat_iaa.formats.tables import COUNT, NAMES, SENTENCE, TEXT, ColumnType, Table

# What came along with a decision, or was lost by it.
_TOLD = {
    "needed": "added: something in the draft depends on it",
    "dropped": "left out: what it depends on is not in the draft",
}


def summary(directory, settings, work, remarks=()) -> list:
    """Lines on what the draft is, and what to do next.

    directory  path
    settings   DraftSettings
    work       Worklist
    remarks    further sentences
    """
    left = count(work.left, "disagreement") + " to decide"
    if work.notes:
        left += f", and {count(len(work.notes), 'other thing')}"
    lines = [
        f"{directory}: {count(len(work.documents), 'document')} with "
        f"{'; '.join(settings.rule.words)}; what was decided, and what was edited in it.",
        f"{left}, each with a note in brat."
        if work.left or work.notes
        else "Nothing is left to decide.",
    ]
    single = tuple(name for name, names in work.documents.items() if len(names) == 1)
    if single:
        lines.append(
            f"Only one annotator did: {named(single)}. Taken over as it is, with a note. "
            "Agreement of that annotator with the gold says nothing about it until somebody has "
            "checked it."
        )
    if settings.layers:
        lines.append(
            f"It is made for {named(settings.layers)}. What all agree on in other layers is in it, "
            "too."
        )
    readers = "who did what" if settings.names else "what annotators did, without their names"
    return [*lines, f"Everybody who may open it in brat can read in its notes {readers}.", *remarks]


def tables(work) -> list:
    """List of Table: how many places of each layer are in which state, and of all else by what it
    is; what decisions brought along, and what is in the draft no more as it depended on others;
    documents in which nothing can be decided; and those without these annotators.
    """
    counted: dict = {}
    for case in (*work.cases, *work.others):
        name = f"other: {case.kind}" if case.place is None else case.place.layer
        counted.setdefault((case.place is None, name), Counter())[case.status] += 1
    used = [status for status in STATUSES if any(each[status] for each in counted.values())]
    status = Table(
        "What is decided",
        [TEXT("disagreements"), *(COUNT(STATUSES[status], status) for status in used)],
        [
            (name, *(number[status] for status in used))
            for (_, name), number in sorted(counted.items())
        ],
    )
    told = Table(
        "Added or left out",
        [TEXT("document"), TEXT("in the draft", "what"), SENTENCE("annotation")],
        [(document, _TOLD[what], words) for document, what, words in work.told],
    )
    absent = Table("Not written", [TEXT("document"), SENTENCE("reason")], [*work.absent.items()])
    reason = ColumnType("p", lambda reason: f"{reason}.")
    columns = [TEXT("document"), NAMES("annotators"), reason("reason")]
    excluded = Table("Without a vote", columns, work.excluded)
    return [status, *(table.truncated("rows") for table in (told, absent, excluded))]


def to_dict(directory, settings, work) -> dict:
    """Everything, for JSON."""
    status, told, _, excluded = tables(work)
    return {
        "directory": str(directory),
        "rule": settings.rule.votes,
        "taken": dict(settings.rule.taken),
        "layers": settings.layers and list(settings.layers),
        "names": settings.names,
        "documents": {name: list(names) for name, names in work.documents.items()},
        "left": work.left,
        "others_left": len(work.notes),
        "status": status.dicts(),
        "told": told.dicts(),
        "not_written": work.absent,
        "excluded": excluded.dicts(),
    }
