"""What a report says where coefficients of agreement are far apart, as one label is frequent."""

from brat_iaa.formats.cells import figure

_ALPHA, _AC1 = ("alpha", "nominal"), ("ac1", "gwet")
# From this far apart the two lead to different conclusions, whatever threshold one has.
_APART = 0.2
# High agreement, of which Feinstein & Cicchetti 1990 ask why kappa is low.
_HIGH = 0.8


def prevalence_notes(layer) -> list:
    """Notes on a ScoreIndex: why AC1 is far above alpha, if agreement is high and it is.

    With D_o <= 1 - _HIGH and AC1 <= 1 - D_o, the two are _APART only if D_e <= 1/2. The most
    frequent label has a share of at least the sum of the squared shares, so of at least 1 - D_e.
    """
    alpha, ac1 = (layer.overall.get(key) for key in (_ALPHA, _AC1))
    if None in (alpha, ac1) or None in (alpha.value, ac1.value):
        return []
    if 1 - alpha.observed < _HIGH or ac1.value - alpha.value < _APART:
        return []
    chance = figure(1 - alpha.expected)
    return [
        f"AC1 is {figure(ac1.value)}, alpha {figure(alpha.value)}: one label has a share of "
        f"{chance} or more of the values. Alpha, like kappa, therefore expects agreement of "
        f"{chance} by chance (AC1: {figure(ac1.expected)}), and a few differences make it low "
        "although agreement is high (Feinstein & Cicchetti 1990). AC1 says how often annotators "
        "agree beyond guesses; alpha, whether they tell the rare labels from the frequent one. "
        "Report both, and F1 of each label."
    ]
