"""Reads the documents of a project: which annotators share a text, and what each annotated."""

import os

from brat_iaa.corpus.files import identity, read_stable, why_unreadable
from brat_iaa.corpus.problem import Problem
from brat_iaa.corpus.project import Excluded, NoFile, OtherText, ParallelDocument
from brat_iaa.corpus.standoff import read_annotations
from brat_iaa.corpus.texts import TextOfFields, describe_difference, essence

# Bytes of files that are held, and parsed, at once.
_TOGETHER = 1_000_000
_NO_TWO = "; so no two annotators can be compared in it"


class ReadingPass:
    """One pass over the files of a project.

    listing       Listing
    read_before   {key: (identity of files, what was made of them)} of an earlier pass; the key of a
                  text is its stem, of annotations (stem, "annotations")
    made          the same of this pass
    standing      as in ProjectReader.read()
    own_texts     as in ProjectReader
    dependencies  DependencySettings; only files of CoNLL-U are read by them
    progress      function of (text, done, total), or None
    """

    def __init__(self, root, listing, read_before, standing, own_texts, dependencies, progress):
        self.root, self.listing, self.standing = root, listing, standing or {}
        self.own_texts, self.dependencies = own_texts, dependencies
        self.progress = progress or (lambda text, done, total: None)
        self.read_before, self.made = read_before, {}
        self.excluded, self.problems = [], [*listing.problems]

    def is_made(self, key, identity) -> bool:
        """Whether something was made of files of this identity before: it is kept."""
        kept = self.read_before.get(key)
        if kept is None or kept[0] != identity:
            return False
        self.made[key] = kept
        return True

    def read_changed(self, stems, extension_of, parse):
        """Parse those of some files that have changed; parse: function of a stem and bytes that
        returns what is made of it, or the exception that says why it cannot be read.
        """
        changed, sizes = {}, {}
        for stem in stems:
            path = f"{self.root}/{stem}{extension_of(stem)}"
            current = identity(path)
            if current is not None and not self.is_made(stem, current):
                changed[stem], sizes[stem] = (path, current), current[2]
        for done, part in _parts(sizes):
            self.progress("Reading files", done, len(changed))
            contents = read_stable([changed[stem][0] for stem in part])
            for stem in part:
                path, current = changed[stem]
                if contents[path] is not None:
                    self.made[stem] = current, parse(stem, contents[path])

    def documents(self):
        self._read_texts({
            stem
            for stems in self.listing.stems.values()
            for stem in stems.values()
            if stem in self.listing.with_ann
        })  # fmt: skip
        elsewhere = {
            self.listing.texts[document]
            for document, paths in self.listing.stems.items()
            if document in self.listing.texts
            and not any(self.text(stem) is not None for stem in paths.values())
        }
        self._read_texts(elsewhere - self.made.keys())
        usable = {}
        for document, stems in self.listing.stems.items():
            if by_text := self._by_text(document, self.present(document, stems, ".txt")):
                usable[document] = by_text if self.own_texts else by_text[:1]
        self._read_annotations(
            {
                stem: text
                for by_text in usable.values()
                for text, present in by_text
                for stem in present.values()
            }
        )
        documents = []
        for document, by_text in usable.items():
            first, *others = (self._document(document, *of_text) for of_text in by_text)
            others = tuple(other for other in others if other is not None)
            if first is not None and others:
                identity = sum((other.identity for other in others), first.identity)
                first = first._replace(others=others, identity=identity)
            documents.append(first)
        return tuple(document for document in documents if document is not None)

    def _read_texts(self, stems):
        self.read_changed(stems, lambda stem: ".txt", lambda stem, data: _decoded(data))

    def present(self, document, stems, needed):
        """{annotator: stem} of annotators whose files can be read; the others are excluded.

        needed  ".txt": it may be missing, as one of another annotator, or nobody's, is as good; "":
                what was annotated
        """
        present = {}
        for annotator in self.listing.annotators:
            stem = stems.get(annotator)
            if stem not in self.listing.with_ann:
                what = ".ann" if needed else "file"
                reason = f"no annotation file: {annotator} has no {what} for it"
                self.excluded.append(NoFile(document, (annotator,), reason))
                continue
            file = stem + needed if needed else self.listing.file(stem)
            content = self.made.get(stem, (None, None))[1]
            if isinstance(content, Exception):
                self._unreadable(document, annotator, file, str(content))
            elif content is None and not (needed and _is_missing(f"{self.root}/{file}")):
                self._unreadable(document, annotator, file)
            else:
                present[annotator] = stem
        return present

    def _unreadable(self, document, annotator, file, why=None):
        reason = f"{file} cannot be read: {why or why_unreadable(f'{self.root}/{file}')}"
        self.excluded.append(Excluded(document, (annotator,), reason))
        self.problems.append(Problem(file, None, "unreadable-file", reason + "."))

    def text(self, stem):
        """The .txt of a stem; None if there is none that can be read."""
        content = self.made.get(stem, (None, None))[1]
        return content if isinstance(content, str) else None

    def _by_text(self, document, present):
        """[(text, {annotator: stem})] of annotators with one text, that which is compared first.
        Empty if nobody has that one; None stands for a text that nobody has.

        Texts that differ in line ends only are one; then the most frequent of them counts. Of
        annotators with another text only they are excluded: one annotator's slip does not exclude
        the document.
        """
        standing = self.standing.get(document)
        own_texts = {annotator: self.text(stem) for annotator, stem in present.items()}
        contents = {}
        for annotator, text in own_texts.items():
            if text is not None:
                contents.setdefault(text, []).append(annotator)
        if standing is None and not contents:
            return [(self.text(self.listing.texts.get(document)), present)] if present else []
        if standing is not None and isinstance(standing[1], TextOfFields):
            return [(None, present)] if present else []
        groups = {}
        for text, annotators in contents.items():
            key = essence(text) if len(contents) > 1 or standing else None
            groups.setdefault(key, {})[text] = annotators
        if standing is not None:
            first, text = standing
            chosen = essence(text)
        else:
            # Of equally large groups max takes the first.
            chosen = max(groups, key=lambda key: sum(map(len, groups[key].values())))
            text = _most_frequent(groups[chosen])
            first = contents[text][0]
        by_text, of_text = {chosen: (text, {})}, {}
        for key, texts in groups.items():
            common = text if key == chosen else _most_frequent(texts)
            of_text.update(dict.fromkeys(texts, (key, common)))
        for annotator, stem in present.items():
            key, common = of_text.get(own_texts[annotator], (chosen, text))
            by_text.setdefault(key, (common, {}))[1][annotator] = stem
            if own_texts[annotator] == common:
                # One copy is kept.
                self.made[stem] = self.made[stem][0], common
        together = by_text[chosen][1]
        stands_alone = standing is None and len(together) < 2 and not self.own_texts
        for annotator, own_text in own_texts.items():
            if annotator not in together:
                reason = describe_difference(first, text, annotator, own_text)
                reason += _NO_TWO if stands_alone else ""
                self.excluded.append(OtherText(document, (annotator,), reason))
        return list(by_text.values()) if together else []

    def _read_annotations(self, texts):
        """Parse the changed .ann files; many are read together, so doubtful ones share a pause.

        texts  {stem: text of its document, or None if nobody has it}
        """
        changed, sizes = {}, {}
        for stem, text in texts.items():
            of_files = tuple(map(identity, self._paths(stem)))
            own_text = self.text(stem)
            identities = of_files, "" if own_text is None else self.made[stem][0]
            if own_text is not text:
                # Nobody's text: that of the fields counts, whatever text is beside the file.
                identities += (text,)
            if None in of_files or not self.is_made((stem, "annotations"), identities):
                changed[stem], sizes[stem] = identities, sum(of[2] for of in of_files if of)
        for done, part in _parts(sizes):
            self.progress("Reading files", done, len(changed))
            contents = read_stable([path for stem in part for path in self._paths(stem)])
            for stem in part:
                data = [contents[path] for path in self._paths(stem)]
                kept = self.read_before.get((stem, "annotations"))
                if None not in data:
                    annotations = self._annotations(stem, data, texts[stem])
                    self.made[stem, "annotations"] = changed[stem], annotations
                elif None not in changed[stem][0] and kept and kept[0][1:] == changed[stem][1:]:
                    self.made[stem, "annotations"] = kept
                    message = (
                        "The file kept changing while it was read; its last complete state is used."
                    )
                    self.problems.append(Problem(stem + ".ann", None, "still-changing", message))

    def _annotations(self, stem, data, text):
        """The Annotations of a stem; data: content of each of its files; text: of its document"""
        joined = b"\n".join(of.removesuffix(b"\n") for of in data[:-1])
        joined = b"\n".join((*filter(None, [joined]), data[-1]))
        annotations = read_annotations(joined, text, f"{stem}.ann", self.text(stem))
        if not annotations.problems or self.listing.with_ann[stem] == (".ann",):
            return annotations
        first = data[0].removesuffix(b"\n")
        size = first.count(b"\n") + 1 if first else 0
        return annotations.with_problems(self._in_parts(stem, annotations.problems, size))

    def _paths(self, stem):
        """Where a stem's annotations are."""
        return [f"{self.root}/{path}" for path in self._parts_of(stem)]

    def _parts_of(self, stem):
        before = [f"{self.listing.given[stem]}.a1"] if stem in self.listing.given else []
        return [*before, *(stem + extension for extension in self.listing.with_ann[stem])]

    def _in_parts(self, stem, problems, size) -> tuple:
        """Problems of files read one behind the other, with the file and line of each.

        size  number of lines of the first file
        """
        first, *others = self._parts_of(stem)
        return tuple(
            problem._replace(file=others[0], line=problem.line - size)
            if others and (problem.line or 0) > size
            else problem._replace(file=first)
            for problem in problems
        )

    def _document(self, document, text, present):
        """The ParallelDocument of {annotator: stem} with one text; None without any."""
        made = {}
        for annotator, stem in present.items():
            if (stem, "annotations") in self.made:
                made[annotator] = self.made[stem, "annotations"]
                self.problems.extend(made[annotator][1].problems)
            else:
                self._unreadable(document, annotator, f"{stem}.ann")
        if not made:
            return None
        annotations = {annotator: content for annotator, (_, content) in made.items()}
        identities = tuple((annotator, of_files) for annotator, (of_files, _) in made.items())
        if text is None:
            key = document, "fields"
            if not self.is_made(key, identities):
                self.made[key] = identities, TextOfFields.of(annotations.values())
            text = self.made[key][1]
            message = (
                "There is no text: spans are compared by their offsets, and shown as their text "
                f"fields say. Sentences are unknown, so the document is one. Put {document}.txt "
                "into an annotator's directory to have them."
            )
            name = present[next(iter(made))] + ".txt"
            self.problems.append(Problem(name, None, "no-text", message))
        paths = {annotator: f"{present[annotator]}.ann" for annotator in made}
        noted = frozenset(
            name for name, file in annotations.items()
            if (file.noted or file.drew_more) and not file.spanned
            and not any(problem.unread for problem in file.problems)
        )  # fmt: skip
        return ParallelDocument(document, text, annotations, paths, identities, nothing=noted)


def _decoded(data):
    """The text of a file; a ValueError that says why it has none."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        byte = f"byte {error.start + 1} is 0x{data[error.start]:02X}"
        return ValueError(f"it is not UTF-8: {byte}. Save it as UTF-8")


def _most_frequent(texts):
    """Of {text: its annotators} the text of most; of equally many the first."""
    return max(texts, key=lambda text: len(texts[text]), default="")


def _is_missing(path):
    """Whether a file does not exist; False if the directory cannot be read."""
    try:
        os.stat(path)
    except OSError as error:
        return isinstance(error, FileNotFoundError)
    return False


def _parts(sizes):
    """Yield (how many were before, list of some keys of {stem: bytes}), about _TOGETHER each."""
    part, size, done = [], 0, 0
    for stem, bytes_of_file in sizes.items():
        part.append(stem)
        size += bytes_of_file
        if size > _TOGETHER:
            yield done, part
            part, size, done = [], 0, done + len(part)
    if part:
        yield done, part
