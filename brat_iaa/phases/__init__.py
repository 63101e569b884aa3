"""Two states of one project compared: what changed, and by how much agreement differs."""
