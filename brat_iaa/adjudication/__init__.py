"""A draft for the adjudicator: what annotators agree on, with notes where they do not."""

# What is in the draft: what all who did the document have, or more than half of them.
RULES = ("unanimous", "majority")
