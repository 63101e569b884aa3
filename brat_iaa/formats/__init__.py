"""Formats of figures and texts: cells, tables, LaTeX, Markdown, SVG, links into brat."""
