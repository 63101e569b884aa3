"""How long annotation took, by brat's annotation log, and whether it goes with disagreement."""
