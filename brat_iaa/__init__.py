"""Inter-annotator agreement in brat: spans, labels, relations, events, chains, dependencies, trees.

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

>>> import brat_iaa as iaa
>>> agreement = iaa.read("brat_iaa/demo/project")
>>> laa = agreement.score("LAA")
>>> print(f"LAA {laa['value']:.3f}, {laa['low']:.3f} to {laa['high']:.3f}")
LAA 0.912, 0.893 to 0.928
>>> pattern = agreement.patterns[0]
>>> pattern["label_1"], pattern["label_2"], pattern["places"]
('JCT', 'MOD', 12)
>>> for place in agreement.places[:3]:
...     print(place["document"], place["token"], place["annotator"], place["value"])
a_letter you anna IOBJ ← “write”
a_letter you ben OBJ ← “write”
a_letter you carla OBJ ← “write”
>>> item = next(item for item in agreement.items if item["token"] == "with")
>>> item["anna"], item["ben"]
('JCT ← “speak” 159–164', 'POBJ ← “speak” 159–164')

Each list of records is a data frame: pandas.DataFrame(agreement.scores), polars.DataFrame(...).
"""

import os
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from brat_iaa import measures
    from brat_iaa.api.project_agreement import ProjectAgreement, ProjectComparison
    from brat_iaa.api.reading import compare, read, snapshots
    from brat_iaa.errors import BratIaaError

_HERE = os.path.dirname(__file__)
if not os.path.isdir(f"{_HERE}/server_hooks"):
    # In a checkout it stands beside the package.
    __path__.append(os.path.dirname(_HERE))

__version__ = "0.3.0"
__all__ = [
    "BratIaaError",
    "ProjectAgreement",
    "ProjectComparison",
    "__version__",
    "compare",
    "measures",
    "read",
    "snapshots",
]

if not TYPE_CHECKING:
    # Imported when first asked for: the command line starts faster without numpy.
    _MODULES = {
        "BratIaaError": "brat_iaa.errors",
        "ProjectAgreement": "brat_iaa.api.project_agreement",
        "ProjectComparison": "brat_iaa.api.project_agreement",
        "compare": "brat_iaa.api.reading",
        "read": "brat_iaa.api.reading",
        "snapshots": "brat_iaa.api.reading",
    }

    def __getattr__(name):
        if name == "measures":
            return import_module("brat_iaa.measures")
        if name in _MODULES:
            return getattr(import_module(_MODULES[name]), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


# In words: server_hooks runs in brat, on Python 3.8, too.
def __dir__() -> "list[str]":
    return __all__
