"""What a report says where trees are compared whose sentences have other words."""

import re

from brat_iaa.formats.cells import count, named

# Of these, sentences are left out that have other tokens, or another text.
_EQUAL_WORDS = (("LAS", "accuracy"), ("jaccard", "brackets"))


def other_text_notes(layer) -> list:
    """Notes on a ScoreIndex of trees: which documents have several texts, what was left out."""
    agreement, notes = layer.agreement, []
    if layer.settings.own_texts and agreement.by_sentence:
        notes.append(
            f"Texts differ between annotators in {count(len(agreement.by_sentence), 'document')} "
            f"({named(sorted(agreement.by_sentence))}). There, sentences are compared by their "
            f"number (texts = by-sentence)."
        )
    for key in _EQUAL_WORDS:
        score = layer.overall.get(key)
        ignored = re.search(r"\|ignored:(\d+)\|", score.signature) if score is not None else None
        if ignored and int(ignored[1]):
            sentences = count(int(ignored[1]), "sentence")
            what = "UAS, LAS and LA" if key[0] == "LAS" else "The Jaccard figure"
            verb = "leave" if key[0] == "LAS" else "leaves"
            notes.append(f"{what} {verb} out {sentences} whose words differ between annotators.")
    return notes
