"""How much more to annotate: what widths of intervals, and differences of phases, need."""
