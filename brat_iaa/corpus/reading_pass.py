"""Reads the documents of a project: which annotators share a text, and what each annotated."""

import hashlib
import os
from typing import NamedTuple

from brat_iaa.corpus.files import identity, read_stable, why_unreadable
from brat_iaa.corpus.problem import Problem
from brat_iaa.corpus.project import Excluded, NoFile, OtherText, ParallelDocument
from brat_iaa.corpus.standoff import read_files
from brat_iaa.corpus.texts import TextOfFields, describe_difference, essence

# Bytes of .ann files that are held, and parsed, at once.
_TOGETHER = 1_000_000
_NO_TWO = "; so no two annotators can be compared in it"


class CachedFile(NamedTuple):
    """Parsed content, and the identity of the files that it was parsed from."""

    identity: tuple
    content: object


class ReadingPass:
    """One pass over the files of a project; texts and annotations are to be cached.

    listing       Listing
    read_before   ParsedFiles of an earlier pass
    standing      as in ProjectReader.read()
    own_texts     as in ProjectReader
    dependencies  DependencySettings; only files of CoNLL-U are read by them
    progress      function of (text, done, total), or None
    """

    def __init__(self, root, listing, read_before, standing, own_texts, dependencies, progress):
        self.root, self.listing, self.standing = root, listing, standing or {}
        self.old_texts, self.old_annotations = read_before.texts, read_before.annotations
        self.own_texts, self.dependencies = own_texts, dependencies
        self.progress = progress or (lambda text, done, total: None)
        self.texts, self.annotations = {}, {}
        self.excluded, self.problems = [], [*listing.problems]

    def documents(self):
        stems = [stem for paths in self.listing.stems.values() for stem in paths.values()]
        self._read_texts([stem for stem in stems if stem in self.listing.with_ann])
        elsewhere = {
            self.listing.texts[document]
            for document, paths in self.listing.stems.items()
            if document in self.listing.texts
            and not any(self.text(stem) is not None for stem in paths.values())
        }
        self._read_texts(elsewhere - self.texts.keys())
        usable = {}
        for document, stems in self.listing.stems.items():
            by_text = self._by_text(document, self._present(document, stems))
            if by_text:
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
        """Read the changed texts of some stems: str, or a UnicodeDecodeError."""
        paths = {stem: f"{self.root}/{stem}.txt" for stem in stems}
        identities = {stem: identity(path) for stem, path in paths.items()}
        changed = [
            stem
            for stem, current in identities.items()
            if current is not None and not self._keep(self.texts, self.old_texts, stem, current)
        ]
        contents = read_stable([paths[stem] for stem in changed])
        for stem in changed:
            content = contents[paths[stem]]
            if content is not None:
                try:
                    content = content.decode("utf-8")
                except UnicodeDecodeError as error:
                    content = error
                self.texts[stem] = CachedFile(identities[stem], content)

    def _present(self, document, stems):
        """{annotator: stem} of annotators whose files can be read; the others are excluded. The
        text may be missing: one of another annotator, or nobody's, is as good.
        """
        present = {}
        for annotator in self.listing.annotators:
            stem = stems.get(annotator)
            if stem is None or stem not in self.listing.with_ann:
                reason = f"no annotation file: {annotator} has no .ann for it"
                self.excluded.append(NoFile(document, (annotator,), reason))
            elif stem not in self.texts and not _is_missing(f"{self.root}/{stem}.txt"):
                self._unreadable(document, annotator, f"{stem}.txt")
            elif stem in self.texts and self.text(stem) is None:
                error = self.texts[stem].content
                byte = f"byte {error.start + 1} is 0x{error.object[error.start]:02X}"
                reason = f"{stem}.txt is not UTF-8: {byte}"
                self.excluded.append(Excluded(document, (annotator,), reason))
            else:
                present[annotator] = stem
        return present

    def _unreadable(self, document, annotator, file, why=None):
        reason = f"{file} cannot be read: {why or why_unreadable(f'{self.root}/{file}')}"
        self.excluded.append(Excluded(document, (annotator,), reason))
        self.problems.append(Problem(file, None, "unreadable-file", reason + "."))

    def text(self, stem):
        """The .txt of a stem; None if there is none that can be read."""
        kept = self.texts.get(stem)
        return kept.content if kept is not None and isinstance(kept.content, str) else None

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
        sizes = {key: sum(map(len, texts.values())) for key, texts in groups.items()}
        if standing is not None:
            first, text = standing
            chosen = essence(text)
        else:
            # Of equally large groups max takes the first.
            chosen = max(sizes, key=sizes.__getitem__)
            text = _most_frequent(groups[chosen])
            first = contents[text][0]
        texts_of = {}
        for key, texts in groups.items():
            common = text if key == chosen else _most_frequent(texts)
            texts_of.update({name: (key, common) for names in texts.values() for name in names})
        by_text = {chosen: (text, {})}
        for annotator, stem in present.items():
            key, common = texts_of.get(annotator, (chosen, text))
            by_text.setdefault(key, (common, {}))[1][annotator] = stem
            if own_texts[annotator] == common:
                # One copy is kept.
                self.texts[stem] = self.texts[stem]._replace(content=common)
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
        changed, paths = {}, {stem: self._paths(stem) for stem in texts}
        for stem, text in texts.items():
            ann_identity = _identity(paths[stem])
            own_text = self.text(stem)
            identities = ann_identity, "" if own_text is None else self.texts[stem].identity
            if own_text is not text:
                # Nobody's text: that of the fields counts, whatever text is beside the file.
                encoded = b"" if text is None else text.encode("utf-8", "surrogatepass")
                identities += (encoded and hashlib.sha256(encoded).digest(),)
            if ann_identity is None or not self._keep(
                self.annotations, self.old_annotations, stem, identities
            ):
                changed[stem] = identities
        done = 0
        for part in _parts({stem: (of or (0, 0, 0))[2] for stem, (of, *_) in changed.items()}):
            self.progress("Reading files", done, len(changed))
            done += len(part)
            contents = read_stable([path for stem in part for path in paths[stem]])
            contents = {stem: [contents[path] for path in paths[stem]] for stem in part}
            files = {}
            for stem, data in contents.items():
                kept = self.old_annotations.get(stem)
                if None not in data:
                    files[stem] = (
                        _one_behind_the_other(data),
                        texts[stem],
                        f"{stem}.ann",
                        self.text(stem),
                    )
                elif None not in changed[stem] and kept and kept.identity[1:] == changed[stem][1:]:
                    self.annotations[stem] = kept
                    message = (
                        "The file kept changing while it was read; its last complete state is used."
                    )
                    self.problems.append(Problem(stem + ".ann", None, "still-changing", message))
            for stem, annotations in zip(files, read_files([*files.values()])):
                extensions = self.listing.with_ann[stem]
                if annotations.problems and extensions != (".ann",):
                    names = [stem + extension for extension in extensions]
                    problems = _in_parts(annotations.problems, names, contents[stem][0])
                    annotations = annotations.with_problems(problems)
                self.annotations[stem] = CachedFile(changed[stem], annotations)

    def _paths(self, stem):
        """Where a stem's annotations are."""
        return [f"{self.root}/{stem}{extension}" for extension in self.listing.with_ann[stem]]

    def _document(self, document, text, present):
        """The ParallelDocument of {annotator: stem} with one text; None without any."""
        files = {}
        for annotator, stem in present.items():
            if stem in self.annotations:
                files[annotator] = self.annotations[stem]
                self.problems.extend(files[annotator].content.problems)
            else:
                self._unreadable(document, annotator, f"{stem}.ann")
        if not files:
            return None
        annotations = {annotator: file.content for annotator, file in files.items()}
        identities = tuple((annotator, file.identity) for annotator, file in files.items())
        if text is None:
            key = document, "fields"
            if not self._keep(self.texts, self.old_texts, key, identities):
                self.texts[key] = CachedFile(identities, TextOfFields.of(annotations.values()))
            text = self.texts[key].content
            message = (
                "There is no text: spans are compared by their offsets, and shown as their text "
                f"fields say. Sentences are unknown, so the document is one. Put {document}.txt "
                "into an annotator's directory to have them."
            )
            name = present[next(iter(files))] + ".txt"
            self.problems.append(Problem(name, None, "no-text", message))
        paths = {annotator: f"{present[annotator]}.ann" for annotator in files}
        noted = frozenset(
            name for name, file in annotations.items()
            if (file.noted or file.drew_more) and not file.spanned
            and not any(problem.unread for problem in file.problems)
        )  # fmt: skip
        return ParallelDocument(document, text, annotations, paths, identities, nothing=noted)

    def _keep(self, new, old, stem, current):
        kept = old.get(stem)
        if kept is None or kept.identity != current:
            return False
        new[stem] = kept
        return True


