"""Who is asking, and what of which project that one may see; decided here, for every page."""
