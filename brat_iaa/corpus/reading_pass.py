"""Reads the documents of a project: which annotators share a text, and what each annotated."""

import hashlib
import os
from typing import NamedTuple

from brat_iaa.corpus.files import identity, read_stable, why_unreadable
from brat_iaa.corpus.problem import Problem
from brat_iaa.corpus.project import Excluded, NoFile, OtherText, ParallelDocument
from brat_iaa.corpus.standoff import read_files
from brat_iaa.corpus.texts import TextOfFields, describe_difference, essence

# Bytes of .ann files that are parsed at once, and that are held at once.
_TOGETHER = 4_000_000
_IN_MEMORY = 64_000_000
_NO_TWO = "; so no two annotators can be compared in it"


class CachedFile(NamedTuple):
    """Parsed content, and the identity of the files that it was parsed from."""

    identity: tuple
    content: object


class ReadingPass:
    """One pass over the files of a project; texts and annotations are to be cached.

    listing       Listing
    known         ParsedFiles of an earlier pass
    standing      as in ProjectReader.read()
    own_texts     as in ProjectReader
    dependencies  DependencySettings; only files of CoNLL-U are read by them
    progress      function of (text, done, total), or None
    """

    def __init__(self, root, listing, known, standing, own_texts, dependencies, progress):
        self.root, self.listing, self.standing = root, listing, standing or {}
        self.old_texts, self.old_annotations = known.texts, known.annotations
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
        documents = (self._with_others(document, by_text) for document, by_text in usable.items())
        return tuple(document for document in documents if document is not None)

    def _read_texts(self, stems):
        """Read the changed texts of some stems: str, or a UnicodeDecodeError."""
        identities = {stem: identity(self._path(stem, ".txt")) for stem in stems}
        changed = [
            stem
            for stem, current in identities.items()
            if current is not None and not self._keep(self.texts, self.old_texts, stem, current)
        ]
        contents = read_stable([self._path(stem, ".txt") for stem in changed])
        for stem in changed:
            data = contents[self._path(stem, ".txt")]
            if data is not None:
                self.texts[stem] = CachedFile(identities[stem], _decoded(data))

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
            elif stem not in self.texts and not _is_missing(self._path(stem, ".txt")):
                reason = f"{stem}.txt cannot be read: {why_unreadable(self._path(stem, '.txt'))}"
                self.problems.append(Problem(stem + ".txt", None, "unreadable-file", reason + "."))
                self._exclude(document, annotator, reason)
            elif stem in self.texts and self.text(stem) is None:
                error = self.texts[stem].content
                byte = f"byte {error.start + 1} is 0x{error.object[error.start]:02X}"
                self._exclude(document, annotator, f"{stem}.txt is not UTF-8: {byte}")
            else:
                present[annotator] = stem
        return present

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
        changed = {}
        for stem, text in texts.items():
            ann_identity = identity(self._path(stem, ".ann"))
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
        texts_of = {stem: (texts[stem], self.text(stem)) for stem in changed}
        sizes, done = {stem: own[0][2] if own[0] else 0 for stem, own in changed.items()}, 0
        for together in _parts(sizes, _IN_MEMORY):
            contents, there = read_stable([self._path(stem, ".ann") for stem in together]), {}
            for stem in together:
                data = contents.pop(self._path(stem, ".ann"))
                if data is not None:
                    there[stem] = data
                elif None not in changed[stem]:
                    self._keep_last_good(stem, changed[stem])
            for part in _parts({stem: len(data) for stem, data in there.items()}, _TOGETHER):
                self.progress("Reading files", done, len(changed))
                done += len(part)
                files = [(there.pop(stem), text, f"{stem}.ann", own) for stem, text, own in (
                    (stem, *texts_of[stem]) for stem in part
                )]  # fmt: skip
                for stem, annotations in zip(part, read_files(files)):
                    self.annotations[stem] = CachedFile(changed[stem], annotations)

    def _keep_last_good(self, stem, identities):
        """Use the last complete state of a file that keeps changing."""
        kept = self.old_annotations.get(stem)
        if kept is not None and kept.identity[1:] == identities[1:]:
            self.annotations[stem] = kept
            message = "The file kept changing while it was read; its last complete state is used."
            self.problems.append(Problem(stem + ".ann", None, "still-changing", message))

    def _with_others(self, document, by_text):
        """The ParallelDocument of the first text, with those of the others; None without one."""
        documents = [self._document(document, *of_text) for of_text in by_text]
        if documents[0] is None or len(documents) == 1:
            return documents[0]
        others = tuple(other for other in documents[1:] if other is not None)
        identities = (other.identity for other in others)
        return documents[0]._replace(others=others, identity=sum(identities, documents[0].identity))

    def _document(self, document, text, present):
        files = {}
        for annotator, stem in present.items():
            if stem in self.annotations:
                files[annotator] = self.annotations[stem]
                continue
            path = self._path(stem, ".ann")
            reason = f"{stem}.ann cannot be read: {why_unreadable(path)}"
            self._exclude(document, annotator, reason)
            self.problems.append(Problem(stem + ".ann", None, "unreadable-file", reason + "."))
        if not files:
            return None
        annotations = {annotator: file.content for annotator, file in files.items()}
        for parsed in annotations.values():
            self.problems.extend(parsed.problems)
        identities = tuple((annotator, file.identity) for annotator, file in files.items())
        if text is None:
            text = self._text_of_fields(document, identities, annotations.values())
            message = (
                "There is no text: spans are compared by their offsets, and shown as their text "
                f"fields say. Sentences are unknown, so the document is one. Put {document}.txt "
                "into an annotator's directory to have them."
            )
            name = present[next(iter(files))] + ".txt"
            self.problems.append(Problem(name, None, "no-text", message))
        return ParallelDocument(
            document,
            text,
            annotations,
            {annotator: present[annotator] + ".ann" for annotator in files},
            identities,
        )

    def _text_of_fields(self, document, identities, annotations):
        key = document, "fields"
        if not self._keep(self.texts, self.old_texts, key, identities):
            self.texts[key] = CachedFile(identities, TextOfFields.of(annotations))
        return self.texts[key].content

    def _keep(self, new, old, stem, current):
        kept = old.get(stem)
        if kept is None or kept.identity != current:
            return False
        new[stem] = kept
        return True

    def _exclude(self, document, annotator, reason):
        self.excluded.append(Excluded(document, (annotator,), reason))

    def _path(self, stem, extension):
        # For each file of a project: a Path would take longer than its status.
        return f"{self.root}/{stem}{extension}"


def _decoded(data):
    """The text with its original line ends, or the UnicodeDecodeError."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        return error


def _most_frequent(texts):
    """Of {text: its annotators} the text of most; of equally many the first."""
    return max(texts, key=lambda text: len(texts[text]), default="")


def _is_missing(path):
    """Whether a file does not exist; False if the directory cannot be read."""
    try:
        os.stat(path)
    except FileNotFoundError:
        return True
    except OSError:
        pass
    return False


def _parts(sizes, most):
    """Yield lists of some keys of {stem: bytes} each, not much more than so many bytes in total."""
    part, size = [], 0
    for stem, own in sizes.items():
        part.append(stem)
        size += own
        if size > most:
            yield part
            part, size = [], 0
    if part:
        yield part
