"""AC1 from brat files to scores, against irrCAC 0.4.4, by the author's own formulas; Gwet 2008,
"Computing inter-rater reliability and its variance in the presence of high agreement", BJMSP 61(1).

The four coders are those of Krippendorff 2011, example C, with "*" for what is missing. irrCAC
prints five digits.
"""

import pytest
from label_projects import write
from small_projects import agreement, whole

from brat_iaa.report.layer_tables import layer_tables

FOUR = {
    "A": "a b c c b a d a b * * *", "B": "a b c c b b d a b e * *", "C": "* c c c b c d b b e a c",
    "D": "a b c c b d d a b e a *",
}  # fmt: skip
ALL = tuple(FOUR)
# AC1, A_o, A_e
PRINTED = {
    ALL: (0.77544, 0.81818, 0.19032), ("A", "B"): (0.86304, 0.88889, 0.18875), ("A", "C"): (0.53846, 0.625, 0.1875),
    ("C", "D"): (0.62958, 0.7, 0.1901),
}  # fmt: skip


def compared(root, **labels):
    labels = {name: " / ".join(own.split()).replace("*", "-") for name, own in labels.items()}
    items = len(next(iter(labels.values())).split(" / "))
    return agreement(write(root, " / ".join(["w"] * items), **labels))


@pytest.mark.parametrize("annotators", PRINTED)
def test_values_of_irrcac(annotators, tmp_path):
    score = whole(compared(tmp_path, **FOUR))["ac1", "gwet", annotators]
    found = score.value, score.observed, score.expected
    assert [round(part, 5) for part in found] == pytest.approx(PRINTED[annotators])


# Counts of yes/yes, yes/no, no/yes, no/no; AC1, Cohen's kappa and alpha by irrCAC; whether a note
# says why they are far apart. The second table is the balanced one of Feinstein & Cicchetti 1990.
TABLES = [
    ((118, 5, 2, 0), 0.94078, -0.02339, -0.02469, True), ((40, 9, 6, 45), 0.70075, 0.69952, 0.70075, False),
    ((80, 10, 5, 5), 0.808, 0.31818, 0.31771, True),
]  # fmt: skip


@pytest.mark.parametrize("counts, ac1, kappa, alpha, noted", TABLES)
def test_paradox_of_feinstein_cicchetti_1990(counts, ac1, kappa, alpha, noted, tmp_path):
    rows = [pair for pair, count in zip(("yy", "yn", "ny", "nn"), counts) for _ in range(count)]
    found = compared(tmp_path, one=" ".join(x for x, _ in rows), two=" ".join(y for _, y in rows))
    scores, pair = whole(found), ("one", "two")
    assert round(scores["ac1", "gwet", pair].value, 5) == ac1
    assert round(scores["kappa", "cohen", pair].value, 5) == kappa
    assert round(scores["alpha", "nominal", pair].value, 5) == alpha
    (layer,) = found.score_indexes
    said = [note for note in layer_tables(layer)[0].notes if "Feinstein" in note]
    assert bool(said) == noted
    if noted:
        chance = 1 - scores["alpha", "nominal", pair].expected
        assert f"a share of {chance:.3f}".replace("0.", ".") in said[0]
        # It is true: the share of the most frequent label.
        yes = (2 * counts[0] + counts[1] + counts[2]) / (2 * sum(counts))
        assert yes >= chance
