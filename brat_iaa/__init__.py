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

Scripts and notebooks may use the names in __all__; the rest may change. An example:

>>> from brat_iaa import Study, layers_of
>>> agreement = Study("brat_iaa/demo/project").agreement()
>>> arcs = layers_of(agreement)[0]
>>> laa = arcs.overall["LAA", "masi"]
>>> print(f"LAA {laa.value:.3f}, {laa.interval[0]:.3f} to {laa.interval[1]:.3f}")
LAA 0.911, 0.887 to 0.930
>>> pattern = agreement.patterns[0]
>>> pattern.labels, pattern.places
(('JCT', 'MOD'), 12)
>>> place = next(place for place in agreement.places if place.labels == pattern.labels)
>>> place.document, place.sentence, place.token.text, place.groups
('a_letter', 5, 'with', (('anna', 'carla'), ('ben',)))
"""

from importlib import import_module

__version__ = "0.3.0"

# Imported when first asked for: the command line starts faster without numpy.
_MODULES = {
    "Agreement": "brat_iaa.agreement",
    "BratIaaError": "brat_iaa.errors",
    "Place": "brat_iaa.places.place",
    "Score": "brat_iaa.measures.score",
    "Study": "brat_iaa.study",
    "layers_of": "brat_iaa.scores.index",
}
__all__ = ["__version__", *_MODULES]


def __getattr__(name):
    if name in _MODULES:
        return getattr(import_module(_MODULES[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
