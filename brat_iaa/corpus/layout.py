"""Where annotators and documents stand in the paths of a project."""

import re

from brat_iaa.errors import ConfigError

_BESIDE = re.compile(r"((?:\{folder\}/)*)\{annotator\}/\{document\}")
_IN_NAMES = re.compile(r"\{(document|annotator)\}([^{}]+)\{(document|annotator)\}")
ALLOWED = (
    "{annotator}/{document}",
    "{folder}/{annotator}/{document}",
    "{document}/{annotator}",
    "{document}_{annotator}",
    "{annotator}_{document}",
    "{annotator}",
)
# Name of the document where each annotator has one file, under the annotator's name.
ONE_DOCUMENT = "document"


class FileLayout(str):
    """A setting layout. Raises ConfigError for one that cannot be read.

    "{annotator}/{document}", with any number of "{folder}/" before it: each annotator has a
    directory, in each of the folders; documents may be in folders below it.
    "{document}/{annotator}" or "{document}_{annotator}", with any characters between the two: each
    annotator has a file. "{annotator}": each has one only, in the project itself.

    Stems are paths below the project, without extension, "/" between folders.

    beside  (directory, elsewhere) of a gold that lies beside folders of annotators: directory/REST
            is the document REST, or another one where elsewhere, ((REST, document), ...), says so;
            None: it lies as an annotator's files do
    gold_beside  its name, or None
    """

    def __new__(cls, pattern, beside=None):
        self = super().__new__(cls, pattern)
        self.beside = beside or getattr(pattern, "beside", None)
        self.gold_beside = self.beside and self.beside[0].rpartition("/")[2]
        self._elsewhere = dict(self.beside[1]) if self.beside else {}
        beside, in_names = _BESIDE.fullmatch(pattern), _IN_NAMES.fullmatch(pattern)
        self.depth = None if beside is None else beside[1].count("/")
        self.first, self.between = "annotator", None
        if beside is None and pattern != "{annotator}":
            first, between, second = in_names.groups() if in_names else ("", "", "")
            if first == second or "/" in between and (first, between) != ("document", "/"):
                raise ConfigError(
                    f"layout = {pattern} cannot be read. Allowed are {', '.join(ALLOWED)}, with "
                    "more {folder}/ above annotators, and other characters than _."
                )
            self.first, self.between = first, between
        return self

    def is_beside(self, path):
        """Whether a path is the directory of the gold beside the annotators' folders, or in it."""
        return self.beside is not None and f"{path}/".startswith(f"{self.beside[0]}/")

    def split(self, stem):
        """(annotator, document) of a stem; None if it is no annotator's."""
        if self.is_beside(stem):
            rest = stem[len(self.beside[0]) + 1 :]
            document = self._elsewhere.get(rest, rest)
            inside = document.count("/") >= (self.depth or 0)
            return (self.gold_beside, document) if inside else None
        if self.depth is not None:
            parts = stem.split("/")
            if len(parts) < self.depth + 2:
                return None
            return parts[self.depth], "/".join(parts[: self.depth] + parts[self.depth + 1 :])
        folder, slash, name = stem.rpartition("/")
        if self.between is None:
            return None if slash else (name, ONE_DOCUMENT)
        if self.between == "/":
            return (name, folder) if slash else None
        cut = name.partition if self.first == "annotator" else name.rpartition
        first, _, second = cut(self.between)
        if not (first and second):
            return None
        if self.first == "annotator":
            return first, folder + slash + second
        return second, folder + slash + first

    def stem(self, annotator, document):
        """The stem of an annotator's document."""
        if self.beside is not None and annotator == self.gold_beside:
            rests = {document: rest for rest, document in self._elsewhere.items()}
            return f"{self.beside[0]}/{rests.get(document, document)}"
        if self.depth is not None:
            parts = document.split("/")
            return "/".join([*parts[: self.depth], annotator, *parts[self.depth :]])
        if self.between is None:
            return annotator
        if self.between == "/":
            return f"{document}/{annotator}"
        folder, slash, name = document.rpartition("/")
        ends = (annotator, name) if self.first == "annotator" else (name, annotator)
        return folder + slash + self.between.join(ends)

    def owner(self, path):
        """The annotator to whom a path below the project belongs."""
        parts = path.split("/")
        if self.is_beside(path):
            return self.gold_beside
        if self.depth is not None:
            return parts[self.depth] if len(parts) > self.depth else parts[-1]
        return (self.split(re.sub(r"\.[^./]*(\.gz)?$", "", path)) or (parts[-1],))[0]

    def above(self, stem):
        """The folder of a stem in which all annotators of its document lie, "" for the project."""
        if self.is_beside(stem):
            stem = FileLayout(str(self)).stem(*self.split(stem))
        return "/".join(stem.split("/")[: -1 if self.depth is None else self.depth])

    def directory(self, folder, annotator):
        """The directory with an annotator's files, in a folder; all share it where each has a
        file.
        """
        if self.beside is not None and annotator == self.gold_beside:
            return self.beside[0]
        return folder if self.depth is None else "/".join(filter(None, (folder, annotator)))

    def home(self, stem):
        """The directory with the files of the annotator whose stem it is."""
        if self.is_beside(stem):
            return self.beside[0]
        return "/".join(stem.split("/")[: -1 if self.depth is None else self.depth + 1])


USUAL = FileLayout(ALLOWED[0])
