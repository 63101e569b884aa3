"""The table of patterns: which labels are confused, and what settling them would bring."""

from brat_iaa.formats.cells import count
from brat_iaa.formats.tables import COUNT, SENTENCE, TEXT, Table
from brat_iaa.places.patterns import place_patterns
from brat_iaa.places.place import UNORDERED_MEANINGS
from brat_iaa.report.places import gain_in_words, kinds_in_words, labels_in_words

SHOWN_PATTERNS = 10


def pattern_table(agreement, where):
    """Table of all disagreements of an Agreement. where: what to add to the title."""
    grouped = place_patterns(agreement.disagreements, agreement)
    shown = grouped[:SHOWN_PATTERNS]
    settled = any(pattern.gain is not None for pattern in grouped)
    rows = [
        (
            *(pattern.places, gain_in_words(pattern) if settled else None, kinds_in_words(pattern)),
            labels_in_words(pattern.labels, pattern.kinds[0][0]),
        )
        for pattern in shown
    ]
    used = {kind for pattern in shown for kind, _ in pattern.kinds}
    notes = ["If settled: what the figure would be if all agreed in this."] if settled else []
    notes += [f"{kind}: {meaning}." for kind, meaning in UNORDERED_MEANINGS.items() if kind in used]
    number = count(agreement.disagreements.number_of_places, "disagreement")
    lacking = agreement.disagreements.places_by_kind().get("token", 0)
    tokens = f", {lacking} from tokens that some annotators lack" if lacking else ""
    notes.append(
        f"{number} in {count(len(grouped), 'pattern')}{tokens}; a place at which annotators "
        "differ is one. See each with: brat-agreement disagreements."
    )
    title = "Patterns of disagreement" + where
    title += ", those that bring most first" if settled else ", most frequent first"
    columns = [COUNT("places"), TEXT("if settled" if settled else None), TEXT("kinds")]
    return Table(title, [*columns, SENTENCE("labels")], rows, tuple(notes))