def _most_frequent(texts):
    """Of {text: its annotators} the text of most; of equally many the first."""
    return max(texts, key=lambda text: len(texts[text]), default="")


def _identity(paths):
    """The identity() of some files together; None without one of them."""
    identities = [*map(identity, paths)]
    if None in identities or len(paths) == 1:
        return None if None in identities else identities[0]
    *times, sizes, numbers = zip(*identities)
    return (*times, sum(sizes), numbers)


def _one_behind_the_other(contents):
    *whole, last = contents
    return b"".join(part if part.endswith(b"\n") else part + b"\n" for part in whole) + last


def _in_parts(problems, files, first) -> tuple:
    """Problems of files read one behind the other, with the file and line of each.

    first  content of the first file
    """
    size = first.count(b"\n") + (not first.endswith(b"\n"))
    return tuple(
        problem._replace(file=files[0])
        if len(files) == 1 or problem.line is None or problem.line <= size
        else problem._replace(file=files[1], line=problem.line - size)
        for problem in problems
    )


def _is_missing(path):
    """Whether a file does not exist; False if the directory cannot be read."""
    try:
        os.stat(path)
    except FileNotFoundError:
        return True
    except OSError:
        pass
    return False


def _parts(sizes):
    """Yield lists of some keys of {stem: bytes} each, of about _TOGETHER in total."""
    part, size = [], 0
    for stem, bytes_of_file in sizes.items():
        part.append(stem)
        size += bytes_of_file
        if size > _TOGETHER:
            yield part
            part, size = [], 0
    if part:
        yield part
