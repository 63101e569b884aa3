"""Annotations of which only the facts are kept; the records are read again when somebody asks.

In projects of millions of lines the records would take more memory than there is, and most
are never looked at again once the columns of a layer are made of them.
"""

from pathlib import Path

from brat_iaa.corpus.files import identity, read_stable
from brat_iaa.corpus.standoff import read_annotations
from brat_iaa.errors import ProjectError
from brat_iaa.lru_cache import LastUsed

# Files whose records are kept once they were read again.
_KEPT = 64
_records = LastUsed(_KEPT)
_FACTS = ("problems", "inventory", "drew_more", "noted", "spanned", "sha256")


class LazyAnnotations:
    """Like the Annotations of a file.

    path         of the .ann
    file         its path below the project
    made_of      identity of the file when the facts were found
    text         of the document
    annotations  Annotations that the facts are of
    """

    def __init__(self, path, file, made_of, text, annotations):
        self._path, self._file, self._made_of, self._text = path, file, made_of, text
        self._digests = {"type": annotations.digest("type")}
        for fact in _FACTS:
            setattr(self, fact, getattr(annotations, fact))

    @property
    def without_problems(self):
        """The same for those who may not know what could not be read."""
        found = LazyAnnotations.__new__(LazyAnnotations)
        found.__dict__.update(self.__dict__, problems=())
        return found

    def digest(self, place):
        """As in Annotations."""
        if place not in self._digests:
            self._digests[place] = self._read().digest(place)
        return self._digests[place]

    def __getattr__(self, name):
        # Only what is not among the facts comes here.
        if name.startswith("__") or "_path" not in self.__dict__:
            raise AttributeError(name)
        return getattr(self._read(), name)

    def _read(self):
        """The Annotations, if the file is as it was. Raises ProjectError if it is not."""
        return _records.get((self._path, self._made_of), self._read_file)

    def _read_file(self):
        path = Path(self._path)
        data = read_stable([path])[path]
        if data is None or identity(path) != self._made_of:
            raise ProjectError(
                f"{self._file} was changed while its annotations were looked at. "
                "Run the command again, or load the page again."
            )
        return read_annotations(data, self._text, self._file)
