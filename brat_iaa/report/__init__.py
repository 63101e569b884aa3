"""Scores and disagreements as text, CSV, JSON, Markdown, LaTeX and pictures."""
