"""Display names of layers, what was drawn and what is missing, for reports and pages."""

from typing import Optional

from brat_iaa.kinds.differences import DIFFERENCES


def drawn_in_words(label: str, head: Optional[str] = None, ends: str = "") -> str:
    """What an annotator drew: “SUBJ ← “broke””; without a head the label and its ends, in words."""
    return f"{label} ← {head}" if head is not None else " ".join(filter(None, (label, ends)))


def ends_in_words(ends: tuple) -> str:
    """The ends of a relation: "a2 → b3"; "" without any. ends: two disagreements.End, or ()."""
    return " → ".join(end.text for end in ends)


def ends_in_text(ends: tuple) -> str:
    """The offsets of ends in the text: "3–5 → 10–12"; "" without any."""
    return " → ".join(f"{end.fragments[0][0]}–{end.fragments[-1][1]}" for end in ends)


def absent(kind: str, has_token: bool = True) -> str:
    """The text for an annotator who marked nothing where the other did.

    kind       of the disagreement
    has_token  whether this annotator has the token
    """
    said = DIFFERENCES[kind].absent if kind else ""
    return said or ("no arc" if has_token else "no such token")
