"""Annotations that keep some facts only; records are read again on access.

In projects of millions of lines all records would not fit into memory, and most are not needed any
more once the arrays of a layer are made.
"""

from pathlib import Path

from brat_iaa.corpus.files import identity, read_stable
from brat_iaa.corpus.standoff import read_annotations
from brat_iaa.errors import ProjectError
from brat_iaa.lru_cache import LastUsed

_records = LastUsed(64)
_FACTS = ("problems", "inventory", "offsets_by_type", "drew_more", "noted", "spanned", "sha256")


class LazyAnnotations:
    """Like the Annotations of a file.

    path         of the .ann
    file         its path below the project
    made_of      identity of the file that was read
    texts        (text of the document, the .txt beside the .ann), None if there is none
    annotations  Annotations, whose facts are kept
    """

    def __init__(self, path, file, made_of, texts, annotations):
        self._path, self._file, self._made_of, self._texts = path, file, made_of, texts
        self._digests = {"type": annotations.digest("type")}
        for fact in _FACTS:
            setattr(self, fact, getattr(annotations, fact))

    @property
    def counted(self):
        """As in Annotations."""
        return True

    @property
    def without_problems(self):
        """The same annotations without problems, for users who may not see them."""
        copy = LazyAnnotations.__new__(LazyAnnotations)
        copy.__dict__.update(self.__dict__, problems=())
        return copy

    @property
    def as_drawn(self):
        """As of Annotations. Nothing is held here, so it is the same."""
        return self

    def digest(self, source):
        """As in Annotations."""
        if source not in self._digests:
            self._digests[source] = self._read().digest(source)
        return self._digests[source]

    def __getattr__(self, name):
        # Only called for attributes that are not among the facts.
        if name.startswith("__") or "_path" not in self.__dict__:
            raise AttributeError(name)
        return getattr(self._read(), name)

    def _read(self):
        """The Annotations. Raises ProjectError if the file was changed."""
        return _records.get((self._path, self._made_of), self._read_file)

    def _read_file(self):
        path = Path(self._path)
        data = read_stable([path])[path]
        if data is None or identity(path) != self._made_of:
            raise ProjectError(
                f"{self._file} was changed while its annotations were in use. "
                "Run the command again, or load the page again."
            )
        text, own_text = self._texts
        return read_annotations(data, text, self._file, own_text)
