"""Gamma: agreement on spans that annotators choose, aligned where they differ a little."""
