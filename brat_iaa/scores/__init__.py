"""Scores of dependencies: from the comparisons of a document or project to UAA, LAA and LOA."""

MEASURES = ("UAA", "LAA", "LOA")
