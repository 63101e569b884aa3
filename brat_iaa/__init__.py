"""Inter-annotator agreement for dependency annotation in brat.

The words used in code, pages and documentation alike:

annotator     a person (or tool) with a directory of annotation files
document      a text that several annotators annotate, named by its path below
              the annotator's directory, without extension
token, item   a span of text, identified by document and character offsets;
              the root token can be a head but is not an item
value         what one annotator gave one item: for dependencies the set of
              its (head, label) pairs
missing       the annotator did not annotate the item at all
empty         the annotator annotated the item, with nothing
layer         what is compared (dependencies, labels, ...)
pair          two annotators
disagreement  one item on which a pair differs, with both values and its kind
pattern       disagreements of one kind between the same two labels
"""

__version__ = "0.1.0"
