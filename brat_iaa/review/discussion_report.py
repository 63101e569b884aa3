"""What is left to discuss, for people and programs: sentence by sentence as text, CSV, JSON."""

import json

from brat_iaa.formats.display_names import ends_in_text, ends_in_words
from brat_iaa.formats.terminal import printable
from brat_iaa.report.csv_rows import to_csv as rows_to_csv
from brat_iaa.report.places import labels_in_words, value_in_words
from brat_iaa.report.where import WHERE_FIELDS, where
from brat_iaa.review.discussion import GROUPS

FIELDS = (
    "group", *WHERE_FIELDS, "annotator", "label", "head", "ends", "ends_at", "decision", "changed",
    "comment", "text",
)  # fmt: skip
_SAYS = {"keep": "keeps it", "wrong": "was wrong, not corrected yet", "unclear": "unclear"}


def rows(groups, names=None):
    """A flat dict for each annotator at each place, the keys FIELDS in each.

    groups  tuple of DisputeGroup
    names   {annotator: name to be shown}; None: their own. The order is then that of the names
            shown
    label, head, ends, ends_at  None where the annotator has nothing; several values are joined by
                                "; "
    """
    return [
        {
            "group": group.name,
            **where(dispute.place),
            "annotator": name,
            **_joined(dispute.place.values[said.annotator].elements),
            "decision": said.decision or None,
            "changed": said.changed,
            "comment": said.comment,
            "text": dispute.in_sentence.text,
        }
        for group in groups
        for dispute in group.disputes
        for name, said in shown(dispute, names)
    ]


def _joined(elements):
    """What an annotator has, several of one kind in one text; None for nothing."""
    told = {
        "label": [element.label for element in elements],
        "head": [
            "the root" if element.head.is_root else element.head.text
            for element in elements
            if element.head is not None
        ],
        "ends": [ends_in_words(element.ends) for element in elements],
        "ends_at": [ends_in_text(element.ends) for element in elements],
    }
    return {name: "; ".join(filter(None, texts)) or None for name, texts in told.items()}


def to_csv(groups, names=None):
    """CSV with a header, safe for spreadsheets."""
    return rows_to_csv(rows(groups, names), FIELDS)


def to_json(groups, names=None):
    """{"groups": [{"group", "meaning", "count"}], "rows": see rows()} as JSON."""
    said = {
        "groups": [
            {"group": group.name, "meaning": GROUPS[group.name], "count": group.count}
            for group in groups
        ],
        "rows": rows(groups, names),
    }
    return json.dumps(said, ensure_ascii=False, indent=1) + "\n"


def about(project, phase, at):
    """Of what and of which day a list is: "pilot, phase 2 revised, 2026-03-01".

    phase  "" if there is none
    at     datetime of the list
    """
    return ", ".join(filter(None, (project, phase and f"phase {phase}", at.date().isoformat())))


def to_text(groups, names=None, heading=""):
    """The list for the meeting: each sentence with the token in brackets, and what everybody has
    and says.

    heading  see about()
    """
    out, number = [f"Discussion: {heading}"] if heading else [], 0
    for group in groups:
        out += [""] if out else []
        title = f"{GROUPS[group.name].capitalize()}: {group.count}"
        out += [title, "=" * len(title)]
        for pattern in group.patterns:
            labels = labels_in_words(pattern.labels, pattern.disputes[0].place.kinds[0])
            out += ["", f"{labels} ({pattern.layer}): {len(pattern.disputes)}"]
            for dispute in pattern.disputes:
                number += 1
                where = f"({number}) {dispute.place.document}, sentence {dispute.place.sentence}"
                out += ["", where, f"    {dispute.in_sentence.in_brackets}"]
                out += _sides(dispute, names)
    if not groups:
        out += [""] * bool(out) + ["Nothing is left to discuss."]
    return "".join(printable(line) + "\n" for line in out)


def _sides(dispute, names):
    sides = shown(dispute, names)
    place = dispute.place
    values = [value_in_words(place, place.values[said.annotator]) for _, said in sides]
    first, second = max(len(name) for name, _ in sides) + 1, max(map(len, values))
    for (name, said), value in zip(sides, values):
        says = (
            "changed since the decision"
            if said.changed
            else _SAYS.get(said.decision, "not decided")
        )
        yield f"    {name + ':':<{first}} {value:<{second}}  {says}"
        if said.comment:
            yield f"    {'':<{first}} “{' '.join(said.comment.split())}”"


def shown(dispute, names):
    """[(name shown, Said)]; in the order of the names if they are not their own, which would tell
    who is who.
    """
    if names is None:
        return [(said.annotator, said) for said in dispute.sides]
    sides = ((names[said.annotator], said) for said in dispute.sides)
    return sorted(sides, key=lambda side: side[0])
