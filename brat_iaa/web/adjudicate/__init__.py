"""Pages on which a gold is made, and learnt from."""
