"""Whether a candidate, such as a model, can take the place of an annotator."""

# Annotators, and items of each, that the test needs (Calderon, Reichart & Dror 2025).
FEWEST_HUMANS, FEWEST_ITEMS = 3, 30
# What a candidate's lower cost is worth, by who the annotators are (the same).
EPSILONS = {"experts": 0.2, "skilled annotators": 0.15, "crowd workers": 0.1}
SKILLED = EPSILONS["skilled annotators"]
