"""Scores of dependencies: from the comparisons of a document or project to UAA, LAA and LOA."""

MEASURES = ("UAA", "LAA", "LOA")
# How the figures with coarse labels are called, and the share of the disagreement that they remove.
COARSE, REMOVED = "coarse", "removed"
