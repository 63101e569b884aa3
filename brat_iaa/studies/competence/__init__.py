"""Competence: how reliable each annotator is, estimated without a gold."""

# Models: Dawid & Skene 1979, and Hovy et al. 2013.
DAWID_SKENE, MACE = MODELS = ("dawid-skene", "mace")
# With two annotators nothing tells who is right when they differ.
FEWEST_ANNOTATORS = 3
