"""Two states of one project compared: what changed, and by how much agreement differs."""

# Statistics that are compared between states, in the order in which they are shown.
STATISTICS = ("masi", "exact", "gcm-f1", "alpha")
# Statistics of each direction of a pair, which tables of phases show beside these.
DIRECTED = ("gcm",)
# What becomes of parts of a project in tables of phases.
PARTS = ("document", "group")
# What became of a place, in the order in which it is shown.
STATUSES = {
    "resolved": "annotators differed before and agree now",
    "remaining": "annotators differed before and still differ",
    "regressed": "annotators agreed before and differ now",
    "new": "annotators differ now on what could not be compared before",
    "gone": "annotators differed before on what can no longer be compared",
}
