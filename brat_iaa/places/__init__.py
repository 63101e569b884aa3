"""Places: the items on which annotators differ, their patterns, and what settling one gains."""
