"""Pages of review: one's own disagreements one at a time, and what is left to discuss."""
