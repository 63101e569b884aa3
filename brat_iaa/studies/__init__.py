"""Studies beside the product, each an island; see islands.py."""
