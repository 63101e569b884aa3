"""How figures and texts are written: cells, tables, LaTeX, Markdown, SVG, links into brat."""
