"""What is left to discuss as a text for the meeting, sentence by sentence."""

from brat_iaa.formats.terminal import printable
from brat_iaa.report.places import labels_in_words, value_in_words
from brat_iaa.review.discussion import GROUPS

_SAYS = {"keep": "keeps it", "wrong": "was wrong, not corrected yet", "unclear": "unclear"}


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
    sides = _shown(dispute, names)
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


def _shown(dispute, names):
    """[(name shown, Said)]; in the order of the names if they are not their own, which would tell
    who is who.
    """
    if names is None:
        return [(said.annotator, said) for said in dispute.sides]
    sides = ((names[said.annotator], said) for said in dispute.sides)
    return sorted(sides, key=lambda side: side[0])
