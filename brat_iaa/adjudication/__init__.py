"""A draft for the adjudicator: what annotators agree on as a new brat collection, notes where they
do not.
"""

# Whose agreement counts: of all who did the document, or of more than half.
RULES = ("unanimous", "majority")
