"""Annotators, and the output of tools, against a gold standard."""
