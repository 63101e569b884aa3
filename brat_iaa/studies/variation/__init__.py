"""The same words in the same surroundings, annotated differently: candidates for errors.

Source: Boyd, Dickinson & Meurers 2008, after Dickinson & Meurers 2003.
"""

# What has to be the same: the words and those between them, or also their neighbours.
INNER, OUTER = CONTEXTS = ("inner", "outer")
