"""A draft of the gold: what annotators agree on, what was decided, what was edited in it."""
