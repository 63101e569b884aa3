"""Annotators against references: gold, anchors and judges (Berzak et al. 2016)."""
