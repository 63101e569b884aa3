"""What a report says where coefficients of agreement are far apart, as one label is frequent."""

from brat_iaa.figures import full_name
from brat_iaa.formats.cells import figure

_ALPHA, _AC1 = ("alpha", "nominal"), ("ac1", "gwet")
_ORDINAL = ("alpha", "ordinal")
# From this far apart the two lead to different conclusions, whatever threshold one has.
_APART = 0.2
# High agreement, of which Feinstein & Cicchetti 1990 ask why kappa is low.
_HIGH = 0.8


def prevalence_notes(layer) -> list:
    """Notes on a ScoreIndex: why AC1 and AC2 are far above alpha, if agreement is high and they
    are.

    With D_o <= 1 - _HIGH and AC1 <= 1 - D_o, the two are _APART only if D_e <= 1/2. The most
    frequent label has a share of at least the sum of the squared shares, so of at least 1 - D_e.
    """
    notes, alpha, ac1 = [], layer.overall.get(_ALPHA), layer.overall.get(_AC1)
    if _tell_different_stories(alpha, ac1):
        chance = figure(1 - alpha.expected)
        notes.append(
            f"AC1 is {figure(ac1.value)}, alpha {figure(alpha.value)}: one label has a share of "
            f"{chance} or more of the values. Alpha, like kappa, therefore expects agreement of "
            f"{chance} by chance (AC1: {figure(ac1.expected)}), and a few differences make it low "
            "although agreement is high (Feinstein & Cicchetti 1990). AC1 says how often "
            "annotators agree beyond guesses; alpha, whether they tell the rare labels from the "
            "frequent one. Report both, and F1 of each label."
        )
    ordinal = layer.overall.get(_ORDINAL)
    for key, ac2 in layer.overall.items():
        if key[0] == "ac2" and _tell_different_stories(ordinal, ac2):
            notes.append(
                f"AC2 is {figure(ac2.value)}, {full_name(*_ORDINAL)} {figure(ordinal.value)}: most "
                "values are equal or close on the scale, so alpha expects little disagreement by "
                "chance, and a few differences make it low although weighted agreement is high "
                f"({figure(ac2.observed)}). AC2 expects agreement of {figure(ac2.expected)}, as if "
                "labels were guessed. AC2 says how near annotators are to each other beyond "
                "guesses; alpha, whether they tell apart what does differ. Report both."
            )
    return notes


def _tell_different_stories(alpha, other):
    """Whether agreement is high, and the other coefficient far above alpha."""
    if None in (alpha, other) or None in (alpha.value, other.value):
        return False
    # A weighted coefficient has its own observed agreement, on the scale of its weights.
    return other.observed >= _HIGH and other.value - alpha.value >= _APART
