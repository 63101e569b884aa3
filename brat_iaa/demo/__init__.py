"""A small project of learner English with three annotators, and a brat to look at it."""
